/** The recording to upload, read from disk. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Recording } from './world.js';

const SAMPLE = fileURLToPath(new URL('../demo/samples/conversation.mp3', import.meta.url));
const TYPES = ['mp3', 'm4a', 'wav'] as const;

/** Rejects with a message that says which file to pass. */
export const readRecording = async (path: string | null): Promise<Recording> => {
  const file = path ?? SAMPLE;
  const filetype = TYPES.find((type) => extname(file).toLowerCase() === `.${type}`);
  if (filetype === undefined) throw new Error('--audio must be an mp3, m4a or wav file.');
  const bytes = await readFile(file).catch(() => {
    throw new Error(
      `--audio cannot be read: there is no file ${file}, or it is not yours to read.`,
    );
  });
  if (bytes.length === 0) throw new Error('--audio is empty: give a recording with speech.');
  return { bytes, filetype, md5: createHash('md5').update(bytes).digest('hex') };
};
