import type { Clock } from '../engine/ports.js';

/** Longest delay of `setTimeout`, in ms. A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Like `Date.now`, but never goes back when the device's clock is set back. */
const createSteadyNow = (): (() => number) => {
  let last = -Infinity;
  let ahead = 0;
  return () => {
    const now = Date.now() + ahead;
    ahead += Math.max(0, last - now);
    last = Math.max(last, now);
    return last;
  };
};

const sleepOnce = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });

export const systemClock: Clock = {
  now: createSteadyNow(),
  sleep: async (ms, signal) => {
    let left = ms;
    for (; left > LONGEST_TIMER_MS; left -= LONGEST_TIMER_MS) {
      await sleepOnce(LONGEST_TIMER_MS, signal);
    }
    await sleepOnce(left, signal);
  },
};
