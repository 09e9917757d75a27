/** Measures the loudness of audio in short frames while it is decoded. */

/** Milliseconds per frame. */
export const FRAME_MS = 10;
/** Level of digital silence, in dB of full scale. */
export const SILENCE_DB = -100;

export interface FrameMeter {
  readonly add: (samples: Float32Array, sampleRate: number) => void;
  /** The level of each complete frame so far, in dB of full scale. */
  readonly levels: readonly number[];
  /** Duration of all samples so far. */
  readonly seconds: () => number;
}

const decibels = (power: number): number =>
  power <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 10 * Math.log10(power));

/** Subtracts the mean of a frame from its power, because DC offset and rumble are not speech. */
const levelOf = (sum: number, squares: number, count: number): number =>
  decibels(squares / count - (sum / count) ** 2);

export const createFrameMeter = (): FrameMeter => {
  const levels: number[] = [];
  let seconds = 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  /** Number of samples due in the current frame; a rounding difference is carried over to the next. */
  let due = 0;
  return {
    levels,
    seconds: () => seconds,
    add: (samples, sampleRate) => {
      const perFrame = Math.max(1, (sampleRate * FRAME_MS) / 1000);
      due ||= perFrame;
      seconds += samples.length / sampleRate;
      for (const sample of samples) {
        sum += sample;
        squares += sample * sample;
        count += 1;
        if (count < due) continue;
        levels.push(levelOf(sum, squares, count));
        // At rates that 100 does not divide (11025 Hz), frames differ by one sample.
        due += perFrame - count;
        sum = squares = count = 0;
      }
    },
  };
};
