import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateStore } from '../../src/server.js';

/** Counts each user's requests to all processes together, in Redis. */
export const rateStoreIn = (storeClient: Redis): RateStore => {
  /** One for each limit. */
  const limiters = new Map<string, RateLimiterRedis>();
  return {
    async take(key, { requests: points, seconds: duration }) {
      const name = `${points} in ${duration}`;
      const limiter =
        limiters.get(name) ??
        new RateLimiterRedis({ storeClient, keyPrefix: 'limit', points, duration });
      limiters.set(name, limiter);
      try {
        await limiter.consume(key);
        return { allowed: true };
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused; // Redis failed
        return { allowed: false, retryAfterMs: refused.msBeforeNext };
      }
    },
  };
};
