/** Scroll decisions as pure functions. All values are px below the top of the scroll container. */

/** The part of the container that is not covered. */
export interface View {
  readonly height: number;
  /** Top of the uncovered part. A sticky name may be above it. */
  readonly top: number;
  /** Bottom of the uncovered part. */
  readonly bottom: number;
}

export interface Line {
  readonly top: number;
  readonly height: number;
}

/** The scroll position and the element's position when last measured. */
export interface SeenPosition {
  readonly scrollTop: number;
  readonly top: number;
}

/**
 * Fractions of the container's height. A playing line stays if it is between `top` and `bottom`; otherwise it
 * moves to `place`.
 */
const ZONE = { top: 0.08, bottom: 0.75, place: 0.25 } as const;
/** In pixels. Two positions are rounded to device pixels. */
const ROUNDING = 2;

/** New position of a playing line; null if it may stay. */
export const followPlace = ({ height, top, bottom }: View, line: Line): number | null => {
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
export const nearestPlace = ({ top, bottom }: View, line: Line): number | null => {
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

/** The part of a container inside the window; all of it if there is little. `top` is in pixels of the window. */
const partInWindow = (
  top: number,
  height: number,
  windowHeight: number,
): { readonly start: number; readonly end: number } => {
  const start = Math.max(0, -top);
  const end = Math.min(height, windowHeight - top);
  return end - start >= LEAST_PART ? { start, end } : { start: 0, end: height };
};

/** The visible part of a container, without its `scroll-padding`. It may reach out of the window. */
export const viewOf = (scroller: HTMLElement): View => {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(scroller);
  const height = scroller.clientHeight;
  const before = parseFloat(scrollPaddingBlockStart) || 0;
  const after = parseFloat(scrollPaddingBlockEnd) || 0;
  const { start, end } = partInWindow(scroller.getBoundingClientRect().top, height, innerHeight);
  const fits = before + after < (end - start) / 2;
  return { height, top: fits ? start + before : start, bottom: fits ? end - after : end };
};
