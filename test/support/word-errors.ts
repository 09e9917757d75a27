/** How far recognised words are from those that were spoken. */

export interface WordErrors {
  /** Words to be changed, put in or taken out to get from one to the other. */
  readonly errors: number;
  /** Words that were spoken. */
  readonly words: number;
  /** For each recognised word the index of the spoken word it stands for; -1 where it stands for none. */
  readonly standsFor: readonly number[];
}

/** The recogniser's dictionary is American, the scripts are British. */
const SPELLINGS: Readonly<Record<string, string>> = { tyres: 'tires', neighbour: 'neighbor' };

/** Lower case, without punctuation but for the apostrophe of `o'clock`. */
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => SPELLINGS[word] ?? word);

/** The edit distance over words, and the way that leads to it. */
export const wordErrors = (spoken: string, recognized: string): WordErrors => {
  const [from, to] = [wordsOf(spoken), wordsOf(recognized)];
  const distances = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (_column, column) => (row === 0 ? column : row)),
  );
  const at = (row: number, column: number): number => distances[row]?.[column] ?? Infinity;
  const change = (row: number, column: number): number =>
    at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
  for (let row = 1; row <= from.length; row += 1)
    for (let column = 1; column <= to.length; column += 1)
      (distances[row] ?? [])[column] = Math.min(
        change(row, column),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
      );
  const standsFor = to.map(() => -1);
  let [row, column] = [from.length, to.length];
  while (row > 0 && column > 0) {
    if (at(row, column) === change(row, column)) {
      row -= 1;
      column -= 1;
      standsFor[column] = row;
    } else if (at(row, column) === at(row - 1, column) + 1) row -= 1;
    else column -= 1;
  }
  return { errors: at(from.length, to.length), words: from.length, standsFor };
};

/** A fraction of the words that were spoken. */
export const wordErrorRate = (spoken: string, recognized: string): number => {
  const { errors, words } = wordErrors(spoken, recognized);
  return errors / words;
};
