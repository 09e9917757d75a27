/** A file from which short stretches are read by their place. */
import type { FileHandle } from 'node:fs/promises';
import { AudioRefused } from '../recognizer.js';

export interface FileBytes {
  /** Bytes. */
  readonly size: number;
  /** From `start` on, `length` bytes or as many as there are. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
}

/** One stretch of a file; `bytes` where they differ from what the file holds there. */
export type Piece =
  { readonly bytes: Uint8Array } | { readonly start: number; readonly end: number };

export interface Structure {
  /** How long the file says it is. */
  readonly seconds: number;
  /** What the decoder is given, in this order. */
  readonly pieces: readonly Piece[];
}

export const openBytes = async (file: FileHandle): Promise<FileBytes> => {
  const { size } = await file.stat();
  return {
    size,
    read: async (start, length) => {
      const wanted = Math.max(0, Math.min(length, size - start));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, start);
      return buffer.subarray(0, bytesRead);
    },
  };
};

export const refuse = (reason: string): never => {
  throw new AudioRefused(reason);
};

/** Longest recording that is taken, in seconds. */
export const LONGEST_SECONDS = 6 * 3_600;

export const refuseTooLong = (seconds: number): void => {
  if (!(seconds <= LONGEST_SECONDS))
    refuse(`The recording is longer than ${LONGEST_SECONDS / 3_600} hours.`);
};
