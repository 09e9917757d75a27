/** Reads peaks from RIFF/WAVE, RF64 and BW64 files with PCM or float samples, as the bytes arrive. */
import { isChannelCount, isSampleRate } from '../engine/audio-headers/budget.js';
import type { ByteSource } from '../engine/audio-headers/bytes.js';
import { readWaveHeader, type WaveHeader } from '../engine/audio-headers/wave.js';
import type { Loudest, PeakCollector } from './peaks.js';

/** Reads a stream of bytes in pieces of any size. */
export interface ByteReader {
  /** The next `count` bytes, or fewer at the end. They stay unread. */
  peek(count: number): Promise<Uint8Array>;
  /** The next `count` bytes, or fewer at the end. */
  take(count: number): Promise<Uint8Array>;
  /** The next bytes as they come; empty at the end. */
  next(): Promise<Uint8Array>;
  /** Puts back the last bytes that `next` returned. */
  unread(bytes: Uint8Array): void;
  /** Returns false if the stream ends before. */
  skip(count: number): Promise<boolean>;
  cancel(): Promise<void>;
}

const NOTHING = new Uint8Array();

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

export const createByteReader = (stream: ReadableStream<Uint8Array>): ByteReader => {
  const reader = stream.getReader();
  let waiting: Uint8Array = NOTHING;

  const pull = async (): Promise<Uint8Array> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return NOTHING;
      if (value.length > 0) return value;
    }
  };

  const peek = async (count: number): Promise<Uint8Array> => {
    while (waiting.length < count) {
      const more = await pull();
      if (more.length === 0) break;
      waiting = waiting.length === 0 ? more : joined(waiting, more);
    }
    return waiting.subarray(0, count);
  };

  const next = async (): Promise<Uint8Array> => {
    if (waiting.length === 0) return pull();
    const bytes = waiting;
    waiting = NOTHING;
    return bytes;
  };

  return {
    peek,
    next,
    unread: (bytes) => (waiting = bytes),
    async take(count) {
      const bytes = await peek(count);
      waiting = waiting.subarray(bytes.length);
      return bytes;
    },
    async skip(count) {
      let left = count;
      while (left > 0) {
        const bytes = await next();
        if (bytes.length === 0) return false;
        waiting = bytes.subarray(Math.min(left, bytes.length));
        left -= bytes.length - waiting.length;
      }
      return true;
    },
    cancel: () => reader.cancel(),
  };
};

/** The bytes of a stream as a file. Each read must begin where the one before did, or later. */
const sourceOf = (reader: ByteReader): ByteSource => {
  let position = 0;
  return {
    size: Infinity,
    async read(offset, length) {
      if (!(await reader.skip(offset - position))) return NOTHING;
      position = offset;
      return reader.peek(length);
    },
  };
};

type SampleKind = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64';

const SAMPLE_BYTES: Readonly<Record<SampleKind, number>> = {
  u8: 1,
  s16: 2,
  s24: 3,
  s32: 4,
  f32: 4,
  f64: 8,
};

interface WaveFormat {
  readonly kind: SampleKind;
  readonly channels: number;
  readonly sampleRate: number;
}

const KINDS: Readonly<Record<string, SampleKind>> = {
  '1/1': 'u8',
  '1/2': 's16',
  '1/3': 's24',
  '1/4': 's32',
  '3/4': 'f32',
  '3/8': 'f64',
};

/** Null if the samples are compressed, or in no format that a recorder uses. */
const formatOf = ({ coding, channels, sampleRate, frameBytes }: WaveHeader): WaveFormat | null => {
  const kind = KINDS[`${coding}/${frameBytes / channels}`];
  const isUsual = isSampleRate(sampleRate) && isChannelCount(channels);
  return kind === undefined || !isUsual ? null : { kind, channels, sampleRate };
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

/** Typed arrays are several times faster than a DataView. There is none for 24 bits. */
const SAMPLES: Readonly<Record<Exclude<SampleKind, 's24'>, SampleReader>> = {
  u8: { Samples: Uint8Array, zero: 128, fullScale: 128 },
  s16: { Samples: Int16Array, zero: 0, fullScale: 2 ** 15 },
  s32: { Samples: Int32Array, zero: 0, fullScale: 2 ** 31 },
  f32: { Samples: Float32Array, zero: 0, fullScale: 1 },
  f64: { Samples: Float64Array, zero: 0, fullScale: 1 },
};

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
const loudestIn = (bytes: Uint8Array, { kind, channels }: WaveFormat): Loudest => {
  if (kind === 's24') return loudestOf24Bits(bytes, channels);
  const { Samples, zero, fullScale } = SAMPLES[kind];
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

export type WaveOutcome =
  | 'read'
  /** The samples are compressed, or in no format that this reader knows. */
  | 'unsupported';

/** Bytes read between two reports of progress. Some streams have pieces of any size. */
const PIECE_BYTES = 1024 * 1024;

/** Reads whole frames until `dataBytes` have been read, or the stream ends. */
const readData = async (
  reader: ByteReader,
  format: WaveFormat,
  dataBytes: number,
  collector: PeakCollector,
  onProgress: () => void,
): Promise<void> => {
  const frameBytes = SAMPLE_BYTES[format.kind] * format.channels;
  let start = 0;
  let left = dataBytes;
  while (left >= frameBytes) {
    // At least one whole frame.
    if ((await reader.peek(frameBytes)).length < frameBytes) return;
    const piece = await reader.next();
    const usable = Math.min(piece.length, left, Math.max(PIECE_BYTES, frameBytes));
    const frames = Math.floor(usable / frameBytes);
    const bytes = piece.subarray(0, frames * frameBytes);
    reader.unread(piece.subarray(bytes.length));
    collector.add({
      start,
      frames,
      sampleRate: format.sampleRate,
      loudest: loudestIn(bytes, format),
    });
    start += frames;
    left -= bytes.length;
    onProgress();
  }
};

/** The reader is at the start of a file for which `isWave` is true. A truncated file is read as far as it goes. */
export const readWave = async (
  reader: ByteReader,
  collector: PeakCollector,
  onProgress: () => void,
): Promise<WaveOutcome> => {
  const source = sourceOf(reader);
  const header = await readWaveHeader(source);
  const format = header === null ? null : formatOf(header);
  if (header === null || format === null) return 'unsupported';
  await source.read(header.dataStart, 0);
  await readData(reader, format, header.dataBytes, collector, onProgress);
  return 'read';
};
