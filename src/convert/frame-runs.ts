/**
 * Reads MP3 and raw AAC with everything that joined files have: tags and other bytes between the frames, and a sample rate or
 * number of channels that changes. A decoder reads only one kind of frames.
 */
import { EncodedPacket } from 'mediabunny';
import type { Budget } from '../engine/audio-headers/budget.js';
import { bounded, sourceOf } from '../engine/audio-headers/bytes.js';
import { readMpegAudio } from '../engine/audio-headers/mpeg-audio.js';
import { aacOf, readFrameRuns, type FrameRun } from '../engine/audio-headers/frame-index.js';
import { decodePackets, UndecodableError, type Piece } from '../peaks/decode-packets.js';
import { FRAME_LENGTH, finishM4a, openFrames, readAdts, type AacStream } from './m4a.js';
import type { WorkFolder } from './work-folder.js';

/** Alike frames, and when they begin, in seconds. */
interface TimedRun extends FrameRun {
  readonly from: number;
  readonly to: number;
}

const secondsOf = ({ samples, sampleRate }: FrameRun['frame'], count: number): number =>
  (count * samples) / sampleRate;

/** True for frames at the start of a file, or behind up to 64 KiB of other bytes. */
export const beginsWithFrames = async (file: Blob): Promise<boolean> =>
  (await readMpegAudio(bounded(sourceOf(file)))) !== null;

const isAac = ({ frame }: FrameRun): boolean => frame.codec === 'aac';

/** The stream that frames of AAC belong to. Null if their channels are not known, or if they have several blocks. */
const streamOf = ({ frame, header }: FrameRun): AacStream | null => {
  const { config, object, channels, blocks } = aacOf(header);
  if (channels === 0 || blocks > 1) return null;
  const { sampleRate, samples: frameLength } = frame;
  return { config, codec: `mp4a.40.${object}`, sampleRate, channels, frameLength };
};

/** What decodes the frames. Null if nothing does. */
export const configOf = (run: FrameRun) => {
  const { sampleRate, mono } = run.frame;
  if (!isAac(run)) return { codec: 'mp3', numberOfChannels: mono ? 1 : 2, sampleRate };
  const stream = streamOf(run);
  return stream && { codec: stream.codec, numberOfChannels: stream.channels, sampleRate };
};

/** Empty if the file begins with neither MP3 nor AAC. */
export const readRuns = async (file: Blob, budget: Budget): Promise<readonly TimedRun[]> => {
  const runs: TimedRun[] = [];
  const source = {
    size: file.size,
    read: (at: number, length: number): Promise<Uint8Array> => {
      budget.read(length);
      return sourceOf(file).read(at, length);
    },
  };
  let from = 0;
  for await (const run of readFrameRuns(source, new AbortController().signal)) {
    // Each one needs a decoder.
    if (runs.length > 0) budget.waste();
    const to = from + secondsOf(run.frame, run.sizes.length);
    runs.push({ ...run, from, to });
    from = to;
  }
  return runs;
};

/** Frames that are read from the file at once. */
const BLOCK_FRAMES = 500;

async function* packetsOf(
  file: Blob,
  { frame, start, sizes, from }: TimedRun,
  first: number,
  budget: Budget,
): AsyncGenerator<EncodedPacket> {
  const duration = secondsOf(frame, 1);
  let at = sizes.slice(0, first).reduce((sum, size) => sum + size, start);
  for (let index = first; index < sizes.length; index += BLOCK_FRAMES) {
    const block = sizes.slice(index, index + BLOCK_FRAMES);
    const length = block.reduce((sum, size) => sum + size, 0);
    budget.read(length);
    const bytes = new Uint8Array(await file.slice(at, at + length).arrayBuffer());
    at += length;
    let offset = 0;
    for (const [place, size] of block.entries()) {
      const data = bytes.subarray(offset, offset + size);
      yield new EncodedPacket(data, 'key', from + secondsOf(frame, index + place), duration);
      offset += size;
    }
  }
}

/** The stream, if all frames are AAC with one configuration, so that they can be copied. Else null. */
export const streamOfAll = (runs: readonly FrameRun[]): AacStream | null => {
  const [first] = runs;
  if (first === undefined) return null;
  const isOne = runs.every((run) => isAac(run) && run.setup === first.setup);
  return isOne ? streamOf(first) : null;
};

/** Copies all frames into an m4a file. Calls `onProgress` with the position in seconds. */
export const copyRuns = async (
  {
    file,
    folder,
    budget,
  }: { readonly file: Blob; readonly folder: WorkFolder; readonly budget: Budget },
  runs: readonly TimedRun[],
  stream: AacStream,
  onProgress: (seconds: number) => void,
): Promise<Blob> => {
  const collected = openFrames(folder, { kind: 'copy-frames' });
  let count = 0;
  for (const run of runs) {
    for await (const { data, timestamp } of packetsOf(file, run, 0, budget)) {
      budget.reach(timestamp);
      const frame = readAdts(data)?.frame;
      if (frame === undefined || frame.length === 0) {
        budget.waste();
        continue;
      }
      count += 1;
      // The first ones were copied before a reload.
      if (count > collected.count) collected.add(frame);
      onProgress(timestamp);
    }
  }
  return finishM4a(folder, stream, { skip: 0, length: count * FRAME_LENGTH });
};

/** The sound from a time in seconds on. Throws `UndecodableError` if the browser decodes none of it. */
export async function* readRunPieces(
  file: Blob,
  runs: readonly TimedRun[],
  from: number,
  budget: Budget,
): AsyncGenerator<Piece> {
  let isHeard = false;
  for (const run of runs) {
    const config = configOf(run);
    if (config === null || run.to <= from) continue;
    const first = Math.max(0, Math.floor((from - run.from) / secondsOf(run.frame, 1)));
    const packets = packetsOf(file, run, first, budget);
    try {
      for await (const piece of decodePackets(packets, config, budget)) {
        isHeard = true;
        yield piece;
      }
    } catch (error) {
      // A few bytes may look like frames.
      if (!(error instanceof UndecodableError)) throw error;
    }
  }
  if (!isHeard) throw new UndecodableError();
}
