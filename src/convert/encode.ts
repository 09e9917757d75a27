/** Encodes decoded audio to AAC in an m4a file, or to a WAV file. */
import type { Budget } from '../engine/audio-headers/budget.js';
import { TOLERANCE_SECONDS, type Piece } from '../peaks/decode-packets.js';
import { decodeFrames, openEncoder, type FoundEncoder } from './encoders.js';
import { finishM4a, FRAME_LENGTH, openFrames, type AacStream } from './m4a.js';
import { createResampler, mixed, toInt16, wavHeader, type Samples } from './pcm.js';
import { type WorkFolder, openWork, PLAN_BYTES } from './work-folder.js';

/** Decoded audio that can be read from any time on. */
export interface AudioReader {
  /** Names the track, so that only the same work continues. */
  readonly id: string;
  readonly channels: number;
  readonly sampleRate: number;
  readonly budget: Budget;
  /** The audio from a time in seconds on. The first piece may begin before it. */
  readonly pieces: (from: number) => AsyncIterable<Piece>;
}

/** Silence is made in pieces of this many samples, so that a long gap needs little memory. */
const SILENCE_SAMPLES = 65_536;

/**
 * The pieces on a timeline that begins `from` seconds after the start of the recording: a gap becomes silence, and what
 * was there before is left out.
 */
export async function* onTimeline(
  pieces: AsyncIterable<Piece>,
  from: number,
  budget: Budget,
): AsyncGenerator<{ readonly samples: Samples; readonly sampleRate: number }> {
  /** In seconds; null until the first piece. */
  let position: number | null = null;
  for await (const { start, sampleRate, channels } of pieces) {
    const length = channels[0]?.length ?? 0;
    const expected: number = Math.round((position ?? from) * sampleRate);
    const exact = Math.round(start * sampleRate) - expected;
    // The first piece is placed exactly.
    const isGap: boolean = position === null || Math.abs(exact) >= TOLERANCE_SECONDS * sampleRate;
    const gap: number = isGap ? Math.max(0, exact) : 0;
    const overlap: number = isGap ? Math.max(0, -exact) : 0;
    if (overlap >= length) continue;
    budget.fill(gap / sampleRate);
    for (let left = gap; left > 0; left -= SILENCE_SAMPLES) {
      const count = Math.min(left, SILENCE_SAMPLES);
      yield { samples: channels.map(() => new Float32Array(count)), sampleRate };
    }
    const samples = overlap === 0 ? channels : channels.map((all) => all.subarray(overlap));
    yield { samples, sampleRate };
    position = (expected + gap + length - overlap) / sampleRate;
    budget.reach(position);
  }
}

/** Decodes a little more before the position, because decoders need some frames until they are exact. */
const LEAD_SECONDS = 0.2;

/**
 * Reads the audio from a time in seconds on, mixed and at another sample rate. Waits for `onSamples` before it decodes
 * more.
 */
const readSamples = async (
  reader: AudioReader,
  { from, channels, sampleRate }: { from: number; channels: 1 | 2; sampleRate: number },
  onSamples: (samples: Samples) => Promise<void>,
): Promise<void> => {
  let resampler: ReturnType<typeof createResampler> | null = null;
  const waiting: Samples[] = [];
  const drain = async (): Promise<void> => {
    for (const samples of waiting.splice(0)) await onSamples(samples);
  };
  const pieces = reader.pieces(Math.max(0, from - LEAD_SECONDS));
  let usedRate = 0;
  for await (const { samples, sampleRate: rate } of onTimeline(pieces, from, reader.budget)) {
    // A decoder may use another rate than the file says, and the rate may change.
    if (rate !== usedRate) {
      resampler?.flush();
      resampler = createResampler(rate, sampleRate, (resampled) => waiting.push(resampled));
      usedRate = rate;
    }
    resampler?.push(mixed(samples, channels));
    await drain();
  }
  resampler?.flush();
  await drain();
};

/** The original has sound, and what the encoder has made of it has none. */
export class SilentEncoderError extends Error {
  override readonly name = 'SilentEncoderError';
}

/** Frames that are decoded: a second at 48 kHz. */
const CHECKED_FRAMES = 48;

/** Frames that an encoder keeps back, and those that a decoder needs until it is exact. */
const LATE_FRAMES = 8;

/** The average level, 1 for the loudest sound. Whispering in a quiet room is above the first, noise of a coder below the second. */
const SOUND = 0.003;
const SILENCE = 0.0001;

const averageOf = (samples: Float32Array): number =>
  samples.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, samples.length);

/** Compares the first second with sound to what the encoder has written for it. */
const createSoundCheck = () => {
  /** The last frames. */
  const frames: Uint8Array[] = [];
  let written = 0;
  let read = 0;
  /** Sum of levels of a second, and its samples. */
  let [sum, count] = [0, 0];
  /** The number of frames after which the second with sound is written. */
  let due: number | null = null;
  let isDone = false;
  return {
    /** The encoder got these samples. */
    read([first]: Samples): void {
      if (isDone || first === undefined) return;
      read += first.length;
      if (due !== null) return;
      sum += averageOf(first) * first.length;
      count += first.length;
      if (count < CHECKED_FRAMES * FRAME_LENGTH) return;
      if (sum / count > SOUND) due = Math.ceil(read / FRAME_LENGTH);
      [sum, count] = [0, 0];
    },
    /** The encoder has written this frame. */
    wrote(frame: Uint8Array): void {
      if (isDone) return;
      written += 1;
      frames.push(frame);
      // A second has more frames if its samples came in large parts.
      if (due === null && frames.length > 4 * CHECKED_FRAMES) frames.shift();
    },
    /** Throws `SilentEncoderError`. Does nothing until there is something to compare, or if the browser cannot decode. */
    async run(stream: AacStream | null, isEnd = false): Promise<void> {
      if (isEnd && count > 0 && sum / count > SOUND) due ??= Math.ceil(read / FRAME_LENGTH);
      if (isDone || due === null || written < due - LATE_FRAMES) return;
      isDone = true;
      const decoded = await decodeFrames(frames.splice(0), stream);
      if (decoded !== null && averageOf(decoded) < SILENCE) throw new SilentEncoderError();
    },
  };
};

/** Frames that are encoded again after an interruption, because an encoder needs some until it is exact. */
const LEAD_FRAMES = 2;

/**
 * Calls `onProgress` with the position in seconds. Continues where an earlier call with the same folder ended. Throws
 * `SilentEncoderError` if the encoder writes silence instead of the sound.
 */
export const encodeAac = async (
  reader: AudioReader,
  folder: WorkFolder,
  { name, delay, sampleRate, channels }: FoundEncoder,
  onProgress: (seconds: number) => void,
): Promise<Blob> => {
  const frames = openFrames(folder, { kind: 'aac', id: reader.id, name, sampleRate, channels });
  const first = Math.max(0, frames.count - LEAD_FRAMES);
  let unneeded = frames.count - first;
  const check = createSoundCheck();
  const encoder = await openEncoder({ sampleRate, channels }, (frame) => {
    check.wrote(frame);
    if (unneeded > 0) unneeded -= 1;
    else frames.add(frame);
  });
  try {
    let length = first * FRAME_LENGTH;
    await readSamples(
      reader,
      { from: length / sampleRate, channels, sampleRate },
      async (samples) => {
        await encoder.encode(samples);
        check.read(samples);
        await check.run(encoder.stream);
        length += samples[0]?.length ?? 0;
        onProgress(length / sampleRate);
      },
    );
    if (length === 0) throw new Error('there is no sound');
    // Some encoders do not send their last frames, so there is silence for each of them.
    const padding = Math.ceil(length / FRAME_LENGTH) * FRAME_LENGTH - length;
    const more = padding + Math.ceil(delay / FRAME_LENGTH) * FRAME_LENGTH;
    await encoder.encode(Array.from({ length: channels }, () => new Float32Array(more)));
    await encoder.finish();
    const { stream } = encoder;
    if (stream === null) throw new Error('the encoder sends nothing');
    await check.run(stream, true);
    return await finishM4a(folder, stream, { skip: delay, length });
  } catch (error) {
    await encoder.cancel();
    throw error;
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
  const secondsDone = (): number => (work.size - start) / 2 / WAV_RATE;
  work.truncate(start + Math.floor((work.size - start) / 2) * 2);
  await readSamples(
    reader,
    { from: secondsDone(), channels: 1, sampleRate: WAV_RATE },
    ([samples]) => {
      if (samples !== undefined) work.append(new Uint8Array(toInt16(samples).buffer));
      onProgress(secondsDone());
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
