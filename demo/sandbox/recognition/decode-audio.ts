/** Decodes a file piece by piece, so that memory does not depend on its duration. */
import { open } from 'node:fs/promises';
import { type AudioFile, UndecodableAudio } from './recognizer.js';
import { readM4a } from './structure/m4a.js';
import { readMp3 } from './structure/mp3.js';
import { openBytes, type Structure, type Piece, refuseTooLong } from './structure/file-bytes.js';
import { readWav } from './structure/wav.js';
import { createReadStream } from 'node:fs';
import { decodeChunked } from 'audio-decode';
import type { FileType } from '../../../src/protocol/types.js';

// Compares a file's headers with its size before decoding, because an impossible count or size
// would let the decoder use any amount of memory. Reads only headers and tables, never the audio.

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

/** Mono samples from −1 to 1. */
interface AudioPiece {
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

/** The format according to the file's first bytes; null if it is none of the three. */
export const sniffFileType = (head: Uint8Array): FileType | null => {
  const word = (from: number, to: number): string =>
    String.fromCharCode(...head.subarray(from, to));
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WAVE') return 'wav';
  if (word(4, 8) === 'ftyp') return 'm4a';
  const [first = 0, second = 0] = head;
  // An MPEG frame header: 11 bits set, layer III.
  return word(0, 3) === 'ID3' || (first === 0xff && (second & 0xe6) === 0xe2) ? 'mp3' : null;
};

export const fileTypeOf = async (path: string): Promise<FileType | null> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return sniffFileType(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
};

const mono = (channels: readonly Float32Array[]): Float32Array => {
  const [first] = channels;
  if (first === undefined || channels.length === 1) return first ?? new Float32Array(0);
  return first.map(
    (_, index) =>
      channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length,
  );
};

/** Bytes that are decoded at once: 16 KiB of silence may become a hundred seconds of AAC. */
const PIECE = 16 * 1024;

async function* bytesOf(path: string, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces)
    if ('bytes' in piece) yield piece.bytes;
    else if (piece.end > piece.start)
      yield* createReadStream(path, {
        ...{ start: piece.start, end: piece.end - 1, highWaterMark: PIECE },
      }) as AsyncIterable<Uint8Array>;
}

/** If less than this share of the announced audio can be decoded, the audio is damaged. */
const LEAST_PART = 0.5;

/**
 * Yields the audio from its beginning. Throws AudioRefused before anything is decoded, or UndecodableAudio if there is
 * no audio, most of it is damaged, or it is too long.
 */
export async function* decodeAudio(
  audio: AudioFile,
  signal: AbortSignal,
): AsyncGenerator<AudioPiece> {
  const { path, fileType } = audio;
  const { seconds, pieces } = await readStructure(audio);
  let decoded = 0;
  try {
    for await (const { channelData, sampleRate } of decodeChunked(
      bytesOf(path, pieces),
      fileType,
    )) {
      signal.throwIfAborted();
      const samples = mono(channelData);
      decoded += samples.length / sampleRate;
      refuseTooLong(decoded);
      yield { samples, sampleRate };
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UndecodableAudio) throw new UndecodableAudio(error.message);
    throw new UndecodableAudio(`This ${fileType} file cannot be decoded.`, { cause: error });
  }
  if (decoded === 0) throw new UndecodableAudio(`There is no audio in this ${fileType} file.`);
  if (decoded < LEAST_PART * seconds)
    throw new UndecodableAudio(
      `Only ${Math.round(decoded)} of ${Math.round(seconds)} s of this ${fileType} file can be decoded: its audio is damaged.`,
    );
}
