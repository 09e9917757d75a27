/** MPEG audio (ISO/IEC 11172-3, 13818-3, MPEG 2.5) and AAC in ADTS (ISO/IEC 14496-3): frames, tags, and the duration. */
import { ascii, byte, type ByteSource, uint32, uint32LittleEndian } from './bytes.js';
import { secondsOf } from './format.js';

export type FrameCodec = 'mp3' | 'mpeg-layer-1' | 'mpeg-layer-2' | 'aac';

/** The contents of a frame header. */
interface Frame {
  readonly codec: FrameCodec;
  /** True for MPEG 1. False for MPEG 2 and 2.5, whose frames are half as long. */
  readonly mpeg1: boolean;
  /** Hz. */
  readonly sampleRate: number;
  /** In bits per second. 0 if the header does not contain it (AAC). */
  readonly bitRate: number;
  /** Samples per channel. */
  readonly samples: number;
  /** Bytes, including the header. */
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

/** The frame whose header is at `at`. Null if there is none. Free-format frames are not supported. */
export const readFrame = (bytes: Uint8Array, at: number): Frame | null => {
  const second = byte(bytes, at + 1);
  if (byte(bytes, at) !== 0xff || (second & 0xe0) !== 0xe0) return null;
  if ((second & 0xf6) === 0xf0) return readAdtsFrame(bytes, at);
  if ((second & 6) === 0) return null;
  return readMpegFrame(second, byte(bytes, at + 2), byte(bytes, at + 3));
};

const HEADER_BYTES = 4;

/** The consecutive frames that start at `at`. */
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

type Frames = readonly [Frame, ...Frame[]];

/**
 * Finds the first frames in the bytes, and where they begin. Two bytes often look like a frame header by chance, so more frames
 * must follow: one at the start of the bytes, two anywhere else. A single frame counts only if the file ends
 * after it.
 */
const findFrames = (
  bytes: Uint8Array,
  endOfFile: boolean,
): { readonly at: number; readonly frames: Frames } | null => {
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

/** Number of bytes to search for the first frame. Most files need only the first value. */
const WINDOWS = [4096, 65_536];
const PROBE_BYTES = 8192;

const ID3_HEADER_BYTES = 10;

/** The offset of the content, after the ID3v2 tags. Some editors leave several in a row. */
export const skipId3 = async (source: ByteSource): Promise<number> => {
  for (let at = 0; ;) {
    const head = await source.read(at, ID3_HEADER_BYTES);
    const size = [6, 7, 8, 9].map((index) => byte(head, index));
    const isTag = head.length === ID3_HEADER_BYTES && ascii(head, 0, 'ID3');
    if (!isTag || head[3] === 0xff || size.some((value) => value > 0x7f)) return at;
    const footer = (byte(head, 5) & 0x10) === 0 ? 0 : ID3_HEADER_BYTES;
    at += ID3_HEADER_BYTES + size.reduce((sum, value) => sum * 128 + value, 0) + footer;
  }
};

/** The end of the frames, before an APEv2 and an ID3v1 tag. */
const endOfFrames = async (source: ByteSource): Promise<number> => {
  const start = Math.max(0, source.size - 160);
  const tail = await source.read(start, 160);
  const id3v1 = ascii(tail, tail.length - 128, 'TAG') ? 128 : 0;
  const footer = tail.length - id3v1 - 32;
  if (!ascii(tail, footer, 'APETAGEX')) return source.size - id3v1;
  const header = byte(tail, footer + 23) >= 0x80 ? 32 : 0;
  return source.size - id3v1 - uint32LittleEndian(tail, footer + 12) - header;
};

type Summary = ReturnType<typeof readXing>;

/** The summary that an encoder wrote into the first frame. Missing fields are zero. `silence` has the samples of padding. */
const readXing = (bytes: Uint8Array, at: number) => {
  const flags = uint32(bytes, at + 4);
  let field = at + 8;
  const next = (bit: number, length: number): number => {
    const present = (flags & bit) !== 0;
    const start = field;
    if (present) field += length;
    return present ? uint32(bytes, start) : 0;
  };
  const frames = next(1, 4);
  const size = next(2, 4);
  next(4, 100);
  next(8, 4);
  const encoder = ['LAME', 'Lavc', 'Lavf'].some((name) => ascii(bytes, field, name));
  const delays = uint32(bytes, field + 20) & 0xffffff;
  return { frames, bytes: size, silence: encoder ? (delays >> 12) + (delays & 0xfff) : 0 };
};

const readSummary = (bytes: Uint8Array, at: number, { mpeg1, mono }: Frame): Summary | null => {
  if (ascii(bytes, at + 36, 'VBRI')) {
    return { frames: uint32(bytes, at + 50), bytes: uint32(bytes, at + 46), silence: 0 };
  }
  const sideInformation = mpeg1 ? (mono ? 17 : 32) : mono ? 9 : 17;
  // The summary follows the side information. Some encoders put a checksum before it.
  const xing = [4, 6]
    .map((head) => at + head + sideInformation)
    .find((offset) => ascii(bytes, offset, 'Xing') || ascii(bytes, offset, 'Info'));
  return xing === undefined ? null : readXing(bytes, xing);
};

/** False for a file that was cut off or joined, whose first frame does not describe the whole file. */
const fits = (summary: Summary, bytes: number): boolean =>
  summary.bytes === 0 || Math.abs(summary.bytes - bytes) <= Math.max(8192, bytes * 0.02);

/** True if later frames have the same bit rate, so that the duration follows from the size. */
const isConstant = async (
  source: ByteSource,
  start: number,
  end: number,
  frames: readonly Frame[],
): Promise<boolean> => {
  const rate = frames[0]?.bitRate;
  if (frames.some(({ bitRate }) => bitRate !== rate)) return false;
  for (const position of [1 / 3, 2 / 3]) {
    const at = Math.floor(start + (end - start) * position);
    if (end - at < PROBE_BYTES) break;
    const there = findFrames(await source.read(at, PROBE_BYTES), false);
    if (there === null || there.frames.some(({ bitRate }) => bitRate !== rate)) return false;
  }
  return true;
};

const readDuration = async (
  source: ByteSource,
  start: number,
  frames: Frames,
  summary: Summary | null,
): Promise<number | null> => {
  const [{ sampleRate, samples, bitRate }] = frames;
  const end = await endOfFrames(source);
  const bytes = end - start;
  if (summary !== null && summary.frames > 0) {
    const all = summary.frames * samples;
    const heard = summary.silence < all ? all - summary.silence : all;
    return fits(summary, bytes) ? heard / sampleRate : null;
  }
  if (!(await isConstant(source, start, end, frames))) return null;
  return secondsOf(bytes * 8, bitRate);
};

/** The stream whose frames start at or soon after `start`. Null if there is none. */
export const readMpegAudio = async (
  source: ByteSource,
  start: number,
): Promise<{ readonly codec: FrameCodec; readonly durationSeconds: number | null } | null> => {
  for (const length of WINDOWS) {
    const window = await source.read(start, length);
    const run = findFrames(window, start + window.length >= source.size);
    if (run === null) continue;
    const { at, frames } = run;
    const [{ codec }] = frames;
    if (codec !== 'mp3') return { codec, durationSeconds: null };
    const summary = readSummary(window, at, frames[0]);
    return { codec, durationSeconds: await readDuration(source, start + at, frames, summary) };
  }
  return null;
};
