/** When to try again: pure functions, so that tests need no clock. */

export interface RetryPolicy {
  /** Tries in a row without progress, the first one included. */
  readonly attempts: number;
  /** Longest wait before the second try, in ms; doubles with each further one. */
  readonly baseMs: number;
  /** Longest wait of all, in ms. */
  readonly capMs: number;
  /** Tries go on for at least so long, however many that makes, in ms. */
  readonly patienceMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 8,
  baseMs: 800,
  capMs: 30_000,
  patienceMs: 0,
};

/** For what already worked: a tunnel may be long, a host busy, and nobody has to press a button behind it. */
export const PATIENT_RETRY: RetryPolicy = {
  ...DEFAULT_RETRY,
  baseMs: 250,
  patienceMs: 15 * 60_000,
};

/** For a task that runs at the service whatever happens here: asking for it never ends. */
export const ENDLESS_RETRY: RetryPolicy = { ...DEFAULT_RETRY, attempts: Infinity, capMs: 60_000 };

const RETRYABLE: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** True for the statuses after which the same request can succeed. */
export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status > 504;

/** A host that asks for more is asked again all the same: nobody waits a day before a page. In ms. */
const MOST_RETRY_AFTER_MS = 15 * 60_000;

/** `Retry-After` (RFC 9110, seconds or a date) as ms from now; null where it says nothing usable. */
export const parseRetryAfter = (value: string | null, nowMs: number): number | null => {
  const trimmed = value?.trim() ?? '';
  if (/^\d+$/.test(trimmed)) return Math.min(Number(trimmed) * 1000, MOST_RETRY_AFTER_MS);
  const date = /[a-z]/i.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - nowMs), MOST_RETRY_AFTER_MS);
};

/**
 * How long to wait before try number `attempt` + 1 (the first failed try is 1), in ms: full jitter under
 * an exponential ceiling, never less than what the server asked for.
 */
export const retryDelay = (
  attempt: number,
  random: number,
  retryAfterMs: number | null,
  policy: RetryPolicy = DEFAULT_RETRY,
): number => {
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  return Math.max(retryAfterMs ?? 0, Math.round(random * ceiling));
};

/** True once trying is no use any more: after so many tries, the first of them so many ms ago. */
export const givesUp = (policy: RetryPolicy, tries: number, triedForMs: number): boolean =>
  tries >= policy.attempts && triedForMs >= policy.patienceMs;
