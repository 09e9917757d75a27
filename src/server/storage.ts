import {
  createBucketStates,
  type RateLimit,
  type RateStore,
  type RateVerdict,
  takeRequest,
} from './rate-limit.js';
import { type Clock, withDeadline } from './time.js';

/**
 * Returns a key for a shared store: `audio-transcribe:<purpose>:<64 hexadecimal digits>`. It is unique for
 * each purpose and `subject`, and does not reveal the subject.
 */
export const storeKey = async (purpose: string, subject: readonly string[]): Promise<string> => {
  const name = new TextEncoder().encode(JSON.stringify(subject));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', name));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `audio-transcribe:${purpose}:${hex}`;
};

/**
 * Where the partner token is kept, so that instances can share it. The value is a secret: store it where only the backend
 * can read it.
 */
export interface TokenCache {
  get(key: string): Promise<string | null | undefined>;
  /** Keeps `value` for at most `ttlMs` milliseconds. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The default: in the memory of this process. */
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

/** The part of unstorage's `Storage` that is used. Any object of this shape works. */
export interface KeyValueStorage {
  /** May return the parsed JSON of a stored text, as unstorage does. */
  getItem(key: string): Promise<unknown>;
  /** `ttl` is in seconds. A store may ignore it; old entries are recognised and not used. */
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

interface Turn {
  readonly asked: { readonly limit: RateLimit; readonly now: number }[];
  hasBegun: boolean;
  /** One verdict per request, in the same order. */
  verdicts: Promise<readonly RateVerdict[]>;
}

/**
 * Reads, then writes: a storage has no atomic step. If two instances count the same user at the same moment, one may
 * overwrite the other, so each may allow its full limit. Remembers its own writes in case the storage loses them.
 *
 * Requests of one user that arrive during a read-and-write turn share the next turn, so a request waits for at most two
 * turns. A turn that takes longer than `timeoutMs` rejects and writes nothing more.
 */
export const createStorageRateStore = (storage: KeyValueStorage, timeoutMs: number): RateStore => {
  /** The last turn of each key. */
  const turns = new Map<string, Turn>();
  const own = createBucketStates();

  const decide = (key: string, asked: Turn['asked']): Turn['verdicts'] =>
    withDeadline(timeoutMs, undefined, async (signal) => {
      const stored = timeOf(await storage.getItem(key));
      signal.throwIfAborted();
      let fullAt = Math.max(stored ?? 0, own.get(key) ?? 0);
      let latest = 0;
      const verdicts = asked.map(({ limit, now }) => {
        const taken = takeRequest(limit, fullAt, now);
        fullAt = taken.fullAt;
        latest = now;
        return taken;
      });
      own.set(key, fullAt, latest);
      if (fullAt !== stored) await storage.setItem(key, String(fullAt), ttlOf(fullAt - latest));
      return verdicts;
    });

  const queue = (key: string, before: Turn | undefined): Turn => {
    const turn: Turn = { asked: [], hasBegun: false, verdicts: Promise.resolve([]) };
    const begin = (): Turn['verdicts'] => {
      turn.hasBegun = true;
      return decide(key, turn.asked);
    };
    turn.verdicts = (before?.verdicts ?? turn.verdicts).then(begin, begin);
    const leave = (): void => {
      if (turns.get(key) === turn) turns.delete(key);
    };
    turn.verdicts.then(leave, leave);
    turns.set(key, turn);
    return turn;
  };

  return {
    async take(key, limit, now) {
      const last = turns.get(key);
      const turn = last?.hasBegun === false ? last : queue(key, last);
      const place = turn.asked.push({ limit, now }) - 1;
      return (await turn.verdicts)[place]!;
    },
  };
};
