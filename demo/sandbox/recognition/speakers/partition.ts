/**
 * How many voices there are. Voices less alike than ALWAYS_TWO are of two people, but that alone does
 * not do: how alike two people sound depends on the recording, its channel and its codec. So a finer
 * partition is taken where it stands out: its groups are far tighter than what lies between them, and
 * the merge that would come next is a leap.
 */
import { clustersAfter, dot, mergesOf, type Cluster, type Vector } from './clustering.js';

/** Cosines; chosen by measurement, see recognition.md. */
const ALWAYS_TWO = 0.5;
const ALWAYS_ONE = 0.75;
const LEAP = 0.1;
const LEAST_SILHOUETTE = 0.4;
/** More voices than this beyond those that are told apart for certain are not looked for. */
const MOST_MORE = 8;

/**
 * How much nearer the vectors are to their own cluster than to the next (the mean silhouette over
 * cosine distances), from −1 to 1; 0 where there is but one cluster.
 */
export const silhouette = (vectors: readonly Vector[], clusters: readonly Cluster[]): number => {
  if (clusters.length < 2) return 0;
  let total = 0;
  for (const own of clusters) {
    // A vector on its own says nothing.
    if (own.members.length === 1) continue;
    for (const member of own.members) {
      const vector = vectors[member] as Vector;
      const inner = 1 - (dot(vector, own.sum) - dot(vector, vector)) / (own.members.length - 1);
      const outer = Math.min(
        ...clusters
          .filter((other) => other !== own)
          .map((other) => 1 - dot(vector, other.sum) / other.members.length),
      );
      const scale = Math.max(inner, outer);
      if (scale > 0) total += (outer - inner) / scale;
    }
  }
  return total / vectors.length;
};

/** The vectors (each of length 1) by voice; the clusters in the order of their first vector. */
export const partition = (vectors: readonly Vector[]): readonly Cluster[] => {
  const merges = mergesOf(vectors);
  const certain = merges.filter(({ similarity }) => similarity >= ALWAYS_TWO).length;
  let chosen = clustersAfter(vectors, merges, certain);
  let best = Math.max(LEAST_SILHOUETTE, silhouette(vectors, chosen));
  for (let count = certain - 1; count > Math.max(0, certain - 1 - MOST_MORE); count -= 1) {
    const undone = merges[count]?.similarity ?? 1;
    const before = merges[count - 1]?.similarity ?? 1;
    if (undone >= ALWAYS_ONE) break;
    if (before - undone < LEAP) continue;
    const finer = clustersAfter(vectors, merges, count);
    const value = silhouette(vectors, finer);
    if (value <= best) continue;
    [chosen, best] = [finer, value];
  }
  return chosen;
};
