/** Waiting: for the network, for the first of several things, and for an answer that may never come. */
import type { Clock, PageVisibility, Ports, VisibilityPort } from '../ports.js';

export type WaitPorts = Pick<Ports, 'clock' | 'connectivity'> & VisibilityPort;

/** Why nothing moves at the moment: the network is down, or a failed attempt is about to be repeated. */
export type Interruption = 'offline' | 'retrying';

/** What the caller passes to each call. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Called when the call has to wait, and with null when it continues. */
  readonly onTrouble?: (trouble: Interruption | null) => void;
}

export const visibilityOf = (ports: VisibilityPort): PageVisibility =>
  'visibility' in ports ? ports.visibility : ports.attention;

/** Waits for `ms`, or until the network is back or the page is shown again. */
export const waitUnlessCalled = (
  ms: number,
  ports: WaitPorts,
  signal: AbortSignal,
): Promise<void> =>
  waitForFirst(signal, (waiting) => [
    ports.clock.sleep(ms, waiting),
    ports.connectivity.whenBack(waiting),
    visibilityOf(ports).whenShown(waiting),
  ]);

/** In ms. Behind some VPNs a browser reports that it is offline for ever, so it is believed only for this long. */
const OFFLINE_PATIENCE_MS = 30_000;

/** Waits until the browser reports that it is online, at most 30 s. Then an attempt has to show it. */
export const waitUntilOnline = (
  { clock, connectivity }: Pick<WaitPorts, 'clock' | 'connectivity'>,
  signal: AbortSignal,
): Promise<void> =>
  waitForFirst(signal, (waiting) => [
    connectivity.whenOnline(waiting),
    clock.sleep(OFFLINE_PATIENCE_MS, waiting),
  ]);

/** Resolves with the first of the promises that `begin` returns. Its signal ends the other ones. */
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

/** Settles like the promise, or rejects with the signal's reason if that comes first. */
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
 * Runs work with a controller of its own, which aborts together with the outer signal. Rejects with the outer signal's
 * reason if it has aborted already. Not `AbortSignal.any`: Safari before 17.4 lacks it, and in Node 20 each of its
 * signals stays in memory for as long as the outer one, which here may see thousands of requests.
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

/** The work gave no sign of life for too long, or the machine slept meanwhile and the connection is gone. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

export interface WatchdogOptions {
  readonly clock: Clock;
  /** The work is aborted after this much silence, in ms. */
  readonly quietMs: number;
  /**
   * What to do after the machine slept. `abort`: the connection is dead (for work that can be repeated). `wait`: count
   * only the time awake (for a request whose answer may have arrived).
   */
  readonly afterSleep: 'abort' | 'wait';
  readonly signal: AbortSignal;
}

/** A sign of life. From now on silence may last `quietMs`, if it is given. */
type Alive = (quietMs?: number) => void;

/** How often the clock is read, in ms. */
const TICK_MS = 5_000;
/** A tick that is this late means that the machine slept, in ms. Timers of a hidden page are late, but not this much. */
const SLEEP_MS = 10_000;

/** Runs work that calls `alive` now and then, and aborts it with `Stalled` once it has been silent for too long. */
export const withWatchdog = <T>(
  { clock, quietMs, afterSleep, signal }: WatchdogOptions,
  work: (signal: AbortSignal, alive: Alive) => Promise<T>,
): Promise<T> =>
  withOwnAbort(signal, async (inner) => {
    const finished = new AbortController();
    let quiet = quietMs;
    let lastSign = clock.now();
    /** Time since the last sign, without the time asleep. */
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
    // `finished` rejects it.
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
