/**
 * Makes the list a single Tab stop: only one segment can be reached by Tab, and arrow keys move between them
 * (WAI-ARIA Authoring Practices, roving tabindex).
 *
 * The focus is on the time button of a line, or of a paragraph at its first segment. Other segments share one
 * invisible button, "Play from 0:05", which moves to the segment in use. So a screen reader reads a paragraph as
 * plain text, without a control between every two sentences, and the focus is still on a real button.
 */
import type { SegmentRange } from '../../transcript/turns.js';
import type { ReaderState } from '../store.js';
import { placeOf } from './blocks.js';
import { make, rowOfTime, textOfRow, timeOfRow } from './rows.js';
import { scaleOf } from '../scale.js';
import { nearestPlace, topWithin, viewOf, type ScrollTo } from './scroll.js';

/** Maximum number of rows per page, in case the browser reports no heights for rows out of view. */
const MOST_ON_A_PAGE = 80;
/** Fraction of the view that Page Up and Page Down move. */
const PAGE = 0.85;
const DESCRIPTION = 'segment-at-focus';

/** First segment of the next or previous turn. Going back from inside a turn gives the start of that turn. */
export const besideTurn = (
  turns: readonly SegmentRange[],
  index: number,
  direction: 1 | -1,
): number => {
  const turn = placeOf(turns, index);
  const own = turns[turn];
  if (!own) return index;
  if (direction === -1 && index > own.first) return own.first;
  return turns[turn + direction]?.first ?? index;
};

/** The button that has the focus and stands for a segment; null if another element has it. */
const buttonAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target.matches('.time, .stop') ? target : null;

/** The segment that a focusable element belongs to. */
const rowAt = (target: EventTarget | null): HTMLElement | null => {
  if (!(target instanceof Element)) return null;
  if (target.matches('.stop')) return target.nextElementSibling as HTMLElement | null;
  if (target.matches('.row-action'))
    return target.closest('li') ?? (target.previousElementSibling as HTMLElement | null);
  return target.matches('.time, .rename')
    ? rowOfTime(target)
    : target.closest<HTMLElement>('.segment');
};

const createStop = (row: HTMLElement, label: string): HTMLElement => {
  const stop = make('button', 'stop', null);
  stop.setAttribute('type', 'button');
  stop.setAttribute('aria-label', label);
  row.before(stop);
  return stop;
};

export const createRovingFocus = (options: {
  readonly scroller: HTMLElement;
  readonly scrollTo: ScrollTo;
  readonly rowOf: (index: number) => HTMLElement | undefined;
  readonly playLabel: (index: number) => string;
  readonly getState: () => ReaderState;
  /** Called when focus moves to a row. */
  readonly onMove: (index: number) => void;
  readonly signal: AbortSignal;
}) => {
  const { scroller, scrollTo, rowOf, playLabel, getState, onMove, signal } = options;
  const count = (): number => getState().transcript.segments.length;
  let stop = -1;
  let current: number | undefined;
  /** The element that Tab reaches, and the button of its turn that changes the speaker. */
  let button: HTMLElement | null = null;
  let rename: HTMLElement | null = null;

  const hasFocus = (): boolean => scroller.matches(':focus-within');

  const setTabbable = (element: HTMLElement | null, tabbable: boolean): void => {
    if (element) element.tabIndex = tabbable ? 0 : -1;
  };

  /** The next row in a direction that has words. */
  const beside = (index: number, direction: 1 | -1): number => {
    let next = index + direction;
    while (rowOf(next)?.hidden === true) next += direction;
    return next;
  };

  /** For a row that has no words any more, the one before it. For the first rows, the one after them. */
  const shownAt = (index: number): number => {
    if (rowOf(index)?.hidden !== true) return index;
    const before = beside(index, -1);
    return rowOf(before) ? before : beside(index, 1);
  };

  const setStop = (wanted: number): void => {
    const asked = rowOf(wanted);
    // The button of a line is hidden with it. That of a paragraph is not, and neither is the invisible one.
    const index = asked?.contains(timeOfRow(asked)) === true ? shownAt(wanted) : wanted;
    const row = rowOf(index);
    if (!row) return;
    stop = index;
    const before = button;
    const isAtRow = before?.matches('.stop') === true && before.nextElementSibling === row;
    button = timeOfRow(row) ?? (isAtRow ? before : createStop(row, playLabel(index)));
    if (before && before !== button) {
      // The new button takes the focus before the old one goes, so that the focus never leaves the list.
      if (before.matches('.stop:focus')) button.focus({ preventScroll: true });
      if (before.matches('.stop')) before.remove();
      else setTabbable(before, false);
    }
    setTabbable(button, true);
    setTabbable(rename, false);
    rename = row.closest('.turn')?.querySelector<HTMLElement>('.rename') ?? null;
    setTabbable(rename, true);
  };

  const focus = (index: number): void => {
    setStop(index);
    button?.focus({ preventScroll: true });
  };

  const reveal = (index: number): void => {
    const row = rowOf(index);
    if (!row) return;
    const height = row.getBoundingClientRect().height / scaleOf(scroller);
    const place = nearestPlace(viewOf(scroller), { top: topWithin(scroller, row), height });
    if (place !== null) scrollTo.element(row, place, 'instant');
    // The last lines of a list that is higher than the window need the page to scroll.
    const { top, bottom } = row.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) row.scrollIntoView({ block: 'nearest' });
  };

  const page = (from: number, direction: 1 | -1): number => {
    const start = rowOf(from);
    const most = scroller.clientHeight * PAGE;
    let index = from;
    for (let rows = 0; start && rows < MOST_ON_A_PAGE; rows += 1) {
      const next = beside(index, direction);
      const row = rowOf(next);
      if (!row || Math.abs(topWithin(scroller, row) - topWithin(scroller, start)) > most) break;
      index = next;
    }
    // A segment that is longer than a page must not hold the focus.
    return index === from ? beside(from, direction) : index;
  };

  const targets: Readonly<Record<string, (index: number) => number>> = {
    ArrowUp: (index) => beside(index, -1),
    ArrowDown: (index) => beside(index, 1),
    PageUp: (index) => page(index, -1),
    PageDown: (index) => page(index, 1),
    Home: () => 0,
    End: () => count() - 1,
  };

  const targetOf = ({ key, altKey, shiftKey, metaKey, ctrlKey }: KeyboardEvent): number | null => {
    if (shiftKey || metaKey) return null;
    if (altKey && !ctrlKey && key === 'ArrowUp') return besideTurn(getState().turns, stop, -1);
    if (altKey && !ctrlKey && key === 'ArrowDown') return besideTurn(getState().turns, stop, 1);
    const isEdge = key === 'Home' || key === 'End';
    return altKey || (ctrlKey && !isEdge) ? null : (targets[key]?.(stop) ?? null);
  };

  scroller.addEventListener('keydown', (event) => {
    if (!buttonAt(event.target) || event.defaultPrevented) return;
    const wanted = targetOf(event);
    if (wanted === null) return;
    event.preventDefault();
    const target = shownAt(wanted);
    if (target === stop || target < 0 || target >= count()) return;
    focus(target);
    reveal(target);
  });

  let described: { readonly button: HTMLElement; readonly text: HTMLElement } | null = null;

  const describe = (focused: HTMLElement | null, row: HTMLElement | null): void => {
    described?.button.removeAttribute('aria-describedby');
    described?.text.removeAttribute('id');
    described = focused && row && { button: focused, text: textOfRow(row) };
    described?.button.setAttribute('aria-describedby', DESCRIPTION);
    if (described) described.text.id = DESCRIPTION;
  };

  // Only while it has the focus: a reader who moves on to the text must not hear it twice.
  scroller.addEventListener('focusout', () => describe(null, null));

  scroller.addEventListener('focusin', ({ target }) => {
    const row = rowAt(target);
    if (!row) return;
    describe(buttonAt(target), row);
    const index = Number(row.dataset['index']);
    if (index !== stop) setStop(index);
    onMove(index);
  });

  // Only now, because moving the stop with every playing segment would change the list all the time.
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab' && current !== undefined && current !== stop && !hasFocus())
        setStop(current);
    },
    { signal, capture: true },
  );

  return {
    get stop(): number {
      return stop;
    },
    setStop,
    focus,
    /** Sets the playing segment, which Tab reaches from outside the list. Undefined leaves it unchanged. */
    setCurrent(index: number | undefined): void {
      if (index !== undefined) current = index;
    },
  };
};
