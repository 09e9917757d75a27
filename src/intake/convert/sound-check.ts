/** Notices an encoder that writes silence: some browsers have one that does not fail. */
import { FRAME_LENGTH, type AacStream } from './aac.js';
import { decodeFrames } from './encoders.js';
import type { Samples } from './pcm.js';

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
export const createSoundCheck = () => {
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
