import { createFullTimes } from './full-times.js';
import { takeRequest, type RateLimit, type RateVerdict } from './rate-limit.js';

/** Where it is kept how much each user has asked for, so that several instances can share it. */
export interface RateStore {
  /**
   * Takes one request out of the allowance under `key`, in one step where the store can. `now` is in milliseconds
   * since the epoch. A key tells nothing about the user.
   */
  take(key: string, limit: RateLimit, now: number): Promise<RateVerdict>;
}

/** The default: one process, gone with it. Forgets a user whose allowance is whole, and the oldest of too many. */
export const createMemoryRateStore = (mostKeys?: number): RateStore => {
  const fullTimes = createFullTimes(mostKeys);
  return {
    take(key, limit, now) {
      const verdict = takeRequest(limit, fullTimes.get(key), now);
      if (verdict.allowed) fullTimes.set(key, verdict.fullAt, now);
      return Promise.resolve(verdict);
    },
  };
};
