import { takeRequest, type RateLimit, type RateVerdict } from './rate-limit.js';

/** Where it is kept how much each user has asked for, so that several instances can share it. */
export interface RateStore {
  /**
   * Takes one request out of the allowance under `key`, in one step where the store can. `now` is in milliseconds
   * since the epoch. A key tells nothing about the user.
   */
  take(key: string, limit: RateLimit, now: number): Promise<RateVerdict>;
}

/** Some 10 MB. */
const MOST_KEYS = 100_000;

/** The default: one process, gone with it. Forgets a user whose allowance is whole, and the oldest of too many. */
export const createMemoryRateStore = (mostKeys = MOST_KEYS): RateStore => {
  const fullTimes = new Map<string, number>();
  const forget = (now: number): void => {
    for (const [key, fullAt] of fullTimes) {
      if (fullAt > now && fullTimes.size <= mostKeys) return;
      fullTimes.delete(key);
    }
  };
  return {
    take(key, limit, now) {
      const verdict = takeRequest(limit, fullTimes.get(key) ?? null, now);
      if (verdict.allowed) {
        // The longest unused key comes first.
        fullTimes.delete(key);
        fullTimes.set(key, verdict.fullAt);
      }
      forget(now);
      return Promise.resolve(verdict);
    },
  };
};
