/** MPEG audio streams: what stands around the frames, and how long they last. */
import type { ByteSource } from './byte-source.js';
import { ascii, byte, uint32, uint32LittleEndian } from './bytes.js';
import { secondsOf } from './format.js';
import { findFrames, type Frame, type FrameCodec } from './mpeg-frame.js';

export interface MpegAudio {
  readonly codec: FrameCodec;
  /** Null where the headers do not tell. */
  readonly durationSeconds: number | null;
}

/** How far junk in front of the first frame may reach, in bytes; most files need no more than the first. */
const WINDOWS = [4096, 65_536];
const PROBE_BYTES = 8192;

const ID3_HEADER_BYTES = 10;

/** Where the content begins: behind the ID3v2 tags, several in a row where an editor left them. */
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

/** Where the frames end: in front of an APEv2 and an ID3v1 tag. */
const endOfFrames = async (source: ByteSource): Promise<number> => {
  const start = Math.max(0, source.size - 160);
  const tail = await source.read(start, 160);
  const id3v1 = ascii(tail, tail.length - 128, 'TAG') ? 128 : 0;
  const footer = tail.length - id3v1 - 32;
  if (!ascii(tail, footer, 'APETAGEX')) return source.size - id3v1;
  const header = byte(tail, footer + 23) >= 0x80 ? 32 : 0;
  return source.size - id3v1 - uint32LittleEndian(tail, footer + 12) - header;
};

/** What an encoder wrote into the first frame about all of them; zero where it did not. */
interface Summary {
  readonly frames: number;
  readonly bytes: number;
  /** Samples at the start and the end that are not the recording's. */
  readonly silence: number;
}

const readXing = (bytes: Uint8Array, at: number): Summary => {
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
  // Behind the side information; some encoders count a checksum in front of it, most do not.
  const xing = [4, 6]
    .map((head) => at + head + sideInformation)
    .find((offset) => ascii(bytes, offset, 'Xing') || ascii(bytes, offset, 'Info'));
  return xing === undefined ? null : readXing(bytes, xing);
};

/** A file that was cut off, or glued together from several, is not what its first frame says of it. */
const fits = (summary: Summary, bytes: number): boolean =>
  summary.bytes === 0 || Math.abs(summary.bytes - bytes) <= Math.max(8192, bytes * 0.02);

/** True where the frames further on have the same bit rate: then the size tells the length. */
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
  frames: readonly [Frame, ...Frame[]],
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

/** The stream whose frames begin at `start`, or soon behind it; null where there is none. */
export const readMpegAudio = async (
  source: ByteSource,
  start: number,
): Promise<MpegAudio | null> => {
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
