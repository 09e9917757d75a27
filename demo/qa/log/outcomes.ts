/** What became of each recording of the element: recorded when it ends, so that a later one changes nothing of it. */
import type { AudioTranscribe, Diagnostics } from '../../../src/index.js';

export interface Outcome {
  /** When the element got the recording, and when it ended, in ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** The code of the element's error, and why it happened; null without an error. */
  readonly error: { readonly code: string; readonly reason: string | null } | null;
  readonly diagnostics: Diagnostics;
  /** The element's settings that differ from their defaults, without addresses and names. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Settings without an address, a name or a function. */
const OPTIONS = [
  ...['language', 'model', 'detectionLevel', 'decodeSilence', 'diarization', 'returnEmbedding'],
  ...['sources', 'manualStart', 'multiple', 'maxSize', 'maxDuration', 'noConvert', 'noStorage'],
  ...['readOnly', 'compact', 'required', 'disabled'],
] as readonly (keyof AudioTranscribe)[];

const optionsOf = (element: AudioTranscribe): Readonly<Record<string, unknown>> => {
  const usual = document.createElement('audio-transcribe');
  return Object.fromEntries(
    OPTIONS.filter((name) => element[name] !== usual[name]).map((name) => [name, element[name]]),
  );
};

/** What the element would report now. `from`: when it got its recording, in ms since 1970. */
export const outcomeNow = (element: AudioTranscribe, from: number): Outcome => ({
  from,
  to: Date.now(),
  error: element.error && {
    code: element.error.code,
    reason: element.error.failure?.reason ?? null,
  },
  diagnostics: element.diagnostics(),
  options: optionsOf(element),
});

const isAtRest = (state: AudioTranscribe['state']): boolean =>
  ['idle', 'ready', 'failed'].includes(state);

/** Calls `onOutcome` at the end of each recording, also of one that is refused before any request. */
export const watchOutcomes = (
  element: AudioTranscribe,
  onOutcome: (outcome: Outcome) => void,
): void => {
  let from = Date.now();
  element.addEventListener('transcribe-state', ({ state, previousState }) => {
    if (isAtRest(previousState)) from = Date.now();
    if (isAtRest(state) && (!isAtRest(previousState) || state === 'failed'))
      onOutcome(outcomeNow(element, from));
  });
};
