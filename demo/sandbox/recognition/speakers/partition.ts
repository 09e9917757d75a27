/**
 * Determines the number of voices. How similar the voices of two people are depends on the recording, its channel and its
 * codec. So a partition counts only if its groups are clearly more similar within than between.
 */
import type { Interval } from '../speech-intervals.js';
import {
  absorbSmall,
  clustersAfter,
  dot,
  mergesOf,
  similarity,
  type Cluster,
  type Vector,
} from './clustering.js';

// Splits speech into windows whose voices are compared, and merges the results into turns.

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

/** Mean cosine similarities, chosen by measurement, see recognition.md. */
const LEAST_GAP = 0.14;
/** The gap must be larger by this, divided by the number of vectors of the smaller cluster. */
const DOUBT = 0.1;
const ALWAYS_ONE = 0.75;
/** How similar two parts of one voice are, if a cluster has no two independent vectors. */
const USUAL_WITHIN = 0.65;
/** In ms. Somebody who speaks less is not told apart. */
const LEAST_SPEECH_MS = 3_000;
/** The same, as a share of all speech. */
const LEAST_SHARE = 0.03;
/** Maximum number of merges that are undone. */
const MOST_UNDONE = 30;

interface Evidence {
  /** How many ms of speech a vector stands for. */
  readonly speechMs: (vector: number) => number;
  /** True if two vectors have no sound in common. Overlapping windows are similar, whoever speaks. */
  readonly independent: (one: number, other: number) => boolean;
}

const SEPARATE: Evidence = { speechMs: () => LEAST_SPEECH_MS, independent: () => true };

const within = (
  { members }: Cluster,
  vectors: readonly Vector[],
  { independent }: Evidence,
): number => {
  let [sum, count] = [0, 0];
  for (const [index, one] of members.entries())
    for (const other of members.slice(index + 1)) {
      if (!independent(one, other)) continue;
      sum += dot(vectors[one] as Vector, vectors[other] as Vector);
      count += 1;
    }
  return count === 0 ? USUAL_WITHIN : sum / count;
};

/** True if each two clusters are clearly different voices. */
const isClear = (
  clusters: readonly Cluster[],
  vectors: readonly Vector[],
  evidence: Evidence,
): boolean => {
  const own = clusters.map((cluster) => within(cluster, vectors, evidence));
  return clusters.every((one, index) =>
    clusters.slice(index + 1).every((other, next) => {
      const between = similarity(one, other);
      const inside = ((own[index] ?? 0) + (own[index + 1 + next] ?? 0)) / 2;
      const fewest = Math.min(one.members.length, other.members.length);
      return between <= ALWAYS_ONE && inside - between >= LEAST_GAP + DOUBT / fewest;
    }),
  );
};

/** Groups vectors of length 1 by voice. The clusters are in the order of their first vectors. */
export const partition = (
  vectors: readonly Vector[],
  evidence: Evidence = SEPARATE,
): readonly Cluster[] => {
  const merges = mergesOf(vectors);
  const weight = ({ members }: Cluster): number =>
    members.reduce((sum, member) => sum + evidence.speechMs(member), 0);
  const whole = vectors.reduce((sum, _, vector) => sum + evidence.speechMs(vector), 0);
  const least = Math.max(LEAST_SPEECH_MS, LEAST_SHARE * whole);
  let chosen = clustersAfter(vectors, merges, merges.length);
  let tried = 1;
  for (let undone = 1; undone <= Math.min(MOST_UNDONE, merges.length); undone += 1) {
    const raw = clustersAfter(vectors, merges, merges.length - undone);
    const large = raw.filter((cluster) => weight(cluster) >= least).length;
    if (large <= tried) continue;
    tried = large;
    const clusters = absorbSmall(raw, weight, least);
    if (isClear(clusters, vectors, evidence)) chosen = clusters;
  }
  return chosen;
};
