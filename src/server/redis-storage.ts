import { TranscribeError } from '../protocol/index.js';
import type { SendRedisCommand } from './redis-commands.js';
import type { WatcherStorage } from './watcher/options.js';

/** Keys that Redis looks at in one step of a scan. */
const SCAN_COUNT = '1000';

/** `*`, `?`, `[` and `\` have a meaning in the pattern of a scan. */
const escaped = (base: string): string => base.replace(/[\\*?[\]]/g, '\\$&');

/**
 * Creates a storage for `createTaskWatcher` in Redis. Its `setIfAbsent` is atomic, so two instances never call a hook for
 * the same task. All keys start with `audio-transcribe:`, so they can share a database with others. `getKeys` scans the
 * whole database.
 *
 * Throws TranscribeError `configuration` if `send` is not a function.
 */
export const createRedisStorage = (send: SendRedisCommand): Required<WatcherStorage> => {
  if (typeof send !== 'function') {
    const message =
      'createRedisStorage: give a function that sends a command, as (command) => client.sendCommand(command).';
    throw new TranscribeError('configuration', message);
  }
  const expiry = (ttl: number | undefined): string[] =>
    ttl === undefined ? [] : ['EX', String(Math.max(1, Math.ceil(ttl)))];
  return {
    getItem: (key) => send(['GET', key]),
    async setItem(key, value, { ttl } = {}) {
      await send(['SET', key, value, ...expiry(ttl)]);
    },
    async removeItem(key) {
      await send(['DEL', key]);
    },
    async getKeys(base) {
      const keys = new Set<string>();
      let cursor = '0';
      do {
        const reply = await send([
          'SCAN',
          cursor,
          'MATCH',
          `${escaped(base)}*`,
          'COUNT',
          SCAN_COUNT,
        ]);
        if (!Array.isArray(reply) || !Array.isArray(reply[1])) {
          throw new TypeError('Redis did not answer a SCAN with a cursor and keys.');
        }
        cursor = String(reply[0]);
        for (const key of reply[1]) keys.add(String(key));
      } while (cursor !== '0');
      return [...keys];
    },
    async setIfAbsent(key, value, { ttl }) {
      return (await send(['SET', key, value, 'NX', ...expiry(ttl)])) === 'OK';
    },
  };
};
