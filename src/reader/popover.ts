/** Places menus and dialogs beside the element that opened them, always inside the view. */
import { rememberOpener } from './focus-return.js';

import { zoomOf } from './scale.js';

/** Distance in pixels from the anchor and from the edge of the view. */
const GAP = { anchor: 6, edge: 8 } as const;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most));

/** Places a surface below or above the anchor, aligned with the edge that is nearer to the edge of the view. */
const placeBeside = (surface: HTMLElement, anchor: Element, above: boolean): void => {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  // An anchor that is not rendered any more has no size. The surface stays where it is.
  if (right === left && bottom === top) return;
  const { width, height } = surface.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const x = (left + right) / 2 < clientWidth / 2 ? left : right - width;
  const y = above ? top - GAP.anchor - height : bottom + GAP.anchor;
  const most = (view: number, size: number): number => Math.max(GAP.edge, view - size - GAP.edge);
  const zoom = zoomOf(surface);
  surface.style.setProperty('left', `${clamp(x, GAP.edge, most(clientWidth, width)) / zoom}px`);
  surface.style.setProperty('top', `${clamp(y, GAP.edge, most(clientHeight, height)) / zoom}px`);
};

/** Keeps a `position: fixed` surface on the side of an anchor where it opened. Returns a function that stops this. */
export const keepBeside = (surface: HTMLElement, anchor: Element): (() => void) => {
  const end =
    anchor.getBoundingClientRect().bottom + GAP.anchor + surface.getBoundingClientRect().height;
  const above = end > document.documentElement.clientHeight - GAP.edge;
  const listening = new AbortController();
  const place = (): void => {
    // A surface that was removed from the page has closed without an event.
    if (surface.isConnected) placeBeside(surface, anchor, above);
    else stop();
  };
  const options = { signal: listening.signal, capture: true, passive: true };
  // The window does not receive scroll events from inside a shadow tree.
  anchor.getRootNode().addEventListener('scroll', place, options);
  addEventListener('scroll', place, options);
  addEventListener('resize', place, options);
  // A new place may give the surface another size. In the same frame, that would be a “ResizeObserver loop” error in the
  // page's console.
  let frame = 0;
  const resized = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place);
  });
  resized.observe(surface);
  const stop = (): void => {
    listening.abort();
    resized.disconnect();
    cancelAnimationFrame(frame);
  };
  place();
  return stop;
};

export const isOpen = (popover: HTMLElement): boolean => popover.matches(':popover-open');

/**
 * Opens a popover beside an anchor until it closes. It must be in the page and have `popover="auto"`. A click outside, or the browser,
 * gives the focus back if no other control has taken it. The returned function closes it and gives the focus back at once.
 */
export const openBeside = (popover: HTMLElement, anchor: HTMLElement): (() => void) => {
  const giveBack = rememberOpener(anchor);
  const close = (): void => {
    closePopover(popover);
    giveBack();
  };
  if (isOpen(popover)) return close;
  popover.showPopover();
  const stop = keepBeside(popover, anchor);
  const onToggle = ({ newState }: ToggleEvent): void => {
    if (newState === 'open') return;
    stop();
    popover.removeEventListener('beforetoggle', onToggle);
  };
  popover.addEventListener('beforetoggle', onToggle);
  const onClosed = ({ newState }: ToggleEvent): void => {
    if (newState === 'open') return;
    popover.removeEventListener('toggle', onClosed);
    // It may be open again, as this event comes later.
    if (!isOpen(popover)) giveBack({ onlyIfLost: true });
  };
  popover.addEventListener('toggle', onClosed);
  return close;
};

export const closePopover = (popover: HTMLElement): void => {
  if (popover.isConnected && isOpen(popover)) popover.hidePopover();
};
