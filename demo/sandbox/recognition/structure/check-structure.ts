/**
 * Compares a file's headers with its size before decoding, because an impossible count or size would let the decoder
 * use any amount of memory. Reads only headers and tables, never the audio.
 */
import { open } from 'node:fs/promises';
import type { AudioFile } from '../recognizer.js';
import { readM4a } from './m4a.js';
import { readMp3 } from './mp3.js';
import { openBytes, type Structure } from './file-bytes.js';
import { readWav } from './wav.js';

const READERS = { m4a: readM4a, mp3: readMp3, wav: readWav } as const;

/** Rejects with AudioRefused, whose message names the mismatch. */
export const readStructure = async ({ path, fileType }: AudioFile): Promise<Structure> => {
  const file = await open(path);
  try {
    return await READERS[fileType](await openBytes(file));
  } finally {
    await file.close();
  }
};
