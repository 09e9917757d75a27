/**
 * Determines the number of voices. Voices less similar than ALWAYS_TWO belong to two people. That alone is not enough,
 * because the similarity of two people's voices depends on the recording, its channel and its codec. A finer partition
 * is chosen if its groups are much more similar within than between, and the next merge would be far less similar than
 * the last.
 */
import { clustersAfter, dot, mergesOf, type Cluster, type Vector } from './clustering.js';

/** Cosine similarities, chosen by measurement, see recognition.md. */
const ALWAYS_TWO = 0.5;
const ALWAYS_ONE = 0.75;
const LEAP = 0.1;
const LEAST_SILHOUETTE = 0.4;
/** Maximum number of voices beyond those that certainly differ. */
const MOST_MORE = 8;

/**
 * How much closer the vectors are to their own cluster than to the next one (the mean silhouette over cosine
 * distances), from −1 to 1; 0 if there is only one cluster.
 */
export const silhouette = (vectors: readonly Vector[], clusters: readonly Cluster[]): number => {
  if (clusters.length < 2) return 0;
  let total = 0;
  for (const own of clusters) {
    // A cluster of one vector has no silhouette.
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

/** Groups vectors of length 1 by voice. The clusters are in the order of their first vectors. */
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
