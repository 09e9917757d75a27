/** MPEG audio (ISO/IEC 11172-3, 13818-3, MPEG 2.5) and AAC in ADTS (ISO/IEC 14496-3): frames, tags, and the duration. */
import { ascii, byte, type ByteSource, uint32, uint32LittleEndian } from './bytes.js';
import { secondsOf } from './format.js';

export type FrameCodec = 'mp3' | 'mpeg-layer-1' | 'mpeg-layer-2' | 'aac';

/** The contents of a frame header. */
export interface Frame {
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

/** True if the file ends here, or if only a tag follows. */
const isEndOfFrames = (bytes: Uint8Array, at: number): boolean =>
  at === bytes.length || ascii(bytes, at, 'TAG') || ascii(bytes, at, 'APETAGEX');

/**
 * Finds the first frames in the bytes, and where they begin. Two bytes often look like a frame header by chance, so more frames
 * must follow: one at the start of the bytes, two anywhere else. A single frame counts only if it is complete and the file
 * ends after it.
 */
export const findFrames = (
  bytes: Uint8Array,
  endOfFile: boolean,
): { readonly at: number; readonly frames: Frames } | null => {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at++) {
    if (bytes[at] !== 0xff || !readFrame(bytes, at)) continue;
    const { frames, end } = framesFrom(bytes, at);
    const [first, ...more] = frames;
    if (!first) continue;
    const single = endOfFile && at === 0 && first.codec === 'mp3' && isEndOfFrames(bytes, end);
    if (more.length >= (at === 0 ? 1 : 2) || single) return { at, frames: [first, ...more] };
  }
  return null;
};

/** Number of bytes to search for the first frame. Most files need only the first value. */
const WINDOWS = [4096, 65_536];
/** Has at least three frames of any bit rate. */
const PROBE_BYTES = 6144;

const ID3_HEADER_BYTES = 10;

/** The offset of the content from `from` on, after the ID3v2 tags. Some editors leave several in a row. */
export const skipId3 = async (source: ByteSource, from = 0): Promise<number> => {
  for (let at = from; ;) {
    const head = await source.read(at, ID3_HEADER_BYTES);
    const size = [6, 7, 8, 9].map((index) => byte(head, index));
    const isTag = head.length === ID3_HEADER_BYTES && ascii(head, 0, 'ID3');
    if (!isTag || head[3] === 0xff || size.some((value) => value > 0x7f)) return at;
    let content = 0;
    for (const value of size) content = content * 128 + value;
    const footer = (byte(head, 5) & 0x10) === 0 ? 0 : ID3_HEADER_BYTES;
    at += ID3_HEADER_BYTES + content + footer;
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

/** True if the frame at `at` only describes the file. */
export const hasSummary = (bytes: Uint8Array, at: number): boolean => {
  const frame = readFrame(bytes, at);
  return frame?.codec === 'mp3' && readSummary(bytes, at, frame) !== null;
};

/** False for a file that was cut off or joined, whose first frame does not describe the whole file. */
const fits = (summary: Summary, bytes: number): boolean =>
  summary.bytes === 0 || Math.abs(summary.bytes - bytes) <= Math.max(8192, bytes * 0.02);

/** Places where frames are looked for. The parts of a joined file may have other frames. */
const PROBES = 16;

/** The first frames at places all over the file; null for a place without frames. */
const probeFrames = async (
  source: ByteSource,
  start: number,
  end: number,
): Promise<(Frame | null)[]> => {
  const frames: (Frame | null)[] = [];
  const length = end - PROBE_BYTES - start;
  for (let probe = 1; probe <= PROBES && length > 0; probe += 1) {
    const at = Math.floor(start + (length * probe) / PROBES);
    const found = findFrames(await source.read(at, PROBE_BYTES), false);
    frames.push(...(found?.frames.slice(0, 3) ?? [null]));
  }
  return frames;
};

/** `bytes`: of all frames. */
const durationOf = (
  [first, ...others]: readonly [Frame, ...(Frame | null)[]],
  summary: Summary | null,
  bytes: number,
): number | null => {
  const { sampleRate, samples, bitRate } = first;
  if (summary !== null && summary.frames > 0) {
    const all = summary.frames * samples;
    const heard = summary.silence < all ? all - summary.silence : all;
    return fits(summary, bytes) ? heard / sampleRate : null;
  }
  const isConstant = others.every((frame) => frame?.bitRate === bitRate);
  return isConstant ? secondsOf(bytes * 8, bitRate) : null;
};

export interface MpegAudio {
  readonly codec: FrameCodec;
  /** In seconds. Null if it is not known. */
  readonly durationSeconds: number | null;
  /** True if the sample rate or the number of channels changes. Browsers play such a file at other times. */
  readonly changes: boolean;
}

/** The stream whose frames start at or soon after the start of the file. Null if there is no complete frame of sound. */
export const readMpegAudio = async (source: ByteSource): Promise<MpegAudio | null> => {
  for (const length of WINDOWS) {
    const window = await source.read(0, length);
    const run = findFrames(window, window.length >= source.size);
    if (run === null) continue;
    const { at, frames } = run;
    const [first, second] = frames;
    const { codec } = first;
    if (codec !== 'mp3') return { codec, durationSeconds: null, changes: false };
    const summary = readSummary(window, at, first);
    // The frame of a summary has no sound.
    if (summary !== null && at + first.size + (second?.size ?? Infinity) > source.size) return null;
    const end = await endOfFrames(source);
    const others = [...frames.slice(1), ...(await probeFrames(source, at, end))];
    const changes = others.some(
      (frame) =>
        frame !== null && (frame.sampleRate !== first.sampleRate || frame.mono !== first.mono),
    );
    return { codec, durationSeconds: durationOf([first, ...others], summary, end - at), changes };
  }
  return null;
};

/** True if there are mp3 frames farther inside the file, for example behind a tag with a wrong size. */
export const hasFramesInside = async (source: ByteSource): Promise<boolean> => {
  for (const position of [1 / 3, 2 / 3]) {
    const bytes = await source.read(Math.floor(source.size * position), PROBE_BYTES);
    if (findFrames(bytes, false)?.frames[0].codec === 'mp3') return true;
  }
  return false;
};
