/** Searches the transcript as the user types, and highlights the matches near the view. */
import type { ReaderStrings } from '../../strings/strings.js';
import { filterHits, NO_FILTER, type HitFilter } from '../../transcript/search/filter.js';
import {
  createSearchIndex,
  NO_HITS,
  type SearchHits,
  type SearchIndex,
} from '../../transcript/search/search.js';
import type { OpenSearch, ReaderContext, Search } from '../store.js';
import type { TurnList } from '../turns/turn-list.js';

export const OPENED_SEARCH: OpenSearch = {
  kind: 'open',
  query: '',
  hits: NO_HITS,
  current: null,
  filter: NO_FILTER,
  replacement: null,
};

/** A range of a row's text, with offsets in UTF-16 units. */
export interface Stretch {
  /** Contains only the row's text. */
  readonly element: HTMLElement;
  readonly start: number;
  readonly end: number;
  readonly current: boolean;
}

/** Highlight names used in the stylesheet. All readers on a page share them. */
const NAMES = { match: 'audio-transcribe-match', current: 'audio-transcribe-current' } as const;

/** Each document has its own highlights: an element may be moved into a frame. */
const sharedHighlight = (view: typeof globalThis, name: string): Highlight => {
  const known = view.CSS.highlights.get(name);
  if (known) return known;
  const highlight = new view.Highlight();
  view.CSS.highlights.set(name, highlight);
  return highlight;
};

const highlightsOf = (element: HTMLElement | undefined) => {
  const view = element?.ownerDocument.defaultView ?? globalThis;
  const match = sharedHighlight(view, NAMES.match);
  const current = sharedHighlight(view, NAMES.current);
  // The current match is drawn above the others.
  current.priority = 1;
  return { match, current };
};

const rangeOf = ({ element, start, end }: Stretch): Range | null => {
  const text = element.firstChild;
  if (!(text instanceof Text) || end > text.length) return null;
  const range = new Range();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
};

export const createHighlightPainter = () => {
  let { match, current } = highlightsOf(undefined);
  let painted: readonly Range[] = [];
  return {
    /** Marks these ranges, in text order, and removes all other marks. */
    paint(stretches: readonly Stretch[]): void {
      for (const range of painted) {
        match.delete(range);
        current.delete(range);
      }
      ({ match, current } = highlightsOf(stretches[0]?.element));
      painted = stretches.flatMap((stretch) => {
        const range = rangeOf(stretch);
        if (range) (stretch.current ? current : match).add(range);
        return range ?? [];
      });
    },
  };
};

const markedText = (text: string, stretches: readonly Stretch[]): DocumentFragment => {
  const fragment = document.createDocumentFragment();
  let at = 0;
  for (const { start, end, current } of stretches) {
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    if (current) mark.className = 'current';
    fragment.append(text.slice(at, start), mark);
    at = end;
  }
  fragment.append(text.slice(at));
  return fragment;
};

/** Wraps matches in `<mark>` elements, and removes them again. */
export const createMarkPainter = () => {
  let painted: ReadonlySet<HTMLElement> = new Set();
  return {
    /** Marks these ranges, in text order, and removes all other marks. */
    paint(stretches: readonly Stretch[]): void {
      for (const element of painted) element.replaceChildren(element.textContent);
      const byElement = new Map<HTMLElement, Stretch[]>();
      for (const stretch of stretches) {
        const own = byElement.get(stretch.element);
        if (own) own.push(stretch);
        else byElement.set(stretch.element, [stretch]);
      }
      for (const [element, own] of byElement)
        element.replaceChildren(markedText(element.textContent, own));
      painted = new Set(byElement.keys());
    },
  };
};

export type Painter = ReturnType<typeof createMarkPainter>;

const createPainter = (): Painter =>
  'highlights' in CSS && 'Highlight' in globalThis ? createHighlightPainter() : createMarkPainter();

/** More matches in one view are not useful and slow the browser down. */
const MOST_HITS = 2_000;

export const createHighlighter = (
  rows: Pick<TurnList, 'visible' | 'textOf'>,
  painter: Painter = createPainter(),
) => {
  const stretchesOf = (hits: SearchHits, hit: number, current: number | null): Stretch[] =>
    hits.piecesOf(hit).flatMap(({ segment, start, end }) => {
      const element = rows.textOf(segment);
      return element ? [{ element, start, end, current: hit === current }] : [];
    });

  return {
    /** Call this again whenever the rows or the view have changed. `current` is null for none. */
    show(hits: SearchHits, current: number | null): void {
      const { first, end } = rows.visible();
      const stretches: Stretch[] = [];
      // A match that starts in the previous row may continue into the view.
      const from = Math.max(0, hits.firstFrom(first) - 1);
      for (let hit = from; hit < hits.count && hit - from < MOST_HITS; hit += 1) {
        if (hits.segmentOf(hit) >= end) break;
        stretches.push(...stretchesOf(hits, hit, current));
      }
      painter.paint(stretches);
    },
    clear: () => painter.paint([]),
  };
};

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
const searchCount = (search: Search, strings: ReaderStrings): string => {
  if (search.kind === 'closed' || search.query.trim() === '') return '';
  const { current, hits } = search;
  return current === null ? strings.noHits : strings.hitOf(current + 1, hits.count);
};

export type SearchCommands = ReturnType<typeof createSearching>;

/** `locale` decides which letters are equal if the transcript names no language. `reveal` shows a match. */
export const createSearching = (
  { store, strings, announce }: ReaderContext,
  rows: Pick<TurnList, 'visible' | 'textOf' | 'place'>,
  locale: string | undefined,
  reveal: (segment: number) => void,
) => {
  const highlighter = createHighlighter(rows);
  let index: SearchIndex | null = null;
  let preparing: ReturnType<typeof setTimeout> | undefined;
  let isInPage = true;

  const indexNow = (): SearchIndex =>
    (index ??= createSearchIndex(store.getState().transcript, locale));

  const find = (query: string, filter: HitFilter): SearchHits =>
    query.trim() === ''
      ? NO_HITS
      : filterHits(indexNow().find(query), store.getState().transcript.segments, filter);

  const highlight = (): void => {
    if (!isInPage) return;
    const { search } = store.getState();
    if (search.kind === 'open' && search.hits.count > 0)
      highlighter.show(search.hits, search.current);
    else highlighter.clear();
  };

  const commit = (search: Search): void => {
    store.dispatch({ type: 'search', search });
    highlight();
  };

  const opened = (): OpenSearch => {
    const { search } = store.getState();
    return search.kind === 'open' ? search : OPENED_SEARCH;
  };

  let told = '';
  const tellCount = (search: OpenSearch): void => {
    const before = told;
    told = searchCount(search, strings);
    announce(told, before);
  };

  const goTo = (query: string, hits: SearchHits, current: number): void => {
    const search: Search = { ...opened(), query, hits, current };
    reveal(hits.segmentOf(current));
    commit(search);
    tellCount(search);
  };

  store.subscribe(({ transcript }, previous, event) => {
    if (event.type === 'rows-changed') highlight();
    if (transcript === previous.transcript) return;
    const { search } = store.getState();
    index?.update(transcript);
    if (search.kind === 'closed') return;
    const hits = find(search.query, search.filter);
    const current =
      hits.count === 0 || search.current === null ? null : Math.min(search.current, hits.count - 1);
    commit({ ...search, hits, current });
  });

  /** Builds the index in the background, so that no key press waits for a long transcript. */
  const prepare = (): void => {
    clearTimeout(preparing);
    if (!indexNow().prepare(SLICE)) preparing = setTimeout(prepare);
  };

  /** Saves what is typed in the text, so that it is found. */
  const settle = (): void => store.dispatch({ type: 'settle' });

  const search = (query: string): void => {
    settle();
    const hits = find(query, opened().filter);
    const first = hits.firstFrom(rows.place());
    if (hits.count > 0) return goTo(query, hits, first < hits.count ? first : 0);
    const none: Search = { ...opened(), query, hits, current: null };
    commit(none);
    tellCount(none);
  };

  return {
    /** Shows the search field, which may be shown already. */
    open(): void {
      settle();
      if (store.getState().search.kind === 'closed') commit(OPENED_SEARCH);
    },
    /** Hides the field and removes the highlights. */
    close: (): void => commit({ kind: 'closed' }),
    search,
    filter(filter: HitFilter): void {
      commit({ ...opened(), filter });
      search(opened().query);
    },
    /** Sets the text that replaces matches; null hides its field. */
    replaceWith: (replacement: string | null): void => commit({ ...opened(), replacement }),
    /** Goes to the first match at or after a place in the text, else to the first of all. */
    goFrom(segment: number, offset: number): void {
      const { query, hits } = opened();
      if (hits.count === 0) return search(query);
      let hit = hits.firstFrom(segment);
      while (
        hit < hits.count &&
        hits.segmentOf(hit) === segment &&
        (hits.piecesOf(hit)[0]?.start ?? Infinity) < offset
      )
        hit += 1;
      goTo(query, hits, hit % hits.count);
    },
    /** Goes to the next match or to the one before, around the ends. */
    step(by: 1 | -1): void {
      const { search } = store.getState();
      if (search.kind === 'closed' || search.current === null) return;
      const { query, hits, current } = search;
      goTo(query, hits, (current + by + hits.count) % hits.count);
    },
    prepare,
    hostConnected(): void {
      isInPage = true;
      highlight();
    },
    /** Removes the highlights while the reader is not in the page. */
    hostDisconnected(): void {
      clearTimeout(preparing);
      isInPage = false;
      highlighter.clear();
    },
  };
};
