/** Reads AIFF and AIFF-C files with uncompressed audio. */
import { isChannelCount, isSampleRate } from '../../engine/audio-headers/budget.js';
import { bounded, fourCharacters, uint32 } from '../../engine/audio-headers/bytes.js';
import type { Piece } from '../../peaks/decode-packets.js';

/** The audio of a file, and where it is. */
export type AiffAudio = NonNullable<Awaited<ReturnType<typeof readAiff>>>;

type Coding = 'big-endian' | 'little-endian' | 'float';

const uint16 = (bytes: Uint8Array, at: number): number => uint32(bytes, at) >>> 16;

/** An 80-bit number (IEEE 754, extended). */
const extended = (bytes: Uint8Array, at: number): number => {
  const exponent = (uint16(bytes, at) & 0x7fff) - 16_383 - 63;
  return (uint32(bytes, at + 2) * 2 ** 32 + uint32(bytes, at + 6)) * 2 ** exponent;
};

const CODINGS: Readonly<Record<string, Coding>> = {
  NONE: 'big-endian',
  twos: 'big-endian',
  sowt: 'little-endian',
  fl32: 'float',
  FL32: 'float',
};

/** Null if the file is damaged or compressed. */
export const readAiff = async (file: Blob) => {
  // Ends the loop over the chunks of any file.
  const source = bounded({
    size: file.size,
    read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  });
  let format: { channels: number; sampleRate: number; bits: number; coding: Coding } | null = null;
  /** In bytes. `isCutOff` if the file ends before its audio does. */
  let data: { start: number; end: number; isCutOff: boolean } | null = null;
  for (let at = 12; at + 8 <= file.size && (format === null || data === null);) {
    const head = await source.read(at, 8);
    if (head.length < 8) return null;
    const [type, size] = [fourCharacters(head, 0), uint32(head, 4)];
    const content = at + 8;
    if (type === 'COMM') {
      const chunk = await source.read(content, Math.min(size, 22));
      if (chunk.length < 18) return null;
      const coding = CODINGS[chunk.length >= 22 ? fourCharacters(chunk, 18) : 'NONE'];
      const [channels, bits] = [uint16(chunk, 0), uint16(chunk, 6)];
      const sampleRate = Math.round(extended(chunk, 8));
      const isKnown = isChannelCount(channels) && [8, 16, 24, 32].includes(bits);
      if (coding === undefined || !isKnown || !isSampleRate(sampleRate)) return null;
      if (coding === 'float' && bits !== 32) return null;
      format = { channels, sampleRate, bits, coding };
    }
    if (type === 'SSND') {
      const chunk = await source.read(content, 8);
      if (chunk.length < 8) return null;
      const end = Math.min(file.size, content + size);
      const isCutOff = content + size > file.size;
      data = { start: content + 8 + uint32(chunk, 0), end, isCutOff };
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
