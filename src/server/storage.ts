import { withDeadline } from './deadline.js';
import { createFullTimes } from './full-times.js';
import { takeRequest, type RateLimit, type RateVerdict } from './rate-limit.js';
import type { RateStore } from './rate-store.js';
import type { TokenCache } from './token-cache.js';

/** What `createStorage()` of the package unstorage makes, as far as it is used; anything of this shape will do. */
export interface KeyValueStorage {
  /** May answer with what the text reads as in JSON, as unstorage does. */
  getItem(key: string): Promise<unknown>;
  /** `ttl` is in seconds; where it is not heeded, old entries stay and are not believed. */
  setItem(key: string, value: string, options?: { ttl?: number }): Promise<void>;
  removeItem(key: string): Promise<void>;
}

export const isKeyValueStorage = (value: unknown): value is KeyValueStorage =>
  typeof value === 'object' &&
  value !== null &&
  (['getItem', 'setItem', 'removeItem'] as const).every(
    (method) => typeof (value as Partial<KeyValueStorage>)[method] === 'function',
  );

const ttlOf = (ms: number): { ttl: number } => ({ ttl: Math.max(1, Math.ceil(ms / 1000)) });

export const createStorageTokenCache = (storage: KeyValueStorage): TokenCache => ({
  async get(key) {
    const value = await storage.getItem(key);
    if (value === null || value === undefined) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  },
  set: (key, value, ttlMs) => storage.setItem(key, value, ttlOf(ttlMs)),
  delete: (key) => storage.removeItem(key),
});

const timeOf = (value: unknown): number | null => {
  const time = typeof value === 'string' ? Number(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
};

/**
 * Reads, then writes: a storage has no transactions, so of instances that ask for one user in the same moment one
 * can read what another is about to change, or nothing while it is written. What an instance has allowed itself it
 * does not forget for that: each allows its own limit at most. Within this instance they take turns.
 */
export const createStorageRateStore = (storage: KeyValueStorage, timeoutMs: number): RateStore => {
  const turns = new Map<string, Promise<RateVerdict>>();
  const own = createFullTimes();

  const takeTurn = (key: string, limit: RateLimit, now: number): Promise<RateVerdict> =>
    withDeadline(timeoutMs, undefined, async () => {
      const stored = timeOf(await storage.getItem(key));
      const fullAt = Math.max(stored ?? 0, own.get(key) ?? 0);
      const verdict = takeRequest(limit, fullAt, now);
      if (verdict.allowed) {
        own.set(key, verdict.fullAt, now);
        await storage.setItem(key, String(verdict.fullAt), ttlOf(verdict.fullAt - now));
      }
      return verdict;
    });

  return {
    take(key, limit, now) {
      const before = turns.get(key);
      // Those who wait for a turn that fails fail with it: they would only wait for the same silence.
      const turn = before
        ? before.then(() => takeTurn(key, limit, now))
        : takeTurn(key, limit, now);
      turns.set(key, turn);
      const leave = (): void => {
        if (turns.get(key) === turn) turns.delete(key);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
};
