/** One line of figures; every line of a table has the same columns. */
export type Row = Readonly<Record<string, string | number>>;

/** A bench: does its work and returns what it measured. */
export type Bench = () => Promise<readonly Row[]>;

/** The middle one of an odd number of figures. */
export const median = (figures: readonly number[]): number => {
  const middle = [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)];
  if (middle === undefined) throw new RangeError('There is no median of no figures.');
  return middle;
};

/** How long some work takes, in seconds. */
export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
