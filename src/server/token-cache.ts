import type { Clock } from './clock.js';

/**
 * Where the partner token is kept, so that several instances can share one. The value is a secret:
 * keep it where only the backend can read it.
 */
export interface TokenCache {
  get(key: string): Promise<string | null | undefined>;
  /** Keeps `value` for at most `ttlMs` milliseconds. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The default: one process, gone with it. */
export const createMemoryTokenCache = (clock: Clock): TokenCache => {
  const entries = new Map<string, { readonly value: string; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      return Promise.resolve(entry && clock.now() < entry.until ? entry.value : null);
    },
    set(key, value, ttlMs) {
      entries.set(key, { value, until: clock.now() + ttlMs });
      return Promise.resolve();
    },
    delete(key) {
      entries.delete(key);
      return Promise.resolve();
    },
  };
};
