/** The button of the drawer. The drawer itself is loaded when it is opened first. */
import type { Drawer } from './drawer.js';
import type { ExchangeSource } from './model.js';
import type { Sender } from './view.js';

/** `root` has the button and the panel. `sender` is the tab that is offered while nothing is sent. */
export const connectHood = (root: HTMLElement, sender: Sender) => {
  const button = root.querySelector('button');
  const panel = root.querySelector('div');
  if (button === null || panel === null) throw new Error('the drawer has no button or panel');
  let source: ExchangeSource | null = null;
  let drawer: Drawer | null = null;

  const close = (): void => {
    drawer?.stop();
    panel.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    button.focus();
  };
  const open = async (): Promise<void> => {
    const { createDrawer } = await import('./drawer.js');
    drawer ??= createDrawer(panel, { close, sender });
    panel.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    drawer.follow(source);
    panel.querySelector('h2')?.focus();
  };
  const isOpen = (): boolean => !panel.hidden;

  button.addEventListener('click', () => (isOpen() ? close() : void open()));
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  return {
    /** Selects what the drawer shows; null if nothing is sent. */
    show: (next: ExchangeSource | null): void => {
      if (next === source) return;
      source = next;
      if (isOpen()) drawer?.follow(source);
    },
  };
};
