/** WAV recordings with known words at known times, in the size that a check needs. */
import { createHash } from 'node:crypto';
import type { Phrase, Speech } from './speech.js';

export type FileType = 'mp3' | 'm4a' | 'wav';

/** A phrase and its place in the recording. */
export interface Spoken {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface Recording {
  readonly bytes: Uint8Array;
  readonly filetype: FileType;
  /** Hexadecimal. */
  readonly md5: string;
  /** Null if it is not known. */
  readonly seconds: number | null;
  /** What is said, in order; null if it is not known. */
  readonly words: string | null;
  /** Empty if the times are not known. */
  readonly spoken: readonly Spoken[];
}

const SAMPLE_BYTES = 2;
const HEADER_BYTES = 44;
const CHUNK_HEADER_BYTES = 8;
const LEAD_MS = 300;
const PAUSE_MS = 500;

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** A chunk of a RIFF file: its name, its size, its content. */
const riffChunk = (name: string, content: Uint8Array): Buffer => {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES);
  header.write(name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
};

const formatOf = (sampleRate: number): Buffer => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * SAMPLE_BYTES, 8);
  format.writeUInt16LE(SAMPLE_BYTES, 12);
  format.writeUInt16LE(8 * SAMPLE_BYTES, 14);
  return format;
};

/** Random bytes, the same each time, and none is zero: a store that loses or swaps one is noticed. */
const filler = (length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  // A linear congruential generator (Numerical Recipes), whose upper bits are the random ones.
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = 1 + ((state >>> 24) % 255);
  }
  return bytes;
};

/** `padding`: bytes of a JUNK chunk, which players skip; 0 for none. */
const wavOf = (sampleRate: number, samples: Uint8Array, padding: number): Uint8Array => {
  const content = Buffer.concat([
    Buffer.from('WAVE'),
    riffChunk('fmt ', formatOf(sampleRate)),
    ...(padding === 0 ? [] : [riffChunk('JUNK', filler(padding))]),
    riffChunk('data', samples),
  ]);
  return riffChunk('RIFF', content);
};

const speak = (
  { sampleRate }: Speech,
  phrases: readonly Phrase[],
): { readonly samples: Uint8Array; readonly spoken: readonly Spoken[] } => {
  const silence = (ms: number): Uint8Array =>
    new Uint8Array(Math.round((ms * sampleRate) / 1000) * SAMPLE_BYTES);
  const msOf = (bytes: number): number => Math.round((bytes / SAMPLE_BYTES / sampleRate) * 1000);
  const pieces = [silence(LEAD_MS)];
  const spoken: Spoken[] = [];
  let length = pieces[0]?.length ?? 0;
  for (const { text, samples } of phrases) {
    const start = length;
    pieces.push(samples, silence(PAUSE_MS));
    length += samples.length;
    spoken.push({ text, startMs: msOf(start), endMs: msOf(length) });
    length += silence(PAUSE_MS).length;
  }
  return { samples: Buffer.concat(pieces), spoken };
};

const recordingOf = (speech: Speech, phrases: readonly Phrase[], padding = 0): Recording => {
  const { samples, spoken } = speak(speech, phrases);
  const bytes = wavOf(speech.sampleRate, samples, padding);
  return {
    bytes,
    filetype: 'wav',
    md5: md5Of(bytes),
    seconds: samples.length / SAMPLE_BYTES / speech.sampleRate,
    words: phrases.map(({ text }) => text).join(' '),
    spoken,
  };
};

/** One phrase: the recording that should fit in a single chunk. */
export const shortRecording = (speech: Speech): Recording =>
  recordingOf(speech, speech.phrases.slice(0, 1));

/** The start of the short recording, in at most so many bytes, for uploads only. */
export const startOfShort = (speech: Speech, bytes: number): Recording => {
  const { samples } = speak(speech, speech.phrases.slice(0, 1));
  const size = SAMPLE_BYTES * Math.max(0, Math.floor((bytes - HEADER_BYTES) / SAMPLE_BYTES));
  const file = wavOf(speech.sampleRate, samples.subarray(0, size), 0);
  return fileRecording(file, 'wav', { words: null, seconds: null });
};

/** Size in bytes of the long recording without padding. */
export const unpaddedSize = (speech: Speech): number =>
  HEADER_BYTES + speak(speech, speech.phrases).samples.length;

/** The padding that gives a file of `size` bytes at least three chunks, the last one shorter; in bytes. */
const paddingFor = (size: number, chunkSize: number): number => {
  if (size > 2 * chunkSize && size % chunkSize !== 0) return 0;
  const least = CHUNK_HEADER_BYTES + 2;
  // The speech continues from the second chunk into the last one.
  const last = Math.floor(Math.min(chunkSize, size) / 2);
  const wanted = 2 * chunkSize + last - size;
  return wanted >= least ? 2 * Math.floor((wanted - CHUNK_HEADER_BYTES) / 2) : 2;
};

/** All phrases, in at least three chunks of this size in bytes, the last one shorter. */
export const longRecording = (speech: Speech, chunkSize: number): Recording =>
  recordingOf(speech, speech.phrases, paddingFor(unpaddedSize(speech), chunkSize));

/** What is known of a file that was not generated here. */
export interface Known {
  readonly words: string | null;
  readonly seconds: number | null;
}

export const fileRecording = (
  bytes: Uint8Array,
  filetype: FileType,
  { words, seconds }: Known,
): Recording => ({ bytes, filetype, md5: md5Of(bytes), words, seconds, spoken: [] });
