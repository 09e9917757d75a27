/** What a screen reader says from the choice of a file to the export of its transcript. */
import { expect } from '@open-wc/testing';
import { writeFile } from '@web/test-runner-commands';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, makeElement, part, until, untilControl } from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';
import { listenTo } from '../../support/spoken.js';
import { press as pressKey, until as untilTrue } from '../reader/reader-support.js';

const data = {
  text: '',
  language: 'en',
  duration: 8,
  segments: [
    { speaker: 'S1', start_ms: 0, end_ms: 1_000, text: 'Good morning.' },
    { speaker: 'S1', start_ms: 1_000, end_ms: 2_000, text: 'How can I help you?' },
    { speaker: 'S2', start_ms: 2_000, end_ms: 4_000, text: 'My order is late.' },
    { speaker: 'S1', start_ms: 4_000, end_ms: 6_000, text: 'Which order?' },
  ],
};

/** Eight seconds of audio. */
const interview = recordingFile(recordingBytes(256_000), 'interview.wav');

/** The kept text. Without the file, the test writes it and fails. */
const keptText = async (name: string, text: string): Promise<string> => {
  const address = new URL(`./spoken/${name}`, import.meta.url);
  const response = await fetch(address, { cache: 'no-store' });
  if (response.ok) return response.text();
  await writeFile({ path: `spoken/${name}`, content: text });
  throw new Error(`spoken/${name} was written. Read it aloud, then run this test again.`);
};

const focusedIn = (element: AudioTranscribe): HTMLElement => {
  const focused = element.shadowRoot?.activeElement;
  if (!(focused instanceof HTMLElement)) throw new Error('Nothing has the focus.');
  return focused;
};

const statusOf = (element: AudioTranscribe): string =>
  element.renderRoot.querySelector('#spoken')?.textContent ?? '';

/** The first line that differs. The whole texts would be too long to read in a report. */
const differenceOf = (heard: string, kept: string): string | null => {
  const [is, was] = [heard.split('\n'), kept.split('\n')];
  const line = is.findIndex((text, index) => text !== was[index]);
  if (line < 0) return is.length === was.length ? null : `ends after line ${is.length}`;
  return `line ${line + 1}: heard “${is[line]}”, kept “${was[line] ?? ''}”`;
};

describe('what a screen reader says', () => {
  const { now } = Date;
  const { click } = HTMLAnchorElement.prototype;
  const start = now();

  beforeEach(() => {
    // Time stands still, so that a slow machine hears no speed and no percentage.
    Date.now = () => start;
    HTMLAnchorElement.prototype.click = () => undefined;
  });

  afterEach(async () => {
    Date.now = now;
    HTMLAnchorElement.prototype.click = click;
    await closeBackends();
  });

  it('on the main path is short, in order, and said once', async () => {
    const backend = await openBackend({
      faults: [{ name: 'no-answer', at: 'part', times: 'always' }],
    });
    const element = await makeElement(backend.settings);
    let status = 'PROGRESS';
    const answer = (): unknown => ({
      transcription_id: 'task-1',
      status,
      data: status === 'SUCCESS' ? data : {},
    });
    element.backend = {
      submit: () => Promise.resolve(answer()),
      query: () => Promise.resolve(answer()),
    };
    const card = part(element, 'card');
    const { section, hear, read, text, stop } = await listenTo(card);

    const press = (name: string | RegExp): void => {
      const button = control(element, name);
      button.focus();
      button.click();
    };
    const key = (name: string): void => void pressKey(focusedIn(element), name);
    const type = (words: string): void => {
      const field = focusedIn(element) as HTMLInputElement;
      field.value = words;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const around = (selector: string): Element =>
      focusedIn(element).closest(selector) ?? focusedIn(element);
    const audio = (): HTMLAudioElement =>
      element.renderRoot.querySelector('audio') as HTMLAudioElement;
    const position = (): string => control(element, 'Position').ariaValueText ?? '';

    section('Choose a file');
    await read('Read on', card);
    await hear('Tab', () => control(element, 'Choose a file').focus());

    section('Upload it');
    await hear('Choose interview.wav', async () => {
      element.selectFile(interview);
      await until(element, 'uploading');
    });
    await read('Read on', card);
    await hear('Press Pause', async () => {
      press('Pause');
      await until(element, 'paused');
    });
    await backend.setFaults([]);

    section('Wait');
    await hear('Press Resume', async () => {
      press('Resume');
      await until(element, 'transcribing');
    });
    await read('Read on', card);
    status = 'SUCCESS';

    section('Read');
    await hear('The transcript arrives', async () => {
      await until(element, 'ready');
      await untilControl(element, 'Rename Speaker 1');
      await untilTrue(() => audio().readyState > 0);
    });
    await read('Read on', card);

    section('Play');
    await hear('Press Play', async () => {
      audio().muted = true;
      press('Play');
      await untilControl(element, 'Pause');
    });
    await hear('Press Pause', async () => {
      press('Pause');
      await untilControl(element, 'Play');
      element.seek(2_000);
      await untilTrue(() => position().startsWith('2 seconds'));
    });
    await hear('Tab to the slider', () => control(element, 'Position').focus());
    await hear('Right arrow', async () => {
      key('ArrowRight');
      await untilTrue(() => position().startsWith('7 seconds'));
    });
    await hear('Tab to the transcript', () =>
      element.renderRoot
        .querySelector<HTMLElement>('[aria-label^="Play from"][tabindex="0"]')
        ?.focus(),
    );
    for (let lines = 0; lines < 3; lines += 1) await hear('Down arrow', () => key('ArrowDown'));

    section('Search');
    await hear('Press Search', async () => {
      press('Search the transcript');
      await untilTrue(() => focusedIn(element).matches('input'));
    });
    await hear('Type “order”', () => type('order'));
    await hear('Enter', () => key('Enter'));
    await read('Read the search bar', around('div:has(> [part~="search-field"])'));
    await hear('Escape', () => key('Escape'));
    await hear('Escape', () => key('Escape'));

    section('Rename a speaker');
    await hear('Press Rename Speaker 1', async () => {
      press('Rename Speaker 1');
      await untilTrue(() => focusedIn(element).matches('input'));
    });
    await read('Read the dialog', around('dialog'));
    await hear('Type “Speaker 2”', () => type('Speaker 2'));
    await hear('Type “Mia”', () => type('Mia'));
    await hear('Press Save', async () => {
      press('Save');
      // The line must be back from the dialog.
      await untilTrue(() => statusOf(element).includes('Mia'));
    });

    section('Correct a line');
    await hear('Press Options for 0:00', () => press(/^Options for/));
    await read('Read the menu', around('[role="menu"]'));
    await hear('Press Edit text', async () => {
      press('Edit text');
      await untilTrue(() => focusedIn(element).matches('textarea'));
    });
    await read('Read the editor', around('form'));
    await hear('Type and press Enter', () => {
      type('Good evening.');
      key('Enter');
    });
    await hear('Press Undo', () => press('Undo'));

    section('Export');
    await hear('Press Export', async () => {
      press('Export');
      await untilTrue(() => element.renderRoot.querySelector('[role="dialog"] select') !== null);
    });
    await read('Read the dialog', around('[role="dialog"]'));
    await hear('Press Download', async () => {
      press(/^Download: Plain text/);
      const toast = () => element.renderRoot.querySelector('[part~="toast"]');
      await untilTrue(() => toast()?.textContent.includes('Download started') === true);
    });
    await stop();
    const kept = await keptText('main-path.txt', text());
    expect(differenceOf(text(), kept), 'the first difference').to.equal(null);
  });
});
