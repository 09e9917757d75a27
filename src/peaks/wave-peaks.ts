/** Reads peaks from RIFF/WAVE, RF64 and BW64 files with PCM or float samples, as the bytes arrive. */
import { isChannelCount, isSampleRate } from '../engine/audio-headers/budget.js';
import type { ByteSource } from '../engine/audio-headers/bytes.js';
import { readWaveHeader } from '../engine/audio-headers/wave.js';
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

/** The bytes are whole frames. In a frame, the samples of all channels follow each other. */
const loudestIn = (bytes: Uint8Array, channels: number, reader?: SampleReader): Loudest => {
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

/** Bytes read between two reports of progress. Some streams have pieces of any size. */
const PIECE_BYTES = 1024 * 1024;

/**
 * The reader is at the start of a file for which `isWave` is true. A truncated file is read as far as it goes.
 * `unsupported`: the samples are compressed, or in no format that a recorder uses.
 */
export const readWave = async (
  reader: ByteReader,
  collector: PeakCollector,
  onProgress: () => void,
): Promise<'read' | 'unsupported'> => {
  const source = sourceOf(reader);
  const header = await readWaveHeader(source);
  if (header === null) return 'unsupported';
  const { coding, channels, sampleRate, frameBytes, dataStart, dataBytes } = header;
  const kind = `${coding}/${frameBytes / channels}`;
  const samples = SAMPLES[kind];
  const isKnown = samples !== undefined || kind === PCM_OF_24_BITS;
  if (!isKnown || !isSampleRate(sampleRate) || !isChannelCount(channels)) return 'unsupported';
  await source.read(dataStart, 0);
  let start = 0;
  for (let left = dataBytes; left >= frameBytes;) {
    const piece = await reader.peek(frameBytes);
    if (piece.length < frameBytes) break;
    const usable = Math.min(piece.length, left, Math.max(PIECE_BYTES, frameBytes));
    const frames = Math.floor(usable / frameBytes);
    const bytes = piece.subarray(0, frames * frameBytes);
    await reader.skip(bytes.length);
    collector.add({ start, frames, sampleRate, loudest: loudestIn(bytes, channels, samples) });
    start += frames;
    left -= bytes.length;
    onProgress();
  }
  return 'read';
};
