/** The requests of “Pull the plug” for other parts of the page. This file loads nothing of the simulation. */
import type { Exchange } from '../hood/model.js';

type Listener = (exchanges: readonly Exchange[]) => void;

let known: readonly Exchange[] = [];
const listeners = new Set<Listener>();

/**
 * Calls the listener with all requests of the simulation, the oldest first: at once, and after each change. The list is
 * empty until the tab is opened. Returns an unsubscribe function.
 */
export const watchSimulation = (onExchanges: Listener): (() => void) => {
  listeners.add(onExchanges);
  onExchanges(known);
  return () => void listeners.delete(onExchanges);
};

/** For the simulation only: passes its requests on. */
export const publishExchanges = (exchanges: readonly Exchange[]): void => {
  known = exchanges;
  for (const listener of listeners) listener(known);
};
