import { HttpError } from './http-messages.js';
import { createAlarm } from './handler-events.js';
import type { Limits, Settings } from './options.js';
import { createBucketStates, type RateLimit, type RateVerdict, takeRequest } from './rate-limit.js';
import { storeKey } from './storage.js';
import { type Clock, withDeadline } from './deadlines.js';

/** The buckets of this instance. */
interface Allowances {
  /**
   * Takes one request unless the bucket of this instance or `askStore` refuses it. `askStore` is called only while the
   * bucket covers all requests that wait for it, so at most `limit.requests` of one key wait. It must not reject.
   */
  take(
    key: string,
    limit: RateLimit,
    askStore: (() => Promise<RateVerdict>) | null,
  ): Promise<RateVerdict>;
}

export const createAllowances = (clock: Clock, mostKeys?: number): Allowances => {
  const fullTimes = createBucketStates(mostKeys);
  /** How many requests of each key wait for the store. */
  const waiting = new Map<string, number>();

  /** Checks one more request besides those that wait. Takes nothing. */
  const check = (key: string, limit: RateLimit): RateVerdict => {
    const now = clock.now();
    const taken = takeRequest(limit, fullTimes.get(key), now, waiting.get(key));
    // The state may come from a clock that has been set back. It must not lock the user out.
    if (!taken.allowed) fullTimes.set(key, taken.fullAt, now);
    return taken;
  };

  const charge = (key: string, limit: RateLimit): RateVerdict => {
    const now = clock.now();
    const taken = takeRequest(limit, fullTimes.get(key), now);
    fullTimes.set(key, taken.fullAt, now);
    return taken;
  };

  const wait = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    waiting.set(key, (waiting.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (waiting.get(key) ?? 0) - 1;
      if (left > 0) waiting.set(key, left);
      else waiting.delete(key);
    }
  };

  return {
    async take(key, limit, askStore) {
      if (askStore === null) return charge(key, limit);
      const own = check(key, limit);
      if (!own.allowed) return own;
      const verdict = await wait(key, askStore);
      // The waiting request reserved its place, but the bucket can still refuse it if the clock was set back.
      return verdict.allowed ? charge(key, limit) : verdict;
    },
  };
};

/** The limits that count calls. */
type Counted = {
  [Name in keyof Limits]: Limits[Name] extends RateLimit | null ? Name : never;
}[keyof Limits];

export interface UserLimits {
  /** Counts one request of a user. Rejects with HttpError `too-many-requests` if none is left. */
  count(what: Counted, userId: string): Promise<void>;
}

/** Throws TypeError for anything but a verdict. */
const readVerdict = (value: unknown, { seconds }: RateLimit): RateVerdict => {
  const { allowed, retryAfterMs } = (value ?? {}) as Record<string, unknown>;
  if (allowed === true) return { allowed };
  if (allowed !== false || typeof retryAfterMs !== 'number' || !(retryAfterMs >= 0)) {
    throw new TypeError(
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
}: Pick<
  Settings,
  'serviceUrl' | 'clientId' | 'limits' | 'rateStore' | 'clock' | 'emit'
>): UserLimits => {
  const allowances = createAllowances(clock);
  const report = createAlarm(emit, clock, 'rateStore');
  const alarm = (cause: unknown): void =>
    report('rateStore failed; each instance counts by itself until it works again.', cause);

  const askStore = (
    what: Counted,
    userId: string,
    limit: RateLimit,
  ): (() => Promise<RateVerdict>) | null =>
    rateStore &&
    (async () => {
      try {
        const key = await storeKey(what, [serviceUrl, clientId, userId]);
        const verdict = await withDeadline(limits.storeTimeoutMs, undefined, () =>
          rateStore.take(key, limit, clock.now()),
        );
        return readVerdict(verdict, limit);
      } catch (cause) {
        alarm(cause);
        return { allowed: true };
      }
    });

  return {
    async count(what, userId) {
      const limit = limits[what];
      if (limit === null) return;
      const verdict = await allowances.take(
        `${what} ${userId}`,
        limit,
        askStore(what, userId, limit),
      );
      if (verdict.allowed) return;
      throw new HttpError('too-many-requests', `the limit of ${what} per user is reached`, {
        'Retry-After': String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))),
      });
    },
  };
};
