/** Waiting for the network, for the first of several events, and for a response that may never come. */
import type { Clock, Ports } from '../ports.js';

export type WaitPorts = Pick<Ports, 'clock' | 'connectivity' | 'visibility'>;

/** Why the work is interrupted: the network is down, or a failed attempt is about to be repeated. */
export type Interruption = 'offline' | 'retrying';

/** Options for each call. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Called when the call has to wait, and with null when it continues. */
  readonly onTrouble?: (trouble: Interruption | null) => void;
  /** Runs each attempt of a query, so that only some are sent at the same time. Default: at once. */
  readonly inTurn?: <T>(attempt: () => Promise<T>) => Promise<T>;
}

/** Waits for `ms`, or until the network is back or the page is shown again. */
export const waitUnlessCalled = (
  ms: number,
  ports: WaitPorts,
  signal: AbortSignal,
): Promise<void> =>
  waitForFirst(signal, (waiting) => [
    ports.clock.sleep(ms, waiting),
    ports.connectivity.whenBack(waiting),
    ports.visibility.whenShown(waiting),
  ]);

/** In ms. With some VPNs a browser always reports that it is offline, so wait only this long. */
const OFFLINE_TIMEOUT_MS = 30_000;

/** Waits until the browser reports that it is online, but at most 30 s. After that, an attempt must show it. */
export const waitUntilOnline = (
  { clock, connectivity }: Pick<WaitPorts, 'clock' | 'connectivity'>,
  signal: AbortSignal,
): Promise<void> =>
  waitForFirst(signal, (waiting) => [
    connectivity.whenOnline(waiting),
    clock.sleep(OFFLINE_TIMEOUT_MS, waiting),
  ]);

/** Resolves with the first of the promises that `begin` returns. Its signal cancels the others. */
export const waitForFirst = (
  signal: AbortSignal,
  begin: (waiting: AbortSignal) => readonly Promise<void>[],
): Promise<void> =>
  withOwnAbort(signal, async (waiting) => {
    try {
      await Promise.race(begin(waiting.signal));
    } finally {
      waiting.abort(new Error('waited enough'));
    }
  });

/** Settles like the promise, or rejects with the signal's reason if the signal aborts first. */
export const rejectOnAbort = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  withOwnAbort(signal, async (inner) => {
    const aborted = new Promise<void>((resolve) => {
      inner.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([promise, aborted]);
    inner.signal.throwIfAborted();
    return promise;
  });

/**
 * Runs work with its own controller, which aborts with the outer signal. Rejects with the outer signal's
 * reason if it is already aborted. Does not use `AbortSignal.any`: Safari before 17.4 lacks it, and in Node
 * 20 each of its signals stays in memory as long as the outer one, which may be used for thousands of
 * requests.
 */
export const withOwnAbort = async <T>(
  outer: AbortSignal,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted();
  const inner = new AbortController();
  const forward = (): void => inner.abort(outer.reason);
  outer.addEventListener('abort', forward, { once: true });
  try {
    return await work(inner);
  } finally {
    outer.removeEventListener('abort', forward);
  }
};

/** The work was inactive for too long, or the machine slept and the connection is gone. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

export interface WatchdogOptions {
  readonly clock: Clock;
  /** The work is aborted after this much inactivity, in ms. */
  readonly quietMs: number;
  /**
   * What to do after the machine slept. `abort`: the connection is dead (for work that can be repeated).
   * `wait`: count only the time awake (for a request whose response may have arrived).
   */
  readonly afterSleep: 'abort' | 'wait';
  readonly signal: AbortSignal;
}

/** Reports activity. `quietMs`, if given, is the new limit for inactivity. */
type Alive = (quietMs?: number) => void;

/** How often the clock is read, in ms. */
const TICK_MS = 5_000;
/** In ms. If a tick is this late, the machine slept. Timers of a hidden page are late too, but by less. */
const SLEEP_MS = 10_000;

/** Runs work that regularly calls `alive`, and aborts it with `Stalled` after too much inactivity. */
export const withWatchdog = <T>(
  { clock, quietMs, afterSleep, signal }: WatchdogOptions,
  work: (signal: AbortSignal, alive: Alive) => Promise<T>,
): Promise<T> =>
  withOwnAbort(signal, async (inner) => {
    const finished = new AbortController();
    let quiet = quietMs;
    let lastSign = clock.now();
    /** Time since the last activity, without time asleep. */
    let silentMs = 0;

    const watch = async (): Promise<void> => {
      while (silentMs < quiet) {
        const before = clock.now();
        const tick = Math.min(TICK_MS, quiet - silentMs);
        await clock.sleep(tick, finished.signal);
        const due = before + tick;
        const heard = lastSign > before;
        const slept = clock.now() - due >= SLEEP_MS && lastSign <= due;
        if (slept && afterSleep === 'abort') break;
        const awakeUntil = slept ? due : clock.now();
        silentMs = heard ? awakeUntil - lastSign : silentMs + awakeUntil - before;
      }
      inner.abort(new Stalled(`silent for ${silentMs} ms`));
    };
    // Rejected by `finished`.
    watch().catch(() => undefined);

    try {
      return await work(inner.signal, (next) => {
        lastSign = clock.now();
        if (next !== undefined) quiet = next;
      });
    } finally {
      finished.abort(new Error('finished'));
    }
  });
