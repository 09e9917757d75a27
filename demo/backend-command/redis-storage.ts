/** Keys of submissions in Redis, and tasks on BullMQ, so that several processes share them. */
import type { Redis } from 'ioredis';
import type { SubmissionStore } from '../../src/server.js';
import type { TaskStepsOptions } from '../../src/server/watcher/watcher-options.js';

const MISSING =
  'STORAGE is an address of Redis, which needs two packages: npm install bullmq ioredis';

/** They are not in the package. */
const installed = async () => {
  try {
    const [{ Redis: Client }, { createBullTaskWatcher }] = await Promise.all([
      import('ioredis'),
      import('../../src/server/bullmq.js'),
    ]);
    return { Client, createBullTaskWatcher };
  } catch {
    throw new Error(MISSING);
  }
};

const submissionStoreIn = (redis: Redis): Required<SubmissionStore> => ({
  getItem: (key) => redis.get(key),
  setItem: async (key, value, { ttl = 86_400 } = {}) =>
    void (await redis.set(key, value, 'EX', ttl)),
  removeItem: async (key) => void (await redis.del(key)),
  setIfAbsent: async (key, value, { ttl }) =>
    (await redis.set(key, value, 'EX', ttl, 'NX')) === 'OK',
});

/** Rejects if a package is missing, or if Redis cannot be reached. Quotes no address, as it may have a password. */
export const openRedis = async (url: string) => {
  const { Client, createBullTaskWatcher } = await installed();
  const redis = new Client(url, { lazyConnect: true, enableOfflineQueue: false });
  // The handler reports each failure of the store by itself.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } catch {
    redis.disconnect();
    throw new Error('STORAGE: Redis does not answer at this address, or refuses the password.');
  }
  return {
    submissionStore: submissionStoreIn(redis),
    watch: (options: TaskStepsOptions) =>
      createBullTaskWatcher({ ...options, connection: { url, maxRetriesPerRequest: null } }),
    close: async () => void (await redis.quit().catch(() => redis.disconnect())),
  };
};
