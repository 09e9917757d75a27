/** Finds every frame of an MP3 or raw AAC file, so that the time of each one is known. The file is read once, in blocks. */
import { byte, inBlocks, uint32, type ByteSource } from './bytes.js';
import { findFrames, hasSummary, readFrame, skipId3, type Frame } from './mpeg-audio.js';

/** Where the frames of an MP3 or raw AAC file are. All of them last equally long. */
export interface FrameIndex {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** An AudioSpecificConfig of AAC (ISO/IEC 14496-3, 1.6.2.1). Null for MP3. */
  readonly aac: Uint8Array | null;
  /** Samples of one frame, per channel. */
  readonly samples: number;
  /** Bytes of each frame. Those of AAC are without its header. */
  readonly sizes: readonly number[];
  /** Frames without other bytes between them: the position of the first one, in bytes, and their number. */
  readonly runs: readonly { readonly start: number; readonly count: number }[];
}

const BLOCK_BYTES = 1024 * 1024;
/** A search for frames continues this many bytes before the end of what was searched. Several frames fit in it. */
const OVERLAP_BYTES = 8 * 1024;
const SEARCH_BYTES = 64 * 1024;
/** The header of a frame of AAC, which is longer than that of MP3. No frame is shorter. */
const HEADER_BYTES = 7;

/** The next frames of MPEG audio or AAC from a position on, after tags and other bytes; null if there are none. */
export const findNext = async (source: ByteSource, from: number) => {
  let at = await skipId3(source, from);
  while (at < source.size) {
    const window = await source.read(at, SEARCH_BYTES);
    const isLast = at + window.length >= source.size;
    const run = findFrames(window, isLast);
    if (run !== null) return { ...run, at: at + run.at, hasSummary: hasSummary(window, run.at) };
    if (isLast || window.length <= OVERLAP_BYTES) return null;
    at += window.length - OVERLAP_BYTES;
  }
  return null;
};

const areAlike = (one: Frame, other: Frame): boolean =>
  other.codec === one.codec &&
  other.sampleRate === one.sampleRate &&
  other.samples === one.samples &&
  other.mono === one.mono;

/** The bits of an AAC header that say how its frame is read: checksum, profile, sample rate, channels, and the blocks inside. */
const setupOf = ({ codec }: Frame, bytes: Uint8Array, at: number): number =>
  codec === 'aac' ? (uint32(bytes, at) & 0x1fdc0) | (byte(bytes, at + 6) & 3) : 0;

/** Alike frames without other bytes between them. */
export interface FrameRun {
  readonly frame: Frame;
  /** The header of the first frame, and what all of them must have of it. */
  readonly header: Uint8Array;
  readonly setup: number;
  /** Position of the first frame in bytes. */
  readonly start: number;
  /** Bytes of each frame. */
  readonly sizes: readonly number[];
}

/** All frames of an MP3 or raw AAC. None if the file begins with other frames. Rejects with the signal's reason. */
export async function* readFrameRuns(
  file: ByteSource,
  signal: AbortSignal,
): AsyncGenerator<FrameRun> {
  const source = inBlocks(file, () => true, BLOCK_BYTES);
  let isFirst = true;
  for (let at = 0; ;) {
    const found = await findNext(source, at);
    signal.throwIfAborted();
    if (found === null) return;
    const [first] = found.frames;
    if (isFirst && first.codec !== 'aac' && first.codec !== 'mp3') return;
    at = found.at;
    const header = (await source.read(at, HEADER_BYTES)).slice();
    // Players skip a first frame that only describes the file.
    if (isFirst && found.hasSummary) at += first.size;
    isFirst = false;
    const setup = setupOf(first, header, 0);
    const run = { frame: first, header, setup, start: at, sizes: [] as number[] };
    for (let isAlike = true; isAlike && at + HEADER_BYTES <= source.size;) {
      const block = await source.read(at, SEARCH_BYTES);
      signal.throwIfAborted();
      let offset = 0;
      while (offset + HEADER_BYTES <= block.length) {
        const frame = readFrame(block, offset);
        isAlike =
          frame !== null &&
          areAlike(first, frame) &&
          setupOf(frame, block, offset) === setup &&
          at + offset + frame.size <= source.size;
        if (!isAlike || frame === null) break;
        run.sizes.push(frame.size);
        offset += frame.size;
      }
      at += offset;
    }
    if (run.sizes.length > 0) yield run;
    else at += 1;
  }
}

/** What a header of AAC says. `headerBytes` are in front of the content of each frame. */
export const aacOf = (header: Uint8Array) => {
  const third = byte(header, 2);
  const object = (third >> 6) + 1;
  const rate = (third >> 2) & 15;
  const channels = ((third & 1) << 2) | (byte(header, 3) >> 6);
  return {
    config: Uint8Array.of((object << 3) | (rate >> 1), ((rate & 1) << 7) | (channels << 3)),
    object,
    /** 0 if they are described inside the frames, which is not read. The number 7 stands for 7.1. */
    channels: channels === 7 ? 8 : channels,
    blocks: (byte(header, 6) & 3) + 1,
    headerBytes: (byte(header, 1) & 1) === 1 ? 7 : 9,
  };
};

const areOfOneKind = (one: FrameRun, other: FrameRun): boolean =>
  one.setup === other.setup &&
  one.frame.sampleRate === other.frame.sampleRate &&
  one.frame.samples === other.frame.samples;

/** Null if there are no frames of MP3 or AAC, or if the sample rate changes. Rejects with the signal's reason. */
export const readFrameIndex = async (
  source: ByteSource,
  signal: AbortSignal,
): Promise<FrameIndex | null> => {
  let first: FrameRun | null = null;
  const sizes: number[] = [];
  const runs: { start: number; count: number }[] = [];
  for await (const run of readFrameRuns(source, signal)) {
    first ??= run;
    if (!areOfOneKind(first, run)) return null;
    const headerBytes = first.frame.codec === 'aac' ? aacOf(first.header).headerBytes : 0;
    // Between the contents of two frames of AAC, there is a header.
    if (headerBytes === 0) runs.push({ start: run.start, count: run.sizes.length });
    let at = run.start + headerBytes;
    for (const size of run.sizes) {
      sizes.push(size - headerBytes);
      if (headerBytes > 0) runs.push({ start: at, count: 1 });
      at += size;
    }
  }
  if (first === null) return null;
  const { codec, sampleRate, samples, mono } = first.frame;
  const facts = { sampleRate, samples, sizes, runs };
  if (codec !== 'aac') return { ...facts, channels: mono ? 1 : 2, aac: null };
  const { config: aac, channels, blocks } = aacOf(first.header);
  return channels === 0 || blocks > 1 ? null : { ...facts, channels, aac };
};
