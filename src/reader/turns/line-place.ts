/** Keeps the line at the top of the list where it is, while rows or the width change. */
import { firstIndex } from '../../transcript/binary-search.js';
import type { RowRange } from './block-list.js';
import { topWithin, viewOf, type ScrollTo } from './scroll.js';

export const createLinePlace = (options: {
  readonly scroller: HTMLElement;
  readonly scrollTo: ScrollTo;
  readonly rowOf: (index: number) => HTMLElement | undefined;
  /** Indexes of the rows in or near the view. */
  readonly visible: () => RowRange;
}) => {
  const { scroller, scrollTo, rowOf, visible } = options;
  /** `top` is in pixels below the top of the list. Null if the list is at its start. */
  let noted: { readonly index: number; readonly top: number } | null = null;
  let width = 0;

  const look = () => {
    const { first, end } = visible();
    const { top } = viewOf(scroller);
    const isInView = (row: HTMLElement | undefined): boolean =>
      !row || topWithin(scroller, row) + row.offsetHeight > top;
    const before = firstIndex(Math.max(0, end - first - 1), (at) => isInView(rowOf(first + at)));
    const row = rowOf(first + before);
    return { index: first + before, top: row ? topWithin(scroller, row) : 0 };
  };

  /** Notes the first line in view. Call it when the list has scrolled, and before rows change. */
  const note = (): void => {
    noted = scroller.scrollTop > 0 ? look() : null;
  };

  /** Scrolls the noted line to where it was. Does nothing if the list was not scrolled. */
  const restore = (): void => {
    const row = noted ? rowOf(noted.index) : undefined;
    if (noted && row) scrollTo.element(row, noted.top, 'instant');
  };

  scrollTo.onSettle(note);

  return {
    note,
    restore,
    /** Call it when the size of the list may have changed. */
    resized(): void {
      // The estimated heights of all blocks change with the width, which is too much for the browser's scroll anchoring.
      if (width !== scroller.clientWidth) restore();
      width = scroller.clientWidth;
    },
  };
};
