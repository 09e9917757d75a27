/** Scroll decisions as pure functions. All values are px below the top of the scroll container. */

/** The part of the container that nothing covers. */
export interface View {
  readonly height: number;
  /** Where the uncovered part begins: a name may stick above it. */
  readonly top: number;
  /** Where it ends. */
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

/** Fractions of the container's height: where what plays may stay, and where it is put else. */
const ZONE = { top: 0.08, bottom: 0.75, place: 0.25 } as const;
/** Positions are rounded to whole device pixels, twice. */
const ROUNDING = 2;

/** Where to put a line that plays; null where it may stay. */
export const followPlace = ({ height, top, bottom }: View, line: Line): number | null => {
  const zone = {
    top: Math.max(top, height * ZONE.top),
    bottom: Math.min(bottom, height * ZONE.bottom),
  };
  const stays = line.top >= zone.top && line.top + line.height <= zone.bottom;
  if (stays || height === 0) return null;
  // What is too high for that place is put where all of it is seen, or its beginning.
  return Math.max(top, Math.min(height * ZONE.place, bottom - line.height));
};

/** Where to put a line that has to be seen as a whole, moving as little as possible; null where it is. */
export const nearestPlace = ({ top, bottom }: View, line: Line): number | null => {
  if (line.top < top) return top;
  if (line.top + line.height <= bottom) return null;
  return Math.max(top, bottom - line.height);
};

/**
 * Whether a scroll that was not ours moved what is seen. A browser that keeps what is seen in its
 * place, while heights above it turn out to be others, changes the scroll position alone; a height
 * that changes without that moves the element alone.
 */
export const isMovedByOthers = (before: SeenPosition, now: SeenPosition): boolean =>
  Math.abs(now.scrollTop - before.scrollTop) > ROUNDING &&
  Math.abs(now.top - before.top) > ROUNDING;

/** The view of a container, less its `scroll-padding`. */
export const viewOf = (scroller: HTMLElement): View => {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(scroller);
  const height = scroller.clientHeight;
  const start = parseFloat(scrollPaddingBlockStart) || 0;
  const end = parseFloat(scrollPaddingBlockEnd) || 0;
  const fits = start + end < height / 2;
  return { height, top: fits ? start : 0, bottom: fits ? height - end : height };
};
