/** The cheapest way to cut a row of things into runs. */

/**
 * Cuts 0 to `count` into runs at the least total cost and returns where each ends. `costs(from)`
 * yields the cost of the run of one that begins at `from`, of two, and so on, at least one of them.
 */
export const cheapestRuns = (
  count: number,
  costs: (from: number) => Iterable<number>,
): readonly number[] => {
  const total = new Float64Array(count + 1).fill(Infinity);
  const cameFrom = new Int32Array(count + 1);
  total[0] = 0;
  for (let from = 0; from < count; from += 1) {
    const before = total[from] ?? Infinity;
    let end = from;
    for (const cost of costs(from)) {
      end += 1;
      if (end > count) break;
      if (before + cost >= (total[end] ?? Infinity)) continue;
      total[end] = before + cost;
      cameFrom[end] = from;
    }
  }
  const ends: number[] = [];
  for (let end = count; end > 0; end = cameFrom[end] ?? 0) ends.push(end);
  return ends.reverse();
};
