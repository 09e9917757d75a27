/** Reads uncompressed audio in AIFF, AIFF-C, CAF, Wave64 and Sun AU files. */
import { isChannelCount, isSampleRate } from '../engine/audio-headers/budget.js';
import {
  ascii,
  bounded,
  sourceOf,
  type ByteSource,
  fourCharacters,
  uint32,
  uint32LittleEndian,
  uint64,
  uint64LittleEndian,
} from '../engine/audio-headers/bytes.js';
import type { Piece } from '../peaks/decode-packets.js';
import { A_LAW, MU_LAW } from '../peaks/g711.js';

/** How a sample is stored. */
interface Coding {
  readonly kind: 'signed' | 'unsigned' | 'float' | 'mulaw' | 'alaw';
  readonly bytes: number;
  readonly isLittleEndian: boolean;
}

/** The audio of a file, and where it is. */
export interface RawAudio extends Coding {
  readonly channels: number;
  readonly sampleRate: number;
  /** Position in bytes: [start, end). */
  readonly start: number;
  readonly end: number;
  /** The file ends before its audio does. */
  readonly isCutOff: boolean;
}

type RawFile =
  | { readonly kind: 'raw'; readonly audio: RawAudio }
  /** `codec` names the coding, such as `AIFF/ima4`. */
  | { readonly kind: 'undecodable'; readonly codec: string }
  | { readonly kind: 'damaged' };

interface Description {
  readonly channels: number;
  readonly sampleRate: number;
  /** Null if it is not one of `Coding`. */
  readonly coding: Coding | null;
  /** Names the coding if it is null. */
  readonly name: string;
}

/** Position of the audio in bytes. `size` is Infinity if the recorder did not fill it in. */
interface Place {
  readonly start: number;
  readonly size: number;
}

const uint16 = (bytes: Uint8Array, at: number): number => uint32(bytes, at) >>> 16;

/** An 80-bit number (IEEE 754, extended). */
const extended = (bytes: Uint8Array, at: number): number => {
  const exponent = (uint16(bytes, at) & 0x7fff) - 16_383 - 63;
  return (uint32(bytes, at + 2) * 2 ** 32 + uint32(bytes, at + 6)) * 2 ** exponent;
};

const integer = (bits: number, isLittleEndian = false): Coding | null =>
  bits >= 1 && bits <= 32 ? { kind: 'signed', bytes: Math.ceil(bits / 8), isLittleEndian } : null;

const float = (bits: number, isLittleEndian = false): Coding | null =>
  bits === 32 || bits === 64 ? { kind: 'float', bytes: bits / 8, isLittleEndian } : null;

const oneByte = (kind: Coding['kind']): Coding => ({ kind, bytes: 1, isLittleEndian: false });

const LOGARITHMIC: Readonly<Record<string, Coding>> = {
  ulaw: oneByte('mulaw'),
  alaw: oneByte('alaw'),
};

const aiffCoding = (name: string, bits: number): Coding | null => {
  if (['NONE', 'twos', 'in24', 'in32'].includes(name)) return integer(bits);
  if (name === 'sowt') return integer(bits, true);
  if (name === 'raw ') return bits <= 8 ? oneByte('unsigned') : null;
  if (/^fl(?:32|64)$/i.test(name)) return float(Number(name.slice(2)));
  return LOGARITHMIC[name.toLowerCase()] ?? null;
};

type Chunk = { readonly name: string; readonly content: number; readonly size: number };

/** Both are null until their chunk was read. */
interface Found {
  format: Description | null;
  place: Place | null;
}

/** The size is not filled in: a recorder that was stopped leaves 0 or all ones, in 32 or 64 bits. */
const isOpen = (size: number): boolean => size === 0 || size === 0xffffffff || size >= 2 ** 63;

const readAiffChunk = async (source: ByteSource, { name, content, size }: Chunk, found: Found) => {
  if (name === 'COMM') {
    const chunk = await source.read(content, Math.min(size, 22));
    if (chunk.length < 18) return;
    const coding = chunk.length >= 22 ? fourCharacters(chunk, 18) : 'NONE';
    found.format = {
      channels: uint16(chunk, 0),
      sampleRate: Math.round(extended(chunk, 8)),
      coding: aiffCoding(coding, uint16(chunk, 6)),
      name: coding,
    };
  }
  if (name !== 'SSND') return;
  const offset = uint32(await source.read(content, 8), 0);
  found.place = {
    start: content + 8 + offset,
    size: isOpen(size) ? Infinity : size - 8 - offset,
  };
};

const cafCoding = (name: string, flags: number, bits: number): Coding | null => {
  if (name !== 'lpcm') return LOGARITHMIC[name] ?? null;
  const isLittleEndian = (flags & 2) !== 0;
  return (flags & 1) === 0 ? integer(bits, isLittleEndian) : float(bits, isLittleEndian);
};

const readCafChunk = async (source: ByteSource, { name, content, size }: Chunk, found: Found) => {
  if (name === 'desc') {
    const chunk = await source.read(content, 32);
    if (chunk.length < 32) return;
    const coding = fourCharacters(chunk, 8);
    found.format = {
      channels: uint32(chunk, 24),
      sampleRate: Math.round(new DataView(chunk.buffer, chunk.byteOffset).getFloat64(0)),
      coding: cafCoding(coding, uint32(chunk, 12), uint32(chunk, 28)),
      name: coding.trim(),
    };
  }
  if (name !== 'data') return;
  found.place = { start: content + 4, size: isOpen(size) ? Infinity : size - 4 };
};

const waveCoding = (tag: number, bits: number): Coding | null => {
  if (tag === 1) return bits <= 8 ? oneByte('unsigned') : integer(bits, true);
  if (tag === 3) return float(bits, true);
  return tag === 6 ? oneByte('alaw') : tag === 7 ? oneByte('mulaw') : null;
};

const readWave64Chunk = async (
  source: ByteSource,
  { name, content, size }: Chunk,
  found: Found,
) => {
  if (name === 'fmt ') {
    const chunk = await source.read(content, Math.min(size, 40));
    if (chunk.length < 16) return;
    const half = (at: number): number => uint32LittleEndian(chunk, at) & 0xffff;
    const tag = half(0) === 0xfffe ? half(24) : half(0);
    found.format = {
      channels: half(2),
      sampleRate: uint32LittleEndian(chunk, 4),
      coding: waveCoding(tag, half(14)),
      name: `0x${tag.toString(16)}`,
    };
  }
  if (name === 'data') found.place = { start: content, size: isOpen(size) ? Infinity : size };
};

const AU_CODINGS: readonly (Coding | null)[] = [
  ...[null, oneByte('mulaw'), integer(8), integer(16), integer(24), integer(32)],
  ...[float(32), float(64)],
];

const readAu = async (source: ByteSource): Promise<Found> => {
  const head = await source.read(0, 24);
  if (head.length < 24) return { format: null, place: null };
  const coding = uint32(head, 12);
  return {
    format: {
      channels: uint32(head, 20),
      sampleRate: uint32(head, 16),
      coding: coding === 27 ? oneByte('alaw') : (AU_CODINGS[coding] ?? null),
      name: String(coding),
    },
    place: { start: uint32(head, 4), size: isOpen(uint32(head, 8)) ? Infinity : uint32(head, 8) },
  };
};

/** How the chunks of a format follow each other. */
interface Container {
  readonly name: string;
  /** Where the first chunk is. */
  readonly from: number;
  /** Bytes before the content of a chunk. */
  readonly head: number;
  /** The size of the content. */
  readonly sizeOf: (head: Uint8Array) => number;
  /** Chunks begin at multiples of this many bytes. */
  readonly step: number;
  readonly read: (source: ByteSource, chunk: Chunk, found: Found) => Promise<void>;
}

const AIFF: Container = {
  name: 'AIFF',
  ...{ from: 12, head: 8, step: 2, read: readAiffChunk },
  sizeOf: (head) => uint32(head, 4),
};
const CAF: Container = {
  name: 'CAF',
  ...{ from: 8, head: 12, step: 1, read: readCafChunk },
  sizeOf: (head) => uint64(head, 4),
};
const WAVE_64: Container = {
  name: 'Wave64',
  ...{ from: 40, head: 24, step: 8, read: readWave64Chunk },
  sizeOf: (head) => Math.max(0, uint64LittleEndian(head, 16) - 24),
};

/** Null for other files. */
const containerOf = (start: Uint8Array): Container | 'Sun AU' | null => {
  if (ascii(start, 0, 'FORM') && ascii(start, 8, 'AIF')) return AIFF;
  if (ascii(start, 0, 'caff')) return CAF;
  if (ascii(start, 0, 'riff\x2e\x91\xcf\x11')) return WAVE_64;
  return ascii(start, 0, '.snd') ? 'Sun AU' : null;
};

const readChunks = async (source: ByteSource, container: Container): Promise<Found> => {
  const { from, head: headBytes, sizeOf, step, read } = container;
  const found: Found = { format: null, place: null };
  for (let at = from; found.format === null || found.place === null;) {
    const head = await source.read(at, headBytes);
    if (head.length < headBytes) break;
    const [name, size, content] = [fourCharacters(head, 0), sizeOf(head), at + headBytes];
    await read(source, { name, content, size }, found);
    at = Math.ceil((content + size) / step) * step;
  }
  return found;
};

/** Null if the file is in none of the formats. Rejects if it cannot be read. */
export const readRawAudio = async (file: Blob): Promise<RawFile | null> => {
  // Ends the loop over the chunks of any file.
  const source = bounded(sourceOf(file));
  const container = containerOf(await source.read(0, 12));
  if (container === null) return null;
  const isAu = container === 'Sun AU';
  const { format, place } = await (isAu ? readAu(source) : readChunks(source, container));
  const containerName = isAu ? container : container.name;
  if (format === null) return { kind: 'damaged' };
  const { channels, sampleRate, coding, name } = format;
  if (coding === null) return { kind: 'undecodable', codec: `${containerName}/${name}` };
  if (place === null || channels === 0 || sampleRate === 0) return { kind: 'damaged' };
  if (!isChannelCount(channels) || !isSampleRate(sampleRate))
    return { kind: 'undecodable', codec: containerName };
  const { start, size } = place;
  const end = Math.min(file.size, start + size);
  const isCutOff = size !== Infinity && start + size > file.size;
  return { kind: 'raw', audio: { ...coding, channels, sampleRate, start, end, isCutOff } };
};

/** Frames that are read at once. */
const BLOCK_FRAMES = 65_536;

const sampleReader = (
  { kind, bytes, isLittleEndian }: Coding,
  view: DataView,
): ((at: number) => number) => {
  if (kind === 'mulaw' || kind === 'alaw') {
    const levels = kind === 'mulaw' ? MU_LAW : A_LAW;
    return (at) => levels[view.getUint8(at)] ?? 0;
  }
  if (kind === 'unsigned') return (at) => (view.getUint8(at) - 128) / 128;
  if (kind === 'float') {
    return bytes === 8
      ? (at) => view.getFloat64(at, isLittleEndian)
      : (at) => view.getFloat32(at, isLittleEndian);
  }
  if (bytes === 1) return (at) => view.getInt8(at) / 128;
  if (bytes === 2) return (at) => view.getInt16(at, isLittleEndian) / 32_768;
  if (bytes === 4) return (at) => view.getInt32(at, isLittleEndian) / 2_147_483_648;
  const [high, low] = isLittleEndian ? [2, 0] : [0, 2];
  return (at) =>
    (view.getInt8(at + high) * 65_536 + view.getUint8(at + 1) * 256 + view.getUint8(at + low)) /
    8_388_608;
};

/** Seconds of the audio. */
export const secondsOfRaw = ({ channels, sampleRate, bytes, start, end }: RawAudio): number =>
  Math.max(0, end - start) / (channels * bytes) / sampleRate;

/** The audio from a time in seconds on. */
export async function* readRawPieces(
  file: Blob,
  audio: RawAudio,
  from: number,
): AsyncGenerator<Piece> {
  const { channels, sampleRate, bytes: sampleBytes, start, end } = audio;
  const frameBytes = channels * sampleBytes;
  const total = Math.floor((end - start) / frameBytes);
  for (let frame = Math.floor(from * sampleRate); frame < total; frame += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, total - frame);
    const at = start + frame * frameBytes;
    const bytes = await file.slice(at, at + count * frameBytes).arrayBuffer();
    const read = sampleReader(audio, new DataView(bytes));
    yield {
      start: frame / sampleRate,
      sampleRate,
      channels: Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length: count }, (_sample, index) =>
          read(index * frameBytes + channel * sampleBytes),
        ),
      ),
    };
  }
}
