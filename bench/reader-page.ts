/** A page with the real element, which shows a transcript from a backend in the page. Used by `correcting`. */
import { AudioTranscribe } from '../src/element.js';
import { wavHeader } from '../src/convert/pcm.js';
import type { Transcript } from '../src/transcript/transcript.js';

/** The functions that the benchmarks call in the page. */
export interface ReaderPage {
  /** Adds the element with silent audio, and waits until its transcript can be edited. */
  show(transcript: Transcript): Promise<void>;
  /**
   * Seeks to a time in milliseconds. From the first call on, the audio stays where it was sought to, even while it
   * plays, so that no timing decides.
   */
  hear(ms: number): void;
  segments(): readonly { readonly text: string; readonly speaker?: string | null }[];
}

customElements.define('audio-transcribe', AudioTranscribe);

const SAMPLE_RATE = 8_000;

const silence = (seconds: number): Blob => {
  const samples = new Int16Array(seconds * SAMPLE_RATE);
  return new Blob([wavHeader(SAMPLE_RATE, samples.byteLength), samples], { type: 'audio/wav' });
};

const show = async ({ segments, duration, language }: Transcript): Promise<void> => {
  const element = new AudioTranscribe();
  element.transcriptionId = 'task-1';
  element.noStorage = true;
  element.audioUrl = URL.createObjectURL(silence(duration ?? 0));
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

const holdStill = (audio: HTMLAudioElement): void => {
  let seconds = audio.currentTime;
  Object.defineProperty(audio, 'currentTime', {
    get: () => seconds,
    set(next: number) {
      seconds = next;
      audio.dispatchEvent(new Event('seeked'));
    },
  });
};

const hear = (ms: number): void => {
  const element = document.querySelector('audio-transcribe') as AudioTranscribe;
  const audio = element.shadowRoot?.querySelector('audio');
  if (!audio) throw new Error('The transcript has no audio.');
  if (!Object.hasOwn(audio, 'currentTime')) holdStill(audio);
  element.seek(ms);
};

const page: ReaderPage = {
  show,
  hear,
  segments() {
    const element = document.querySelector('audio-transcribe');
    return (element as AudioTranscribe).transcript?.segments ?? [];
  },
};

Object.assign(globalThis, { readerPage: page });
