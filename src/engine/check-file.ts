import { errorFor } from '../protocol/index.js';
import {
  conversionOf,
  detectAudioFormat,
  type AudioFormat,
} from './audio-headers/detect-format.js';
import type { DurationProbe } from './ports.js';
import type { AudioFile, FileFacts } from './session/job.js';

export type { AudioFile, FileFacts } from './session/job.js';

export interface FileLimits {
  /** Bytes. */
  readonly maxSize?: number;
  /** Seconds. */
  readonly maxDuration?: number;
  /** False to refuse files that must be converted first. Default: true, if there is a converter. */
  readonly convert?: boolean;
}

const readFormat = async (file: AudioFile): Promise<AudioFormat> => {
  try {
    return await detectAudioFormat({
      size: file.size,
      read: async (offset, length) =>
        new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
    });
  } catch (cause) {
    throw errorFor('file-unreadable', {}, { cause });
  }
};

export interface NeededConversion {
  /** The sound of a video, or audio in another format. */
  readonly kind: 'video' | 'audio';
  /** True if the service may accept the file without a conversion, too. */
  readonly isOptional: boolean;
}

/**
 * The conversion that a file needs before the service accepts it; null for none. Rejects with TranscribeError if the file
 * can't be read.
 */
export const neededConversion = async (file: AudioFile): Promise<NeededConversion | null> => {
  const format = await readFormat(file);
  const kind = conversionOf(format);
  return kind === null ? null : { kind, isOptional: format.kind === 'audio' };
};

/** Checks a file before anything is sent. Rejects with TranscribeError if it can't be transcribed. */
export const checkFile = async (
  file: AudioFile,
  limits: FileLimits,
  probeDuration: DurationProbe,
  signal: AbortSignal,
): Promise<FileFacts> => {
  if (file.size === 0) {
    throw errorFor('file-empty', { name: file.name });
  }
  if (limits.maxSize !== undefined && file.size > limits.maxSize) {
    throw errorFor('file-too-large', { name: file.name, size: file.size, limit: limits.maxSize });
  }
  const format = await readFormat(file);
  signal.throwIfAborted();
  if (format.kind === 'incomplete') {
    throw errorFor('m4a-incomplete', { name: file.name });
  }
  if (format.kind === 'unsupported') {
    throw errorFor('unsupported-format', { name: file.name, found: format.found });
  }
  let { durationSeconds } = format;
  const { maxDuration } = limits;
  // The browser may take seconds, so ask only if there is a limit. An unknown duration is accepted.
  if (durationSeconds === null && maxDuration !== undefined) {
    durationSeconds = await probeDuration(file, signal).catch(() => null);
    signal.throwIfAborted();
  }
  if (maxDuration !== undefined && durationSeconds !== null && durationSeconds > maxDuration) {
    throw errorFor('file-too-long', {
      name: file.name,
      length: durationSeconds,
      limit: maxDuration,
    });
  }
  return {
    name: file.name,
    size: file.size,
    fileType: format.fileType,
    durationSeconds,
    lastModifiedMs: file.lastModified ?? null,
  };
};
