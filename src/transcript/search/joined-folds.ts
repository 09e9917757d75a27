/** The folds of all segments as one text, and the way back from it. */
import type { Fold } from './fold.js';

export interface JoinedFolds {
  readonly text: string;
  /** Where in the text the fold of each segment begins. */
  readonly offsets: Int32Array;
  /** Where in the text the fold of each segment ends. */
  readonly ends: Int32Array;
}

/** The fold of a segment, and whether the scripts at its ends put no blank between texts. */
export interface FoldedSegment extends Fold {
  readonly isUnspacedAtStart: boolean;
  readonly isUnspacedAtEnd: boolean;
}

/** Joins as joinTexts does: with a blank where the scripts use blanks. */
export const joinFolds = (folds: readonly FoldedSegment[]): JoinedFolds => {
  const offsets = new Int32Array(folds.length);
  const ends = new Int32Array(folds.length);
  const parts: string[] = [];
  let length = 0;
  let last: FoldedSegment | null = null;
  folds.forEach((fold, index) => {
    if (fold.text !== '') {
      if (last !== null && !(last.isUnspacedAtEnd && fold.isUnspacedAtStart)) {
        parts.push(' ');
        length += 1;
      }
      parts.push(fold.text);
      last = fold;
    }
    offsets[index] = length;
    length += fold.text.length;
    ends[index] = length;
  });
  return { text: parts.join(''), offsets, ends };
};

/** How many of the sorted values are less than a limit: the place of the first that is not. */
export const countBelow = (sorted: Int32Array, limit: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
