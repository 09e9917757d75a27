/** Reads peaks from RIFF/WAVE, RF64 and BW64 files with PCM or float samples, as the bytes arrive. */
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

export const WAVE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The longest `fmt ` chunk, with a subformat. */
const FORMAT_BYTES = 40;
/** The size is in `ds64`, or the recorder did not fill it in. */
const UNKNOWN_SIZE = 0xffff_ffff;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

const ascii = (bytes: Uint8Array, start: number): string =>
  String.fromCharCode(...bytes.subarray(start, start + 4));

export const isWave = (bytes: Uint8Array): boolean =>
  ['RIFF', 'RF64', 'BW64'].includes(ascii(bytes, 0)) && ascii(bytes, 8) === 'WAVE';

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

type SampleKind = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64';

const SAMPLE_BYTES: Readonly<Record<SampleKind, number>> = {
  ...{ u8: 1, s16: 2, s24: 3, s32: 4 },
  ...{ f32: 4, f64: 8 },
};

interface WaveFormat {
  readonly kind: SampleKind;
  readonly channels: number;
  readonly sampleRate: number;
}

const KINDS: Readonly<Record<string, SampleKind>> = {
  ...{ '1/1': 'u8', '1/2': 's16', '1/3': 's24', '1/4': 's32' },
  ...{ '3/4': 'f32', '3/8': 'f64' },
};

/** Null if the samples are compressed, or the chunk is damaged. */
const readFormat = (chunk: Uint8Array): WaveFormat | null => {
  if (chunk.length < 16) return null;
  const view = viewOf(chunk);
  const tag = view.getUint16(0, true);
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const frameBytes = view.getUint16(12, true);
  const coding = tag === EXTENSIBLE && chunk.length >= 26 ? view.getUint16(24, true) : tag;
  if (coding !== PCM && coding !== FLOAT) return null;
  const kind = KINDS[`${coding}/${frameBytes / channels}`];
  return kind === undefined || sampleRate === 0 ? null : { kind, channels, sampleRate };
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
  await reader.take(WAVE_HEADER_BYTES);
  let format: WaveFormat | null = null;
  let dataSize64 = UNKNOWN_SIZE;
  for (;;) {
    const header = await reader.take(CHUNK_HEADER_BYTES);
    if (header.length < CHUNK_HEADER_BYTES) return 'unsupported';
    const name = ascii(header, 0);
    const size = viewOf(header).getUint32(4, true);
    if (name === 'data') {
      if (format === null) return 'unsupported';
      const declared = size === UNKNOWN_SIZE ? dataSize64 : size;
      const bytes = declared === 0 || declared === UNKNOWN_SIZE ? Infinity : declared;
      await readData(reader, format, bytes, collector, onProgress);
      return 'read';
    }
    const content = await reader.peek(Math.min(size, FORMAT_BYTES));
    if (name === 'fmt ') format = readFormat(content);
    if (name === 'ds64' && content.length >= 16) {
      dataSize64 = Number(viewOf(content).getBigUint64(8, true));
    }
    if (!(await reader.skip(size + (size % 2)))) return 'unsupported';
  }
};
