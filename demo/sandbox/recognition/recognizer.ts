/** The interface of a recogniser, which turns audio into text. */
import type { FileType, TranscriptionOptions } from '../../../src/protocol/types.js';
import { WorkFailed } from '../../service/tasks.js';

/** An audio file on disk, which the recogniser may read but not change or keep. */
export interface AudioFile {
  readonly path: string;
  /** Detected from its first bytes, not from its name. */
  readonly fileType: FileType;
}

/** The params of 4.7, with defaults filled in. */
export type RecognitionRequest = Required<TranscriptionOptions>;

/** The context of one recording: progress, abort signal and working folder. */
export interface RecognitionWatch {
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
