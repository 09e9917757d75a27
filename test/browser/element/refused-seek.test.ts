/** Audio of a host that sends it only from its start, and that the page may not read (no CORS). */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { makeElement, readSettings, until } from '../../support/element.js';

const settings = await readSettings();

const SECONDS = 45;

const data = {
  ...{ text: '', language: 'en', duration: SECONDS },
  segments: Array.from({ length: SECONDS }, (_, at) => ({
    ...{ speaker: 'Anna', start_ms: at * 1000, end_ms: at * 1000 + 990, text: `Line ${at}.` },
  })),
};

const SENTENCE =
  'This audio can’t start at another place: its server only sends it from the beginning.';

/** The same server under another name: another origin. */
const elsewhere = (path: string): string => {
  const address = new URL(path, location.origin);
  address.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return address.href;
};

const show = async (audioUrl: string): Promise<AudioTranscribe> => {
  const element = await makeElement(settings);
  const task = { transcription_id: 'task-1', status: 'SUCCESS', data };
  Object.assign(element, {
    backend: { submit: () => Promise.resolve(task), query: () => Promise.resolve(task) },
    audioUrl,
    transcriptionId: 'task-1',
  });
  await until(element, 'ready', 'failed');
  return element;
};

const audioOf = (element: AudioTranscribe): HTMLAudioElement | null =>
  element.renderRoot.querySelector('audio');

const problemsOf = (element: AudioTranscribe): string[] =>
  [...element.renderRoot.querySelectorAll<HTMLElement>('[part~="error-message"]')]
    .filter(({ hidden }) => !hidden)
    .map(({ textContent }) => textContent.trim());

const clickLine = (element: AudioTranscribe, line: number): void =>
  [...element.renderRoot.querySelectorAll<HTMLElement>('[part~="segment"]')]
    .find(({ textContent }) => textContent.trim() === `Line ${line}.`)
    ?.click();

/** What the audio does after a click, once it plays there or the sentence is shown. */
const outcome = async (element: AudioTranscribe, seconds: number): Promise<'there' | 'told'> => {
  for (;;) {
    const audio = audioOf(element);
    if (problemsOf(element).includes(SENTENCE)) return 'told';
    const { currentTime = 0, paused = true, seeking = true } = audio ?? {};
    if (!paused && !seeking && currentTime > seconds) return 'there';
    await new Promise((resolve) => setTimeout(resolve));
  }
};

const playable = async (element: AudioTranscribe): Promise<HTMLAudioElement> => {
  for (;;) {
    const audio = audioOf(element);
    if (audio !== null && audio.readyState > 1) return audio;
    await new Promise((resolve) => setTimeout(resolve));
  }
};

describe('audio of a host without ranges', () => {
  it('plays the clicked line, or says why it cannot, and the sentence goes when a seek works', async () => {
    const element = await show(elsewhere('/demo/samples/conversation.mp3?no-range'));
    const audio = await playable(element);
    audio.muted = true;
    clickLine(element, 20);
    const found = await outcome(element, 20);
    if (found === 'told') {
      expect(audio.currentTime).to.be.below(19.5);
      await expect(element).to.be.accessible();
      element.seek(0);
      await element.updateComplete;
      expect(problemsOf(element)).to.not.include(SENTENCE);
    }
    audio.pause();
  });

  it('that lets the page read it: is played from memory, and the line is heard', async () => {
    const element = await show('/demo/samples/conversation.mp3?no-range');
    const audio = await playable(element);
    audio.muted = true;
    while (!audio.src.startsWith('blob:')) await new Promise((resolve) => setTimeout(resolve));
    clickLine(element, 20);
    expect(await outcome(element, 20)).to.equal('there');
    expect(problemsOf(element)).to.deep.equal([]);
    audio.pause();
  });
});
