/**
 * Finds speech by loudness alone. The threshold lies between the quiet and the loud level of a sliding window, so that
 * it follows the recording's background. Speech starts and ends at two different levels to avoid flicker.
 */
import { FRAME_MS, SILENCE_DB } from './frame-levels.js';

/** Both in integer milliseconds from the start of the audio. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SpeechOptions {
  /** In ms. Shorter pauses do not end an interval. Default 300. */
  readonly mergeGapMs?: number;
  /** In ms. Shorter sounds are not speech. Default 200. */
  readonly shortestMs?: number;
  /** In ms. How long an interval continues after its last loud frame, because speech fades. Default 80. */
  readonly hangoverMs?: number;
}

/** The background and speech levels are measured over this time before a frame, and after it. */
const WINDOW_FRAMES = 30_000 / FRAME_MS;
/** The local background level is measured over this time. */
const NEAR_FRAMES = 500 / FRAME_MS;
const STEP_FRAMES = 1_000 / FRAME_MS;
/** If the loud and quiet levels differ by less than this (dB), the sound is steady and not speech. */
const LEAST_CONTRAST = 9;
/** Sound below this level (dB of full scale) is never speech. */
const QUIETEST_SPEECH = -58;
/** An interval starts above the threshold and ends this far (dB) below it. */
const HYSTERESIS = 3;

interface Loudness {
  readonly quiet: number;
  readonly loud: number;
}

const STEPS_PER_DB = 4;

/** Counts levels instead of sorting them, because hours of audio have a million frames, each in many windows. */
const loudnessOf = (levels: readonly number[], from: number, to: number): Loudness => {
  const counts = new Uint32Array(-SILENCE_DB * STEPS_PER_DB + 1);
  const end = Math.min(to, levels.length);
  for (let index = from; index < end; index += 1) {
    const step = Math.round(((levels[index] ?? SILENCE_DB) - SILENCE_DB) * STEPS_PER_DB);
    const bin = Math.max(0, Math.min(step, counts.length - 1));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const quantile = (fraction: number): number => {
    const rank = Math.floor((end - from) * fraction);
    let passed = 0;
    const bin = counts.findIndex((count) => (passed += count) > rank);
    return SILENCE_DB + bin / STEPS_PER_DB;
  };
  return { quiet: quantile(0.1), loud: quantile(0.99) };
};

/**
 * The quiet and loud levels around a frame. If the background changes, the times before and after differ; the one that
 * is closer to the local background is used.
 */
const surroundings = (levels: readonly number[], centre: number): Loudness => {
  const { quiet: here } = loudnessOf(
    levels,
    Math.max(0, centre - NEAR_FRAMES),
    centre + NEAR_FRAMES,
  );
  // Near the ends, the window is shifted inwards, so that it keeps its size.
  const start = Math.max(0, centre + NEAR_FRAMES - WINDOW_FRAMES);
  const end = Math.min(levels.length, centre - NEAR_FRAMES + WINDOW_FRAMES);
  const before = loudnessOf(levels, start, start + WINDOW_FRAMES);
  const after = loudnessOf(levels, Math.max(0, end - WINDOW_FRAMES), end);
  return Math.abs(before.quiet - here) <= Math.abs(after.quiet - here) ? before : after;
};

/** The threshold (dB) at a frame; Infinity if the sound is steady. */
const thresholdAt = (levels: readonly number[], centre: number): number => {
  const { quiet, loud } = surroundings(levels, centre);
  if (loud - quiet < LEAST_CONTRAST) return Infinity;
  return Math.max(quiet + 6, quiet + 0.35 * (loud - quiet), loud - 35, QUIETEST_SPEECH);
};

/** Runs of frames that are loud enough, as [first, last + 1]. */
const loudRuns = (levels: readonly number[]): readonly (readonly [number, number])[] => {
  const runs: (readonly [number, number])[] = [];
  let threshold = Infinity;
  let start = -1;
  for (const [index, level] of levels.entries()) {
    if (index % STEP_FRAMES === 0) threshold = thresholdAt(levels, index + STEP_FRAMES / 2);
    const loud = level >= (start < 0 ? threshold : threshold - HYSTERESIS);
    if (loud && start < 0) start = index;
    if (!loud && start >= 0) {
      runs.push([start, index]);
      start = -1;
    }
  }
  if (start >= 0) runs.push([start, levels.length]);
  return runs;
};

/** Finds speech from the levels of frames of `FRAME_MS`, in dB of full scale. Ascending, without overlap. */
export const speechIntervals = (
  levels: readonly number[],
  { mergeGapMs = 300, shortestMs = 200, hangoverMs = 80 }: SpeechOptions = {},
): readonly Interval[] => {
  const merged: { startMs: number; endMs: number }[] = [];
  for (const [first, end] of loudRuns(levels)) {
    const previous = merged.at(-1);
    const startMs = first * FRAME_MS;
    if (previous !== undefined && startMs - previous.endMs < mergeGapMs)
      previous.endMs = end * FRAME_MS;
    else merged.push({ startMs, endMs: end * FRAME_MS });
  }
  const wholeMs = levels.length * FRAME_MS;
  return merged
    .filter(({ startMs, endMs }) => endMs - startMs >= shortestMs)
    .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs + hangoverMs, wholeMs) }));
};

/** The gaps before, between and after the intervals that last at least `shortestMs`. */
export const silentIntervals = (
  speech: readonly Interval[],
  wholeMs: number,
  shortestMs = 300,
): readonly Interval[] => {
  const edges = [...speech, { startMs: wholeMs, endMs: wholeMs }];
  return edges
    .map(({ startMs }, index) => ({ startMs: edges[index - 1]?.endMs ?? 0, endMs: startMs }))
    .filter(({ startMs, endMs }) => endMs - startMs >= shortestMs);
};
