/** Compares what a service heard with what was said, tolerantly: recognisers mishear, and spell in their own way. */

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** The share, 0 to 1, of the words of `said` that `heard` has in the same order. */
export const shareHeard = (said: string, heard: string): number => {
  const [one, other] = [wordsOf(said), wordsOf(heard)];
  if (one.length === 0) return 1;
  // The length of the longest common subsequence, row by row.
  let above = new Array<number>(other.length + 1).fill(0);
  for (const word of one) {
    const row = [0];
    for (const [at, candidate] of other.entries())
      row.push(
        word === candidate ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0),
      );
    above = row;
  }
  return (above[other.length] ?? 0) / one.length;
};
