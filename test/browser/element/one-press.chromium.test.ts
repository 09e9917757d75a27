/** One press does one thing, also if the focus or the layout moves while it lasts. */
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/index.js';
import type { AudioTranscribe, PartnerBackend } from '../../../src/index.js';
import { guardPresses } from '../../../src/ui/one-press.js';
import { control, sample, until, untilControl } from '../../support/element.js';

/** A task that has failed, and whose next submission runs until the test ends. */
const failedTask = async (): Promise<{ element: AudioTranscribe; submissions: () => number }> => {
  let submissions = 0;
  const task = (status: string): unknown => ({ transcription_id: 'task-1', status, data: {} });
  const backend: PartnerBackend = {
    submit: () => Promise.resolve(task((submissions += 1) === 1 ? 'FAILURE' : 'STARTED')),
    query: () => new Promise(() => undefined),
  };
  const element = await fixture<AudioTranscribe>(html`
    <audio-transcribe no-storage .backend=${backend}></audio-transcribe>
  `);
  element.fileUrl = 'https://cdn.example/talk.mp3';
  await until(element, 'failed');
  return { element, submissions: () => submissions };
};

/** How often the file dialog was opened. */
const countDialogs = (element: AudioTranscribe): (() => number) => {
  let opened = 0;
  element.renderRoot.addEventListener('click', (event) => {
    if (!(event.target as Element).matches('input[type="file"]')) return;
    event.preventDefault();
    opened += 1;
  });
  return () => opened;
};

/** Holds a key for a second: browsers repeat it about 30 times. */
const hold = async (key: string, meanwhile: () => unknown = () => undefined): Promise<void> => {
  await sendKeys({ down: key });
  await meanwhile();
  for (let repeats = 0; repeats < 10; repeats += 1) await sendKeys({ down: key });
  await sendKeys({ up: key });
};

/** Presses with the mouse. `detail`: 2 for the second click of a pair. `atMs` is the time of the press. */
const pressAt = (target: Element, atMs: number, detail = 1): void => {
  for (const event of [
    new PointerEvent('pointerdown', { bubbles: true, composed: true }),
    new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail }),
  ]) {
    Object.defineProperty(event, 'timeStamp', { value: atMs });
    target.dispatchEvent(event);
  }
};

describe('one press', () => {
  it('held on “Try again”: submits once, and cancels nothing', async () => {
    const { element, submissions } = await failedTask();
    const dialogs = countDialogs(element);
    control(element, 'Try again').focus();
    await hold('Enter', () => until(element, 'transcribing'));
    expect([element.state, submissions(), dialogs()]).to.deep.equal(['transcribing', 2, 0]);
  });

  it('held on “Cancel”: opens no file dialog', async () => {
    const { element } = await failedTask();
    const dialogs = countDialogs(element);
    element.retry();
    (await untilControl(element, 'Cancel')).focus();
    await hold('Enter', () => untilControl(element, 'Choose a file'));
    expect([element.state, dialogs()]).to.deep.equal(['idle', 0]);
    await sendKeys({ press: 'Enter' });
    expect(dialogs()).to.equal(1);
  });

  it('with the mouse: the second click of a pair does nothing to what has taken the place', async () => {
    const { element } = await failedTask();
    pressAt(control(element, 'Try again'), 1_000);
    const cancel = await untilControl(element, 'Cancel');
    pressAt(cancel, 1_600, 2);
    expect(element.state).to.equal('transcribing');
    pressAt(cancel, 3_000);
    await until(element, 'idle');
  });

  it('what cannot be undone takes no press for 500 ms after it has appeared', async () => {
    const { element } = await failedTask();
    pressAt(control(element, 'Try again'), 1_000);
    const cancel = await untilControl(element, 'Cancel');
    pressAt(cancel, 1_499);
    expect(element.state).to.equal('transcribing');
    pressAt(cancel, 1_600);
    await until(element, 'idle');
  });

  it('on text: arrives, although the text around it has changed meanwhile', async () => {
    const place = await fixture<HTMLElement>(html`
      <div>
        <div tabindex="-1">
          <p>Words.</p>
          <span>Playing</span>
        </div>
      </div>
    `);
    const [words, around] = [...(place.firstElementChild?.children ?? [])];
    guardPresses(place);
    let clicks = 0;
    words?.addEventListener('click', () => (clicks += 1));
    for (const detail of [1, 2]) {
      words?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      if (around) around.textContent = `Paused ${detail === 1 ? 'once' : 'twice'}`;
      words?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    }
    expect(clicks).to.equal(2);
  });

  it('a script can click at any time', async () => {
    const { element } = await failedTask();
    control(element, 'Try again').click();
    (await untilControl(element, 'Cancel')).click();
    await until(element, 'idle');
  });

  it('held on “Remove” in a list: removes one recording', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe no-storage multiple manual-start></audio-transcribe>
    `);
    Object.assign(element, { fetchToken: () => new Promise(() => undefined) });
    for (const name of ['voicemail.wav', 'interview.m4a', 'conversation.mp3'])
      element.selectFile(await sample(name));
    (await untilControl(element, 'Remove interview.m4a')).focus();
    await hold('Enter');
    expect(element.items.map(({ name }) => name)).to.deep.equal([
      'voicemail.wav',
      'conversation.mp3',
    ]);
  });
});
