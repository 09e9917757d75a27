/** Builds small audio files for cases that no real test file covers. */
import type { ByteSource } from '../../../../src/engine/audio-headers/detect-format.js';

export type Part = string | readonly number[] | Uint8Array;

const contentOf = (part: Part): ArrayLike<number> =>
  typeof part === 'string' ? Uint8Array.from(part, (letter) => letter.charCodeAt(0)) : part;

export const bytes = (...parts: readonly Part[]): Uint8Array<ArrayBuffer> => {
  const pieces = parts.map(contentOf);
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    joined.set(piece, end);
    end += piece.length;
  }
  return joined;
};

export const zeros = (length: number): Uint8Array => new Uint8Array(length);

const numberOf = (length: number, littleEndian: boolean, value: number): number[] => {
  const digits: number[] = [];
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 256)) {
    digits.push(rest % 256);
  }
  return littleEndian ? digits : digits.reverse();
};

export const u16 = (value: number): number[] => numberOf(2, false, value);
export const u32 = (value: number): number[] => numberOf(4, false, value);
export const u64 = (value: number): number[] => numberOf(8, false, value);
/** Many numbers at once. */
const u32s = (values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return new Uint8Array(view.buffer);
};
export const u16le = (value: number): number[] => numberOf(2, true, value);
export const u32le = (value: number): number[] => numberOf(4, true, value);
export const u64le = (value: number): number[] => numberOf(8, true, value);

export interface CountingSource extends ByteSource {
  /** The ranges and the number of bytes read so far. */
  readonly cost: { reads: number; bytes: number };
}

/** A file of any size with these bytes at these offsets, and zeros between them. */
export const sparse = (
  size: number,
  ...pieces: readonly (readonly [offset: number, content: Uint8Array])[]
): CountingSource => {
  const cost = { reads: 0, bytes: 0 };
  return {
    size,
    cost,
    async read(offset, length) {
      if (offset < 0 || offset + length > size) throw new Error('read outside the file');
      cost.reads += 1;
      cost.bytes += length;
      const found = new Uint8Array(length);
      for (const [start, content] of pieces) {
        const from = Math.max(offset, start);
        const to = Math.min(offset + length, start + content.length);
        if (from < to) found.set(content.subarray(from - start, to - start), from - offset);
      }
      return found;
    },
  };
};

export const whole = (content: Uint8Array): CountingSource => sparse(content.length, [0, content]);

/** A RIFF chunk, padded to an even length. `size` sets a wrong size in its header. */
export const chunk = (name: string, content: Part, size?: number): Uint8Array => {
  const inner = bytes(content);
  return bytes(name, u32le(size ?? inner.length), inner, inner.length % 2 === 1 ? [0] : []);
};

/** The `fmt ` chunk. By default, of a mono file of 8 bits. `bits` differ from `frameBytes` in a wrong one. */
export const waveFormat = (
  tag: number,
  sampleRate: number,
  bytesPerSecond: number,
  channels = 1,
  frameBytes = channels,
  bits = (8 * frameBytes) / Math.max(1, channels),
): Uint8Array =>
  chunk('fmt ', [
    ...[...u16le(tag), ...u16le(channels), ...u32le(sampleRate), ...u32le(bytesPerSecond)],
    ...[...u16le(frameBytes), ...u16le(bits)],
  ]);

export const box = (type: string, ...content: readonly Part[]): Uint8Array => {
  const inner = bytes(...content);
  return bytes(u32(inner.length + 8), type, inner);
};

/** The header of a box with a 64-bit size. */
export const largeBoxHead = (type: string, size: number): Uint8Array =>
  bytes(u32(1), type, u64(size));

export const fileType = (brand: string): Uint8Array => box('ftyp', brand, u32(0), 'isom');

/** `mvhd` or `mdhd`, in the 32-bit or 64-bit version. */
export const times = (type: string, timescale: number, units: number, long = false): Uint8Array =>
  long
    ? box(type, [1, 0, 0, 0], zeros(16), u32(timescale), u64(units), zeros(4))
    : box(type, zeros(12), u32(timescale), u32(units), zeros(4));

const handlerBox = (handler: string): Uint8Array => box('hdlr', zeros(8), handler, zeros(12));

export const track = (handler: string, ...header: readonly Uint8Array[]): Uint8Array =>
  box('trak', box('mdia', ...header, handlerBox(handler)));

export interface SoundShape {
  readonly edits?: readonly (readonly [number, number])[];
  /** Default: AAC. */
  readonly codec?: string;
  /** The bytes of each sample. Default: 90 samples of 100 bytes. */
  readonly sizes?: readonly number[];
  /** Where the chunks begin in the file. */
  readonly chunks: readonly number[];
  /** The samples of each chunk. Default: all samples are in the first chunk. */
  readonly perChunk?: number;
  /** Default: two seconds. */
  readonly length?: Uint8Array;
  /** A table that ends after its counts, before its entries. */
  readonly withoutEntries?: 'stsc' | 'stsz' | 'stco';
}

export const SOUND_BYTES = 9000;

/** The sample tables of a track. */
const sampleTables = (shape: SoundShape): Uint8Array => {
  const { codec = 'mp4a', sizes = Array<number>(90).fill(100), chunks } = shape;
  const { perChunk = sizes.length } = shape;
  const common = new Set(sizes).size === 1 ? (sizes[0] ?? 0) : 0;
  const table = (type: 'stsc' | 'stsz' | 'stco', head: Part, entries: Part): Uint8Array =>
    box(type, zeros(4), head, shape.withoutEntries === type ? [] : entries);
  return box(
    'minf',
    box(
      'stbl',
      box('stsd', zeros(4), u32(1), box(codec, zeros(20))),
      table('stsc', u32(1), bytes(u32(1), u32(perChunk), u32(1))),
      table('stsz', bytes(u32(common), u32(sizes.length)), common === 0 ? u32s(sizes) : []),
      table('stco', u32(chunks.length), u32s(chunks)),
    ),
  );
};

/** A track with sound. */
/** Which pieces of its media a track plays: their length, and where they begin, or −1 for a pause. */
const editList = (edits: readonly (readonly [number, number])[]): Uint8Array => {
  const entries = edits.flatMap(([length, start]) => [u32(length), u32(start >>> 0), u32(0x10000)]);
  return box('edts', box('elst', zeros(4), u32(edits.length), ...entries));
};

export const soundTrack = (shape: SoundShape): Uint8Array => {
  const { length = times('mdhd', 8000, 16_000), edits } = shape;
  return box(
    'trak',
    edits ? editList(edits) : [],
    box('mdia', length, handlerBox('soun'), sampleTables(shape)),
  );
};

export interface FrameShape {
  /** 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5. */
  readonly version?: number;
  /** 1 to 3. */
  readonly layer?: number;
  /** Index of the bit rate, 1 to 14. */
  readonly rate?: number;
  /** Index of the sample rate, 0 to 2. */
  readonly sampleRate?: number;
  readonly mono?: boolean;
  /** The resulting frame size in bytes. */
  readonly size: number;
}

/** A frame of MPEG audio, with `content` after its header. */
export const frame = (shape: FrameShape, content: Part = []): Uint8Array => {
  const { version = 3, layer = 3, rate = 9, sampleRate = 0, mono = false, size } = shape;
  const head = [
    ...[0xff, 0xe1 | (version << 3) | ((4 - layer) << 1)],
    ...[(rate << 4) | (sampleRate << 2), mono ? 0xc0 : 0x00],
  ];
  const inner = bytes(head, content);
  return bytes(inner, zeros(size - inner.length));
};

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz. */
export const FRAME: FrameShape = { size: 417 };

export const repeat = (count: number, part: Uint8Array): Uint8Array =>
  bytes(...Array.from({ length: count }, () => part));

/** An ID3v2 tag of `size` bytes after its header. */
export const id3 = (size: number, flags = 0): Uint8Array =>
  bytes(
    ...['ID3', [4, 0, flags]],
    [(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127],
    zeros(size + ((flags & 0x10) === 0 ? 0 : 10)),
  );
