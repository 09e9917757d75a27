/** The search bar: searches as you type, counts the matches and steps through them. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  createSearchIndex,
  NO_HITS,
  type SearchHits,
  type SearchIndex,
  type Transcript,
} from '../../transcript/index.js';
import { closeIcon, nextIcon, searchIcon, upIcon } from '../../ui/icons.js';
import type { ReaderStrings } from '../../strings/reader.js';
import { createHighlighter, type Highlighter, type SearchedRows } from './highlighter.js';

export interface SearchBar {
  readonly element: HTMLElement;
  /** The transcript was corrected. Repeats the search. */
  update(transcript: Transcript): void;
  /** The rows or the view have changed. */
  refresh(): void;
  focus(): void;
  /** Removes the highlights while the reader is not in the page. `refresh` restores them. */
  suspend(): void;
}

export interface SearchBarOptions {
  readonly transcript: Transcript;
  readonly rows: SearchedRows;
  readonly strings: ReaderStrings;
  /** BCP-47 language of the page. Decides which letters are equal if the transcript names no language. */
  readonly locale?: string;
  /** Index of the segment where a search starts. */
  readonly place: () => number;
  /** Brings the segment of a match into view. */
  readonly onReveal: (segment: number) => void;
  /** Segments where matches begin, in order. */
  readonly onHits: (segments: readonly number[]) => void;
  /** Announces a sentence politely to screen readers. */
  readonly announce: (sentence: string) => void;
  /** The user pressed Escape in an empty field and leaves the search. */
  readonly onLeave: () => void;
  readonly highlighter?: Highlighter;
}

/** Segments indexed per step, which takes a few milliseconds. */
const SLICE = 400;

/** Steps by segment, because a segment may have hundreds of matches. */
const segmentsOf = (hits: SearchHits): readonly number[] => {
  const segments: number[] = [];
  for (let hit = 0; hit < hits.count;) {
    const segment = hits.segmentOf(hit);
    segments.push(segment);
    hit = hits.firstFrom(segment + 1);
  }
  return segments;
};

export const createSearchBar = (options: SearchBarOptions): SearchBar => {
  const { rows, strings, locale, place, onReveal, onHits, announce, onLeave } = options;
  const { highlighter = createHighlighter(rows) } = options;
  let { transcript } = options;
  let index: SearchIndex | null = null;
  let preparing: ReturnType<typeof setTimeout> | undefined;
  let query = '';
  let hits = NO_HITS;
  let current: number | null = null;

  const element = document.createElement('div');
  element.className = 'search';
  element.setAttribute('role', 'search');
  element.setAttribute('aria-label', strings.search);

  /** Built on first use, and rebuilt from the previous index after a correction. */
  const indexNow = (): SearchIndex =>
    (index ??= createSearchIndex(transcript, locale === undefined ? {} : { locale }));

  const find = (text: string): SearchHits => (text.trim() === '' ? NO_HITS : indexNow().find(text));

  /** Builds the index while the user starts to type, so that no key press waits for a long transcript. */
  const prepare = (): void => {
    clearTimeout(preparing);
    if (!indexNow().prepare(SLICE)) preparing = setTimeout(prepare);
  };

  const count = (): string =>
    current === null ? strings.noHits : strings.hitOf(current + 1, hits.count);

  const show = (): void => {
    draw();
    if (hits.count > 0) highlighter.show(hits, current);
    else highlighter.clear();
  };

  const goTo = (hit: number): void => {
    current = hit;
    onReveal(hits.segmentOf(hit));
    show();
    announce(count());
  };

  const step = (by: 1 | -1): void => {
    if (current !== null) goTo((current + by + hits.count) % hits.count);
  };

  const search = (text: string): void => {
    query = text;
    hits = find(query);
    onHits(segmentsOf(hits));
    const first = hits.firstFrom(place());
    if (hits.count > 0) return goTo(first < hits.count ? first : 0);
    current = null;
    show();
    announce(query.trim() === '' ? '' : strings.noHits);
  };

  const onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (query === '') onLeave();
      else search('');
    }
  };

  const clear = (): void => {
    search('');
    focus();
  };

  const results = (): TemplateResult => html`
    <span class="search-count tabular ${hits.count === 0 ? 'none' : ''}" aria-hidden="true"
      >${current === null ? strings.noHits : strings.shortHitOf(current + 1, hits.count)}</span
    >
    <button
      type="button"
      class="tool"
      aria-label=${strings.previousHit}
      title=${strings.previousHit}
      ?disabled=${hits.count === 0}
      @click=${() => step(-1)}
    >
      ${upIcon}
    </button>
    <button
      type="button"
      class="tool"
      aria-label=${strings.nextHit}
      title=${strings.nextHit}
      ?disabled=${hits.count === 0}
      @click=${() => step(1)}
    >
      ${nextIcon}
    </button>
    <button
      type="button"
      class="tool"
      aria-label=${strings.clearSearch}
      title=${strings.clearSearch}
      @click=${clear}
    >
      ${closeIcon}
    </button>
  `;

  const draw = (): void => {
    render(
      html`
        ${searchIcon}
        <input
          class="search-field"
          part="search-field"
          type="search"
          dir="auto"
          autocomplete="off"
          spellcheck="false"
          enterkeyhint="search"
          placeholder=${strings.searchHint}
          aria-label=${strings.search}
          .value=${live(query)}
          @input=${(event: Event) => search((event.target as HTMLInputElement).value)}
          @keydown=${onKeydown}
          @focus=${prepare}
        />
        ${query.trim() === '' ? nothing : results()}
      `,
      element,
    );
  };

  const focus = (): void => {
    const field = element.querySelector<HTMLInputElement>('.search-field');
    field?.focus();
    field?.select();
  };

  draw();
  return {
    element,
    update(changed) {
      transcript = changed;
      index =
        index &&
        createSearchIndex(transcript, {
          previous: index,
          ...(locale === undefined ? {} : { locale }),
        });
      const before = current;
      hits = find(query);
      current = hits.count === 0 || before === null ? null : Math.min(before, hits.count - 1);
      onHits(segmentsOf(hits));
      show();
    },
    refresh() {
      if (hits.count > 0) highlighter.show(hits, current);
    },
    focus,
    suspend() {
      clearTimeout(preparing);
      highlighter.clear();
    },
  };
};
