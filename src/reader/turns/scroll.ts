/** Scrolls the list: where a line belongs, and how it gets there. Positions are pixels below the container's top. */
import { firstIndex } from '../../transcript/binary-search.js';
import { scaleOf } from '../scale.js';
import type { createBlockList } from './blocks.js';

/** The part of the container that is not covered. */
interface VisiblePart {
  readonly height: number;
  /** Top of the uncovered part. A sticky name may be above it. */
  readonly top: number;
  readonly bottom: number;
}

interface Line {
  readonly top: number;
  readonly height: number;
}

/** The scroll position and the element's position when last measured. */
export interface SeenPosition {
  readonly scrollTop: number;
  readonly top: number;
}

/** Fractions of the container's height. A playing line outside `top` to `bottom` moves to `place`. */
const ZONE = { top: 0.08, bottom: 0.75, place: 0.25 } as const;
/** In pixels. Two positions are rounded to device pixels. */
const ROUNDING = 2;

/** New position of a playing line; null if it may stay. */
export const followPlace = ({ height, top, bottom }: VisiblePart, line: Line): number | null => {
  const zone = {
    top: Math.max(top, height * ZONE.top),
    bottom: Math.min(bottom, height * ZONE.bottom),
  };
  const stays = line.top >= zone.top && line.top + line.height <= zone.bottom;
  if (stays || height === 0) return null;
  // A line that does not fit at that position moves up until all of it, or its start, is visible.
  return Math.max(top, Math.min(height * ZONE.place, bottom - line.height));
};

/** Nearest position where the whole line is visible; null if it already is. */
export const nearestPlace = ({ top, bottom }: VisiblePart, line: Line): number | null => {
  if (line.top < top) return top;
  if (line.top + line.height <= bottom) return null;
  return Math.max(top, bottom - line.height);
};

/**
 * True if a scroll that we did not start moved the visible content. If the browser only adjusts for changed
 * heights above (scroll anchoring), the scroll position changes but not the element's position. If a height
 * changes without such an adjustment, only the element's position changes.
 */
export const isMovedByOthers = (before: SeenPosition, now: SeenPosition): boolean =>
  Math.abs(now.scrollTop - before.scrollTop) > ROUNDING &&
  Math.abs(now.top - before.top) > ROUNDING;

/** In pixels. A smaller part cannot show a line with its neighbours. */
const LEAST_PART = 160;

/** The part of a container inside the window, or all of it if there is little, without its `scroll-padding`. */
export const viewOf = (scroller: HTMLElement): VisiblePart => {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(scroller);
  const height = scroller.clientHeight;
  const before = parseFloat(scrollPaddingBlockStart) || 0;
  const after = parseFloat(scrollPaddingBlockEnd) || 0;
  const scale = scaleOf(scroller);
  const top = scroller.getBoundingClientRect().top / scale;
  const most = innerHeight / scale;
  const [visibleStart, visibleEnd] = [Math.max(0, -top), Math.min(height, most - top)];
  const [start, end] =
    visibleEnd - visibleStart >= LEAST_PART ? [visibleStart, visibleEnd] : [0, height];
  const fits = before + after < (end - start) / 2;
  return { height, top: fits ? start + before : start, bottom: fits ? end - after : end };
};

/** Duration of a smooth scroll in milliseconds. */
const GLIDE = 240;
/** Heights of blocks out of view are estimates, so a long jump is corrected frame by frame. */
const MOST_CORRECTIONS = 40;
/** Scrolling ends after this many frames without a correction. */
const QUIET_FRAMES = 3;

const ease = (done: number): number => 1 - (1 - done) ** 3;

/** In pixels of the container, as `scrollTop` is. */
export const topWithin = (container: HTMLElement, target: Element): number =>
  (target.getBoundingClientRect().top - container.getBoundingClientRect().top) / scaleOf(container);

export type ScrollTo = ReturnType<typeof createScrollTo>;

/** Scrolls a container until an element is at an exact position in it. */
export const createScrollTo = (scroller: HTMLElement) => {
  const listeners: (() => void)[] = [];
  let frame = 0;
  let underWay = false;

  const settle = (): void => {
    cancelAnimationFrame(frame);
    if (!underWay) return;
    underWay = false;
    for (const listener of listeners) listener();
  };

  return {
    /** Scrolls until the target's top is `place` pixels below the container's. `smooth` only if motion is allowed. */
    element(target: Element, place: number, motion: 'instant' | 'smooth'): void {
      cancelAnimationFrame(frame);
      underWay = true;
      const calm = motion === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches;
      const from = topWithin(scroller, target);
      let began: number | null = null;
      let corrections = 0;
      let quiet = 0;
      const step = (now: number | null): void => {
        began ??= now;
        const done = calm ? 1 : Math.min(1, ((now ?? 0) - (began ?? now ?? 0)) / GLIDE);
        const wanted = from + (place - from) * ease(done);
        const before = scroller.scrollTop;
        const top = before + topWithin(scroller, target) - wanted;
        scroller.scrollTo({ top, behavior: 'instant' });
        if (done === 1) {
          corrections += 1;
          quiet = Math.abs(scroller.scrollTop - before) < 1 ? quiet + 1 : 0;
        }
        if (quiet >= QUIET_FRAMES || corrections > MOST_CORRECTIONS) settle();
        else frame = requestAnimationFrame(step);
      };
      step(null);
    },
    get underWay(): boolean {
      return underWay;
    },
    /** Calls back whenever scrolling ends or is stopped. */
    onSettle: (listener: () => void) => void listeners.push(listener),
    stop: settle,
  };
};

/** Keeps the line at the top of the list where it is, while rows or the width change. */
export const createLinePlace = (
  scroller: HTMLElement,
  scrollTo: ScrollTo,
  { rowOf, visible }: Pick<ReturnType<typeof createBlockList>, 'rowOf' | 'visible'>,
) => {
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
    /** Rows were added or removed. `to`: the new index of a row; -1 if it is gone. */
    moved(to: (index: number) => number): void {
      const index = noted ? to(noted.index) : -1;
      noted = noted && index !== -1 ? { ...noted, index } : null;
    },
    /** Call it when the size of the list may have changed. */
    resized(): void {
      // The estimated heights of all blocks change with the width, which is too much for the browser's scroll anchoring.
      if (width !== scroller.clientWidth) restore();
      width = scroller.clientWidth;
    },
  };
};
