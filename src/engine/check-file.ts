import { FILE_TYPES, TranscribeError, type FileType } from '../protocol/index.js';
import { detectAudioFormat, FORMAT_BYTES } from './audio-format.js';
import type { DurationProbe } from './ports.js';

/** A file as the platform hands it out: bytes with a name. */
export interface AudioFile extends Blob {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly lastModified?: number;
}

/** What is known of a file once it has been looked at. */
export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly fileType: FileType;
  /** Seconds; null where it was not asked for or cannot be told. */
  readonly durationSeconds: number | null;
  /** Milliseconds since the epoch; null where the platform does not tell. */
  readonly lastModifiedMs: number | null;
}

export interface FileLimits {
  /** Bytes. */
  readonly maxSize?: number;
  /** Seconds. */
  readonly maxDuration?: number;
}

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const minutes = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;

const readStart = async (file: AudioFile): Promise<Uint8Array> => {
  try {
    return new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer());
  } catch (cause) {
    throw new TranscribeError(
      'file-changed',
      'The file cannot be read: it was moved, changed or deleted. Choose it again.',
      { cause },
    );
  }
};

/** Looks at a file before a byte of it is sent. Rejects with TranscribeError where it cannot be transcribed. */
export const checkFile = async (
  file: AudioFile,
  limits: FileLimits,
  probeDuration: DurationProbe,
  signal: AbortSignal,
): Promise<FileFacts> => {
  if (file.size === 0) {
    throw new TranscribeError('file-empty', `“${file.name}” is empty. Choose another recording.`);
  }
  if (limits.maxSize !== undefined && file.size > limits.maxSize) {
    throw new TranscribeError(
      'file-too-large',
      `“${file.name}” has ${megabytes(file.size)}; at most ${megabytes(limits.maxSize)} can be taken. Choose a smaller recording.`,
    );
  }
  const format = detectAudioFormat(await readStart(file));
  if (format.kind === 'unsupported') {
    throw new TranscribeError(
      'unsupported-format',
      `“${file.name}” is ${format.found ?? 'not a recording we recognise'}. Choose one of ${FILE_TYPES.join(', ')}.`,
    );
  }
  const { maxDuration } = limits;
  // The length matters to the polling too, but never enough to fail for it.
  const durationSeconds = await probeDuration(file, signal).catch(() => null);
  signal.throwIfAborted();
  if (maxDuration !== undefined && durationSeconds !== null && durationSeconds > maxDuration) {
    throw new TranscribeError(
      'file-too-long',
      `“${file.name}” lasts ${minutes(durationSeconds)}; at most ${minutes(maxDuration)} can be taken. Choose a shorter recording.`,
    );
  }
  return {
    name: file.name,
    size: file.size,
    fileType: format.fileType,
    durationSeconds,
    lastModifiedMs: file.lastModified ?? null,
  };
};
