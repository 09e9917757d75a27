/** One button shared by all rows: kept in the row that is hovered, focused or was touched last. */

export interface RowAction {
  /** Hands in the button, or takes it away. */
  set(button: HTMLElement | null): void;
  /** Puts it into a row, unless it is in use in another. */
  moveTo(index: number): void;
  /** The row it is in. */
  readonly index: number | undefined;
}

export const createRowAction = (options: {
  readonly scroller: HTMLElement;
  readonly rowOf: (index: number) => HTMLElement | undefined;
  /** It is in this row now. */
  readonly onPlace: (index: number) => void;
  readonly signal: AbortSignal;
}): RowAction => {
  const { scroller, rowOf, onPlace, signal } = options;
  let button: HTMLElement | null = null;
  let index: number | undefined;
  /** Where it goes back to once the pointer has left. */
  let home = 0;

  /** While it has focus or shows a menu, moving it would take both away. */
  const isInUse = (): boolean =>
    button !== null && (button.matches(':focus-within') || button.ariaExpanded === 'true');

  const put = (to: number): void => {
    if (!button || isInUse()) return;
    const row = rowOf(to);
    if (!row) return;
    if (index !== to) onPlace(to);
    index = to;
    if (button.parentElement !== row) row.append(button);
  };

  const rowIndex = (target: EventTarget | null): number | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.segment') : null;
    return row ? Number(row.dataset['index']) : undefined;
  };

  scroller.addEventListener(
    'pointerover',
    ({ target, pointerType, buttons }) => {
      const to = rowIndex(target);
      // A finger that scrolls passes over many rows, and so does a mouse that selects text.
      if (to !== undefined && pointerType !== 'touch' && buttons === 0) put(to);
    },
    { signal },
  );
  scroller.addEventListener('pointerleave', () => put(home), { signal });
  scroller.addEventListener(
    'click',
    ({ target }) => {
      const to = rowIndex(target);
      if (to !== undefined) put(to);
    },
    { signal },
  );
  // Tab leads from the time of a row to the button of the same row.
  scroller.addEventListener('keydown', () => put(home), { signal });

  return {
    set(element) {
      button?.remove();
      button = element;
      button?.classList.add('row-action');
      index = undefined;
      scroller.classList.toggle('has-action', element !== null);
      put(home);
    },
    moveTo(to) {
      home = to;
      put(to);
    },
    get index() {
      return index;
    },
  };
};
