/** Finds out who speaks when: groups the windows of speech with similar voices. */
import type { Interval } from '../speech-intervals.js';
import { clusterPerWindow } from './attribute.js';
import { direction, type Vector } from './clustering.js';
import { partition, turnsOf, windowsOver, type Turn } from './partition.js';

export interface GroupRequest {
  /** Ascending, without overlap. */
  readonly speech: readonly Interval[];
  /** One per window of `windowsOver(speech)`. */
  readonly vectors: readonly Vector[];
  /** Jobs with a lower number run first. */
  readonly rank: number;
}

export interface Speakers {
  /** Ascending. Speakers are numbered from 0 in order of appearance. */
  readonly turns: readonly Turn[];
  /** The mean voiceprint of each speaker, of length 1. */
  readonly voices: readonly Vector[];
}

/** Renumbers speakers by their first appearance. */
const inOrderOfAppearance = (speakers: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(speakers)].map((speaker, order) => [speaker, order]));

export const groupVoices = ({ speech, vectors }: GroupRequest): Speakers => {
  const windows = windowsOver(speech);
  const clusters = partition(vectors, {
    speechMs: (index) => {
      const { startMs, endMs } = windows[index]?.decides ?? { startMs: 0, endMs: 0 };
      return endMs - startMs;
    },
    independent: (one, other) => windows[one]?.interval !== windows[other]?.interval,
  });
  const clusterOf = clusterPerWindow(windows, vectors, clusters);
  const turns = turnsOf(windows, (index) => clusterOf[index] ?? 0);
  const numbers = inOrderOfAppearance(turns.map(({ speaker }) => speaker));
  const voices = [...numbers.keys()].map((cluster) => clusters[cluster]);
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: numbers.get(turn.speaker) ?? 0 })),
    voices: voices.flatMap((cluster) => (cluster ? [direction(cluster)] : [])),
  };
};
