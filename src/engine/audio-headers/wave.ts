/** RIFF/WAVE, and RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088) for files over 4 GiB. */
import {
  ascii,
  type ByteSource,
  fourCharacters,
  uint32LittleEndian,
  uint64LittleEndian,
} from './bytes.js';
import { secondsOf } from './format.js';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The size is in `ds64`, or the recorder did not fill it in. */
const UNKNOWN_SIZE = 0xffffffff;

export const isWave = (bytes: Uint8Array): boolean =>
  ascii(bytes, 8, 'WAVE') && ['RIFF', 'RF64', 'BW64'].some((name) => ascii(bytes, 0, name));

/** PCM, float, A-law, µ-law and WAVE_FORMAT_EXTENSIBLE: their byte rate in `fmt ` is exact. */
const UNCOMPRESSED = [1, 3, 6, 7, 0xfffe];

interface Format {
  readonly tag: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
}

const readFormat = (chunk: Uint8Array): Format => ({
  tag: uint32LittleEndian(chunk, CHUNK_HEADER_BYTES) & 0xffff,
  sampleRate: uint32LittleEndian(chunk, CHUNK_HEADER_BYTES + 4),
  bytesPerSecond: uint32LittleEndian(chunk, CHUNK_HEADER_BYTES + 8),
});

/** The duration of a wave file in seconds. Null if its headers do not contain it. */
export const readWaveDuration = async (source: ByteSource): Promise<number | null> => {
  let format: Format = { tag: 0, sampleRate: 0, bytesPerSecond: 0 };
  let dataSize64 = 0;
  let samples = 0;
  for (let at = HEADER_BYTES; at < source.size;) {
    const chunk = await source.read(at, 36);
    const name = fourCharacters(chunk, 0);
    // Not a chunk: zeros, or audio data after a wrong size.
    if (!/^[\x20-\x7e]{4}$/.test(name)) return null;
    const size = uint32LittleEndian(chunk, 4);
    const content = at + CHUNK_HEADER_BYTES;
    if (name === 'ds64') dataSize64 = uint64LittleEndian(chunk, CHUNK_HEADER_BYTES + 8);
    if (name === 'fmt ') format = readFormat(chunk);
    if (name === 'fact') samples = uint32LittleEndian(chunk, CHUNK_HEADER_BYTES);
    if (name === 'data') {
      const declared = size === UNKNOWN_SIZE ? dataSize64 : size;
      const rest = source.size - content;
      const isComplete = declared > 0 && declared <= rest;
      // Encoders of compressed audio write an inexact byte rate or none, but an exact sample count.
      const counted = !UNCOMPRESSED.includes(format.tag) && samples > 0 && samples < UNKNOWN_SIZE;
      return isComplete && counted
        ? secondsOf(samples, format.sampleRate)
        : secondsOf(isComplete ? declared : rest, format.bytesPerSecond);
    }
    at = content + size + (size % 2);
  }
  return null;
};
