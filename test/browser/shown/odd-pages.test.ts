/** What pages do to `<audio-transcript>` by mistake, at odd times, or with odd data. */
import { expect, fixture, html } from '@open-wc/testing';
import type { AudioTranscript } from '../../../src/transcript-element.js';
import { control, findControl } from '../../support/element.js';
import { wave } from '../reader/reader-support.js';
import {
  addressOf,
  data,
  find,
  linesOf,
  make,
  namesOf,
  other,
  shows,
  until,
} from './shown-support.js';

const rename = { kind: 'rename-speaker', from: 'S1', to: 'Anna' } as const;

/** Types into the first line, without saving. */
const typeInto = async (element: AudioTranscript): Promise<void> => {
  const field = (): HTMLTextAreaElement | null => element.renderRoot.querySelector('textarea');
  const line = find(element, 'segment');
  line?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, composed: true }));
  await until(() => field()?.checkVisibility() === true);
  const own = field() as HTMLTextAreaElement;
  own.value = 'Good evening.';
  own.dispatchEvent(new Event('input', { bubbles: true }));
  await element.updateComplete;
};

const asksOnLeaving = (): boolean =>
  !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a page of <audio-transcript>', () => {
  it('may set a name that is no text', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    const titled = (title: string): Promise<void> =>
      until(() => find(element, 'title')?.innerText.trim() === title);
    element.recordingName = 17 as unknown as string;
    await titled('17');
    element.recordingName = undefined as unknown as string;
    await titled('Transcript');
    element.setAttribute('recording-name', 'Call 18');
    await titled('Call 18');
    element.removeAttribute('recording-name');
    await titled('Transcript');
    expect((await element.exportTranscript('txt')).size).to.be.above(0);
  });

  it('is told of corrections that are no data', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    let errors = 0;
    element.addEventListener('transcribe-error', () => (errors += 1));
    const { error: log } = console;
    console.error = () => undefined;
    try {
      const itself: unknown[] = [];
      itself.push(itself);
      for (const wrong of [itself, 'text', 7, [{ kind: 'rename-speaker', from: 1n }]]) {
        element.edits = wrong;
        await element.updateComplete;
      }
    } finally {
      console.error = log;
    }
    expect(errors).to.equal(4);
    element.edits = [rename];
    await until(() => namesOf(element)[0] === 'Anna');
  });

  it('may take its script away and put it back', async () => {
    const element = await make();
    const script = document.createElement('script');
    script.type = 'application/json';
    script.textContent = JSON.stringify(data);
    element.append(script);
    await shows(element, 'Hello.');
    script.remove();
    await until(() => linesOf(element).length === 0);
    element.append(script);
    await shows(element, 'Hello.');
  });

  it('may set everything before the browser knows the element', async () => {
    const template = document.createElement('template');
    template.innerHTML = '<audio-transcript></audio-transcript>';
    const element = template.content.firstElementChild as AudioTranscript;
    Object.assign(element, { transcript: data, edits: [rename], recordingName: 'Call 17' });
    await fixture(html`${element}`);
    await until(() => namesOf(element)[0] === 'Anna');
    expect(find(element, 'title')?.innerText.trim()).to.equal('Call 17');
    element.transcript = other;
    await shows(element, 'Another recording.');
  });

  it('may remove the element while its address answers, and change it meanwhile', async () => {
    const place = await fixture(html`<div></div>`);
    const element = document.createElement('audio-transcript');
    element.src = addressOf(data);
    place.append(element);
    element.remove();
    place.append(element);
    await shows(element, 'Hello.');
    element.remove();
    element.transcript = other;
    place.append(element);
    await shows(element, 'Another recording.');
  });

  it('may forbid corrections while a text is typed, which is offered again afterwards', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    await typeInto(element);
    element.readOnly = true;
    await until(() => element.renderRoot.querySelector('textarea') === null);
    expect(element.edits).to.deep.equal([]);
    element.readOnly = false;
    await until(() => element.renderRoot.textContent?.includes('Unsaved text at 0:00') === true);
  });

  it('asks before it is left while a text is typed, unless it has removed the element', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    await typeInto(element);
    const place = element.parentElement;
    expect(asksOnLeaving()).to.equal(true);
    element.remove();
    expect(asksOnLeaving()).to.equal(false);
    place?.append(element);
    expect(asksOnLeaving()).to.equal(true);
  });

  it('may change its language while a menu is open', async () => {
    const element = await make({ transcript: data });
    await shows(element, 'Hello.');
    control(element, 'More').click();
    await until(() => element.renderRoot.querySelector(':popover-open') !== null);
    element.lang = 'de';
    await until(() => findControl(element, 'Transkript durchsuchen') !== null);
    const menu = element.renderRoot.querySelector<HTMLElement>(':popover-open');
    expect(menu?.innerText).to.contain('Absätze').and.not.to.contain('Paragraphs');
  });

  it('may have audio without a transcript, and a transcript that is longer than its audio', async () => {
    const element = await make({ audioUrl: wave(2) });
    expect(element.renderRoot.querySelector('audio')).to.equal(null);
    element.transcript = data;
    await shows(element, 'Hello.');
    await until(() => element.renderRoot.querySelector('audio')?.duration === 2);
    element.seek(10_000);
    await until(() => element.renderRoot.querySelector('audio')?.currentTime === 2);
    expect(element.renderRoot.textContent).to.contain('The audio is 0:09 shorter');
  });
});

describe('a transcript with', () => {
  it('names and texts that look like code shows and exports them as they are', async () => {
    const markup = '<img src="x" onerror="window.wasRun = true">&amp;';
    const names = ['__proto__', 'constructor', markup, 'null', 'hasOwnProperty'];
    const segments = names.map((speaker, at) => ({
      ...{ speaker, text: `${markup} ${at}` },
      ...{ start_ms: at * 1_000, end_ms: at * 1_000 + 900 },
    }));
    const element = await make({ transcript: { segments } });
    await shows(element, `${markup} 0`);
    expect(namesOf(element)).to.deep.equal(names);
    element.edit({ kind: 'rename-speaker', from: '__proto__', to: 'valueOf' });
    await until(() => namesOf(element)[0] === 'valueOf');
    expect(element.speakers[0]).to.deep.equal({ label: '__proto__', name: 'valueOf' });
    for (const format of ['txt', 'md', 'srt', 'vtt', 'csv', 'json', 'docx'] as const)
      expect((await element.exportTranscript(format)).size, format).to.be.above(0);
    expect(window).not.to.have.property('wasRun');
  });

  it('nothing, only text, one line or 20,000 lines is shown', async () => {
    const element = await make({ transcript: { text: '', segments: [] } });
    const says = (text: string): Promise<void> =>
      until(() => element.renderRoot.textContent?.includes(text) === true);
    await says('No speech was found in this recording.');
    element.transcript = { text: 'Only text.', segments: [] };
    await says('Only text.');
    element.transcript = other;
    await shows(element, 'Another recording.');
    element.transcript = {
      segments: Array.from({ length: 20_000 }, (_, at) => ({
        ...{ speaker: `S${at % 3}`, text: `Line ${at}.` },
        ...{ start_ms: at * 2_000, end_ms: at * 2_000 + 1_800 },
      })),
    };
    await says('Line 19999.');
  });

  it('text from right to left is written so in a page from left to right', async () => {
    const segments = [{ start_ms: 0, end_ms: 900, text: 'שלום, מה שלומך? OK.' }];
    const element = await make({ transcript: { language: 'he', segments } });
    await shows(element, 'שלום, מה שלומך? OK.');
    const line = find(element, 'segment') as HTMLElement;
    expect(getComputedStyle(line).direction).to.equal('rtl');
    expect(line.closest('[lang]')?.getAttribute('lang')).to.equal('he');
  });
});
