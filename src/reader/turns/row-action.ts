/** One button shared by all rows: in the row that is hovered, focused or was last touched. */
import { browserTimers, type Timers } from '../player/timers.js';
import type { Rows } from './rows.js';

/** In milliseconds. */
const LONG_PRESS = 500;
/** Pixels that a finger may move during a long press. */
const STEADY = 10;
/** Milliseconds until a pointer that came to rest on its way to the button gets the button. */
const REST = 300;

interface Press {
  readonly index: number;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  /** True once it has lasted long enough. */
  isLong: boolean;
  readonly cancel: () => void;
}

export const createRowAction = (options: {
  readonly scroller: HTMLElement;
  readonly rowOf: (index: number) => HTMLElement | undefined;
  readonly rows: () => Rows;
  readonly onPlace: (index: number) => void;
  readonly timers?: Timers;
}) => {
  const { scroller, rowOf, rows, onPlace, timers = browserTimers } = options;
  let button: HTMLElement | null = null;
  let index: number | undefined;
  /** The row that the button returns to when the pointer leaves. */
  let home = 0;
  let aimed: HTMLElement | null = null;
  let pointerX = 0;
  let cancelRest = (): void => undefined;
  let press: Press | null = null;
  /** True until the next press: a long press may end with a click, which must not play. */
  let ignoresClick = false;

  /** A pointer is over the list, or it was tapped last. */
  let isPointed = false;
  /**
   * Hides the button while the list is not in use. As a style of the list, `:hover` and `:focus-within` would make the
   * browser look through every row at each change, which takes long on a phone.
   */
  const showUse = (hasFocus = scroller.matches(':focus-within')): void => {
    aimed?.classList.toggle('aimed', isPointed);
    button?.classList.toggle('away', !isPointed && !hasFocus);
  };
  const setPointed = (to: boolean): void => {
    isPointed = to;
    showUse();
  };

  /** While the button is focused or its menu is open, moving it would lose the focus or the menu. */
  const isInUse = (): boolean =>
    button !== null && (button.matches(':focus-within') || button.ariaExpanded === 'true');

  const put = (to: number): void => {
    if (!button || isInUse()) return;
    const row = rowOf(to);
    if (!row) return;
    if (index !== to) onPlace(to);
    index = to;
    attach(row, button);
  };

  /** The next frame aligns the button, because a layout within an event takes long on a phone. 0 if none will. */
  let aligning = 0;
  const alignNow = (): void => {
    cancelAnimationFrame(aligning);
    aligning = 0;
    if (button && aimed?.isConnected === true) rows().alignAction(aimed, button);
  };

  const attach = (row: HTMLElement, own: HTMLElement): void => {
    rows().placeAction(row, own);
    aligning ||= requestAnimationFrame(alignNow);
    if (row === aimed) return;
    aimed?.classList.remove('aimed');
    aimed = row;
    aimed.classList.toggle('aimed', isPointed);
  };

  const rowIndex = (target: EventTarget | null): number | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.segment') : null;
    return row ? Number(row.dataset['index']) : undefined;
  };

  /** In a paragraph, the pointer passes over other segments of the same line on its way to the button. */
  const isOnTheWay = ({ clientX, clientY }: PointerEvent): boolean => {
    const box = button?.getBoundingClientRect();
    if (!box || clientY < box.top || clientY > box.bottom || button?.closest('li')) return false;
    const middle = (box.left + box.right) / 2;
    return Math.abs(clientX - middle) < Math.abs(pointerX - middle);
  };

  /** Presses the button as if it were clicked in this row. Returns false if there is no button. */
  const pressAt = (to: number): boolean => {
    put(to);
    if (!button || index !== to) return false;
    alignNow();
    button.click();
    return true;
  };

  scroller.addEventListener('pointerover', (event) => {
    const { target, pointerType, buttons, clientX } = event;
    const to = rowIndex(target);
    // Ignore a finger that scrolls and a mouse that selects text, because both pass over many rows.
    if (to === undefined || pointerType === 'touch' || buttons !== 0) return;
    cancelRest();
    if (to !== index && isOnTheWay(event)) cancelRest = timers.schedule(() => put(to), REST);
    else put(to);
    pointerX = clientX;
  });
  scroller.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'touch') setPointed(true);
  });
  scroller.addEventListener('pointerleave', ({ pointerType }) => {
    cancelRest();
    // A finger leaves when it is lifted, before its click arrives.
    if (pointerType === 'touch') return;
    setPointed(false);
    put(home);
  });
  scroller.addEventListener('focusin', () => showUse(true));
  scroller.addEventListener('focusout', ({ relatedTarget }) =>
    showUse(scroller.contains(relatedTarget as Node | null)),
  );
  scroller.addEventListener(
    'click',
    (event) => {
      if (ignoresClick && event.detail > 0) {
        ignoresClick = false;
        event.stopImmediatePropagation();
        return;
      }
      const to = rowIndex(event.target);
      if (to === undefined) return;
      setPointed(true);
      put(to);
    },
    { capture: true },
  );
  // Tab must go from a row to the button of the same row.
  scroller.addEventListener('keydown', () => put(home));

  const endPress = (): void => {
    press?.cancel();
    press = null;
  };

  /** The menu opens when the finger is lifted, because lifting it closes a menu that is already open. */
  const finishPress = ({ pointerId, type }: PointerEvent): void => {
    if (press?.pointer !== pointerId) return;
    const { index: to, isLong } = press;
    endPress();
    if (!isLong) return;
    ignoresClick = type === 'pointerup';
    document.getSelection()?.removeAllRanges();
    timers.schedule(() => void pressAt(to), 0);
  };

  scroller.addEventListener(
    'pointerdown',
    ({ target, pointerType, pointerId, isPrimary, clientX: x, clientY: y }) => {
      endPress();
      ignoresClick = false;
      const to = rowIndex(target);
      const isOnText = target instanceof Element && target.closest('.text') !== null;
      if (!button || to === undefined || !isOnText || pointerType !== 'touch' || !isPrimary) return;
      const own: Press = {
        index: to,
        pointer: pointerId,
        x,
        y,
        isLong: false,
        cancel: timers.schedule(() => {
          own.isLong = true;
          put(to);
        }, LONG_PRESS),
      };
      press = own;
    },
  );
  scroller.addEventListener(
    'pointermove',
    ({ pointerId, clientX, clientY }) => {
      if (press?.pointer !== pointerId) return;
      if (Math.hypot(clientX - press.x, clientY - press.y) > STEADY) endPress();
    },
    { passive: true },
  );
  scroller.addEventListener('pointerup', finishPress);
  // Otherwise mouse events and a click follow, which move the focus.
  scroller.addEventListener('touchend', (event) => {
    if (ignoresClick && event.cancelable) event.preventDefault();
  });
  // iOS cancels the pointer when it starts to select the pressed word.
  scroller.addEventListener('pointercancel', finishPress);
  scroller.addEventListener('scroll', endPress, { passive: true });
  scroller.addEventListener('contextmenu', (event) => {
    if (press !== null) {
      // Android selects a word and opens its own menu on a long press.
      event.preventDefault();
      return;
    }
    // The context menu key has the focused button as its target, and no mouse button.
    const { target, button: pressed, ctrlKey } = event;
    if (pressed === 2 || ctrlKey || !(target instanceof Element)) return;
    if (!target.matches('.stop, .time[tabindex="0"]')) return;
    if (pressAt(home)) event.preventDefault();
  });
  return {
    set(element: HTMLElement | null): void {
      if (element === button) return;
      button?.remove();
      button = element;
      button?.classList.add('row-action');
      showUse();
      index = undefined;
      scroller.classList.toggle('has-action', element !== null);
      if (element === null) aimed?.classList.remove('aimed');
      if (element === null) aimed = null;
      put(home);
    },
    /** Moves the button to a row, unless it is in use in another row. */
    moveTo(to: number): void {
      home = to;
      put(to);
    },
    /** Puts the button beside its row again after rows have moved. `to`: the new index of a row; -1 if it is gone. */
    refresh(to: (row: number) => number = (row) => row): void {
      home = Math.max(0, to(home));
      const moved = index === undefined ? undefined : Math.max(0, to(index));
      if (moved !== undefined && moved !== index) onPlace(moved);
      index = moved;
      const row = index === undefined ? undefined : (rowOf(index) ?? rowOf((index = 0)));
      if (row && button) attach(row, button);
    },
  };
};
