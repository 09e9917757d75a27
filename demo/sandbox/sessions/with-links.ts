import type { Route } from '../http/route.js';
import type { Timer } from '../timer.js';
import type { Sessions } from './sessions.js';

/** The same routes, behind the link of the session that a request belongs to. */
export const withLinks = (
  routes: readonly Route[],
  sessions: Sessions,
  { wait }: Timer,
): readonly Route[] =>
  routes.map((route) => ({
    ...route,
    handle: async (exchange) => {
      const { session, ended: signal } = exchange;
      const { latencyMs } = sessions.conditionsOf(session);
      if (latencyMs) await wait(latencyMs, signal);
      if (route.kind === 'part') exchange.body = sessions.linkOf(session)(exchange.body, signal);
      return route.handle(exchange);
    },
  }));
