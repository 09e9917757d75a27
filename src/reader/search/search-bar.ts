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
  /** The text has been corrected: the same query is asked anew. */
  update(transcript: Transcript): void;
  /** The rows or the view have changed. */
  refresh(): void;
  focus(): void;
  /** Takes its paint off while out of the page; `refresh` brings it back. */
  suspend(): void;
}

export interface SearchBarOptions {
  readonly transcript: Transcript;
  readonly rows: SearchedRows;
  readonly strings: ReaderStrings;
  /** BCP-47 of the page: decides what counts as the same letter where the transcript names no language. */
  readonly locale?: string;
  /** Where a search begins: index of the segment the person is at. */
  readonly place: () => number;
  /** Brings the segment of a match into view. */
  readonly onReveal: (segment: number) => void;
  /** The segments that matches begin in, in order. */
  readonly onHits: (segments: readonly number[]) => void;
  /** Says it to a screen reader, politely. */
  readonly announce: (sentence: string) => void;
  /** Escape in an empty field: the person is done here. */
  readonly onLeave: () => void;
  readonly highlighter?: Highlighter;
}

/** Segments read in one go: a few milliseconds. */
const SLICE = 400;

/** A step for each segment: a segment may have hundreds of matches. */
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

  /** Built when it is first needed, and again from what it was after a correction. */
  const indexNow = (): SearchIndex =>
    (index ??= createSearchIndex(transcript, locale === undefined ? {} : { locale }));

  const find = (text: string): SearchHits => (text.trim() === '' ? NO_HITS : indexNow().find(text));

  /** Reads ahead while the person begins to type, so that no key waits for hours of speech. */
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
