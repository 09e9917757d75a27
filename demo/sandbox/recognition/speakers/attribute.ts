/** Assigns speakers to words. */
import { type RecognizedSegment, textOf, type Utterance, type Word } from '../recognizer.js';
import type { Interval } from '../speech-intervals.js';
import type { Turn, Window } from './partition.js';
import { direction, dot, type Cluster, type Vector } from './clustering.js';

/** Speaker 0, who speaks first, is `SPEAKER_01`. */
export const speakerLabel = (speaker: number): string =>
  `SPEAKER_${String(speaker + 1).padStart(2, '0')}`;

const overlap = (a: Interval, b: Interval): number =>
  Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);

/** The speaker of most of an interval; undefined if nobody speaks. */
export const speakerOf = (interval: Interval, turns: readonly Turn[]): number | undefined => {
  const times = new Map<number, number>();
  for (const turn of turns) {
    const time = overlap(interval, turn);
    if (time > 0) times.set(turn.speaker, (times.get(turn.speaker) ?? 0) + time);
  }
  return [...times].reduce<[number, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  )?.[0];
};

/** In ms. A change of speaker is accurate to about a second, so it is moved to the longest pause within that time. */
const REACH_MS = 1_000;

/** The index of a new speaker's first word. */
const firstWordAfter = (words: readonly Word[], changeMs: number): number => {
  const pauseBefore = (index: number): number =>
    (words[index]?.startMs ?? 0) - (words[index - 1]?.endMs ?? 0);
  const near = words
    .map((_, index) => index)
    .filter((index) => index > 0 && Math.abs((words[index]?.startMs ?? 0) - changeMs) <= REACH_MS);
  const longest = near.reduce(
    (best, index) => (pauseBefore(index) > pauseBefore(best) ? index : best),
    near[0] ?? 0,
  );
  if (near.length > 0 && pauseBefore(longest) > 0) return longest;
  const next = words.findIndex(({ startMs, endMs }) => (startMs + endMs) / 2 >= changeMs);
  return next < 0 ? words.length : next;
};

/** Splits an utterance between words where the speaker changes. Without the times of its words, it is not split. */
const cutAtTurns = (utterance: Utterance, turns: readonly Turn[]): readonly Utterance[] => {
  const { words = [] } = utterance;
  const inside = turns.filter((turn) => overlap(utterance, turn) > 0);
  const changes = inside
    .slice(1)
    .filter((turn, index) => turn.speaker !== inside[index]?.speaker)
    .map(({ startMs }) => firstWordAfter(words, startMs));
  const cuts = [0, ...changes.sort((a, b) => a - b), words.length];
  const parts = cuts
    .slice(1)
    .map((end, index) => words.slice(cuts[index], end))
    .filter((part) => part.length > 0);
  if (parts.length < 2) return [utterance];
  return parts.map((part) => ({
    ...utterance,
    startMs: part[0]?.startMs ?? utterance.startMs,
    endMs: part.at(-1)?.endMs ?? utterance.endMs,
    text: textOf(part),
    words: part,
  }));
};

/** The segments of 2.4, each with the label of the speaker of most of it. */
export const attribute = (
  utterances: readonly Utterance[],
  turns: readonly Turn[],
): readonly RecognizedSegment[] =>
  utterances
    .flatMap((utterance) => cutAtTurns(utterance, turns))
    .map((utterance) => {
      const { startMs, endMs, text, language } = utterance;
      const speaker = speakerOf(utterance, turns);
      return {
        startMs,
        endMs,
        text,
        ...(speaker === undefined ? {} : { speaker: speakerLabel(speaker) }),
        ...(language === undefined ? {} : { language }),
      };
    });

// Gives short interjections, such as “mhm”, to the turn that they interrupt, unless the voice is
// clearly another.

/** In ms. A voiceprint of less speech is not reliable. */
const SHORT_MS = 1_000;
/** The cosine with the own cluster must be higher by this than the one with the interrupted voice. */
const LEAST_LEAD = 0.05;

/** The index of the cluster of each window. Windows and vectors have the same order. */
export const clusterPerWindow = (
  windows: readonly Window[],
  vectors: readonly Vector[],
  clusters: readonly Cluster[],
): readonly number[] => {
  const found = new Map(
    clusters.flatMap(({ members }, cluster) => members.map((index) => [index, cluster] as const)),
  );
  const lead = (window: number, own: Cluster, around: Cluster): number => {
    const vector = vectors[window] as Vector;
    // Without the window itself, or it would be most similar to its own cluster.
    const others = own.sum.map((value, at) => value - (vector[at] ?? 0));
    return dot(vector, direction({ ...own, sum: others })) - dot(vector, direction(around));
  };
  return windows.map(({ startMs, endMs }, window) => {
    const own = found.get(window) ?? 0;
    // A window this short is a whole interval, so the windows beside it are in the intervals beside it.
    const around = found.get(window - 1);
    if (endMs - startMs >= SHORT_MS || around === undefined || around !== found.get(window + 1))
      return own;
    const isSure =
      lead(window, clusters[own] as Cluster, clusters[around] as Cluster) >= LEAST_LEAD;
    return isSure ? own : around;
  });
};
