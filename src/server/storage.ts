/** Where the handler and the watcher keep things: key-value storages, and the cache of the partner token. */

/** The SHA-256 of a list of texts as hexadecimal digits, which does not reveal them. `bytes`: how many of its 32 bytes. */
export const hashOf = async (subject: readonly string[], bytes = 32): Promise<string> => {
  const text = new TextEncoder().encode(JSON.stringify(subject));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text)).subarray(0, bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Returns a key for a shared store: `audio-transcribe:<purpose>:<64 hexadecimal digits>`. It is unique for
 * each purpose and `subject`, and does not reveal the subject.
 */
export const storeKey = async (purpose: string, subject: readonly string[]): Promise<string> =>
  `audio-transcribe:${purpose}:${await hashOf(subject)}`;

/**
 * Where the partner token is kept, so that instances can share it. The value is a secret: store it where only the backend
 * can read it.
 */
export interface TokenCache {
  get(key: string): Promise<string | null | undefined>;
  /** Keeps `value` for at most `ttlMs` milliseconds. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** @deprecated It is not called: another instance may have stored a newer token under the key. */
  delete?(key: string): Promise<void>;
}

/** The part of unstorage's `Storage` that is used. Any object of this shape works. */
export interface KeyValueStorage {
  /** May return the parsed JSON of a stored text, as unstorage does. */
  getItem(key: string): Promise<unknown>;
  /** `ttl` is in seconds. A store may ignore it; old entries are recognised and not used. */
  setItem(key: string, value: string, options?: { ttl?: number }): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/** A storage that instances share. Without `setIfAbsent`, two instances may both take a key at the same moment. */
export interface SubmissionStore extends KeyValueStorage {
  /** Sets a value if the key has none, in one atomic step; resolves with true if it did. `ttl` is in seconds. */
  setIfAbsent?(key: string, value: string, options: { ttl: number }): Promise<boolean>;
}

export const isKeyValueStorage = (value: unknown): value is KeyValueStorage =>
  typeof value === 'object' &&
  value !== null &&
  (['getItem', 'setItem', 'removeItem'] as const).every(
    (method) => typeof (value as Partial<KeyValueStorage>)[method] === 'function',
  );

/** The lifetime of a value in a `KeyValueStorage`. */
export const ttlOf = (ms: number): { ttl: number } => ({ ttl: Math.max(1, Math.ceil(ms / 1000)) });

export const createStorageTokenCache = (storage: KeyValueStorage): TokenCache => ({
  async get(key) {
    const value = await storage.getItem(key);
    if (value === null || value === undefined) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  },
  set: (key, value, ttlMs) => storage.setItem(key, value, ttlOf(ttlMs)),
});

/** The part of unstorage's `Storage` that the watcher uses. Any object of this shape works. */
export interface WatcherStorage extends KeyValueStorage {
  /** All keys that start with `base`. */
  getKeys(base: string): Promise<readonly string[]>;
}

/** Keeps values in the memory of this process. Ignores `ttl`. */
export const createMemoryStorage = (): WatcherStorage => {
  const values = new Map<string, string>();
  return {
    getItem: (key) => Promise.resolve(values.get(key) ?? null),
    setItem: async (key, value) => void values.set(key, value),
    removeItem: async (key) => void values.delete(key),
    getKeys: (base) => Promise.resolve([...values.keys()].filter((key) => key.startsWith(base))),
  };
};
