import type { Connectivity } from '../engine/index.js';

const whenBack: Connectivity['whenBack'] = (signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const settle = (finish: () => void) => (): void => {
      window.removeEventListener('online', online);
      signal.removeEventListener('abort', abort);
      finish();
    };
    const online = settle(resolve);
    const abort = settle(() => reject(signal.reason as Error));
    window.addEventListener('online', online);
    signal.addEventListener('abort', abort, { once: true });
  });

/** The browser's own word on the network: `navigator.onLine` and the `online` event. */
export const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  whenOnline: (signal) =>
    navigator.onLine && !signal.aborted ? Promise.resolve() : whenBack(signal),
  whenBack,
};
