/**
 * Average-linkage clustering by cosine similarity. For vectors of length 1, the mean similarity of two clusters is the
 * dot product of their mean vectors, so a table of all pairs is not needed.
 */

export type Vector = Float32Array;

export interface Cluster {
  /** Indexes of the vectors, ascending. */
  readonly members: readonly number[];
  /** Sum of the vectors. */
  readonly sum: Vector;
}

/** Two clusters that were merged. */
interface Merge {
  readonly pair: readonly [Cluster, Cluster];
  /** The mean cosine similarity between the members of one and the members of the other. */
  readonly similarity: number;
}

export const dot = (a: Vector, b: Vector): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1)
    sum += (a[index] as number) * (b[index] as number);
  return sum;
};

export const similarity = (a: Cluster, b: Cluster): number =>
  dot(a.sum, b.sum) / (a.members.length * b.members.length);

const union = (a: Cluster, b: Cluster): Cluster => ({
  members: [...a.members, ...b.members].sort((x, y) => x - y),
  sum: a.sum.map((value, index) => value + (b.sum[index] ?? 0)),
});

/** The mean vector, of length 1. */
export const direction = ({ sum }: Cluster): Vector => {
  const length = Math.sqrt(dot(sum, sum));
  return length === 0 ? sum : sum.map((value) => value / length);
};

/** The most similar other cluster; undefined if there is none. */
const nearest = (
  cluster: Cluster,
  others: Iterable<Cluster>,
): { readonly cluster: Cluster; readonly similarity: number } | undefined => {
  let found: Cluster | undefined;
  let best = -Infinity;
  for (const other of others) {
    if (other === cluster) continue;
    const value = similarity(cluster, other);
    if (value <= best) continue;
    found = other;
    best = value;
  }
  return found && { cluster: found, similarity: best };
};

/**
 * Merges vectors of length 1 until one cluster is left, and returns all merges, the most similar first. It follows
 * chains of nearest neighbours, which takes quadratic time. The result is the same as if it searched all pairs each
 * time: two clusters that are each other's nearest neighbours are always merged.
 */
export const mergesOf = (vectors: readonly Vector[]): readonly Merge[] => {
  const open = new Set<Cluster>(vectors.map((sum, index) => ({ members: [index], sum })));
  const merges: Merge[] = [];
  const chain: Cluster[] = [];
  while (open.size > 1) {
    const tip = chain.pop() ?? open.values().next().value;
    const previous = chain.at(-1);
    const next = tip && nearest(tip, open);
    if (tip === undefined || next === undefined) break;
    // If two are equally similar, prefer the previous one, or the chain could become a circle.
    if (previous === undefined || similarity(tip, previous) < next.similarity) {
      chain.push(tip, next.cluster);
      continue;
    }
    chain.pop();
    merges.push({ pair: [tip, previous], similarity: next.similarity });
    open.delete(tip);
    open.delete(previous);
    open.add(union(tip, previous));
  }
  // Merging never increases average similarity, so a cluster is merged after its parts.
  return merges.sort((a, b) => b.similarity - a.similarity);
};

const byFirstMember = (a: Cluster, b: Cluster): number => (a.members[0] ?? 0) - (b.members[0] ?? 0);

/** The clusters after this many merges. */
export const clustersAfter = (
  vectors: readonly Vector[],
  merges: readonly Merge[],
  count: number,
): readonly Cluster[] => {
  const clusterOf = vectors.map((sum, index): Cluster => ({ members: [index], sum }));
  for (const { pair } of merges.slice(0, count)) {
    const whole = union(...pair);
    // Because of rounding, a cluster may precede its parts.
    for (const member of whole.members)
      if ((clusterOf[member]?.members.length ?? 0) < whole.members.length)
        clusterOf[member] = whole;
  }
  return [...new Set(clusterOf)].sort(byFirstMember);
};

/** Merges each cluster that is lighter than `least` into the most similar one, the lightest first. */
export const absorbSmall = (
  clusters: readonly Cluster[],
  weightOf: (cluster: Cluster) => number,
  least: number,
): readonly Cluster[] => {
  let left = [...clusters];
  while (left.length > 1) {
    const lightest = left.reduce((a, b) => (weightOf(b) < weightOf(a) ? b : a));
    const host = nearest(lightest, left)?.cluster;
    if (weightOf(lightest) >= least || host === undefined) break;
    left = left.filter((cluster) => cluster !== lightest && cluster !== host);
    left.push(union(lightest, host));
  }
  return left.sort(byFirstMember);
};
