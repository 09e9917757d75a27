/** ADPCM with 4 bits, as call recorders write it in WAV files: the codings of IMA and of Microsoft (RFC 2361). */
import { byte } from './bytes.js';

const MICROSOFT = 2;
const IMA = 0x11;

/** The fields of a `fmt ` chunk that describe ADPCM. `frameBytes` are those of a block. */
interface Blocks {
  readonly coding: number;
  readonly bits: number;
  readonly channels: number;
  readonly frameBytes: number;
}

/** True if `decodeAdpcm` decodes it. A block has at least its header. */
export const isAdpcm = ({ coding, bits, channels, frameBytes }: Blocks): boolean =>
  (coding === MICROSOFT || coding === IMA) && bits === 4 && frameBytes >= 7 * channels;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

const toSample = (value: number): number => clamp(value, -32_768, 32_767);

const int16 = (bytes: Uint8Array, at: number): number =>
  ((byte(bytes, at) | (byte(bytes, at + 1) << 8)) << 16) >> 16;

const IMA_STEPS = [
  ...[7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66],
  ...[73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408],
  ...[449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066],
  ...[2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630],
  ...[9493, 10_442, 11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623],
  ...[27_086, 29_794, 32_767],
];
const IMA_MOVES = [-1, -1, -1, -1, 2, 4, 6, 8];

/** Each channel has a header of 4 bytes, and then 4 bytes with 8 samples in turn. */
const decodeIma = (block: Uint8Array, channels: number): Int16Array => {
  const groups = Math.floor(block.length / (4 * channels)) - 1;
  const samples = new Int16Array(Math.max(0, (8 * groups + 1) * channels));
  for (let channel = 0; channel < channels && groups >= 0; channel += 1) {
    let sample = int16(block, 4 * channel);
    let index = clamp(byte(block, 4 * channel + 2), 0, 88);
    samples[channel] = sample;
    for (let at = 0; at < 8 * groups; at += 1) {
      const group = 4 * channels * (1 + (at >> 3)) + 4 * channel;
      const code = (byte(block, group + ((at & 7) >> 1)) >> (4 * (at & 1))) & 15;
      const step = IMA_STEPS[index] ?? 0;
      const change = ((2 * (code & 7) + 1) * step) >> 3;
      sample = toSample(sample + ((code & 8) === 0 ? change : -change));
      index = clamp(index + (IMA_MOVES[code & 7] ?? 0), 0, 88);
      samples[(at + 1) * channels + channel] = sample;
    }
  }
  return samples;
};

const FACTORS = [
  ...[[256, 0] as const, [512, -256] as const, [0, 0] as const, [192, 64] as const],
  ...[[240, 0] as const, [460, -208] as const, [392, -232] as const],
];
const MS_MOVES = [
  ...[230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230],
];

/** Each channel has a header of 7 bytes with its first two samples, and then a sample of 4 bits in turn. */
const decodeMicrosoft = (block: Uint8Array, channels: number): Int16Array => {
  const codes = 2 * (block.length - 7 * channels);
  if (codes < 0) return new Int16Array();
  const frames = 2 + Math.floor(codes / channels);
  const samples = new Int16Array(frames * channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const [one, other] = FACTORS[byte(block, channel)] ?? [256, 0];
    const field = (at: number): number => int16(block, (2 * at + 1) * channels + 2 * channel);
    let delta = field(0);
    let last = field(1);
    let before = field(2);
    samples[channel] = before;
    samples[channels + channel] = last;
    for (let frame = 2; frame < frames; frame += 1) {
      const at = (frame - 2) * channels + channel;
      const code = (byte(block, 7 * channels + (at >> 1)) >> (at % 2 === 0 ? 4 : 0)) & 15;
      const change = (code >= 8 ? code - 16 : code) * delta;
      const sample = toSample(((last * one + before * other) >> 8) + change);
      [before, last] = [last, sample];
      delta = Math.max(16, ((MS_MOVES[code] ?? 0) * delta) >> 8);
      samples[frame * channels + channel] = sample;
    }
  }
  return samples;
};

/** The samples of a block, or of its start: 16 bits, those of all channels follow each other. */
export const decodeAdpcm = (coding: number, block: Uint8Array, channels: number): Int16Array =>
  coding === IMA ? decodeIma(block, channels) : decodeMicrosoft(block, channels);
