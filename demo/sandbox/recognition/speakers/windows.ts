/** Splits speech into windows whose voices are compared, and merges the results into turns. */
import type { Interval } from '../speech-intervals.js';

/** An interval of speech whose voice is compared. */
export interface Window extends Interval {
  /** Index of its speech interval. */
  readonly interval: number;
  /**
   * The time that gets this window's speaker. Windows overlap; these times do not, and together they cover the speech
   * interval.
   */
  readonly decides: Interval;
}

/** A time in which one person speaks. */
export interface Turn extends Interval {
  readonly speaker: number;
}

/** In ms: long enough to recognise a voice. */
const WINDOW_MS = 3_000;
const HOP_MS = 1_500;
/** An interval that is hardly longer than a window becomes one window. */
const SINGLE_MS = 3_900;
/** In ms. A shorter turn within an interval is treated as an error. */
const SHORTEST_TURN_MS = 2_500;

const windowsOf = ({ startMs, endMs }: Interval, interval: number): readonly Window[] => {
  const whole = { startMs, endMs };
  if (endMs - startMs < SINGLE_MS) return [{ ...whole, interval, decides: whole }];
  const starts: number[] = [];
  for (let start = startMs; start + WINDOW_MS < endMs; start += HOP_MS) starts.push(start);
  starts.push(endMs - WINDOW_MS);
  const boundary = (index: number): number =>
    Math.round(((starts[index - 1] ?? 0) + (starts[index] ?? 0) + WINDOW_MS) / 2);
  return starts.map((start, index) => ({
    startMs: start,
    endMs: start + WINDOW_MS,
    interval,
    decides: {
      startMs: index === 0 ? startMs : boundary(index),
      endMs: index === starts.length - 1 ? endMs : boundary(index + 1),
    },
  }));
};

export const windowsOver = (speech: readonly Interval[]): readonly Window[] =>
  speech.flatMap(windowsOf);

const lengthOf = ({ startMs, endMs }: Interval): number => endMs - startMs;

const joined = (turns: readonly Turn[]): readonly Turn[] => {
  const runs: Turn[] = [];
  for (const turn of turns) {
    const last = runs.at(-1);
    if (last?.speaker === turn.speaker) runs[runs.length - 1] = { ...last, endMs: turn.endMs };
    else runs.push(turn);
  }
  return runs;
};

/** Merges turns that are too short into the longer neighbour, the shortest first. */
const believable = (turns: readonly Turn[]): readonly Turn[] => {
  let runs = joined(turns);
  while (runs.length > 1) {
    const shortest = runs.reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a));
    if (lengthOf(shortest) >= SHORTEST_TURN_MS) break;
    const at = runs.indexOf(shortest);
    const neighbours = [runs[at - 1], runs[at + 1]].filter((turn) => turn !== undefined);
    const host = neighbours.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    runs = joined(runs.map((run) => (run === shortest ? { ...run, speaker: host.speaker } : run)));
  }
  return runs;
};

/** The turns, given the speaker of each window. There are no gaps between the turns of an interval. */
export const turnsOf = (
  windows: readonly Window[],
  speakerOf: (window: number) => number,
): readonly Turn[] => {
  const byInterval = new Map<number, Turn[]>();
  for (const [index, { interval, decides }] of windows.entries()) {
    const turns = byInterval.get(interval) ?? [];
    turns.push({ ...decides, speaker: speakerOf(index) });
    byInterval.set(interval, turns);
  }
  return [...byInterval.values()].flatMap(believable);
};
