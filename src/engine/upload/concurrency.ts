/** How many parts at a time: more if that makes the upload faster, fewer if the host is overloaded. */
export const MAX_CONCURRENCY = 6;
/** With fewer parts, the connection is idle between two of them. Used unless the host requests less. */
const USUAL_CONCURRENCY = 3;

/** One more part at a time is kept only if it raises the speed by this factor. */
const WORTHWHILE = 1.08;
/** The wait before the next increase after one that did not help, in ms. */
const SETTLE_MS = 15_000;
/** The wait before the next increase after the host requested less, in ms. */
const RECOVER_MS = 15_000;
/** In ms. Several parts that are refused within this time count once. */
const SAME_PUSH_MS = 1_000;

export interface Concurrency {
  readonly limit: number;
  /** No increase before this time, in ms since the epoch. */
  readonly stepAfterMs: number;
  /** When the host last requested less, in ms since the epoch. */
  readonly pushedAtMs: number;
  /** The measurement under way: its start, the bytes sent before it, and the parts stored since. */
  readonly window: { readonly sinceMs: number; readonly bytes: number; readonly stored: number };
  /** Bytes per ms before the last increase. Null if there was none. */
  readonly before: number | null;
}

const openWindow = (nowMs: number, bytes: number): Concurrency['window'] => ({
  sinceMs: nowMs,
  bytes,
  stored: 0,
});

/** Starts with one part, because a misconfigured host fails at the first; with the usual number if the host is verified. */
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

/** Call it for each stored part. After each round, the number of parts rises; an increase that did not help is undone. */
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

/** Halves the number of parts for a while. Goes down to one only if the host limits the rate. */
export const observeBackpressure = (
  state: Concurrency,
  backpressure: 'rate-limited' | 'overloaded',
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
