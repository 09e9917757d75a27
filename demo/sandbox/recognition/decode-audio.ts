/** Decodes a file piece by piece, so that the length of a recording does not matter. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { decodeChunked } from 'audio-decode';
import type { FileType } from '../../../src/protocol/index.js';
import { UndecodableAudio, type AudioFile } from './recognizer.js';

/** Mono samples from −1 to 1. */
export interface AudioPiece {
  readonly samples: Float32Array;
  /** Hertz. */
  readonly sampleRate: number;
}

/** The format by a file's first bytes, as it would be named; null where it is none of the three. */
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

const KIBIBYTE = 1024;

/** The m4a decoder gathers anew at every piece until it has seen the index, which may come last: a few large pieces. */
const pieceSize = (fileType: FileType, size: number): number =>
  fileType === 'm4a' ? Math.max(64 * KIBIBYTE, Math.ceil(size / 8)) : 64 * KIBIBYTE;

/** Yields the audio from its beginning. Throws UndecodableAudio where there is none. */
export async function* decodeAudio(
  { path, fileType }: AudioFile,
  signal: AbortSignal,
): AsyncGenerator<AudioPiece> {
  const { size } = await stat(path);
  const source = createReadStream(path, { highWaterMark: pieceSize(fileType, size) });
  let decoded = 0;
  try {
    for await (const { channelData, sampleRate } of decodeChunked(source, fileType)) {
      signal.throwIfAborted();
      const samples = mono(channelData);
      decoded += samples.length;
      yield { samples, sampleRate };
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new UndecodableAudio(`This ${fileType} file cannot be decoded.`, { cause: error });
  } finally {
    source.destroy();
  }
  if (decoded === 0) throw new UndecodableAudio(`There is no audio in this ${fileType} file.`);
}
