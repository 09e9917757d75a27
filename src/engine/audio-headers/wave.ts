/** RIFF/WAVE, and RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088) for files over 4 GiB. */
import {
  ascii,
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
export const EXTENSIBLE = 0xfffe;

/** The coding of MPEG audio layer III. */
export const MP3_IN_WAVE = 0x55;

/** PCM, float, A-law and µ-law. */
const UNCOMPRESSED = [PCM, FLOAT, 6, 7, EXTENSIBLE];

const WHOLE_BYTES = [8, 16, 24, 32, 64];

/**
 * Bytes of a sample of one channel, by the coding and its bits, as decoders count. Some encoders write wrong bytes of a frame.
 * Samples of 24 bits may be in 4 bytes.
 */
const sampleBytes = (coding: number, bits: number, given: number): number => {
  if (coding === 6 || coding === 7) return 1;
  return WHOLE_BYTES.includes(bits) && !(bits === 24 && given === 4) ? bits / 8 : given;
};

/** The fields of a `fmt ` chunk. */
const readFormat = (chunk: Uint8Array, size: number) => {
  const uint16 = (at: number): number =>
    uint32LittleEndian(chunk, CHUNK_HEADER_BYTES + at) & 0xffff;
  const uint32 = (at: number): number => uint32LittleEndian(chunk, CHUNK_HEADER_BYTES + at);
  const tag = uint16(0);
  const coding = tag === EXTENSIBLE && size >= 26 ? uint16(24) : tag;
  const [channels, sampleRate, bytesPerSecond] = [uint16(2), uint32(4), uint32(8)];
  const [given, bits] = [uint16(12), uint16(14)];
  const isUncompressed = UNCOMPRESSED.includes(coding);
  const frameBytes = isUncompressed
    ? channels * sampleBytes(coding, bits, given / Math.max(1, channels))
    : given;
  return {
    /** 1 for PCM, 3 for float, 6 for A-law, 7 for µ-law; other numbers are other codings. */
    coding,
    isUncompressed,
    channels,
    sampleRate,
    bytesPerSecond,
    /** Bytes of one sample of all channels. Compressed audio: of a block. */
    frameBytes,
    /** Of a sample. */
    bits,
    /** True for uncompressed audio whose other fields follow from its samples. Some encoders write others, or none. */
    isExact:
      isUncompressed &&
      given === frameBytes &&
      channels * Math.ceil(bits / 8) === frameBytes &&
      bytesPerSecond === sampleRate * frameBytes,
  };
};

/** A chunk. Null for other bytes: zeros, or audio data after a wrong size. */
const readChunk = async (file: ByteSource, at: number) => {
  const bytes = await file.read(at, CHUNK_BYTES + 1);
  const isAt = (offset: number): boolean => /^[\x20-\x7e]{4}$/.test(fourCharacters(bytes, offset));
  if (!isAt(0)) return null;
  const size = uint32LittleEndian(bytes, 4);
  const content = at + CHUNK_HEADER_BYTES;
  return { bytes, name: fourCharacters(bytes, 0), size, content, end: content + size };
};

/** Some recorders leave out the byte of padding after a chunk of odd size. */
const endOf = async (file: ByteSource, chunk: { size: number; end: number }): Promise<number> => {
  if (chunk.size % 2 === 0) return chunk.end;
  return ascii(await file.read(chunk.end, 4), 0, 'data') ? chunk.end : chunk.end + 1;
};

/**
 * The header of a file for which `isWave` is true; null if no audio follows it. `samples` of one channel are according to
 * `fact`; 0 if it is not there. `dataStart` is the position of the audio in bytes. `dataBytes` is `Infinity` if the recorder
 * did not fill it in. Reads a bounded source forwards only.
 */
export const readWaveHeader = async (file: ByteSource) => {
  let format = readFormat(new Uint8Array(), 0);
  let dataSize64 = UNKNOWN_SIZE;
  let samples = 0;
  for (let at = HEADER_BYTES; at < file.size;) {
    const chunk = await readChunk(file, at);
    if (chunk === null) return null;
    const { bytes, name, size, content } = chunk;
    if (name === 'ds64') dataSize64 = uint64LittleEndian(bytes, CHUNK_HEADER_BYTES + 8);
    if (name === 'fmt ' && size >= 16) format = readFormat(bytes, size);
    if (name === 'fact') samples = uint32LittleEndian(bytes, CHUNK_HEADER_BYTES);
    if (name === 'data') {
      const declared = size === UNKNOWN_SIZE ? dataSize64 : size;
      const isKnown = declared > 0 && declared !== UNKNOWN_SIZE;
      return { ...format, samples, dataStart: content, dataBytes: isKnown ? declared : Infinity };
    }
    at = await endOf(file, chunk);
  }
  return null;
};

/** True if the rest of the file has chunks only, so that the size 0 before them is no size that was left out. */
const hasOnlyChunks = async (file: ByteSource, start: number): Promise<boolean> => {
  let at = start;
  while (at < file.size) {
    const chunk = await readChunk(file, at);
    if (chunk === null) return false;
    at = await endOf(file, chunk);
  }
  return at <= file.size + 1;
};

/** A wave file with at least one sample, with its duration if the headers have it. */
export const readWave = async (file: ByteSource): Promise<AudioFormat> => {
  const none = unsupported('no-audio', 'WAV');
  const header = await readWaveHeader(file);
  if (header === null) return none;
  const { isUncompressed, channels, sampleRate, bytesPerSecond, frameBytes } = header;
  const { samples, dataStart, dataBytes } = header;
  const rest = file.size - dataStart;
  const leastBytes = isUncompressed ? Math.max(1, frameBytes) : 1;
  if (channels === 0 || sampleRate === 0 || Math.min(rest, dataBytes) < leastBytes) return none;
  if (dataBytes === Infinity && (await hasOnlyChunks(file, dataStart))) return none;
  const isComplete = dataBytes <= rest;
  // Encoders of compressed audio write an inexact byte rate or none, but an exact sample count.
  const counted = !isUncompressed && samples > 0 && samples < UNKNOWN_SIZE;
  return audio(
    'wav',
    isComplete && counted
      ? secondsOf(samples, sampleRate)
      : secondsOf(
          isComplete ? dataBytes : rest,
          isUncompressed && bytesPerSecond > 0 ? sampleRate * frameBytes : bytesPerSecond,
        ),
  );
};
