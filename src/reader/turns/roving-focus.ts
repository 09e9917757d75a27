/**
 * Makes the list a single Tab stop: only one of the time buttons is in the tab order, and arrow keys move
 * between them (WAI-ARIA Authoring Practices, roving tabindex).
 */
import type { Turn } from '../../transcript/index.js';
import { topWithin, type ScrollTo } from './scroll-to.js';
import { placeOf } from './blocks.js';
import { nearestPlace, viewOf } from './scroll-geometry.js';

export interface RovingFocus {
  /** Index of the segment that Tab reaches. */
  readonly stop: number;
  setStop(index: number): void;
  /**
   * Sets the playing segment. Tab goes there while the focus is outside the list. Undefined leaves the stop
   * unchanged.
   */
  setCurrent(index: number | undefined): void;
}

/** Maximum number of rows per page, in case the browser reports no heights for rows out of view. */
const MOST_ON_A_PAGE = 80;
/** Fraction of the view that Page Up and Page Down move. */
const PAGE = 0.85;

type Turns = readonly Pick<Turn, 'first' | 'end'>[];

/** First segment of the next or previous turn. Going back from inside a turn gives the start of that turn. */
export const besideTurn = (turns: Turns, index: number, direction: 1 | -1): number => {
  const turn = placeOf(turns, index);
  const own = turns[turn];
  if (!own) return index;
  if (direction === -1 && index > own.first) return own.first;
  return turns[turn + direction]?.first ?? index;
};

/** The time button that has the focus; null if another element has it. */
const timeOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target.classList.contains('time') ? target : null;

export const createRovingFocus = (options: {
  readonly scroller: HTMLElement;
  readonly scrollTo: ScrollTo;
  readonly rowOf: (index: number) => HTMLElement | undefined;
  readonly count: () => number;
  readonly turns: () => Turns;
  /** Called when focus moves to a row. */
  readonly onMove: (index: number) => void;
  readonly signal: AbortSignal;
}): RovingFocus => {
  const { scroller, scrollTo, rowOf, count, turns, onMove, signal } = options;
  let stop = -1;
  let current: number | undefined;

  const buttonOf = (index: number): HTMLElement | null =>
    rowOf(index)?.querySelector<HTMLElement>('.time') ?? null;

  const hasFocus = (): boolean => scroller.matches(':focus-within');

  const setStop = (index: number): void => {
    const button = buttonOf(index);
    if (!button) return;
    const before = index === stop ? null : buttonOf(stop);
    if (before) before.tabIndex = -1;
    button.tabIndex = 0;
    stop = index;
  };

  const reveal = (index: number): void => {
    const row = rowOf(index);
    if (!row) return;
    const height = row.getBoundingClientRect().height;
    const place = nearestPlace(viewOf(scroller), { top: topWithin(scroller, row), height });
    if (place !== null) scrollTo.element(row, place, 'instant');
  };

  const move = (index: number): void => {
    buttonOf(index)?.focus({ preventScroll: true });
    reveal(index);
  };

  const page = (from: number, direction: 1 | -1): number => {
    let left = scroller.clientHeight * PAGE;
    let index = from;
    for (let rows = 0; rows < MOST_ON_A_PAGE && left > 0; rows += 1) {
      const row = rowOf(index + direction);
      if (!row) break;
      index += direction;
      left -= row.getBoundingClientRect().height;
    }
    return index;
  };

  const targets: Readonly<Record<string, (index: number) => number>> = {
    ArrowUp: (index) => index - 1,
    ArrowDown: (index) => index + 1,
    PageUp: (index) => page(index, -1),
    PageDown: (index) => page(index, 1),
    Home: () => 0,
    End: () => count() - 1,
  };

  const targetOf = ({ key, altKey, shiftKey, metaKey, ctrlKey }: KeyboardEvent): number | null => {
    if (shiftKey || metaKey) return null;
    if (altKey && !ctrlKey && key === 'ArrowUp') return besideTurn(turns(), stop, -1);
    if (altKey && !ctrlKey && key === 'ArrowDown') return besideTurn(turns(), stop, 1);
    const isEdge = key === 'Home' || key === 'End';
    return altKey || (ctrlKey && !isEdge) ? null : (targets[key]?.(stop) ?? null);
  };

  scroller.addEventListener(
    'keydown',
    (event) => {
      if (!timeOf(event.target) || event.defaultPrevented) return;
      const target = targetOf(event);
      if (target === null) return;
      event.preventDefault();
      if (target !== stop && target >= 0 && target < count()) move(target);
    },
    { signal },
  );

  scroller.addEventListener(
    'focusin',
    ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('.segment') : null;
      if (!row) return;
      setStop(Number(row.dataset['index']));
      onMove(stop);
    },
    { signal },
  );

  scroller.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && scroller.contains(relatedTarget);
      if (!stays && current !== undefined) setStop(current);
    },
    { signal },
  );

  return {
    get stop() {
      return stop;
    },
    setStop,
    setCurrent(index) {
      current = index;
      if (index !== undefined && !hasFocus()) setStop(index);
    },
  };
};
