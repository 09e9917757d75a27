/** Cuts speech into the windows whose voices are compared, and joins what was found into turns. */
import type { Interval } from '../speech-intervals.js';

/** Part of the speech that is judged by its voice. */
export interface Window extends Interval {
  /** Number of the speech interval it lies in. */
  readonly interval: number;
  /** What it decides: windows overlap, these do not, and together they are the interval. */
  readonly decides: Interval;
}

/** One voice over a stretch of time. */
export interface Turn extends Interval {
  readonly speaker: number;
}

/** Milliseconds: long enough to know a voice by. */
const WINDOW_MS = 3_000;
const HOP_MS = 1_500;
/** An interval that is hardly longer than a window is one. */
const SINGLE_MS = 3_900;
/** A shorter change of voice within an interval is not believed, in milliseconds. */
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

/** Gives what is too short to be believed to the longer of its neighbours, the shortest first. */
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

/** Who speaks when, given the speaker of each window; within an interval the turns touch. */
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
