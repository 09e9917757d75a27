import { TranscribeError } from '../protocol/index.js';
import { detectAudioFormat, type AudioFormat } from './audio-headers/detect-format.js';
import type { DurationProbe } from './ports.js';
import type { AudioFile, FileFacts } from './session/job.js';

export type { AudioFile, FileFacts } from './session/job.js';

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

const readFormat = async (file: AudioFile): Promise<AudioFormat> => {
  try {
    return await detectAudioFormat({
      size: file.size,
      read: async (offset, length) =>
        new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
    });
  } catch (cause) {
    throw new TranscribeError(
      'file-changed',
      'The file cannot be read: it was moved, changed or deleted. Choose it again.',
      { cause },
    );
  }
};

/** Checks a file before anything is sent. Rejects with TranscribeError if it can't be transcribed. */
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
      `“${file.name}” is ${megabytes(file.size)}. The limit is ${megabytes(limits.maxSize)}. Choose a smaller recording.`,
    );
  }
  const format = await readFormat(file);
  signal.throwIfAborted();
  if (format.kind === 'incomplete') {
    throw new TranscribeError(
      'unsupported-format',
      `“${file.name}” is an incomplete M4A file: its index is missing. Copy it again from the recording device, or choose another recording.`,
    );
  }
  if (format.kind === 'unsupported') {
    throw new TranscribeError(
      'unsupported-format',
      `“${file.name}” is ${format.found ?? 'not a recording we recognise'}. Choose an MP3, M4A or WAV file.`,
    );
  }
  let { durationSeconds } = format;
  const { maxDuration } = limits;
  // The browser may take seconds, so ask only if there is a limit. An unknown duration is accepted.
  if (durationSeconds === null && maxDuration !== undefined) {
    durationSeconds = await probeDuration(file, signal).catch(() => null);
    signal.throwIfAborted();
  }
  if (maxDuration !== undefined && durationSeconds !== null && durationSeconds > maxDuration) {
    throw new TranscribeError(
      'file-too-long',
      `“${file.name}” is ${minutes(durationSeconds)} long. The limit is ${minutes(maxDuration)}. Choose a shorter recording.`,
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
