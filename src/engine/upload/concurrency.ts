/** How many parts are sent at the same time: as many as make the upload faster, fewer if the host is overloaded. */

/** The most parts at a time. */
export const MAX_CONCURRENCY = 6;
/** With fewer parts the connection is idle between two of them. Used unless the host asks for less. */
const USUAL_CONCURRENCY = 3;

/** The factor by which one more part at a time must raise the speed to be kept. */
const WORTHWHILE = 1.08;
/** The wait for the next step up after one that did not pay off, in ms. */
const SETTLE_MS = 15_000;
/** The wait for the next step up after the host asked for less, in ms. */
const RECOVER_MS = 15_000;
/** Several parts that are refused within this time count once, in ms. */
const SAME_PUSH_MS = 1_000;

export interface Concurrency {
  readonly limit: number;
  /** No step up before this time, in ms since the epoch. */
  readonly stepAfterMs: number;
  readonly pushedAtMs: number;
  /** The measurement under way: its start, the bytes sent before it, and the parts stored since. */
  readonly window: { readonly sinceMs: number; readonly bytes: number; readonly stored: number };
  /** Bytes per ms of the window before the last step up. Null if there was no step up. */
  readonly before: number | null;
}

const openWindow = (nowMs: number, bytes: number): Concurrency['window'] => ({
  sinceMs: nowMs,
  bytes,
  stored: 0,
});

/** Starts with one part at a time, as a wrong set-up of the host shows at the first part, unless the host is verified. */
export const startConcurrency = (
  nowMs: number,
  sentBytes: number,
  hostVerified: boolean,
): Concurrency => ({
  limit: hostVerified ? USUAL_CONCURRENCY : 1,
  stepAfterMs: nowMs,
  pushedAtMs: -Infinity,
  window: openWindow(nowMs, sentBytes),
  before: null,
});

/**
 * Call it when a part was stored. After each round of parts the speed is measured: a step up that paid off is followed
 * by another one, and a step that did not is taken back.
 */
export const observeStored = (
  state: Concurrency,
  nowMs: number,
  sentBytes: number,
): Concurrency => {
  const { limit, before, stepAfterMs, window } = state;
  const stored = window.stored + 1;
  if (stored < limit) return { ...state, window: { ...window, stored } };
  const rate = (sentBytes - window.bytes) / Math.max(1, nowMs - window.sinceMs);
  const next = { ...state, window: openWindow(nowMs, sentBytes) };
  if (before !== null && rate < before * WORTHWHILE) {
    return { ...next, limit: limit - 1, before: null, stepAfterMs: nowMs + SETTLE_MS };
  }
  if (nowMs < stepAfterMs || limit === MAX_CONCURRENCY) return { ...next, before: null };
  if (limit < USUAL_CONCURRENCY) return { ...next, limit: USUAL_CONCURRENCY, before: null };
  return { ...next, limit: limit + 1, before: rate };
};

/** Why less is sent at a time: the host limits the rate, or the host or the network cannot keep up. */
export type Backpressure = 'rate-limited' | 'overloaded';

/** Halves the number of parts for a while. Down to one only if the host limits the rate. */
export const observeBackpressure = (
  state: Concurrency,
  backpressure: Backpressure,
  nowMs: number,
  sentBytes: number,
): Concurrency =>
  nowMs - state.pushedAtMs < SAME_PUSH_MS
    ? state
    : {
        limit: Math.max(backpressure === 'rate-limited' ? 1 : 2, Math.floor(state.limit / 2)),
        stepAfterMs: nowMs + RECOVER_MS,
        pushedAtMs: nowMs,
        window: openWindow(nowMs, sentBytes),
        before: null,
      };
