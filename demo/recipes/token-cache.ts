import { createClient } from 'redis';
import type { TokenCache } from '../../src/server.js';

// Without the offline queue, an unreachable server is noticed at once.
export const redis = createClient({
  url: process.env['REDIS_URL'] ?? '',
  disableOfflineQueue: true,
});
// Without a listener, a lost connection ends the process.
redis.on('error', console.error);
redis.connect().catch(console.error);

/** Keeps the partner token of all processes in Redis. */
export const tokenCache: TokenCache = {
  get: (key) => redis.get(key),
  set: async (key, value, ttlMs) => void (await redis.set(key, value, { PX: ttlMs })),
};
