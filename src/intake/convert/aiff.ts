/** Reads AIFF and AIFF-C files with uncompressed audio. */
import { isChannelCount, isSampleRate } from '../../engine/audio-headers/budget.js';
import { bounded } from '../../engine/audio-headers/bytes.js';
import type { Piece } from '../../peaks/decode-packets.js';

/** The audio of a file, and where it is. */
export interface AiffAudio {
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
  readonly coding: 'big-endian' | 'little-endian' | 'float';
  /** Bytes. */
  readonly start: number;
  readonly end: number;
  /** True if the file ends before its audio does. */
  readonly isCutOff: boolean;
}

/** An 80-bit number (IEEE 754, extended). */
const extended = (view: DataView, at: number): number => {
  const exponent = (view.getUint16(at) & 0x7fff) - 16_383 - 63;
  return (view.getUint32(at + 2) * 2 ** 32 + view.getUint32(at + 6)) * 2 ** exponent;
};

const CODINGS: Readonly<Record<string, AiffAudio['coding']>> = {
  NONE: 'big-endian',
  twos: 'big-endian',
  sowt: 'little-endian',
  fl32: 'float',
  FL32: 'float',
};

const name = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

const bytesAt = async (file: Blob, start: number, length: number): Promise<DataView> =>
  new DataView(await file.slice(start, start + length).arrayBuffer());

/** Null if the file is damaged or compressed. */
export const readAiff = async (file: Blob): Promise<AiffAudio | null> => {
  // Ends the loop over the chunks of any file.
  const source = bounded({
    size: file.size,
    read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  });
  const headerAt = async (at: number, length: number): Promise<DataView> => {
    const { buffer, byteOffset, byteLength } = await source.read(at, length);
    return new DataView(buffer, byteOffset, byteLength);
  };
  let format: Omit<AiffAudio, 'start' | 'end' | 'isCutOff'> | null = null;
  let data: Pick<AiffAudio, 'start' | 'end' | 'isCutOff'> | null = null;
  for (let at = 12; at + 8 <= file.size && (format === null || data === null);) {
    const head = await headerAt(at, 8);
    if (head.byteLength < 8) return null;
    const [type, size] = [name(head, 0), head.getUint32(4)];
    const content = at + 8;
    if (type === 'COMM') {
      const view = await headerAt(content, Math.min(size, 22));
      if (view.byteLength < 18) return null;
      const coding = CODINGS[view.byteLength >= 22 ? name(view, 18) : 'NONE'];
      const [channels, bits] = [view.getUint16(0), view.getUint16(6)];
      const sampleRate = Math.round(extended(view, 8));
      const isKnown = isChannelCount(channels) && [8, 16, 24, 32].includes(bits);
      if (coding === undefined || !isKnown || !isSampleRate(sampleRate)) return null;
      if (coding === 'float' && bits !== 32) return null;
      format = { channels, sampleRate, bits, coding };
    }
    if (type === 'SSND') {
      const view = await headerAt(content, 8);
      if (view.byteLength < 8) return null;
      const end = Math.min(file.size, content + size);
      const isCutOff = content + size > file.size;
      data = { start: content + 8 + view.getUint32(0), end, isCutOff };
    }
    at = content + size + (size % 2);
  }
  return format === null || data === null ? null : { ...format, ...data };
};

/** Frames that are read at once. */
const BLOCK_FRAMES = 65_536;

const sampleReader = ({ bits, coding }: AiffAudio, view: DataView): ((at: number) => number) => {
  const little = coding === 'little-endian';
  if (coding === 'float') return (at) => view.getFloat32(at);
  if (bits === 8) return (at) => view.getInt8(at) / 128;
  if (bits === 16) return (at) => view.getInt16(at, little) / 32_768;
  if (bits === 32) return (at) => view.getInt32(at, little) / 2_147_483_648;
  return (at) =>
    (view.getInt8(at + (little ? 2 : 0)) * 65_536 +
      view.getUint8(at + 1) * 256 +
      view.getUint8(at + (little ? 0 : 2))) /
    8_388_608;
};

/** The audio from a time in seconds on. */
export async function* readAiffPieces(
  file: Blob,
  audio: AiffAudio,
  from: number,
): AsyncGenerator<Piece> {
  const { channels, sampleRate, bits, start, end } = audio;
  const sampleBytes = bits / 8;
  const frameBytes = channels * sampleBytes;
  const total = Math.floor((end - start) / frameBytes);
  for (let frame = Math.floor(from * sampleRate); frame < total; frame += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, total - frame);
    const view = await bytesAt(file, start + frame * frameBytes, count * frameBytes);
    const read = sampleReader(audio, view);
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
