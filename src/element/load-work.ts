import { onDemand } from '../ui/on-demand.js';

/** Loads what uploads and transcribes. A failed download is tried again at the next call. */
export const loadWork = onDemand('runJob', () => import('./work.js'));

const ignore = (): void => undefined;

/** Loads ahead, when the browser has nothing else to do, so that a recording can be chosen on a bad connection. */
export const prefetch = (loading: () => Promise<unknown>): void => {
  const load = (): void => void loading().catch(ignore);
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
  else setTimeout(load);
};
