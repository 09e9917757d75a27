/** The interface of a recogniser, which turns audio into text. */
import type { FileType, TranscriptionOptions } from '../../../src/protocol/types.js';
import { WorkFailed } from '../../service/tasks.js';
import type { Interval } from './speech-intervals.js';

/** An audio file on disk, which the recogniser may read but not change or keep. */
export interface AudioFile {
  readonly path: string;
  /** Detected from its first bytes, not from its name. */
  readonly fileType: FileType;
}

/** The params of 4.7, with defaults filled in. */
export type RecognitionRequest = Required<TranscriptionOptions>;

/** The context of one recording: progress, abort signal and working folder. */
interface RecognitionWatch {
  /** Aborts when the task is revoked or the sandbox closes; `recognize` must then reject soon. */
  readonly signal: AbortSignal;
  /** Call once, when the audio is decoded and recognition begins: the task changes from STARTED to PROGRESS. */
  readonly onDecoded: () => void;
  /** An empty folder for temporary files, which is removed once `recognize` has settled. */
  readonly folder: string;
}

export interface RecognizedSegment {
  /** Integer ms from the start of the audio, ascending. */
  readonly startMs: number;
  /** In ms; after `startMs`. */
  readonly endMs: number;
  readonly text: string;
  /** Only if `diarization` was requested and speakers can be distinguished. */
  readonly speaker?: string;
  /** BCP-47; only if detected per segment or chapter (`detectionLevel`). */
  readonly language?: string;
}

export interface Recognition {
  /** BCP-47; `und` if unknown. */
  readonly language: string;
  /** Duration of the decoded audio. */
  readonly durationSeconds: number;
  readonly segments: readonly RecognizedSegment[];
  /** One voiceprint vector per speaker label, only if `returnEmbedding` was requested. */
  readonly embeddings?: Readonly<Record<string, readonly number[]>>;
}

export interface Recognizer {
  /** For the console and the demo page, e.g. `none`. */
  readonly name: string;
  /**
   * Rejects with UndecodableAudio if the file contains no decodable audio, and with RecognitionFailed if the
   * recogniser itself fails.
   */
  readonly recognize: (
    audio: AudioFile,
    request: RecognitionRequest,
    watch: RecognitionWatch,
  ) => Promise<Recognition>;
  /** Ends idle worker processes when the sandbox closes. `recognize` may be called again. */
  readonly close?: () => Promise<void>;
}

/** The recogniser failed. The message is for developers and contains no secret. */
export class RecognitionFailed extends WorkFailed {
  override readonly name: string = 'RecognitionFailed';
}

/** The audio cannot be recognised. */
export class UndecodableAudio extends WorkFailed {
  override readonly name = 'UndecodableAudio';
}

/** The file's headers are invalid; it was rejected before decoding. */
export class AudioRefused extends UndecodableAudio {}

// The interface for finding words, the only step in which the recognisers differ.

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
