/** Repeats failed calls. */
import type { Ports } from '../ports.js';
import type { TranscribeError } from '../../protocol/errors.js';
import { lookFor, unansweredError, type Place } from './unanswered.js';
import {
  waitUnlessCalled,
  waitUntilOnline,
  type CallOptions,
  type Interruption,
  type WaitPorts,
} from './waiting.js';
import { Stalled } from './watchdog.js';

export type RetryPorts = WaitPorts & Pick<Ports, 'random' | 'reach'>;

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
  /** The host of the attempts. If it does not answer, it is probed, so that the error says why. Default: no probe. */
  readonly place?: Place;
}

interface Hold {
  /** Null: as long as the policy allows. */
  readonly forMs: number | null;
  readonly told: Interruption;
}

/** Thrown by an attempt that `withRetries` may repeat. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
  constructor(
    /** The error to end with if no attempt succeeds. */
    readonly failure: Error & Pick<Partial<TranscribeError>, 'seen'>,
    readonly status: number | null,
    /** The `Retry-After` of the response, in ms. */
    readonly retryAfterMs: number | null = null,
    /** How long it is repeated, in ms, and what the person reads meanwhile. Default: as the policy says. */
    readonly hold: Hold | null = null,
  ) {
    super(failure.message);
  }
}

/** In ms. A DownloadUrl and a user token live as long (section 8), so nothing is gained by waiting longer. */
const LIMIT_TIMEOUT_MS = 86_400_000;

/** A shorter `Retry-After` than a second would repeat the request too often. */
const isRefusedByLimit = ({ status, retryAfterMs }: RetryableError): boolean =>
  status === 429 && retryAfterMs !== null && retryAfterMs >= 1_000;

/** In ms. A place that is there, but has never answered this page, is given up this long after the first failure. */
const REFUSED_MS = 50_000;

const hasNoAnswer = ({ status, failure }: RetryableError): boolean =>
  status === null && !(failure.cause instanceof Stalled);

/** Failures without progress between them. Times are in ms since the epoch. */
interface Failing {
  /** The failures of the last kind, without others between them. One lost answer must not end a long wait for a sign-in. */
  readonly kind: string;
  readonly tries: number;
  readonly since: number;
  readonly firstAt: number;
  /** They are of several kinds, and end after the longest patience of these, in ms. */
  readonly isMixed: boolean;
  readonly longestMs: number;
}

const afterFailure = (
  before: Failing | null,
  kind: string,
  forMs: number,
  nowMs: number,
): Failing => {
  const isSame = before?.kind === kind;
  return {
    kind,
    tries: isSame ? before.tries + 1 : 1,
    since: isSame ? before.since : nowMs,
    firstAt: before?.firstAt ?? nowMs,
    isMixed: before !== null && (before.isMixed || !isSame),
    longestMs: Math.max(before?.longestMs ?? 0, forMs),
  };
};

/**
 * Repeats an attempt that throws RetryableError, as the policy allows. Attempts while offline don't count, and neither do
 * those that a limit has refused (429) with `Retry-After`, for a day: the time will come.
 * Rejects with the `failure` of the last attempt, or with the signal's reason. If that attempt had no answer and `place` is
 * given, the error says whether the place can be reached.
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  options: RetryOptions,
): Promise<T> => {
  const { ports, signal, policy = DEFAULT_RETRY, onTrouble, achieved = () => 0 } = options;
  const { inTurn = (run) => run(), place } = options;
  const { clock, connectivity, random } = ports;
  let hasFailed = false;
  let mark = achieved();
  /** The failures since the last progress. */
  let failing: Failing | null = null;
  /** The place answers others, found out after the second failure. */
  let isRefused = false;
  for (;;) {
    try {
      const result = await inTurn(attempt);
      if (hasFailed) onTrouble?.(null);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RetryableError)) throw error;
      if (achieved() > mark) failing = null;
      mark = achieved();
      const isFirst = failing === null;
      hasFailed = true;
      if (!connectivity.isOnline()) {
        onTrouble?.('offline');
        await waitUntilOnline(ports, signal);
        failing = null;
        if (connectivity.isOnline()) onTrouble?.('retrying');
        continue;
      }
      const { retryAfterMs, hold } = error;
      const { forMs, told } = hold ?? { forMs: null, told: 'retrying' };
      failing = afterFailure(failing, `${told} ${forMs}`, forMs ?? policy.patienceMs, clock.now());
      const { since } = failing;
      const isUnanswered = place !== undefined && hasNoAnswer(error);
      if (!isUnanswered || policy.patienceMs > 0) isRefused = false;
      else if (failing.tries > 1) isRefused ||= (await lookFor(ports, place)) === 'answers';
      signal.throwIfAborted();
      const isLimited = isRefusedByLimit(error) && clock.now() - since < LIMIT_TIMEOUT_MS;
      if (isLimited) failing = { ...failing, tries: Math.max(1, failing.tries - 1) };
      const ms = retryDelay(failing.tries, random(), retryAfterMs, policy);
      const triedForMs = clock.now() - since;
      const isTooLate = isRefused && triedForMs + ms > REFUSED_MS;
      const isOver =
        (forMs === null ? givesUp(policy, failing.tries, triedForMs) : triedForMs >= forMs) ||
        (failing.isMixed && clock.now() - failing.firstAt >= failing.longestMs);
      if (!isLimited && (isTooLate || isOver)) {
        const reached = isUnanswered ? await lookFor(ports, place) : 'unknown';
        signal.throwIfAborted();
        throw (place && unansweredError(reached, place, error.failure.cause)) ?? error.failure;
      }
      // The first failure may be of any kind.
      const isSoon = isFirst && told !== 'merging';
      onTrouble?.(isSoon ? 'retrying' : told, error.failure.seen ?? undefined);
      // Wait as long as the host asked, even if the network comes back earlier.
      const pauseMs = forMs === null ? ms : Math.min(ms, forMs - triedForMs);
      await (retryAfterMs === null
        ? waitUnlessCalled(pauseMs, ports, signal)
        : clock.sleep(ms, signal));
    }
  }
};
