import type { Clock } from './clock.js';
import { createFullTimes } from './bucket-states.js';
import { takeRequest, type RateLimit, type RateVerdict } from './rate-limit.js';

/** What this instance has allowed under each key. */
export interface Allowances {
  /**
   * Takes one request, unless this instance's own allowance or `askStore` refuses it. `askStore` is called only while
   * the own allowance covers every request that waits for it, so no more than `limit.requests` of one key ever wait.
   * `askStore` must not reject.
   */
  take(
    key: string,
    limit: RateLimit,
    askStore: (() => Promise<RateVerdict>) | null,
  ): Promise<RateVerdict>;
}

export const createAllowances = (clock: Clock, mostKeys?: number): Allowances => {
  const fullTimes = createFullTimes(mostKeys);
  /** How many requests of each key wait for the store. */
  const waiting = new Map<string, number>();

  /** What the own allowance says to one more request, beside those that wait. Takes nothing. */
  const check = (key: string, limit: RateLimit): RateVerdict => {
    const now = clock.now();
    const taken = takeRequest(limit, fullTimes.get(key), now, waiting.get(key));
    // What is stored may come from a clock that was set back since: it must not lock the user out.
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
      // Nobody took its place meanwhile; a clock that was set back can still refuse it.
      return verdict.allowed ? charge(key, limit) : verdict;
    },
  };
};
