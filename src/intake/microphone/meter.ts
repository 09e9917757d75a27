/** How loud the microphone is, for the bars and the hint about silence. */
import { SAMPLE_RATE } from './pcm-recording.js';

/** Number of bars. */
export const BARS = 40;

/** Samples per bar: a tenth of a second. */
const PER_BAR = SAMPLE_RATE / 10;

/** A peak below this is silence, even in a quiet room. A microphone that is on delivers more. */
const SILENCE = 0.002;

/** Samples without a sound until the user is told: 4 seconds. */
const SILENT_SAMPLES = 4 * SAMPLE_RATE;

/** In dB. Quieter peaks have no bar. */
const QUIETEST_DB = -50;

/** From 0 to 1, in steps that sound even. */
const toLevel = (peak: number): number =>
  peak === 0 ? 0 : Math.max(0, 1 - (20 * Math.log10(peak)) / QUIETEST_DB);

export interface Meter {
  /** One level for each tenth of a second, the newest last. */
  readonly levels: readonly number[];
  /** True if nothing has been heard for four seconds. */
  readonly isSilent: boolean;
  /** Returns true if there is a new bar. */
  add(samples: Int16Array): boolean;
  reset(): void;
}

export const createMeter = (): Meter => {
  let levels: readonly number[] = [];
  let peak = 0;
  let counted = 0;
  let silent = 0;
  const reset = (): void => {
    levels = Array.from({ length: BARS }, () => 0);
    peak = 0;
    counted = 0;
    silent = 0;
  };
  reset();
  return {
    get levels() {
      return levels;
    },
    get isSilent() {
      return silent >= SILENT_SAMPLES;
    },
    add(samples) {
      let loudest = 0;
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      loudest /= 32_768;
      peak = Math.max(peak, loudest);
      counted += samples.length;
      silent = loudest < SILENCE ? silent + samples.length : 0;
      if (counted < PER_BAR) return false;
      levels = [...levels.slice(1), toLevel(peak)];
      counted -= PER_BAR;
      peak = 0;
      return true;
    },
    reset,
  };
};

/**
 * Draws the levels into the bars without rendering the element. If the user wants less motion, the bars do not move
 * along: together they show the latest level.
 */
export const drawLevels = (
  bars: ArrayLike<HTMLElement>,
  levels: readonly number[],
  isCalm: boolean,
): void => {
  const latest = Math.max(...levels.slice(-5));
  for (let index = 0; index < bars.length; index += 1) {
    const level = isCalm ? Number(index / bars.length < latest) * 0.6 : (levels[index] ?? 0);
    bars[index]?.style.setProperty('--_level', String(level));
  }
};
