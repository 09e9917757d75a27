/** Popovers beside an anchor. Escape or a click outside closes them. */

/** Distance in pixels from the anchor and from the edge of the view. */
const GAP = { anchor: 6, edge: 8 } as const;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));

/** Places the popover below the anchor if it fits, else above, aligned with the anchor's end. */
const placeBeside = (popover: HTMLElement, anchor: DOMRect, rightToLeft: boolean): void => {
  const { width, height } = popover.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const start = rightToLeft ? anchor.left : anchor.right - width;
  const below = anchor.bottom + GAP.anchor;
  const fits = below + height <= clientHeight - GAP.edge;
  const top = fits ? below : anchor.top - GAP.anchor - height;
  const most = (view: number, size: number): number => Math.max(GAP.edge, view - size - GAP.edge);
  popover.style.setProperty('left', `${clamp(start, GAP.edge, most(clientWidth, width))}px`);
  popover.style.setProperty('top', `${clamp(top, GAP.edge, most(clientHeight, height))}px`);
};

/** Opens a popover next to an anchor. The popover must be in the page and have `popover="auto"`. */
export const openBeside = (popover: HTMLElement, anchor: Element): void => {
  popover.showPopover();
  placeBeside(popover, anchor.getBoundingClientRect(), anchor.matches(':dir(rtl)'));
};

export const isOpen = (popover: HTMLElement): boolean => popover.matches(':popover-open');

export const closePopover = (popover: HTMLElement): void => {
  if (popover.isConnected && isOpen(popover)) popover.hidePopover();
};
