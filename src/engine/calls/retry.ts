/** Repeats failed calls, and waits: for the network, for the first of several events, for a response that may never come. */
import type { Ports, Clock } from '../ports.js';
import type { TranscribeError } from '../../protocol/errors.js';

export type RetryPorts = WaitPorts & Pick<Ports, 'random'>;

export interface RetryPolicy {
  /** Maximum number of consecutive attempts without progress, including the first. */
  readonly attempts: number;
  /** Maximum wait before the second attempt, in ms. Doubles with each further attempt. */
  readonly baseMs: number;
  /** Maximum wait, in ms. */
  readonly capMs: number;
  /** Attempts continue for at least this long, regardless of their number. In ms. */
  readonly patienceMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 8,
  baseMs: 800,
  capMs: 30_000,
  patienceMs: 0,
};

/** For a host that has worked before: continues without a click after a long tunnel. */
export const PATIENT_RETRY: RetryPolicy = {
  ...DEFAULT_RETRY,
  baseMs: 250,
  patienceMs: 15 * 60_000,
};

/** For a task that the service is working on: never gives up. */
export const ENDLESS_RETRY: RetryPolicy = { ...DEFAULT_RETRY, attempts: Infinity, capMs: 60_000 };

const RETRYABLE: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** True for a status after which the same request can succeed. */
export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status > 504;

/** The wait in ms after attempt number `attempt` (from 1): a jitter after `Retry-After`, so that clients spread out. */
export const retryDelay = (
  attempt: number,
  random: number,
  retryAfterMs: number | null,
  policy: RetryPolicy = DEFAULT_RETRY,
): number => {
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  return (retryAfterMs ?? 0) + Math.round(random * ceiling);
};

/** True if both the attempts and the patience of the policy are used up. */
export const givesUp = (policy: RetryPolicy, tries: number, triedForMs: number): boolean =>
  tries >= policy.attempts && triedForMs >= policy.patienceMs;

export interface RetryOptions extends CallOptions {
  readonly ports: RetryPorts;
  readonly policy?: RetryPolicy;
  /** Returns a number that grows with progress. Progress resets the number of attempts. Default: no progress. */
  readonly achieved?: () => number;
}

/** Thrown by an attempt that `withRetries` may repeat. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  constructor(
    /** The error to end with if no attempt succeeds. */
    readonly failure: TranscribeError,
    readonly status: number | null,
    /** The `Retry-After` of the response, in ms. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(failure.message);
  }
}

/** In ms. A DownloadUrl and a user token live as long (section 8), so nothing is gained by waiting longer. */
const LIMIT_TIMEOUT_MS = 86_400_000;

/** A shorter `Retry-After` than a second would repeat the request too often. */
const isRefusedByLimit = ({ status, retryAfterMs }: RetryableError): boolean =>
  status === 429 && retryAfterMs !== null && retryAfterMs >= 1_000;

/**
 * Repeats an attempt that throws RetryableError, as the policy allows. Attempts while offline don't count, and neither do
 * those that a limit has refused (429) with `Retry-After`, for a day: the time will come.
 * Rejects with the `failure` of the last attempt, or with the signal's reason.
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
): Promise<T> => {
  const { ports, signal, policy = DEFAULT_RETRY, onTrouble, achieved = () => 0 } = options;
  const { inTurn = (run) => run() } = options;
  const { clock, connectivity, random } = ports;
  let tries = 0;
  let since = clock.now();
  let mark = achieved();
  for (;;) {
    try {
      const result = await inTurn(attempt);
      if (tries > 0) onTrouble?.(null);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RetryableError)) throw error;
      if (achieved() > mark || tries === 0) {
        tries = 0;
        since = clock.now();
        mark = achieved();
      }
      tries++;
      if (!connectivity.isOnline()) {
        onTrouble?.('offline');
        await waitUntilOnline(ports, signal);
        tries = 0;
        if (connectivity.isOnline()) onTrouble?.('retrying');
        continue;
      }
      const isLimited = isRefusedByLimit(error) && clock.now() - since < LIMIT_TIMEOUT_MS;
      if (isLimited) tries = Math.max(1, tries - 1);
      else if (givesUp(policy, tries, clock.now() - since)) throw error.failure;
      onTrouble?.('retrying');
      const { retryAfterMs } = error;
      const ms = retryDelay(tries, random(), retryAfterMs, policy);
      // What the host requested is waited for, even if the network comes back earlier.
      await (retryAfterMs === null ? waitUnlessCalled(ms, ports, signal) : clock.sleep(ms, signal));
    }
  }
};

/* ---- Waiting ---- */

export type WaitPorts = Pick<Ports, 'clock' | 'connectivity' | 'visibility'>;

/** Why the work is interrupted: the network is down, or a failed attempt is about to be repeated. */
export type Interruption = 'offline' | 'retrying';

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
const waitUntilOnline = (
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

/** The work was inactive for too long, or the machine slept and the connection is gone. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

export interface WatchdogOptions {
  readonly clock: Clock;
  /** The work is aborted after this much inactivity, in ms. */
  readonly quietMs: number;
  /** After the machine slept: `abort`, because the connection is dead, or `wait`, because a response may have arrived. */
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
