/**
 * Finds speech by loudness alone. The threshold lies between the quiet and the loud level of a sliding window, so that
 * it follows the recording's background. Speech starts and ends at two different levels to avoid flicker.
 */

// Measures the loudness of audio in short frames while it is decoded.

/** Milliseconds per frame. */
export const FRAME_MS = 10;
/** Level of digital silence, in dB of full scale. */
export const SILENCE_DB = -100;

interface FrameMeter {
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

/** Both in integer milliseconds from the start of the audio. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

interface SpeechOptions {
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

// Splits long speech at its quietest points.

/** Maximum length in ms; sentences are rarely longer, and a recogniser's memory grows with it. */
export const LONGEST_MS = 12_000;
/** Frames on each side that count towards the loudness of a point. */
const REACH = 10;

/** The middle of the quietest 200 ms in an interval, in ms; `levels` as from `FrameMeter`. */
export const quietestPlace = (levels: readonly number[], { startMs, endMs }: Interval): number => {
  const first = Math.ceil(startMs / FRAME_MS);
  const end = Math.floor(endMs / FRAME_MS);
  const levelAt = (frame: number): number => levels[frame] ?? SILENCE_DB;
  let sum = 0;
  for (let frame = first - REACH; frame < first + REACH; frame += 1) sum += levelAt(frame);
  let [quietest, place] = [sum, first];
  for (let frame = first + 1; frame < end; frame += 1) {
    sum += levelAt(frame + REACH - 1) - levelAt(frame - REACH - 1);
    if (sum >= quietest) continue;
    [quietest, place] = [sum, frame];
  }
  return place * FRAME_MS;
};

const cut = (levels: readonly number[], interval: Interval, longestMs: number): Interval[] => {
  const { startMs, endMs } = interval;
  const length = endMs - startMs;
  if (length <= longestMs) return [interval];
  // Not near the ends, which would split off tiny pieces.
  const inner = { startMs: startMs + length / 4, endMs: endMs - length / 4 };
  const place = quietestPlace(levels, inner);
  return [
    ...cut(levels, { startMs, endMs: place }, longestMs),
    ...cut(levels, { startMs: place, endMs }, longestMs),
  ];
};

/** The same speech in intervals of at most `longestMs`. */
export const cutLong = (
  intervals: readonly Interval[],
  levels: readonly number[],
  longestMs = LONGEST_MS,
): readonly Interval[] => intervals.flatMap((interval) => cut(levels, interval, longestMs));

// Cuts long work into sections, so that a short recording can be recognised in between.

/** In ms of speech. A section takes a second or two. */
const SECTION_MS = 15_000;

/** The intervals in groups of neighbours. A group has at most `sectionMs` of speech, or one interval. */
export const inSections = (
  intervals: readonly Interval[],
  sectionMs = SECTION_MS,
): readonly (readonly Interval[])[] => {
  const sections: Interval[][] = [];
  let filled = Infinity;
  for (const interval of intervals) {
    const length = interval.endMs - interval.startMs;
    if (filled + length > sectionMs) {
      sections.push([]);
      filled = 0;
    }
    sections.at(-1)?.push(interval);
    filled += length;
  }
  return sections;
};
