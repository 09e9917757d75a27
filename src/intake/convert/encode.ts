/** Encodes decoded audio to AAC in an m4a file, or to a WAV file. */
import type { Budget } from '../../engine/audio-headers/budget.js';
import type { Piece } from '../../peaks/decode-packets.js';
import { FRAME_LENGTH, packedFrame, readFrames } from './aac.js';
import { openEncoder, type FoundEncoder } from './encoders.js';
import { finishM4a } from './m4a.js';
import { createResampler, mixed, toInt16, wavHeader, type Resampler, type Samples } from './pcm.js';
import { createSoundCheck } from './sound-check.js';
import { type WorkFolder, openWork, PLAN_BYTES } from './work-folder.js';
import { onTimeline } from './timeline.js';

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
  let resampler: Resampler | null = null;
  const waiting: Samples[] = [];
  const drain = async (): Promise<void> => {
    for (const samples of waiting.splice(0)) await onSamples(samples);
  };
  const pieces = reader.pieces(Math.max(0, from - LEAD_SECONDS));
  for await (const { samples, sampleRate: rate } of onTimeline(pieces, from, reader.budget)) {
    // A decoder may use another rate than the file says.
    resampler ??= createResampler(rate, sampleRate, (resampled) => waiting.push(resampled));
    resampler.push(mixed(samples, channels));
    await drain();
  }
  resampler?.flush();
  await drain();
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
  const work = openWork(folder, { kind: 'aac', id: reader.id, name, sampleRate, channels });
  let frames = 0;
  let written = PLAN_BYTES;
  for (const { end } of readFrames(work, PLAN_BYTES)) [frames, written] = [frames + 1, end];
  work.truncate(written);
  const first = Math.max(0, frames - LEAD_FRAMES);
  let unneeded = frames - first;
  const check = createSoundCheck();
  const encoder = await openEncoder({ sampleRate, channels }, (frame) => {
    check.wrote(frame);
    if (unneeded > 0) unneeded -= 1;
    else work.append(packedFrame(frame));
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
