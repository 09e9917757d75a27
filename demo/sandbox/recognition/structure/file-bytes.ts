/** Random access to a file's bytes. */
import type { FileHandle } from 'node:fs/promises';
import { AudioRefused } from '../recognizer.js';

export interface FileBytes {
  /** In bytes. */
  readonly size: number;
  /** Reads `length` bytes from `start`, or as many as there are. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
}

/** A range of a file. `bytes` replaces its content. */
export type Piece =
  | { readonly bytes: Uint8Array }
  | { readonly start: number; readonly end: number };

export interface Structure {
  /** The duration according to the file. */
  readonly seconds: number;
  /** The pieces for the decoder, in order. */
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

/** Maximum duration of a recording, in seconds. */
export const LONGEST_SECONDS = 6 * 3_600;

export const refuseTooLong = (seconds: number): void => {
  if (!(seconds <= LONGEST_SECONDS))
    refuse(`The recording is longer than ${LONGEST_SECONDS / 3_600} hours.`);
};
