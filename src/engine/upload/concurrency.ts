/** How many parts are sent at the same time: as many as make the upload faster, fewer where the host is pressed. */

/** More are never tried. */
export const MOST_LANES = 6;
/** Fewer leave a link idle between two parts; only a host that asks for it gets them. */
const USUAL_LANES = 3;

/** What another lane must bring to be kept. */
const WORTHWHILE = 1.08;
/** After a step that brought nothing the next one waits so long, in ms. */
const SETTLE_MS = 15_000;
/** After the host has pushed back, in ms. */
const RECOVER_MS = 15_000;
/** Several parts are pushed back at once: that counts once, in ms. */
const ONE_PUSH_MS = 1_000;

export interface Concurrency {
  readonly limit: number;
  /** No step up before, in ms since the epoch. */
  readonly stepAfterMs: number;
  readonly pushedAtMs: number;
  /** What is measured now: since when, from how many bytes, and how many parts were stored since. */
  readonly window: { readonly sinceMs: number; readonly bytes: number; readonly stored: number };
  /** Bytes per ms of the window before the last step up; null where that was none. */
  readonly before: number | null;
}

const openWindow = (nowMs: number, bytes: number): Concurrency['window'] => ({
  sinceMs: nowMs,
  bytes,
  stored: 0,
});

/** One lane at first: what is wrong with the storage host shows at the first part; unless it has shown what it is. */
export const startLanes = (nowMs: number, sentBytes: number, proven: boolean): Concurrency => ({
  limit: proven ? USUAL_LANES : 1,
  stepAfterMs: nowMs,
  pushedAtMs: -Infinity,
  window: openWindow(nowMs, sentBytes),
  before: null,
});

/**
 * A part was stored. Once every lane has had its turn the speed is looked at: a step up that paid is followed by
 * another one, a step that did not is taken back.
 */
export const observeStored = (
  lanes: Concurrency,
  nowMs: number,
  sentBytes: number,
): Concurrency => {
  const { limit, before, stepAfterMs, window } = lanes;
  const stored = window.stored + 1;
  if (stored < limit) return { ...lanes, window: { ...window, stored } };
  const rate = (sentBytes - window.bytes) / Math.max(1, nowMs - window.sinceMs);
  const next = { ...lanes, window: openWindow(nowMs, sentBytes) };
  if (before !== null && rate < before * WORTHWHILE) {
    return { ...next, limit: limit - 1, before: null, stepAfterMs: nowMs + SETTLE_MS };
  }
  if (nowMs < stepAfterMs || limit === MOST_LANES) return { ...next, before: null };
  if (limit < USUAL_LANES) return { ...next, limit: USUAL_LANES, before: null };
  return { ...next, limit: limit + 1, before: rate };
};

/** Why less is sent at a time: the host said so in so many words, or it or the network cannot keep up. */
export type Backpressure = 'rate-limited' | 'overloaded';

/** Half as many, for a while; a single one only where the host limits the rate. */
export const observePush = (
  lanes: Concurrency,
  push: Backpressure,
  nowMs: number,
  sentBytes: number,
): Concurrency =>
  nowMs - lanes.pushedAtMs < ONE_PUSH_MS
    ? lanes
    : {
        limit: Math.max(push === 'rate-limited' ? 1 : 2, Math.floor(lanes.limit / 2)),
        stepAfterMs: nowMs + RECOVER_MS,
        pushedAtMs: nowMs,
        window: openWindow(nowMs, sentBytes),
        before: null,
      };
