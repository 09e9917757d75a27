/** One row of figures; all rows of a table have the same columns. */
export type Row = Readonly<Record<string, string | number>>;

/** The answer to one question. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A benchmark: runs and returns its tables. `questions` are the words after its name on the command line. */
export type Bench = (questions: readonly string[]) => AsyncIterable<Table>;

/** The median of an odd number of figures. */
export const median = (figures: readonly number[]): number => {
  const middle = [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)];
  if (middle === undefined) throw new RangeError('There is no median of no figures.');
  return middle;
};

/** Measures how long some work takes, in seconds. */
export const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/**
 * Runs the variants in turn, round by round, so that other load on the machine affects all of them; returns the
 * results by name.
 */
export const interleave = async <T>(
  rounds: number,
  ways: Readonly<Record<string, () => Promise<T>>>,
): Promise<ReadonlyMap<string, readonly T[]>> => {
  const results = new Map<string, T[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) results.get(name)?.push(await way());
  }
  return results;
};

/** Formats a figure with this many decimals. */
export const rounded = (figure: number, digits = 2): number => Number(figure.toFixed(digits));
