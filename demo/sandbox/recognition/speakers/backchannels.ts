/** Gives short interjections, such as “mhm”, to the turn that they interrupt, unless the voice is clearly another. */
import { direction, dot, type Cluster, type Vector } from './clustering.js';
import type { Window } from './windows.js';

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
