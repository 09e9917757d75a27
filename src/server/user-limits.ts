/** Limits per user: a token bucket for each, counted in this process and by the store that instances may share. */
import { HttpError } from './http-messages.js';
import { WrongResult } from './foreign-errors.js';
import { createAlarm } from './handler-events.js';
import type { Settings } from './handler-settings.js';
import type { RateLimit, RateVerdict } from './options.js';
import { storeKey } from './storage.js';
import { type Clock, withDeadline } from './deadlines.js';

/** A verdict, and the new state of the bucket. */
type Taken = RateVerdict & {
  /** When the bucket is full again, in milliseconds since the epoch. */
  readonly fullAt: number;
};

/**
 * Takes one request from a token bucket. A refused request takes nothing. `fullAt` is the stored state, null if there is
 * none; `now` is in milliseconds since the epoch. `waiting` requests are still being decided and count as taken.
 */
export const takeRequest = (
  { requests, seconds }: RateLimit,
  fullAt: number | null,
  now: number,
  waiting = 0,
): Taken => {
  // Until the bucket regains one request. Whole milliseconds: a sum of fractions would refuse the last request of a full
  // bucket.
  const intervalMs = Math.ceil((seconds * 1000) / requests);
  const start = Math.ceil(now);
  const emptyAt = start + requests * intervalMs;
  // A later time comes from another clock or another limit. It must not lock the user out.
  const held = Math.min(Math.max(fullAt ?? start, start), emptyAt);
  const waitMs = held + (waiting + 1) * intervalMs - emptyAt;
  return waitMs > 0
    ? { allowed: false, retryAfterMs: waitMs, fullAt: held }
    : { allowed: true, fullAt: held + intervalMs };
};

/** About 10 MB. */
const MOST_KEYS = 100_000;

/** The buckets of this instance. */
export const createAllowances = (clock: Clock, mostKeys = MOST_KEYS) => {
  /** When each bucket that is not full is full again. The least recently used one comes first. */
  const fullTimes = new Map<string, number>();
  /** How many requests of each key wait for the store. */
  const waiting = new Map<string, number>();

  /** Checks whether one more request is allowed. With `isTaken`, counts it; without, requests that wait count too. */
  const decide = (key: string, limit: RateLimit, isTaken: boolean): RateVerdict => {
    const now = clock.now();
    const ahead = isTaken ? 0 : waiting.get(key);
    const verdict = takeRequest(limit, fullTimes.get(key) ?? null, now, ahead);
    // The state of a refused one may come from a clock that has been set back. It must not lock the user out.
    if (!isTaken && verdict.allowed) return verdict;
    fullTimes.delete(key);
    fullTimes.set(key, verdict.fullAt);
    for (const [oldest, time] of fullTimes) {
      if (time > now && fullTimes.size <= mostKeys) break;
      fullTimes.delete(oldest);
    }
    return verdict;
  };

  return {
    /**
     * Takes one request unless the bucket of this instance or `askStore` refuses it. `askStore` is called only while the
     * bucket covers all requests that wait for it, so at most `limit.requests` of one key wait.
     */
    async take(
      key: string,
      limit: RateLimit,
      askStore: (() => Promise<RateVerdict>) | null,
    ): Promise<RateVerdict> {
      if (askStore === null) return decide(key, limit, true);
      const own = decide(key, limit, false);
      if (!own.allowed) return own;
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      try {
        const verdict = await askStore();
        if (!verdict.allowed) return verdict;
      } finally {
        const left = (waiting.get(key) ?? 0) - 1;
        if (left > 0) waiting.set(key, left);
        else waiting.delete(key);
      }
      // The waiting request reserved its place, but the bucket can still refuse it if the clock was set back.
      return decide(key, limit, true);
    },
  };
};

/** The limits that count calls. */
type Counted = 'submissions' | 'queries' | 'userTokens' | 'uploads';

/** Throws WrongResult for anything but a verdict. */
const readVerdict = (value: unknown, { seconds }: RateLimit): RateVerdict => {
  const { allowed, retryAfterMs } = (value ?? {}) as Record<string, unknown>;
  if (allowed === true) return { allowed };
  if (allowed !== false || typeof retryAfterMs !== 'number' || !(retryAfterMs >= 0)) {
    throw new WrongResult(
      'rateStore.take must return { allowed: true } or { allowed, retryAfterMs }.',
    );
  }
  return { allowed, retryAfterMs: Math.min(retryAfterMs, seconds * 1000) };
};

/** Applies the limits per user. */
export const createUserLimits = ({
  serviceUrl,
  clientId,
  limits,
  rateStore,
  clock,
  emit,
}: Pick<Settings, 'serviceUrl' | 'clientId' | 'limits' | 'rateStore' | 'clock' | 'emit'>) => {
  const allowances = createAllowances(clock);
  const alarm = createAlarm(emit, clock, 'rateStore');

  return {
    /** Counts one request of a user. Rejects with HttpError `too-many-requests` if none is left. */
    async count(what: Counted, userId: string): Promise<void> {
      const limit = limits[what];
      if (limit === null) return;
      const askStore = async (): Promise<RateVerdict> => {
        try {
          const key = await storeKey(what, [serviceUrl, clientId, userId]);
          const verdict = await withDeadline(limits.storeTimeoutMs, undefined, async () =>
            rateStore?.take(key, limit, clock.now()),
          );
          return readVerdict(verdict, limit);
        } catch (cause) {
          alarm('rateStore failed; each instance counts by itself until it works again.', cause);
          return { allowed: true };
        }
      };
      const verdict = await allowances.take(`${what} ${userId}`, limit, rateStore && askStore);
      if (verdict.allowed) return;
      throw new HttpError('too-many-requests', `the limit of ${what} per user is reached`, {
        'Retry-After': String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))),
      });
    },
  };
};
