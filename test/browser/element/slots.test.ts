/** Slotted content of the page replaces the element's own, and keeps the accessible names. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, part, until } from '../../support/element.js';

const backendWith = (data: unknown) => ({
  submit: () => Promise.reject(new Error('Nothing is submitted.')),
  query: () => Promise.resolve({ transcription_id: 'task-1', status: 'SUCCESS', data }),
});

const SEGMENTS = [{ speaker: 'A', start_ms: 0, end_ms: 900, text: 'Hello.' }];

const make = async (data: unknown = null): Promise<AudioTranscribe> => {
  const element = await fixture<AudioTranscribe>(html`
    <audio-transcribe no-storage>
      Transcription needs JavaScript.
      <h2 slot="heading">Your interview</h2>
      <p slot="hint">Record it in a quiet room.</p>
      <p slot="empty">We heard nothing.</p>
      <button slot="actions">Send to archive</button>
      <div slot="finished"><input aria-label="Comment" /><button>Continue</button></div>
    </audio-transcribe>
  `);
  if (data !== null) {
    element.backend = backendWith(data);
    element.transcriptionId = 'task-1';
    await until(element, 'ready');
  }
  return element;
};

/** The slots whose content is visible now. */
const visibleSlots = (element: AudioTranscribe): readonly string[] =>
  [...element.querySelectorAll('[slot]')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.slot);

describe('slots', () => {
  it('idle: heading and hint replace the own texts; the button keeps its name', async () => {
    const element = await make();
    expect(visibleSlots(element)).to.deep.equal(['heading', 'hint']);
    expect(
      element.renderRoot.querySelector('slot[name="heading"] > p')?.checkVisibility(),
    ).to.equal(false);
    expect(part(element, 'hint').checkVisibility()).to.equal(false);
    expect(element.querySelector('h2')?.closest('[aria-hidden]')).to.equal(null);
    for (const slot of element.renderRoot.querySelectorAll('slot'))
      expect(slot.closest('[aria-hidden]')).to.equal(null);
    const button = control(element, 'Choose a file');
    expect(button.textContent.trim()).to.equal('Choose a file');
    expect(button.getAttribute('aria-description')).to.equal(
      'MP3, M4A, WAV, other audio and video',
    );
    await expect(element).to.be.accessible();
  });

  it('the page hears what is typed in a field of its own', async () => {
    const element = await make({ segments: SEGMENTS });
    const field = element.querySelector('input');
    const heard: string[] = [];
    for (const type of ['input', 'change'])
      element.addEventListener(type, ({ target }) => {
        if (target === field) heard.push(type);
      });
    for (const type of ['input', 'change'])
      field?.dispatchEvent(new Event(type, { bubbles: true }));
    expect(heard).to.deep.equal(['input', 'change']);
  });

  it('without slotted content, the own texts are shown', async () => {
    const element = await fixture<AudioTranscribe>(
      html`<audio-transcribe no-storage>Transcription needs JavaScript.</audio-transcribe>`,
    );
    expect(
      element.renderRoot.querySelector('slot[name="heading"] > p')?.checkVisibility(),
    ).to.equal(true);
    expect(part(element, 'hint').checkVisibility()).to.equal(true);
  });

  it('compact: a heading is above the row, and the texts stay inside the card', async () => {
    const element = await make();
    element.style.inlineSize = '260px';
    element.compact = true;
    await element.updateComplete;
    const box = (one: Element | null) => (one as Element).getBoundingClientRect();
    const heading = box(element.querySelector('h2'));
    expect(heading.bottom).to.be.at.most(box(control(element, 'Choose a file')).top);
    for (const one of element.querySelectorAll('[slot="heading"], [slot="hint"]'))
      expect(box(one).right).to.be.at.most(box(element).right);
  });

  it('ready: "finished" is between the name of the recording and the transcript', async () => {
    const element = await make({ text: 'Hello.', segments: SEGMENTS });
    expect(visibleSlots(element)).to.deep.equal(['actions', 'finished']);
    const top = (one: Element | null): number => (one as Element).getBoundingClientRect().top;
    const own = element.querySelector('[slot="finished"]');
    expect(top(own)).to.be.greaterThan(top(part(element, 'title')));
    expect(top(own)).to.be.lessThan(top(part(element, 'transcript')));
    await expect(element).to.be.accessible();
  });

  it('ready: "actions" are between Export and the menu, and wrap where there is no room', async () => {
    const element = await make({ text: 'Hello.', segments: SEGMENTS });
    const own = element.querySelector('[slot="actions"]') as HTMLElement;
    const left = (one: HTMLElement): number => one.getBoundingClientRect().left;
    expect(left(own)).to.be.above(left(control(element, 'Export')));
    expect(left(own)).to.be.below(left(control(element, 'More')));
    element.style.inlineSize = '260px';
    own.textContent = 'Send this transcript to the archive';
    await element.updateComplete;
    const { right } = element.getBoundingClientRect();
    for (const one of [own, control(element, 'Export'), control(element, 'More')])
      expect(one.getBoundingClientRect().right).to.be.at.most(right);
  });

  it('ready: keys in a slotted field are not shortcuts of the player', async () => {
    const element = await make({ text: 'Hello.', segments: SEGMENTS });
    const field = element.querySelector('input') as HTMLInputElement;
    field.focus();
    const event = new KeyboardEvent('keydown', {
      key: '/',
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    field.dispatchEvent(event);
    await element.updateComplete;
    expect(event.defaultPrevented).to.equal(false);
    expect(document.activeElement).to.equal(field);
  });

  it('no speech: "empty" replaces the own sentence', async () => {
    const element = await make({ text: '', segments: [] });
    expect(visibleSlots(element)).to.deep.equal(['empty', 'actions', 'finished']);
    expect(element.renderRoot.querySelector('slot[name="empty"] > p')?.checkVisibility()).to.equal(
      false,
    );
  });
});
