/** Marks matches in the rows in view, and only there: a short query has hundreds of thousands of them. */
import type { SearchHits } from '../../transcript/index.js';
import { createPainter, type Painter, type Stretch } from './painters.js';

/** What it needs of the list of rows. */
export interface SearchedRows {
  /** Indexes of the rows in or near the view; the end is not among them. */
  visible(): { readonly first: number; readonly end: number };
  /** The element that holds a row's text and nothing else; undefined where there is no such row. */
  textOf(index: number): HTMLElement | undefined;
}

export interface Highlighter {
  /** To be called again whenever the rows or the view have changed; `current` is the hit gone to, null for none. */
  show(hits: SearchHits, current: number | null): void;
  clear(): void;
}

/** More in one view help nobody, and cost. */
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
      // A match that began in the row before may reach into the view.
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
