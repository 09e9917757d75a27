/** Reads peaks from RIFF/WAVE, RF64 and BW64 files with PCM, float, A-law, µ-law or ADPCM, as the bytes arrive. */
import { decodeAdpcm, isAdpcm } from '../engine/audio-headers/adpcm.js';
import { isChannelCount } from '../engine/audio-headers/budget.js';
import { bounded, type ByteSource } from '../engine/audio-headers/bytes.js';
import { skipId3 } from '../engine/audio-headers/mpeg-audio.js';
import { MP3_IN_WAVE, readWaveHeader } from '../engine/audio-headers/wave.js';
import { A_LAW, MU_LAW } from './g711.js';
import type { ReadEnd } from './peaks-messages.js';
import type { Loudest, PeakCollector } from './peaks.js';

const NOTHING = new Uint8Array();

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** Reads a stream of bytes in pieces of any size. */
export const createByteReader = (stream: ReadableStream<Uint8Array>) => {
  const reader = stream.getReader();
  let waiting: Uint8Array = NOTHING;
  /** False at the end. */
  const pull = async (): Promise<boolean> => {
    const { done, value = NOTHING } = await reader.read();
    waiting = waiting.length === 0 ? value : joined(waiting, value);
    return !done;
  };
  return {
    /** The next bytes, which stay unread: at least `count`, or fewer at the end. */
    async peek(count: number): Promise<Uint8Array> {
      while (waiting.length < count && (await pull()));
      return waiting;
    },
    /** Returns false if the stream ends before. */
    async skip(count: number): Promise<boolean> {
      let left = count;
      while (left > waiting.length) {
        left -= waiting.length;
        waiting = NOTHING;
        if (!(await pull())) return false;
      }
      waiting = waiting.subarray(left);
      return true;
    },
    cancel: () => reader.cancel(),
  };
};

type ByteReader = ReturnType<typeof createByteReader>;

/** The bytes of a stream as a file. Each read must begin where the one before did, or later. */
const sourceOf = (reader: ByteReader): ByteSource => {
  let position = 0;
  return {
    size: Infinity,
    async read(offset, length) {
      if (!(await reader.skip(offset - position))) return NOTHING;
      position = offset;
      return (await reader.peek(length)).subarray(0, length);
    },
  };
};

/** Moves a reader at the start of a file behind its ID3 tags, and returns their bytes. */
export const skipTags = (reader: ByteReader): Promise<number> => skipId3(sourceOf(reader));

interface SampleArray {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): ArrayLike<number>;
  readonly BYTES_PER_ELEMENT: number;
}

interface SampleReader {
  readonly Samples: SampleArray;
  /** The sample of silence. */
  readonly zero: number;
  /** The distance from silence to the loudest sample. */
  readonly fullScale: number;
}

/** By coding and bytes. Typed arrays are several times faster than a DataView. */
const SAMPLES: Readonly<Record<string, SampleReader>> = {
  '1/1': { Samples: Uint8Array, zero: 128, fullScale: 128 },
  '1/2': { Samples: Int16Array, zero: 0, fullScale: 2 ** 15 },
  '1/4': { Samples: Int32Array, zero: 0, fullScale: 2 ** 31 },
  '3/4': { Samples: Float32Array, zero: 0, fullScale: 1 },
  '3/8': { Samples: Float64Array, zero: 0, fullScale: 1 },
};
/** There is no typed array for it. */
const PCM_OF_24_BITS = '1/3';

const loudestOf24Bits =
  (bytes: Uint8Array, channels: number): Loudest =>
  (from, end) => {
    let loudest = 0;
    for (let at = from * channels * 3; at < end * channels * 3; at += 3) {
      // The two upper bytes, of which the last one has the sign, are exact enough.
      const sample = (((bytes[at + 2] ?? 0) << 24) >> 16) | (bytes[at + 1] ?? 0);
      const level = Math.abs(sample);
      if (level > loudest) loudest = level;
    }
    return loudest / 2 ** 15;
  };

/** The lowest level of A-law, which has no 0, counts as silence. */
const LOWEST_A_LAW = 8 / 2 ** 15;

const LOGARITHMIC: Readonly<Record<string, Float32Array>> = {
  '6/1': A_LAW.map((level) => Math.abs(level) - LOWEST_A_LAW),
  '7/1': MU_LAW.map(Math.abs),
};

const loudestByte =
  (bytes: Uint8Array, channels: number, levels: Float32Array): Loudest =>
  (from, end) => {
    let loudest = 0;
    for (let at = from * channels; at < end * channels; at += 1) {
      const level = levels[bytes[at] ?? 0] ?? 0;
      if (level > loudest) loudest = level;
    }
    return loudest;
  };

/** The bytes are whole frames. In a frame, the samples of all channels follow each other. */
const loudestIn = (bytes: Uint8Array, channels: number, kind: string): Loudest => {
  const levels = LOGARITHMIC[kind];
  if (levels !== undefined) return loudestByte(bytes, channels, levels);
  const reader = SAMPLES[kind];
  if (reader === undefined) return loudestOf24Bits(bytes, channels);
  const { Samples, zero, fullScale } = reader;
  const isAligned = bytes.byteOffset % Samples.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, length } = isAligned ? bytes : new Uint8Array(bytes);
  const samples = new Samples(buffer, byteOffset, length / Samples.BYTES_PER_ELEMENT);
  return (from, end) => {
    let highest = zero;
    let lowest = zero;
    for (let at = from * channels; at < end * channels; at += 1) {
      const sample = samples[at] ?? zero;
      if (sample > highest) highest = sample;
      if (sample < lowest) lowest = sample;
    }
    return Math.max(highest - zero, zero - lowest) / fullScale;
  };
};

/** In Hz. Browsers play these. */
const [LOWEST_RATE, HIGHEST_RATE] = [3_000, 768_000];

/** Bytes read between two reports of progress. Some streams have pieces of any size. */
const PIECE_BYTES = 1024 * 1024;

type WaveHeader = NonNullable<Awaited<ReturnType<typeof readWaveHeader>>>;

/** Seconds by the byte rate, in ms. Null if the recorder did not fill it in. */
const lengthOf = ({ dataBytes, bytesPerSecond }: WaveHeader): number | null => {
  const ms = (1000 * dataBytes) / bytesPerSecond;
  return Number.isFinite(ms) ? ms : null;
};

/** Number of frames in whole frames or blocks, and their loudness. */
const measure = (bytes: Uint8Array, kind: string, header: WaveHeader) => {
  const { coding, channels, frameBytes } = header;
  if (!isAdpcm(header)) {
    return { frames: bytes.length / frameBytes, loudest: loudestIn(bytes, channels, kind) };
  }
  const samples = decodeAdpcm(coding, bytes, channels);
  const decoded = new Uint8Array(samples.buffer);
  return { frames: samples.length / channels, loudest: loudestIn(decoded, channels, '1/2') };
};

/** How reading has ended. `mp3`: the audio is an MP3 stream, so many bytes after where reading began. */
type WaveEnd = ReadEnd | { readonly kind: 'mp3'; readonly start: number; readonly end: number };

/**
 * The reader is at the start of a file for which `isWave` is true, behind its tags. A truncated file is read as far as it goes.
 * `no-decoder`: the samples have another coding, which the browser may decode.
 */
export const readWave = async (
  reader: ByteReader,
  collector: PeakCollector,
  onProgress: () => void,
): Promise<WaveEnd> => {
  const source = sourceOf(reader);
  const header = await readWaveHeader(bounded(source));
  if (header === null) return { kind: 'unsupported' };
  const { coding, channels, sampleRate, frameBytes, dataStart, dataBytes } = header;
  if (coding === MP3_IN_WAVE) return { kind: 'mp3', start: dataStart, end: dataStart + dataBytes };
  const kind = `${coding}/${frameBytes / channels}`;
  const isBlocks = isAdpcm(header);
  const isKnown = isBlocks || kind in SAMPLES || kind in LOGARITHMIC || kind === PCM_OF_24_BITS;
  const isPlayed = sampleRate >= LOWEST_RATE && sampleRate <= HIGHEST_RATE;
  if (!isPlayed || !isChannelCount(channels)) return { kind: 'unsupported' };
  if (!isKnown) return { kind: 'no-decoder', lengthMs: lengthOf(header) };
  await source.read(dataStart, 0);
  let start = 0;
  for (let left = dataBytes; left >= frameBytes;) {
    const piece = await reader.peek(frameBytes);
    if (piece.length < frameBytes) break;
    // A block of ADPCM is decoded by itself.
    const most = isBlocks ? frameBytes : Math.max(PIECE_BYTES, frameBytes);
    const usable = Math.min(piece.length, left, most);
    const bytes = piece.subarray(0, usable - (usable % frameBytes));
    await reader.skip(bytes.length);
    const { frames, loudest } = measure(bytes, kind, header);
    collector.add({ start, frames, sampleRate, loudest });
    start += frames;
    left -= bytes.length;
    onProgress();
  }
  return { kind: 'read' };
};
