/** One button for all rows, and the menu that it opens, with the actions for a line. */
import { render } from 'lit';
import { moreIcon } from '../../ui/icons.js';
import { controlMenu, type MenuControl, type MenuItem, menuItems } from '../menu.js';

export type { MenuItem } from '../menu.js';

export interface RowMenu extends MenuControl {
  /** Placed in the row that is hovered or focused. */
  readonly button: HTMLButtonElement;
  /** May be placed anywhere in the reader. */
  readonly element: HTMLElement;
  /** Call this when the button has moved to this row. */
  setRow(index: number): void;
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
  element.tabIndex = -1;
  element.popover = 'auto';

  const control = controlMenu(button, element, () =>
    render(menuItems([{ items: options.items(row) }]), element),
  );

  const setRow = (index: number): void => {
    row = index;
    button.setAttribute('aria-label', options.label(index));
    element.setAttribute('aria-label', options.label(index));
  };
  setRow(0);
  return { button, element, setRow, ...control };
};
