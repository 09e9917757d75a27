/** Draws the drawer and follows its source. */
import { render } from 'lit';
import { type Exchange, withExchanges, type ExchangeSource } from './model.js';
import { drawerView, type DrawerActions } from './view.js';

/** Within this distance from its end, in px, a list shows its newest row. */
const NEAR_END = 40;

export const createDrawer = (panel: HTMLElement, actions: Omit<DrawerActions, 'clear'>) => {
  let source: ExchangeSource | null = null;
  let exchanges: readonly Exchange[] = [];
  let limits = '';
  /** Exchanges up to this number were cleared. */
  let cleared = 0;
  let stop = (): void => undefined;

  const draw = (): void => {
    const list = panel.querySelector('.hood-scroll');
    const isAtEnd =
      list === null || list.scrollTop + list.clientHeight > list.scrollHeight - NEAR_END;
    const clear = (): void => {
      cleared = exchanges.reduce((most, { number }) => Math.max(most, number), cleared);
      exchanges = [];
      draw();
      // The button has gone.
      panel.querySelector('h2')?.focus();
    };
    render(
      drawerView({ hasSource: source !== null, exchanges, limits }, { ...actions, clear }),
      panel,
    );
    const drawn = panel.querySelector('.hood-scroll');
    if (isAtEnd && drawn !== null) drawn.scrollTop = drawn.scrollHeight;
  };

  return {
    /** Follows another source; null if nothing is sent. Forgets what the last one has delivered. */
    follow: (next: ExchangeSource | null): void => {
      stop();
      source = next;
      exchanges = [];
      limits = '';
      cleared = 0;
      draw();
      stop =
        next?.(
          (news) => {
            exchanges = withExchanges(
              exchanges,
              news.filter(({ number }) => number > cleared),
            );
            draw();
          },
          (sentence) => {
            if (sentence === limits) return;
            limits = sentence;
            draw();
          },
        ) ?? (() => undefined);
    },
    stop: (): void => stop(),
  };
};

export type Drawer = ReturnType<typeof createDrawer>;
