/** RIFF/WAVE, and RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088) for files over 4 GiB. */
import {
  ascii,
  bounded,
  type ByteSource,
  fourCharacters,
  uint32LittleEndian,
  uint64LittleEndian,
} from './bytes.js';
import { audio, secondsOf, unsupported, type AudioFormat } from './format.js';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** A chunk header, and the longest `fmt ` chunk, which has a subformat. */
const CHUNK_BYTES = CHUNK_HEADER_BYTES + 40;
/** The size is in `ds64`, or the recorder did not fill it in. */
const UNKNOWN_SIZE = 0xffffffff;

export const isWave = (bytes: Uint8Array): boolean =>
  ascii(bytes, 8, 'WAVE') && ['RIFF', 'RF64', 'BW64'].some((name) => ascii(bytes, 0, name));

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** PCM, float, A-law and µ-law: their byte rate in `fmt ` is exact. */
const UNCOMPRESSED = [PCM, FLOAT, 6, 7, EXTENSIBLE];

/** The fields of a `fmt ` chunk. */
const readFormat = (chunk: Uint8Array, size: number) => {
  const uint16 = (at: number): number =>
    uint32LittleEndian(chunk, CHUNK_HEADER_BYTES + at) & 0xffff;
  const uint32 = (at: number): number => uint32LittleEndian(chunk, CHUNK_HEADER_BYTES + at);
  const tag = uint16(0);
  return {
    /** 1 for PCM, 3 for float; other numbers are other codings. */
    coding: tag === EXTENSIBLE && size >= 26 ? uint16(24) : tag,
    channels: uint16(2),
    sampleRate: uint32(4),
    bytesPerSecond: uint32(8),
    /** Bytes of one sample of all channels. */
    frameBytes: uint16(12),
  };
};

/**
 * The header of a file for which `isWave` is true; null if it is damaged. `samples` of one channel are according to `fact`;
 * 0 if it is not there. `dataStart` is the position of the audio in bytes, which is at the end if there is none. `dataBytes`
 * is `Infinity` if the recorder did not fill it in.
 */
export const readWaveHeader = async (source: ByteSource) => {
  const file = bounded(source);
  let format = readFormat(new Uint8Array(), 0);
  let dataSize64 = UNKNOWN_SIZE;
  let samples = 0;
  let at = HEADER_BYTES;
  while (at < source.size) {
    const chunk = await file.read(at, CHUNK_BYTES);
    const name = fourCharacters(chunk, 0);
    // Not a chunk: zeros, or audio data after a wrong size.
    if (!/^[\x20-\x7e]{4}$/.test(name)) return null;
    const size = uint32LittleEndian(chunk, 4);
    const content = at + CHUNK_HEADER_BYTES;
    if (name === 'ds64') dataSize64 = uint64LittleEndian(chunk, CHUNK_HEADER_BYTES + 8);
    if (name === 'fmt ' && size >= 16) format = readFormat(chunk, size);
    if (name === 'fact') samples = uint32LittleEndian(chunk, CHUNK_HEADER_BYTES);
    if (name === 'data') {
      const declared = size === UNKNOWN_SIZE ? dataSize64 : size;
      const isKnown = declared > 0 && declared !== UNKNOWN_SIZE;
      const dataBytes = isKnown ? declared : Infinity;
      return { ...format, samples, dataStart: content, dataBytes };
    }
    at = content + size + (size % 2);
  }
  // The last chunk ends with the file, and none had audio.
  const isWhole = at <= source.size + 1;
  return isWhole ? { ...format, samples, dataStart: source.size, dataBytes: Infinity } : null;
};

/** A wave file, with its duration if the headers have it. */
export const readWave = async (source: ByteSource): Promise<AudioFormat> => {
  const header = await readWaveHeader(source);
  if (header === null) return audio('wav', null);
  const { coding, sampleRate, bytesPerSecond, samples, dataStart, dataBytes } = header;
  const rest = source.size - dataStart;
  if (rest <= 0) return unsupported('no-audio', 'WAV');
  const isComplete = dataBytes <= rest;
  // Encoders of compressed audio write an inexact byte rate or none, but an exact sample count.
  const counted = !UNCOMPRESSED.includes(coding) && samples > 0 && samples < UNKNOWN_SIZE;
  return audio(
    'wav',
    isComplete && counted
      ? secondsOf(samples, sampleRate)
      : secondsOf(isComplete ? dataBytes : rest, bytesPerSecond),
  );
};
