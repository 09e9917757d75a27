/** One button shared by all rows. It is in the row that is hovered, focused or was last touched. */

export interface RowAction {
  /** Sets the button, or removes it. */
  set(button: HTMLElement | null): void;
  /** Moves the button to a row, unless it is in use in another row. */
  moveTo(index: number): void;
  /** Index of the row that contains the button. */
  readonly index: number | undefined;
}

export const createRowAction = (options: {
  readonly scroller: HTMLElement;
  readonly rowOf: (index: number) => HTMLElement | undefined;
  /** Called when the button has moved to this row. */
  readonly onPlace: (index: number) => void;
  readonly signal: AbortSignal;
}): RowAction => {
  const { scroller, rowOf, onPlace, signal } = options;
  let button: HTMLElement | null = null;
  let index: number | undefined;
  /** The row that the button returns to when the pointer leaves. */
  let home = 0;

  /** While the button is focused or its menu is open, moving it would lose the focus or the menu. */
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
      // Ignore a finger that scrolls and a mouse that selects text, because both pass over many rows.
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
  // Tab must go from the time of a row to the button of the same row.
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
