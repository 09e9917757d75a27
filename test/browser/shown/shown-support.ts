import { fixture, html } from '@open-wc/testing';
import '../../../src/transcript-element.js';
import type { AudioTranscript } from '../../../src/transcript-element.js';

export const data = {
  text: 'Good morning. Hello. Shall we begin?',
  language: 'en',
  duration: 11,
  segments: [
    { speaker: 'S1', start_ms: 200, end_ms: 1_900, text: 'Good morning.' },
    { speaker: 'S2', start_ms: 2_000, end_ms: 2_900, text: 'Hello.' },
    { speaker: 'S1', start_ms: 3_000, end_ms: 4_000, text: 'Shall we begin?' },
  ],
};

export const other = { segments: [{ start_ms: 0, end_ms: 900, text: 'Another recording.' }] };

/** The address of a JSON file. */
export const addressOf = (json: unknown): string =>
  URL.createObjectURL(new Blob([JSON.stringify(json)], { type: 'application/json' }));

export const make = (
  settings: Partial<Pick<AudioTranscript, 'audioUrl' | 'noCharacterKeys' | 'src' | 'readOnly'>> & {
    readonly transcript?: unknown;
    readonly edits?: unknown;
  } = {},
): Promise<AudioTranscript> => {
  const element = document.createElement('audio-transcript');
  Object.assign(element, settings);
  return fixture<AudioTranscript>(html`${element}`);
};

/** The texts of the shown lines. */
export const linesOf = ({ renderRoot }: AudioTranscript): string[] =>
  [...renderRoot.querySelectorAll<HTMLElement>('[part~="segment"]')].map((line) => line.innerText);

export const namesOf = ({ renderRoot }: AudioTranscript): (string | null)[] =>
  [...renderRoot.querySelectorAll('[part~="speaker-name"]')].map((name) => name.textContent);

export const find = ({ renderRoot }: AudioTranscript, part: string): HTMLElement | null =>
  renderRoot.querySelector<HTMLElement>(`[part~="${part}"]`);

/** Waits for a condition. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve));
};

export const shows = (element: AudioTranscript, text: string): Promise<void> =>
  until(() => linesOf(element).includes(text));
