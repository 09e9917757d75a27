/** Searches while the user types. Ignores case and accents, and finds matches across segments. */
import { createFolder, type Folder } from './fold.js';
import { isUnspacedAtEnd, isUnspacedAtStart } from '../plain-text.js';
import {
  createHits,
  findPlaces,
  joinFolds,
  mergePlaces,
  NO_HITS,
  type FoldedSegment,
  type JoinedFolds,
  type SearchHits,
} from './search-hits.js';
import type { Segment, Transcript } from '../transcript.js';

export interface SearchIndex {
  /**
   * Indexes up to this many more segments and returns true once all are indexed. Use it to prepare in small
   * steps; `find` indexes the rest.
   */
  prepare(segments: number): boolean;
  /** Ignores white space at the ends of the query. An empty query has no hits. */
  find(query: string): SearchHits;
}

export interface SearchOptions {
  /** BCP-47. Used for segments if neither they nor the transcript name a language. Default `en`. */
  readonly locale?: string;
  /** The index before an edit. The data of unchanged segments is reused. */
  readonly previous?: SearchIndex;
}

/** The data an index has built so far. */
interface Knowledge {
  readonly folders: Map<string, Folder>;
  readonly segments: readonly Segment[];
  readonly locales: readonly string[];
  readonly folds: readonly FoldedSegment[];
}

const foldSegment = (text: string, fold: Folder): FoldedSegment => ({
  ...fold(text),
  isUnspacedAtStart: isUnspacedAtStart(text),
  isUnspacedAtEnd: isUnspacedAtEnd(text),
});

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

const knowledgeOf = new WeakMap<SearchIndex, Knowledge>();

/**
 * Creates a search index for a transcript. A letter matches every letter that Intl treats as equal in the
 * language of the segment, else of the transcript, else of `locale`. A hit may continue into the next
 * segment, even if the speaker changes, and into another language if the query folds to the same text in
 * both. A hit never starts or ends between a letter and its marks.
 */
export const createSearchIndex = (
  { segments, language }: Transcript,
  { locale, previous }: SearchOptions = {},
): SearchIndex => {
  const known = previous && knowledgeOf.get(previous);
  const folders = known?.folders ?? new Map<string, Folder>();
  const localeOf = createLanguageLookup();
  const locales: string[] = [];
  const folds: FoldedSegment[] = [];
  let joined: JoinedFolds | null = null;

  const folderOf = (name: string): Folder => {
    let folder = folders.get(name);
    if (!folder) folders.set(name, (folder = createFolder(name)));
    return folder;
  };

  const prepare = (count: number): boolean => {
    const end = Math.min(segments.length, folds.length + Math.max(0, count));
    for (const segment of segments.slice(folds.length, end)) {
      const index = folds.length;
      const own = localeOf(segment.language, language, locale);
      const before =
        known?.segments[index] === segment && known.locales[index] === own
          ? known.folds[index]
          : undefined;
      folds.push(before ?? foldSegment(segment.text, folderOf(own)));
      locales.push(own);
    }
    return folds.length === segments.length;
  };

  const index: SearchIndex = {
    prepare,
    find(query) {
      prepare(Infinity);
      joined ??= joinFolds(folds);
      const text = joined;
      const queries = new Map(
        [...new Set(locales)].map((name) => [name, folderOf(name)(query).text]),
      );
      const distinct = [...new Set(queries.values())].filter((folded) => folded !== '');
      if (distinct.length === 0) return NO_HITS;
      const isAlike = new Set(queries.values()).size === 1;
      const readsAs = (folded: string) => (first: number, last: number) => {
        for (let at = first; at <= last; at += 1)
          if (queries.get(locales[at] ?? '') !== folded) return false;
        return true;
      };
      const places = distinct.map((folded) =>
        findPlaces(text, folds, folded, isAlike ? undefined : readsAs(folded)),
      );
      return createHits(text, folds, mergePlaces(places));
    },
  };
  knowledgeOf.set(index, { folders, segments, locales, folds });
  return index;
};
