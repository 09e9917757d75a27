/** The spoken phrases that recordings are made of. */
import { readFile } from 'node:fs/promises';

export interface Phrase {
  readonly text: string;
  /** 16-bit mono samples. */
  readonly samples: Uint8Array;
}

export interface Speech {
  /** In Hz. */
  readonly sampleRate: number;
  readonly phrases: readonly Phrase[];
}

const SAMPLE_RATE = 16_000;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** Reads the six phrases of two voices that make-phrases.mjs has spoken. */
export const readSpeech = async (): Promise<Speech> => {
  const bytes = await readFile(new URL('phrases.wav', import.meta.url));
  const list = JSON.parse(await readFile(new URL('phrases.json', import.meta.url), 'utf8')) as {
    readonly text: string;
    readonly samples: number;
  }[];
  let at = HEADER_BYTES;
  const phrases = list.map(({ text, samples }) => {
    const start = at;
    at += samples * SAMPLE_BYTES;
    return { text, samples: bytes.subarray(start, at) };
  });
  return { sampleRate: SAMPLE_RATE, phrases };
};
