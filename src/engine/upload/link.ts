/** What the link shows while parts are sent: how many at a time it can take, and how long an answer may take. */

/* ---- How many parts at a time: more if that makes the upload faster, fewer if the host is overloaded ---- */

/** Maximum number of parts at a time. */
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
  /** Parts sent at a time. */
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

/**
 * Starts with one part at a time, because a misconfigured host fails at the first part. If the host is
 * verified, starts with the usual number.
 */
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
 * Call it when a part was stored. The speed is measured after each round of parts. An increase that helped is
 * followed by another one; an increase that did not help is undone.
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

/** Why fewer parts are sent: the host limits the rate, or the host or the network is overloaded. */
export type Backpressure = 'rate-limited' | 'overloaded';

/** Halves the number of parts for a while. Goes down to one only if the host limits the rate. */
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

/*
 * ---- How long to wait for the answer to a part whose bytes were all sent ----
 * The browser reports bytes as sent when the system has taken them, so on a slow link megabytes may still wait in its
 * buffers.
 */

/**
 * In ms. In Safari 26, a request with a file as its body is answered but never ends. A part that is not sent from memory
 * is given up this long after the time that the speed explains, and sent again from memory.
 */
export const FILE_ANSWER_MS = 15_000;
/** For a part from memory, in ms. Multiplied by the number of the attempt. */
export const STORED_MS = 60_000;
/** Maximum time for a part whose bytes cannot be counted, in ms. Multiplied by the number of the attempt. */
export const UNCOUNTED_MS = 300_000;
/** Assumed where nothing was measured and a wrong guess is expensive: 0.5 Mbit/s, in bytes per ms. */
const SLOW = 62.5;

/** A part that the host has confirmed. */
export interface ConfirmedPart {
  /** In bytes. */
  readonly size: number;
  /** When the attempt that succeeded started, in ms since the epoch. */
  readonly startedAtMs: number;
}

/**
 * The speed of the link in bytes per ms, from the parts that were confirmed last. All these bytes passed the link since the
 * first of these parts started, so the link is at least as fast. Null if there are none.
 */
export const confirmedSpeed = (parts: readonly ConfirmedPart[], nowMs: number): number | null => {
  if (parts.length === 0) return null;
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  const startedAtMs = Math.min(...parts.map((part) => part.startedAtMs));
  return bytes / Math.max(1, nowMs - startedAtMs);
};

/** What is known about the link. */
export interface Link {
  /** The speed at which the host confirms parts, in bytes per ms. Null until one is stored. */
  readonly confirmed: number | null;
  /** Bytes of all parts that the system has taken and the host has not confirmed. */
  readonly unanswered: number;
}

export interface SentPart {
  /** In bytes. */
  readonly size: number;
  /** From 1. */
  readonly attempt: number;
  readonly isFromMemory: boolean;
  /** The speed of the last bytes of this part, when the buffers were full. Null if they never were. */
  readonly lastSpeed: number | null;
}

/** Time in ms that the bytes need at a speed, or 0 if it is unknown. */
const timeAt = (bytes: number, speed: number | null): number =>
  speed === null ? 0 : bytes / Math.max(speed, 1e-3);

/** Maximum wait for the answer after all bytes of a part were sent, in ms. */
export const answerPatience = (part: SentPart, link: Link): number => {
  const { size, attempt, isFromMemory, lastSpeed } = part;
  // Sending again and again would fill the buffers, so only a part from a file is given up without a measurement.
  const isUnknown = attempt > 1 || (lastSpeed === null && link.confirmed === null);
  const explained = Math.max(
    timeAt(size, lastSpeed),
    timeAt(link.unanswered, link.confirmed),
    // The bytes of the earlier attempts may still be on their way.
    isFromMemory && isUnknown ? timeAt(link.unanswered * attempt, SLOW) : 0,
  );
  return Math.ceil(explained) + (isFromMemory ? STORED_MS * attempt : FILE_ANSWER_MS);
};

/** In ms. Before that, the bytes may have gone to empty buffers. */
const FILLED_MS = 1_000;
/** In ms. A shorter time does not show a speed. */
const MEASURED_MS = 500;

/** Measures the speed of the last bytes of one attempt. Times are in ms since the epoch. */
export const createLastSpeed = (
  startedAtMs: number,
): ((sentBytes: number, nowMs: number) => number | null) => {
  let from: { readonly atMs: number; readonly bytes: number } | null = null;
  return (sentBytes, nowMs) => {
    if (from === null) {
      if (nowMs - startedAtMs >= FILLED_MS) from = { atMs: nowMs, bytes: sentBytes };
      return null;
    }
    const elapsed = nowMs - from.atMs;
    const bytes = sentBytes - from.bytes;
    return elapsed < MEASURED_MS || bytes <= 0 ? null : bytes / elapsed;
  };
};
