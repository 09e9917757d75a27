/** Frames of MPEG audio (ISO/IEC 11172-3, 13818-3, MPEG 2.5) and of AAC in ADTS (ISO/IEC 14496-3). */
import { byte } from './bytes.js';

export type FrameCodec = 'mp3' | 'mpeg-layer-1' | 'mpeg-layer-2' | 'aac';

/** What the header of a frame says. */
export interface Frame {
  readonly codec: FrameCodec;
  /** MPEG 1; else 2 or 2.5, whose frames are half as long. */
  readonly mpeg1: boolean;
  /** Hz. */
  readonly sampleRate: number;
  /** Bits per second; 0 where the header does not say (AAC). */
  readonly bitRate: number;
  /** Samples of each channel. */
  readonly samples: number;
  /** Bytes, with the header. */
  readonly size: number;
  readonly mono: boolean;
}

const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** kbit/s by the index in the header, from 1 to 14. */
const RATES_1_LAYER_1 = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448];
const RATES_1_LAYER_2 = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const RATES_1_LAYER_3 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2_LAYER_1 = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];
const RATES_2_LAYER_2_3 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

const readMpegFrame = (second: number, third: number, fourth: number): Frame | null => {
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rate = SAMPLE_RATES[(third >> 2) & 3];
  if (version === 1 || rate === undefined) return null;
  const mpeg1 = version === 3;
  const rates = mpeg1
    ? [RATES_1_LAYER_1, RATES_1_LAYER_2, RATES_1_LAYER_3][layer - 1]
    : layer === 1
      ? RATES_2_LAYER_1
      : RATES_2_LAYER_2_3;
  const kilobits = rates?.[(third >> 4) - 1];
  if (kilobits === undefined) return null;
  const bitRate = kilobits * 1000;
  const sampleRate = rate / (mpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && !mpeg1 ? 576 : 1152;
  const padding = (third >> 1) & 1;
  const size =
    layer === 1
      ? (Math.floor((12 * bitRate) / sampleRate) + padding) * 4
      : Math.floor(((samples / 8) * bitRate) / sampleRate) + padding;
  const codec = layer === 3 ? 'mp3' : layer === 2 ? 'mpeg-layer-2' : 'mpeg-layer-1';
  return { codec, mpeg1, sampleRate, bitRate, samples, size, mono: fourth >> 6 === 3 };
};

const ADTS_SAMPLE_RATES = [
  ...[96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025],
  ...[8_000, 7_350],
];

const readAdtsFrame = (bytes: Uint8Array, at: number): Frame | null => {
  const sampleRate = ADTS_SAMPLE_RATES[(byte(bytes, at + 2) >> 2) & 15];
  const size =
    ((byte(bytes, at + 3) & 3) << 11) | (byte(bytes, at + 4) << 3) | (byte(bytes, at + 5) >> 5);
  if (sampleRate === undefined || size < 8) return null;
  return { codec: 'aac', mpeg1: false, sampleRate, bitRate: 0, samples: 1024, size, mono: false };
};

/** The frame whose header stands at `at`; null where none does. Free-format frames are not known. */
export const readFrame = (bytes: Uint8Array, at: number): Frame | null => {
  const second = byte(bytes, at + 1);
  if (byte(bytes, at) !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return readAdtsFrame(bytes, at);
  if ((second & 6) === 0) return null;
  return readMpegFrame(second, byte(bytes, at + 2), byte(bytes, at + 3));
};

const HEADER_BYTES = 4;

/** The frames that follow one another from `at` on, as far as the bytes reach. */
const framesFrom = (bytes: Uint8Array, at: number): { frames: Frame[]; end: number } => {
  const frames: Frame[] = [];
  let end = at;
  while (end + HEADER_BYTES <= bytes.length) {
    const frame = readFrame(bytes, end);
    const first = frames[0] ?? frame;
    if (frame?.codec !== first?.codec || frame?.sampleRate !== first?.sampleRate || !frame) break;
    frames.push(frame);
    end += frame.size;
  }
  return { frames, end };
};

export interface FrameRun {
  /** Offset of the first frame in the bytes. */
  readonly at: number;
  readonly frames: readonly [Frame, ...Frame[]];
}

/**
 * The first frames in the bytes. Two bytes that look like a frame are common: others must follow it, one at
 * the very start and two behind anything else. Only a file that ends before may have a single frame.
 */
export const findFrames = (bytes: Uint8Array, endOfFile: boolean): FrameRun | null => {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at++) {
    if (bytes[at] !== 0xff || !readFrame(bytes, at)) continue;
    const { frames, end } = framesFrom(bytes, at);
    const [first, ...more] = frames;
    if (!first) continue;
    const single = endOfFile && at === 0 && end >= bytes.length && first.codec === 'mp3';
    if (more.length >= (at === 0 ? 1 : 2) || single) return { at, frames: [first, ...more] };
  }
  return null;
};
