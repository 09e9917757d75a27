/** Retries failed calls: the policies, pure functions that compute the waits, and the loop. */
import type { TranscribeError } from '../../protocol/errors.js';
import type { Ports } from '../ports.js';
import { waitUnlessCalled, waitUntilOnline, type CallOptions, type WaitPorts } from './waiting.js';

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

/**
 * The wait in ms after failed attempt number `attempt` (from 1): full jitter below an exponential ceiling, after the time
 * that the server requested. So clients that were refused at the same moment do not all come back at the same moment.
 */
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
    /** The status of the response. Null if there was none. */
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
  { ports, signal, policy = DEFAULT_RETRY, onTrouble, achieved = () => 0 }: RetryOptions,
): Promise<T> => {
  const { clock, connectivity, random } = ports;
  let tries = 0;
  let since = clock.now();
  let mark = achieved();
  for (;;) {
    try {
      const result = await attempt();
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
      await waitToRetry(
        retryDelay(tries, random(), error.retryAfterMs, policy),
        error,
        ports,
        signal,
      );
    }
  }
};

/** Waits as long as the host requested, even if the network comes back earlier. */
const waitToRetry = (
  ms: number,
  { retryAfterMs }: RetryableError,
  ports: WaitPorts,
  signal: AbortSignal,
): Promise<void> =>
  retryAfterMs === null ? waitUnlessCalled(ms, ports, signal) : ports.clock.sleep(ms, signal);
