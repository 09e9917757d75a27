/** A page with the real element, which shows a transcript from a backend in the page. Used by `correcting`. */
import { AudioTranscribe } from '../src/element/index.js';
import type { Transcript } from '../src/transcript/index.js';

/** The functions that the benchmarks call in the page. */
export interface ReaderPage {
  /** Adds the element and waits until its transcript can be edited. */
  show(transcript: Transcript): Promise<void>;
  segments(): readonly { readonly text: string; readonly speaker?: string | null }[];
}

customElements.define('audio-transcribe', AudioTranscribe);

const show = async ({ segments, duration, language }: Transcript): Promise<void> => {
  const element = new AudioTranscribe();
  element.transcriptionId = 'task-1';
  element.noStorage = true;
  element.backend = {
    submit: () => Promise.reject(new Error('nothing is submitted')),
    query: () =>
      Promise.resolve({
        transcription_id: 'task-1',
        status: 'SUCCESS',
        data: {
          ...{ text: segments.map(({ text }) => text).join(' '), language, duration },
          segments: segments.map(({ speaker, start_ms, end_ms, text }) => ({
            ...{ start_ms, end_ms, text },
            ...(speaker ? { speaker } : {}),
          })),
        },
      }),
  };
  const ready = new Promise((resolve) => {
    element.addEventListener('transcribe-ready', resolve, { once: true });
  });
  document.body.append(element);
  await ready;
  while (element.shadowRoot?.querySelector('.editable') === null)
    await new Promise(requestAnimationFrame);
};

const page: ReaderPage = {
  show,
  segments() {
    const element = document.querySelector('audio-transcribe');
    return (element as AudioTranscribe).transcript?.segments ?? [];
  },
};

Object.assign(globalThis, { readerPage: page });
