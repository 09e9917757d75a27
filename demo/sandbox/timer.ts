import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, and measures the time for it. Injected so that tests need not wait. */
export interface Timer {
  /** In ms; never goes back. */
  readonly now: () => number;
  /** Rejects if the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export const SYSTEM_TIMER: Timer = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
};
