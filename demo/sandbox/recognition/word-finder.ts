/** What finds the words: the one step in which the recognisers of this folder differ. */
import type { AudioFile, RecognitionRequest } from './recognizer.js';
import type { Interval } from './speech-intervals.js';

/** What is known of a recording once it is decoded. */
export interface Recording {
  /** The file as it was sent. */
  readonly audio: AudioFile;
  /** Decoded: see `raw-audio.ts`. */
  readonly rawFile: string;
  /** For files of the word finder's own. */
  readonly folder: string;
  readonly durationSeconds: number;
  /** Ascending, never overlapping. */
  readonly speech: readonly Interval[];
  /** What lies between, where it is to be decoded too (`decodeSilence`); else empty. */
  readonly silence: readonly Interval[];
}

export interface Word extends Interval {
  readonly text: string;
}

/** What was said in one go. */
export interface Utterance extends Interval {
  readonly text: string;
  /** In order, where their times are known: so that it can be cut where the speaker changes. */
  readonly words?: readonly Word[];
  /** BCP-47; only where it was detected for this utterance. */
  readonly language?: string;
}

export interface WordsFound {
  /** BCP-47; `und` where nobody can tell. */
  readonly language: string;
  /** Ascending by their beginnings. */
  readonly utterances: readonly Utterance[];
}

export interface WordFinder {
  /** As `Recognizer.name`. */
  readonly name: string;
  /** True where `rawFile` is not looked at: then it may be missing. */
  readonly ignoresSamples?: true;
  readonly findWords: (
    recording: Recording,
    request: RecognitionRequest,
    signal: AbortSignal,
  ) => Promise<WordsFound>;
}

/** Words as a line of text; no more is made of them than a capital at the beginning. */
export const textOf = (words: readonly Word[]): string => {
  const text = words.map((word) => word.text).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
