/** Searches while the user types. Ignores case and accents, and finds matches across segments. */
import { firstIndex } from '../binary-search.js';
import { isUnspacedAtEnd, isUnspacedAtStart } from '../plain-text.js';
import type { Segment, Transcript } from '../transcript.js';
import { casesOf, createFolder, isSameCase, type Fold, type Folder } from './fold.js';

/** A part of a hit: `start` to `end` in UTF-16 units of one segment's text. */
interface SearchPiece {
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
  /** True if the letters of a hit have the same case as those of the query. */
  hasCaseOfQuery(hit: number): boolean;
  /** The first hit that begins in this segment or later; `count` if there is none. */
  firstFrom(segment: number): number;
}

interface JoinedFolds {
  readonly text: string;
  /** Where in the text the fold of each segment begins. */
  readonly offsets: Int32Array;
  /** Where in the text the fold of each segment ends. */
  readonly ends: Int32Array;
}

/** The fold of a segment, and whether its first and last scripts are written without spaces. */
interface FoldedSegment extends Fold {
  readonly segment: Segment;
  readonly locale: string;
  readonly isUnspacedAtStart: boolean;
  readonly isUnspacedAtEnd: boolean;
}

/** Joins folds as joinTexts joins texts: with a space if the scripts use spaces. */
const joinFolds = (folds: readonly FoldedSegment[]): JoinedFolds => {
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
interface Places {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Finds the query between cluster boundaries. `accepts` may reject a match by its first and last segment. */
const findPlaces = (
  { text, offsets, ends }: JoinedFolds,
  folds: readonly Fold[],
  query: string,
  accepts?: (first: number, last: number) => boolean,
): Places => {
  const places = { starts: [] as number[], ends: [] as number[] };
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
      places.starts.push(at);
      places.ends.push(at + length);
    }
    at = text.indexOf(query, found ? at + length : at + 1);
  }
  return { starts: Int32Array.from(places.starts), ends: Int32Array.from(places.ends) };
};

/** Merges lists of places that don't overlap into one sorted list. */
const mergePlaces = (all: readonly Places[]): Places => {
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

const createHits = (
  { offsets, ends }: JoinedFolds,
  folds: readonly FoldedSegment[],
  places: Places,
  /** The case of each letter of the query, folded in this language. */
  caseOf: (locale: string) => string,
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
  /** The folds that a hit covers: in each from `from` to `to`, which is at `at` in the query. */
  const partsOf = (hit: number) => {
    const [start, end] = rangeOf(hit);
    const parts = [];
    for (let segment = segmentOf(hit); (offsets[segment] ?? Infinity) < end; segment += 1) {
      const fold = folds[segment];
      const offset = offsets[segment] ?? 0;
      const from = Math.max(0, start - offset);
      const to = Math.min(fold?.text.length ?? 0, end - offset);
      if (fold && to > from) parts.push({ segment, fold, from, to, at: offset + from - start });
    }
    return parts;
  };
  return {
    count,
    segmentOf,
    piecesOf: (hit) =>
      partsOf(hit).map(({ segment, fold, from, to }): SearchPiece => {
        const [start, end] = originOf(fold, from, to);
        return { segment, start, end };
      }),
    hasCaseOfQuery: (hit) =>
      partsOf(hit).every(({ fold, from, to, at }) =>
        isSameCase(
          casesOf(fold.segment.text, fold).slice(from, to),
          caseOf(fold.locale).slice(at, at + to - from),
        ),
      ),
    firstFrom(segment) {
      return segment <= 0 ? 0 : countBelow(places.starts, offsets[segment] ?? Infinity);
    },
  };
};

const noSuchHit = (): never => {
  throw new RangeError('There are no hits.');
};

export const NO_HITS: SearchHits = {
  count: 0,
  segmentOf: noSuchHit,
  piecesOf: noSuchHit,
  hasCaseOfQuery: noSuchHit,
  firstFrom: () => 0,
};

/** Languages without their own rules in Intl use the root rules, as English does. */
const ROOT = 'en';
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis']);

/** The language and script of a BCP-47 tag, without the region. Null if the tag names no language. */
const languageOf = (tag: string): string | null => {
  try {
    // Some engines leave the language of `und` undefined.
    const { language = 'und', script }: Partial<Intl.Locale> = new Intl.Locale(tag);
    if (NO_LANGUAGE.has(language)) return null;
    const name = script === undefined ? language : `${language}-${script}`;
    return Intl.Collator.supportedLocalesOf(name).length > 0 ? name : ROOT;
  } catch {
    return null;
  }
};

/** Returns a function that finds the language of the first tag that names one. Caches every tag. */
const createLanguageLookup = (): ((...tags: (string | null | undefined)[]) => string) => {
  const known = new Map<string, string | null>();
  return (...tags) => {
    for (const tag of tags) {
      if (tag === null || tag === undefined) continue;
      let language = known.get(tag);
      if (language === undefined) known.set(tag, (language = languageOf(tag)));
      if (language !== null) return language;
    }
    return ROOT;
  };
};

export type SearchIndex = ReturnType<typeof createSearchIndex>;

/**
 * Creates a search index for a transcript. A letter matches every letter that Intl treats as equal in the
 * language of the segment, else of the transcript, else of `locale` (BCP-47). A hit may continue into the next
 * segment, even if the speaker changes, and into another language if the query folds to the same text in
 * both. A hit never starts or ends between a letter and its marks.
 */
export const createSearchIndex = ({ segments, language }: Transcript, locale?: string) => {
  const folders = new Map<string, Folder>();
  const localeOf = createLanguageLookup();
  let folds: FoldedSegment[] = [];
  /** Of the transcript before an update. */
  let known: ReadonlyMap<Segment, FoldedSegment> = new Map();
  let joined: JoinedFolds | null = null;

  const folderOf = (name: string): Folder => {
    let folder = folders.get(name);
    if (!folder) folders.set(name, (folder = createFolder(name)));
    return folder;
  };

  const foldSegment = (segment: Segment): FoldedSegment => {
    const own = localeOf(segment.language, language, locale);
    const before = known.get(segment);
    if (before?.locale === own) return before;
    const { text } = segment;
    return {
      ...folderOf(own)(text),
      segment,
      locale: own,
      isUnspacedAtStart: isUnspacedAtStart(text),
      isUnspacedAtEnd: isUnspacedAtEnd(text),
    };
  };

  /** Indexes up to this many more segments; true once all are indexed. `find` indexes the rest. */
  const prepare = (count: number): boolean => {
    const end = Math.min(segments.length, folds.length + Math.max(0, count));
    for (const segment of segments.slice(folds.length, end)) folds.push(foldSegment(segment));
    return folds.length === segments.length;
  };

  return {
    prepare,
    /** Goes on with a corrected transcript. The data of unchanged segments is reused. */
    update(corrected: Transcript): void {
      ({ segments, language } = corrected);
      known = new Map(folds.map((fold) => [fold.segment, fold]));
      folds = [];
      joined = null;
    },
    /** Ignores white space at the ends of the query. An empty query has no hits. */
    find(query: string): SearchHits {
      prepare(Infinity);
      joined ??= joinFolds(folds);
      const text = joined;
      const all = folds;
      const queries = new Map(
        [...new Set(all.map((fold) => fold.locale))].map((name) => [name, folderOf(name)(query)]),
      );
      const texts = new Set([...queries.values()].map((fold) => fold.text));
      const distinct = [...texts].filter((folded) => folded !== '');
      if (distinct.length === 0) return NO_HITS;
      const isAlike = texts.size === 1;
      const readsAs = (folded: string) => (first: number, last: number) =>
        all.slice(first, last + 1).every((fold) => queries.get(fold.locale)?.text === folded);
      const places = distinct.map((folded) =>
        findPlaces(text, all, folded, isAlike ? undefined : readsAs(folded)),
      );
      const cases = new Map<string, string>();
      const caseOf = (name: string): string => {
        const fold = queries.get(name);
        const known = cases.get(name) ?? (fold ? casesOf(query, fold) : '');
        cases.set(name, known);
        return known;
      };
      return createHits(text, all, mergePlaces(places), caseOf);
    },
  };
};
