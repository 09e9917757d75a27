/**
 * Determines the number of voices. How similar the voices of two people are depends on the recording, its channel and its
 * codec. So a partition counts only if its groups are clearly more similar within than between.
 */
import {
  absorbSmall,
  clustersAfter,
  dot,
  mergesOf,
  similarity,
  type Cluster,
  type Vector,
} from './clustering.js';

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

export interface Evidence {
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
