/** How far recognised words are from those that were spoken. */

export interface WordErrors {
  /** Words to be changed, put in or taken out to get from one to the other. */
  readonly errors: number;
  /** Words that were spoken. */
  readonly words: number;
}

/** The recogniser's dictionary is American, the scripts are British. */
const SPELLINGS: Readonly<Record<string, string>> = { tyres: 'tires', neighbour: 'neighbor' };

/** Lower case, without punctuation but for the apostrophe of `o'clock`. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => SPELLINGS[word] ?? word);

export const wordErrors = (spoken: string, recognized: string): WordErrors => {
  const [from, to] = [wordsOf(spoken), wordsOf(recognized)];
  let distances = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, word] of from.entries()) {
    const next = [row + 1];
    for (const [column, other] of to.entries())
      next.push(
        Math.min(
          (distances[column] ?? 0) + (word === other ? 0 : 1),
          (distances[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    distances = next;
  }
  return { errors: distances.at(-1) ?? 0, words: from.length };
};

/** A fraction of the words that were spoken. */
export const wordErrorRate = (spoken: string, recognized: string): number => {
  const { errors, words } = wordErrors(spoken, recognized);
  return errors / words;
};
