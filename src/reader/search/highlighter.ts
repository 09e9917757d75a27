import type { SearchHits } from '../../transcript/index.js';

/** A range of a row's text, with offsets in UTF-16 units. */
export interface Stretch {
  /** Contains only the row's text. */
  readonly element: HTMLElement;
  readonly start: number;
  readonly end: number;
  /** True if it is part of the current match. */
  readonly current: boolean;
}

export interface Painter {
  /** Marks these ranges and removes all other marks. They must be in text order. */
  paint(stretches: readonly Stretch[]): void;
}

/** Highlight names used in the stylesheet. All readers on a page share them. */
const NAMES = { match: 'audio-transcribe-match', current: 'audio-transcribe-current' } as const;

const sharedHighlight = (name: string): Highlight => {
  const known = CSS.highlights.get(name);
  if (known) return known;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
};

const rangeOf = ({ element, start, end }: Stretch): Range | null => {
  const text = element.firstChild;
  if (!(text instanceof Text) || end > text.length) return null;
  const range = new Range();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
};

/** Uses the CSS Custom Highlight API. */
export const createHighlightPainter = (): Painter => {
  const [match, current] = [sharedHighlight(NAMES.match), sharedHighlight(NAMES.current)];
  // The current match is drawn above the others.
  current.priority = 1;
  let painted: readonly Range[] = [];
  return {
    paint(stretches) {
      for (const range of painted) {
        match.delete(range);
        current.delete(range);
      }
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
export const createMarkPainter = (): Painter => {
  let painted: ReadonlySet<HTMLElement> = new Set();
  return {
    paint(stretches) {
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

const createPainter = (): Painter =>
  'highlights' in CSS && 'Highlight' in globalThis ? createHighlightPainter() : createMarkPainter();

/** The parts of the row list that the search needs. */
export interface SearchedRows {
  /** Indexes of the rows in or near the view. `end` is exclusive. */
  visible(): { readonly first: number; readonly end: number };
  /** The element that contains only the row's text; undefined if there is no such row. */
  textOf(index: number): HTMLElement | undefined;
}

export interface Highlighter {
  /**
   * Call this again whenever the rows or the view have changed. `current` is the current match; null for
   * none.
   */
  show(hits: SearchHits, current: number | null): void;
  clear(): void;
}

/** More matches in one view are not useful and slow the browser down. */
const MOST_HITS = 2_000;

export const createHighlighter = (
  rows: SearchedRows,
  painter: Painter = createPainter(),
): Highlighter => {
  const stretchesOf = (hits: SearchHits, hit: number, current: number | null): Stretch[] =>
    hits.piecesOf(hit).flatMap(({ segment, start, end }) => {
      const element = rows.textOf(segment);
      return element ? [{ element, start, end, current: hit === current }] : [];
    });

  return {
    show(hits, current) {
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
