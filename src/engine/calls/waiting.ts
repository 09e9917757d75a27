/** Waits: for the network, for the page to be shown, or for the first of several events. */
import type { SeenAnswer } from '../../protocol/errors.js';
import type { Ports } from '../ports.js';

export type WaitPorts = Pick<Ports, 'clock' | 'connectivity' | 'visibility'>;

/**
 * Why the work is interrupted. `offline`: the network is down. `signed-out`: a sign-in page answers. `intercepted`: something
 * else answers instead of whom the page asked. `merging`: the service has all parts, but is not done with them. `retrying`:
 * another failed attempt is about to be repeated.
 */
export type Interruption = 'offline' | 'retrying' | 'signed-out' | 'intercepted' | 'merging';

/** `seen`: what the last attempt got. Absent if it is not known. */
export type OnTrouble = (trouble: Interruption | null, seen?: SeenAnswer) => void;

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Called when the call has to wait, and with null when it continues. */
  readonly onTrouble?: OnTrouble;
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

/** Waits until the browser is online, and reports that. Returns true if it had to wait. */
export const untilOnline = async (
  ports: WaitPorts,
  { signal, onTrouble }: CallOptions,
): Promise<boolean> => {
  if (ports.connectivity.isOnline()) return false;
  onTrouble?.('offline');
  await waitUntilOnline(ports, signal);
  if (ports.connectivity.isOnline()) onTrouble?.(null);
  return true;
};

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

/** Resolves when all promises have settled. Old polyfills of a page have no `Promise.allSettled`. */
export const whenSettled = async (promises: readonly Promise<unknown>[]): Promise<void> => {
  await Promise.all(promises.map((promise) => promise.catch(() => undefined)));
};

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
 * Runs work with its own controller, which aborts with the outer signal. Rejects with the outer signal's reason if it is
 * already aborted. Does not use `AbortSignal.any`: in Node 20 each of its signals stays in memory as long as the outer one,
 * which may be used for thousands of requests.
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
