/** Finds a folded query in the folds of all segments and locates each hit. */
import { firstIndex } from '../binary-search.js';
import type { Fold } from './fold.js';

/** A part of a hit: `start` to `end` in UTF-16 units of one segment's text. */
export interface SearchPiece {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
}

/** Hits in order, without overlap. */
export interface SearchHits {
  readonly count: number;
  /** Index of the segment where a hit begins. Throws RangeError if there is no such hit. */
  segmentOf(hit: number): number;
  /** One piece for each segment the hit covers. Throws RangeError if there is no such hit. */
  piecesOf(hit: number): readonly SearchPiece[];
  /** The first hit that begins in this segment or later; `count` if there is none. */
  firstFrom(segment: number): number;
}

export interface JoinedFolds {
  readonly text: string;
  /** Where in the text the fold of each segment begins. */
  readonly offsets: Int32Array;
  /** Where in the text the fold of each segment ends. */
  readonly ends: Int32Array;
}

/** The fold of a segment, and whether its first and last scripts are written without spaces. */
export interface FoldedSegment extends Fold {
  readonly isUnspacedAtStart: boolean;
  readonly isUnspacedAtEnd: boolean;
}

/** Joins folds as joinTexts joins texts: with a space if the scripts use spaces. */
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

/** How many of the sorted values are less than the limit, which is also the index of the first that is not. */
const countBelow = (sorted: Int32Array, limit: number): number =>
  firstIndex(sorted.length, (index) => (sorted[index] ?? Infinity) >= limit);

/** Positions in the joined text, in order. */
export interface Places {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** A growing list of integers. */
const createNumbers = () => {
  let numbers = new Int32Array(1024);
  let count = 0;
  return {
    add(number: number): void {
      if (count === numbers.length) {
        const more = new Int32Array(2 * count);
        more.set(numbers);
        numbers = more;
      }
      numbers[count] = number;
      count += 1;
    },
    toArray: (): Int32Array => numbers.slice(0, count),
  };
};

/**
 * Finds the folded query where it begins and ends at cluster boundaries. `accepts`, if given, is called with
 * the first and last segment of each match and may reject it.
 */
export const findPlaces = (
  { text, offsets, ends }: JoinedFolds,
  folds: readonly Fold[],
  query: string,
  accepts?: (first: number, last: number) => boolean,
): Places => {
  const places = { starts: createNumbers(), ends: createNumbers() };
  const { length } = query;
  let first = 0;
  let at = text.indexOf(query);
  while (at >= 0) {
    while ((ends[first] ?? Infinity) <= at) first += 1;
    let last = first;
    while ((ends[last] ?? Infinity) < at + length) last += 1;
    const before = folds[first]?.origin;
    const after = folds[last]?.origin;
    const found =
      (!before || (before.starts[at - (offsets[first] ?? 0)] ?? 0) >= 0) &&
      (!after || (after.ends[at + length - 1 - (offsets[last] ?? 0)] ?? 0) >= 0) &&
      (!accepts || accepts(first, last));
    if (found) {
      places.starts.add(at);
      places.ends.add(at + length);
    }
    at = text.indexOf(query, found ? at + length : at + 1);
  }
  return { starts: places.starts.toArray(), ends: places.ends.toArray() };
};

/** Merges lists of places that don't overlap into one sorted list. */
export const mergePlaces = (all: readonly Places[]): Places => {
  const [only] = all;
  if (only && all.length === 1) return only;
  const inOrder = (which: keyof Places): Int32Array =>
    Int32Array.from(all.flatMap((places) => [...places[which]])).sort();
  return { starts: inOrder('starts'), ends: inOrder('ends') };
};

const originOf = (fold: Fold, from: number, to: number): readonly [number, number] =>
  fold.origin === null
    ? [from, to]
    : [fold.origin.starts[from] ?? 0, fold.origin.ends[to - 1] ?? 0];

export const createHits = (
  { offsets, ends }: JoinedFolds,
  folds: readonly Fold[],
  places: Places,
): SearchHits => {
  const count = places.starts.length;
  const rangeOf = (hit: number): readonly [number, number] => {
    const start = places.starts[hit];
    const end = places.ends[hit];
    if (start === undefined || end === undefined)
      throw new RangeError(`There are ${count} hits, and none has the number ${hit}.`);
    return [start, end];
  };
  const segmentOf = (hit: number): number => countBelow(ends, rangeOf(hit)[0] + 1);
  return {
    count,
    segmentOf,
    piecesOf(hit) {
      const [start, end] = rangeOf(hit);
      const pieces: SearchPiece[] = [];
      for (let segment = segmentOf(hit); (offsets[segment] ?? Infinity) < end; segment += 1) {
        const fold = folds[segment];
        const offset = offsets[segment] ?? 0;
        const from = Math.max(0, start - offset);
        const to = Math.min(fold?.text.length ?? 0, end - offset);
        if (!fold || to <= from) continue;
        const [first, last] = originOf(fold, from, to);
        pieces.push({ segment, start: first, end: last });
      }
      return pieces;
    },
    firstFrom(segment) {
      return segment <= 0 ? 0 : countBelow(places.starts, offsets[segment] ?? Infinity);
    },
  };
};

export const NO_HITS: SearchHits = createHits(
  { text: '', offsets: new Int32Array(), ends: new Int32Array() },
  [],
  { starts: new Int32Array(), ends: new Int32Array() },
);
