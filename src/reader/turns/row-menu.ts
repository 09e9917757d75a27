/** One button for all rows, and the menu that it opens, with the actions for a line. */
import { html, render, type TemplateResult } from 'lit';
import { moreIcon } from '../../ui/icons.js';
import { closePopover, isOpen, openBeside } from '../popover.js';

export interface MenuItem {
  /** Identifies the item, in `data-item`. */
  readonly name: string;
  readonly label: string;
  readonly icon: TemplateResult;
  /** Called when the focus is back on the row's button. It may move the focus elsewhere. */
  readonly run: () => void;
}

export interface RowMenu {
  /** Placed in the row that is hovered or focused. */
  readonly button: HTMLButtonElement;
  /** May be placed anywhere in the reader. */
  readonly element: HTMLElement;
  /** Call this when the button has moved to this row. */
  setRow(index: number): void;
  close(): void;
}

export const createRowMenu = (options: {
  /** Accessible name of the button and the menu for a row. */
  readonly label: (index: number) => string;
  readonly items: (index: number) => readonly MenuItem[];
}): RowMenu => {
  let row = 0;

  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'row-menu';
  button.setAttribute('aria-haspopup', 'menu');
  button.setAttribute('aria-expanded', 'false');
  render(moreIcon, button);

  const element = document.createElement('div');
  element.className = 'menu';
  element.part.add('segment-menu');
  element.setAttribute('role', 'menu');
  element.popover = 'auto';

  const entries = (): HTMLElement[] => [
    ...element.querySelectorAll<HTMLElement>('[role="menuitem"]'),
  ];

  const moveFocus = (to: (at: number, count: number) => number): void => {
    const all = entries();
    const root = element.getRootNode() as ShadowRoot | Document;
    const at = all.indexOf(root.activeElement as HTMLElement);
    all[(to(at, all.length) + all.length) % all.length]?.focus();
  };

  const onKeydown = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveFocus((at) => at + 1),
      ArrowUp: () => moveFocus((at) => at - 1),
      Home: () => moveFocus(() => 0),
      End: () => moveFocus(() => -1),
      Tab: () => closePopover(element),
    };
    const move = moves[event.key];
    // Keys pressed in the menu must not trigger shortcuts.
    event.stopPropagation();
    if (move === undefined) return;
    if (event.key !== 'Tab') event.preventDefault();
    move();
  };

  const choose = (item: MenuItem): void => {
    closePopover(element);
    button.focus({ preventScroll: true });
    item.run();
  };

  const open = (): void => {
    render(
      html`${options
        .items(row)
        .map(
          (item) =>
            html`<button
              type="button"
              class="menu-item"
              data-item=${item.name}
              role="menuitem"
              tabindex="-1"
              @click=${() => choose(item)}
            >
              ${item.icon}<span>${item.label}</span>
            </button>`,
        )}`,
      element,
    );
    openBeside(element, button);
    entries()[0]?.focus({ preventScroll: true });
  };

  // A press on the button closes an open menu before the click arrives.
  let wasOpen = false;
  button.addEventListener('pointerdown', () => (wasOpen = isOpen(element)));
  button.addEventListener('click', () => {
    if (!wasOpen) open();
    wasOpen = false;
  });
  element.addEventListener('keydown', onKeydown);
  element.addEventListener('beforetoggle', ({ newState }) =>
    button.setAttribute('aria-expanded', String(newState === 'open')),
  );

  const setRow = (index: number): void => {
    row = index;
    button.setAttribute('aria-label', options.label(index));
    element.setAttribute('aria-label', options.label(index));
  };
  setRow(0);
  return { button, element, setRow, close: () => closePopover(element) };
};
