import type { Connectivity, PageVisibility } from '../engine/ports.js';

/** Resolves at the next event after which `condition` is true. Rejects with the signal's reason. */
const whenEvent = async (
  target: EventTarget,
  type: string,
  signal: AbortSignal,
  condition = (): boolean => true,
): Promise<void> => {
  signal.throwIfAborted();
  const waiting = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const listen = { signal: waiting.signal };
      target.addEventListener(type, () => condition() && resolve(), listen);
      signal.addEventListener('abort', () => reject(signal.reason as Error), listen);
    });
  } finally {
    waiting.abort();
  }
};

/** Counts `online` and `offline` events. */
let changes = 0;

/** True if a response arrived although the browser reports that it is offline, which happens with some VPNs. */
let disproved = false;

const forget = (): void => {
  changes += 1;
  disproved = false;
};

/**
 * Call it when a request starts, and the returned function when its response arrives. Ignores a response to a
 * request that started before the network was lost, because it may have been on its way already.
 */
export const noteRequest = (): (() => void) => {
  // A listener that is added again is still called once.
  window.addEventListener('online', forget);
  window.addEventListener('offline', forget);
  const before = changes;
  const wasOffline = !navigator.onLine;
  return () => {
    if (wasOffline && changes === before) disproved = true;
  };
};

const isOnline = (): boolean => navigator.onLine || disproved;

const whenBack: Connectivity['whenBack'] = (signal) => whenEvent(window, 'online', signal);

/** `navigator.onLine`, unless a response disproves it. */
export const browserConnectivity: Connectivity = {
  isOnline,
  whenOnline: (signal) => (isOnline() && !signal.aborted ? Promise.resolve() : whenBack(signal)),
  whenBack,
};

const isVisible = (): boolean => document.visibilityState === 'visible';

/** The Page Visibility API. */
export const browserPageVisibility: PageVisibility = {
  isVisible,
  whenShown: (signal) => whenEvent(document, 'visibilitychange', signal, isVisible),
};
