/** Searches the transcript as the user types, and highlights the matches near the view. */
import type { ReactiveController } from 'lit';
import type { ReaderStrings } from '../../strings/strings.js';
import {
  createSearchIndex,
  NO_HITS,
  type SearchHits,
  type SearchIndex,
} from '../../transcript/index.js';
import { OPENED_SEARCH, type ReaderStore, type Search } from '../store.js';
import { createHighlighter, type Highlighter, type SearchedRows } from './highlighter.js';

export interface SearchCommands {
  /** Shows the search field, which may be shown already. */
  open(): void;
  /** Hides the field and removes the highlights. */
  close(): void;
  search(query: string): void;
  /** Goes to the next match or to the one before, around the ends. */
  step(by: 1 | -1): void;
  /** Builds the index in the background, so that no key press waits for a long transcript. */
  prepare(): void;
}

export interface Searching extends ReactiveController, SearchCommands {
  /** The rows or the view have changed. */
  refresh(): void;
}

/** Segments indexed per step, which takes a few milliseconds. */
const SLICE = 400;

/** Segments where matches begin, in order. Steps by segment, because one may have hundreds of matches. */
export const segmentsOf = (hits: SearchHits): readonly number[] => {
  const segments: number[] = [];
  for (let hit = 0; hit < hits.count;) {
    const segment = hits.segmentOf(hit);
    segments.push(segment);
    hit = hits.firstFrom(segment + 1);
  }
  return segments;
};

/** Which match is the current one, and how many there are; empty without a query. */
export const searchCount = (search: Search, strings: ReaderStrings): string => {
  if (search.is === 'closed' || search.query.trim() === '') return '';
  const { current, hits } = search;
  return current === null ? strings.noHits : strings.hitOf(current + 1, hits.count);
};

export const createSearching = (options: {
  readonly store: ReaderStore;
  readonly rows: SearchedRows;
  readonly strings: ReaderStrings;
  /** BCP-47 language of the page. Decides which letters are equal if the transcript names no language. */
  readonly locale: string | undefined;
  /** Index of the segment where a search starts. */
  readonly place: () => number;
  /** Brings the segment of a match into view. */
  readonly reveal: (segment: number) => void;
  /** Announces a sentence politely to screen readers. */
  readonly announce: (sentence: string) => void;
  readonly highlighter?: Highlighter;
}): Searching => {
  const { store, rows, strings, place, reveal, announce } = options;
  const { highlighter = createHighlighter(rows) } = options;
  const language = options.locale === undefined ? {} : { locale: options.locale };
  let index: SearchIndex | null = null;
  let preparing: ReturnType<typeof setTimeout> | undefined;
  let isInPage = true;

  const indexNow = (): SearchIndex =>
    (index ??= createSearchIndex(store.getState().transcript, language));

  const find = (query: string): SearchHits =>
    query.trim() === '' ? NO_HITS : indexNow().find(query);

  const highlight = (): void => {
    if (!isInPage) return;
    const { search } = store.getState();
    if (search.is === 'open' && search.hits.count > 0)
      highlighter.show(search.hits, search.current);
    else highlighter.clear();
  };

  const commit = (search: Search): void => {
    store.dispatch({ type: 'search', search });
    highlight();
  };

  const goTo = (query: string, hits: SearchHits, current: number): void => {
    const search: Search = { is: 'open', query, hits, current };
    reveal(hits.segmentOf(current));
    commit(search);
    announce(searchCount(search, strings));
  };

  store.subscribe(({ transcript }, previous) => {
    if (transcript === previous.transcript) return;
    const { search } = store.getState();
    index &&= createSearchIndex(transcript, { previous: index, ...language });
    if (search.is === 'closed') return;
    const hits = find(search.query);
    const current =
      hits.count === 0 || search.current === null ? null : Math.min(search.current, hits.count - 1);
    commit({ ...search, hits, current });
  });

  const prepare = (): void => {
    clearTimeout(preparing);
    if (!indexNow().prepare(SLICE)) preparing = setTimeout(prepare);
  };

  return {
    open() {
      if (store.getState().search.is === 'closed') commit(OPENED_SEARCH);
    },
    close: () => commit({ is: 'closed' }),
    search(query) {
      const hits = find(query);
      const first = hits.firstFrom(place());
      if (hits.count > 0) return goTo(query, hits, first < hits.count ? first : 0);
      const search: Search = { is: 'open', query, hits, current: null };
      commit(search);
      announce(searchCount(search, strings));
    },
    step(by) {
      const { search } = store.getState();
      if (search.is === 'closed' || search.current === null) return;
      const { query, hits, current } = search;
      goTo(query, hits, (current + by + hits.count) % hits.count);
    },
    prepare,
    refresh: highlight,
    hostConnected() {
      isInPage = true;
      highlight();
    },
    /** Removes the highlights while the reader is not in the page. */
    hostDisconnected() {
      clearTimeout(preparing);
      isInPage = false;
      highlighter.clear();
    },
  };
};
