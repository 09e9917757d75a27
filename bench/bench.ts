/** One line of figures; every line of a table has the same columns. */
export type Row = Readonly<Record<string, string | number>>;

/** What one question was answered with. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A bench: does its work and gives what it measured, table by table. `questions` are the words behind its name. */
export type Bench = (questions: readonly string[]) => AsyncIterable<Table>;

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

/** Runs the ways in turn, round by round, so that whatever else the machine does meets them all; by name, what each gave. */
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

/** A figure with so many digits behind the point. */
export const rounded = (figure: number, digits = 2): number => Number(figure.toFixed(digits));
