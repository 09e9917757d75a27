/** What turns audio into text: the one thing a real recogniser has to implement. */
import type { FileType, TranscriptionOptions } from '../../../src/protocol/index.js';

/** An audio file on disk that the recogniser may read, but not change or keep. */
export interface AudioFile {
  readonly path: string;
  /** By its first bytes, not by its name. */
  readonly fileType: FileType;
}

/** The params of 4.7, each with its default filled in. */
export type RecognitionRequest = Required<TranscriptionOptions>;

/** What a recogniser is given for one recording: how it reports, is stopped, and where it may write. */
export interface RecognitionWatch {
  /** Aborts when the task is revoked or the sandbox closes; then `recognize` rejects soon. */
  readonly signal: AbortSignal;
  /** The audio is decoded and recognition begins: the task goes from STARTED to PROGRESS. Once. */
  readonly onDecoded: () => void;
  /** An empty folder for its own files; removed once `recognize` has settled. */
  readonly folder: string;
}

export interface RecognizedSegment {
  /** Milliseconds from the start of the audio; whole, ascending. */
  readonly startMs: number;
  /** Milliseconds; after `startMs`. */
  readonly endMs: number;
  readonly text: string;
  /** Only where `diarization` was asked for and speakers can be told apart. */
  readonly speaker?: string;
  /** BCP-47; only where it was detected per segment or chapter (`detectionLevel`). */
  readonly language?: string;
}

export interface Recognition {
  /** BCP-47; `und` where nobody can tell. */
  readonly language: string;
  /** Of the decoded audio. */
  readonly durationSeconds: number;
  readonly segments: readonly RecognizedSegment[];
  /** One voiceprint vector per speaker label; only where `returnEmbedding` was asked for. */
  readonly embeddings?: Readonly<Record<string, readonly number[]>>;
}

export interface Recognizer {
  /** For the console and the demo page, as `none`. */
  readonly name: string;
  /**
   * Rejects with UndecodableAudio where the file holds no audio that can be decoded, and with
   * RecognitionFailed where the recogniser itself cannot do its work.
   */
  readonly recognize: (
    audio: AudioFile,
    request: RecognitionRequest,
    watch: RecognitionWatch,
  ) => Promise<Recognition>;
  /** Ends the processes that wait for work; called when the sandbox closes. `recognize` may be called again. */
  readonly close?: () => Promise<void>;
}

/** The task fails for a reason that lies in the recogniser; the message is for developers, and holds no secret. */
export class RecognitionFailed extends Error {
  override readonly name: string = 'RecognitionFailed';
}

/** The task fails for a reason that lies in the audio. */
export class UndecodableAudio extends Error {
  override readonly name = 'UndecodableAudio';
}

/** What the file says of itself cannot be: refused before any of it was decoded. */
export class AudioRefused extends UndecodableAudio {}
