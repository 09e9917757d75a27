/** Compares recognised words with spoken words. */

export interface WordErrors {
  /** Number of words to change, add or remove. */
  readonly errors: number;
  /** Number of spoken words. */
  readonly words: number;
}

/** The recogniser's dictionary is American, the scripts are British. */
const SPELLINGS: Readonly<Record<string, string>> = { tyres: 'tires', neighbour: 'neighbor' };

/** Lower case, without punctuation except the apostrophe, as in `o'clock`. */
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => SPELLINGS[word] ?? word);

/** The edit distance in words. */
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
  return { errors: at(from.length, to.length), words: from.length };
};

/** Errors divided by the number of spoken words. */
export const wordErrorRate = (spoken: string, recognized: string): number => {
  const { errors, words } = wordErrors(spoken, recognized);
  return errors / words;
};
