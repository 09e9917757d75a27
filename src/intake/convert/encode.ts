/** Encodes decoded audio to AAC in an m4a file, or to a WAV file. */
import { packedFrame, readFrames } from './aac.js';
import { FRAME_LENGTH, type AacEncoder, type CreateEncoder } from './aac-encoders.js';
import { finishM4a } from './m4a.js';
import {
  createBlocks,
  createResampler,
  createTimeline,
  mixed,
  toInt16,
  wavHeader,
  type Piece,
  type Resampler,
  type Samples,
} from './pcm.js';
import { type WorkFolder, openWork, PLAN_BYTES } from './storage.js';

/** Decoded audio that can be read from any time on. */
export interface AudioReader {
  /** Names the track, so that only the same work continues. */
  readonly id: string;
  readonly channels: number;
  readonly sampleRate: number;
  /** The audio from a time in seconds on. The first piece may begin before it. */
  readonly pieces: (from: number) => AsyncIterable<Piece>;
}

/** Decodes a little more before the position, because decoders need some frames until they are exact. */
const LEAD_SECONDS = 0.2;

/**
 * Reads the audio from a time in seconds on, mixed and at another sample rate. `onSamples` is called for each part;
 * `drain` is awaited between them.
 */
const readSamples = async (
  reader: AudioReader,
  { from, channels, sampleRate }: { from: number; channels: 1 | 2; sampleRate: number },
  onSamples: (samples: Samples) => void,
  drain: (seconds: number) => Promise<void>,
): Promise<void> => {
  let resampler: Resampler | null = null;
  // A decoder may use another rate than the file says.
  const resamplerOf = (rate: number): Resampler =>
    (resampler ??= createResampler(rate, sampleRate, onSamples));
  const timeline = createTimeline(from, (samples, rate) =>
    resamplerOf(rate).push(mixed(samples, channels)),
  );
  for await (const piece of reader.pieces(Math.max(0, from - LEAD_SECONDS))) {
    timeline(piece);
    await drain(piece.start);
  }
  resamplerOf(sampleRate).flush();
  await drain(from);
};

/** Frames that are encoded again after an interruption, because an encoder needs some until it is exact. */
const LEAD_FRAMES = 2;

export interface AacTarget {
  readonly create: CreateEncoder;
  readonly sampleRate: number;
  readonly channels: 1 | 2;
}

/** Calls `onProgress` with the position in seconds. Continues where an earlier call with the same folder ended. */
export const encodeAac = async (
  reader: AudioReader,
  folder: WorkFolder,
  { create, sampleRate, channels }: AacTarget,
  onProgress: (seconds: number) => void,
): Promise<Blob> => {
  const work = openWork(folder, { kind: 'aac', id: reader.id, sampleRate, channels });
  let frames = 0;
  const end = readFrames(work, PLAN_BYTES, () => (frames += 1));
  work.truncate(end);
  const first = Math.max(0, frames - LEAD_FRAMES);
  let unneeded = frames - first;
  const encoder: AacEncoder = await create({
    sampleRate,
    channels,
    onFrame(frame) {
      if (unneeded > 0) unneeded -= 1;
      else work.append(packedFrame(frame));
    },
  });
  try {
    const waiting: Samples[] = [];
    const blocks = createBlocks(FRAME_LENGTH, channels, (block) => waiting.push(block));
    let length = first * FRAME_LENGTH;
    const encodeWaiting = async (seconds: number): Promise<void> => {
      for (const block of waiting.splice(0)) await encoder.encode(block);
      onProgress(seconds);
    };
    await readSamples(
      reader,
      { from: length / sampleRate, channels, sampleRate },
      (samples) => {
        length += samples[0]?.length ?? 0;
        blocks.push(samples);
      },
      encodeWaiting,
    );
    if (length === 0) throw new Error('there is no sound');
    blocks.flush();
    // Some encoders do not send their last frames, so there is a block of silence for each of them.
    for (let more = Math.ceil(encoder.delay / FRAME_LENGTH); more > 0; more -= 1) {
      waiting.push(Array.from({ length: channels }, () => new Float32Array(FRAME_LENGTH)));
    }
    await encodeWaiting(length / sampleRate);
    await encoder.flush();
    const { stream, delay: skip } = encoder;
    return await finishM4a(folder, stream, (count) => ({
      skip,
      length: Math.min(length, count * FRAME_LENGTH - skip),
    }));
  } finally {
    encoder.close();
  }
};

/** Sample rate of WAV files, which is enough for speech. */
const WAV_RATE = 16_000;

const COPY_BYTES = 1024 * 1024;

/** Like `encodeAac`. The result has one channel and 16 bits. */
export const encodeWav = async (
  reader: AudioReader,
  folder: WorkFolder,
  onProgress: (seconds: number) => void,
): Promise<Blob> => {
  const work = openWork(folder, { kind: 'wav', id: reader.id });
  const start = PLAN_BYTES;
  const done = Math.floor((work.size - start) / 2);
  work.truncate(start + done * 2);
  await readSamples(
    reader,
    { from: done / WAV_RATE, channels: 1, sampleRate: WAV_RATE },
    ([samples]) => {
      if (samples !== undefined) work.append(new Uint8Array(toInt16(samples).buffer));
    },
    (seconds) => {
      onProgress(seconds);
      return Promise.resolve();
    },
  );
  const dataBytes = work.size - start;
  if (dataBytes <= 0) throw new Error('there is no sound');
  const result = await folder.createResult();
  result.append(wavHeader(WAV_RATE, dataBytes));
  for (let at = start; at < work.size; at += COPY_BYTES) result.append(work.read(at, COPY_BYTES));
  const file = await result.finish();
  await folder.removePart();
  return file;
};
