/** The interface for finding words, the only step in which the recognisers differ. */
import type { AudioFile, RecognitionRequest } from './recognizer.js';
import type { Interval } from './speech-intervals.js';

/** A decoded recording. */
export interface Recording {
  /** The original file. */
  readonly audio: AudioFile;
  /** The decoded audio, see `raw-audio.ts`. */
  readonly rawFile: string;
  /** For the jobs of this recording: those with a lower number run first. */
  readonly rank: number;
  readonly durationSeconds: number;
  /** Ascending, without overlap. */
  readonly speech: readonly Interval[];
  /** The intervals in between, if they must be decoded too (`decodeSilence`); else empty. */
  readonly silence: readonly Interval[];
}

export interface Word extends Interval {
  readonly text: string;
}

/** One utterance. */
export interface Utterance extends Interval {
  readonly text: string;
  /** In order, if their times are known, so that it can be split where the speaker changes. */
  readonly words?: readonly Word[];
  /** BCP-47; only if detected for this utterance. */
  readonly language?: string;
}

export interface WordsFound {
  /** BCP-47; `und` if unknown. */
  readonly language: string;
  /** In ascending order of their starts. */
  readonly utterances: readonly Utterance[];
}

export interface WordFinder {
  /** Same as `Recognizer.name`. */
  readonly name: string;
  /** True if `rawFile` is not used and may be missing. */
  readonly ignoresSamples?: true;
  readonly findWords: (
    recording: Recording,
    request: RecognitionRequest,
    signal: AbortSignal,
  ) => Promise<WordsFound>;
}

/** Joins words to a text, and capitalises only the first letter. */
export const textOf = (words: readonly Word[]): string => {
  const text = words.map((word) => word.text).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
