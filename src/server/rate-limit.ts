/** Limits per user: a token bucket, its states in this process, and the stores that count for all instances. */
import { TranscribeError } from '../protocol/index.js';
import { type KeyValueStorage, type SendRedisCommand, ttlOf } from './storage.js';
import { withDeadline } from './time.js';

/** A limit per user: `requests` at once, refilled evenly over every `seconds`. */
export interface RateLimit {
  /** Whole number above 0; at most one per millisecond. */
  readonly requests: number;
  /** Whole number above 0. */
  readonly seconds: number;
}

export type RateVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** Milliseconds until a request can be allowed. */
      readonly retryAfterMs: number;
    };

/** A verdict, and the new state of the bucket. */
type Taken = RateVerdict & {
  /** When the bucket is full again, in milliseconds since the epoch. */
  readonly fullAt: number;
};

/** Milliseconds until a bucket regains one request. */
export const intervalOf = ({ requests, seconds }: RateLimit): number =>
  Math.ceil((seconds * 1000) / requests);

/**
 * Takes one request from a token bucket. A refused request takes nothing. `fullAt` is the stored state, null if there is
 * none; `now` is in milliseconds since the epoch. `waiting` requests are still being decided and count as taken.
 */
export const takeRequest = (
  limit: RateLimit,
  fullAt: number | null,
  now: number,
  waiting = 0,
): Taken => {
  // Whole milliseconds: a sum of fractions would refuse the last request of a full bucket.
  const intervalMs = intervalOf(limit);
  const start = Math.ceil(now);
  const emptyAt = start + limit.requests * intervalMs;
  // A later time comes from another clock or another limit. It must not lock the user out.
  const held = Math.min(Math.max(fullAt ?? start, start), emptyAt);
  const waitMs = held + (waiting + 1) * intervalMs - emptyAt;
  return waitMs > 0
    ? { allowed: false, retryAfterMs: waitMs, fullAt: held }
    : { allowed: true, fullAt: held + intervalMs };
};

/**
 * Counts each user's requests to all instances together. Each instance also counts by itself, and asks the store only if
 * its own count allows the request.
 */
export interface RateStore {
  /**
   * Takes one request from the bucket of `key`. The limit is exact only if this is one atomic step (a script
   * or a transaction). `key` is a hash and does not reveal the user. `now` is the instance's clock in
   * milliseconds since the epoch; a store with its own clock should use that instead.
   *
   * If `take` rejects, resolves with anything but a verdict, or takes longer than two seconds, the instance
   * decides alone.
   */
  take(key: string, limit: RateLimit, now: number): Promise<RateVerdict>;
}

/** When the bucket of each key is full again, in milliseconds since the epoch, as counted by this process. */
interface BucketStates {
  /** Null if the bucket is full. */
  get(key: string): number | null;
  /** Also removes buckets that are full by `now`, and the least recently used ones above the maximum. */
  set(key: string, fullAt: number, now: number): void;
}

/** About 10 MB. */
const MOST_KEYS = 100_000;

export const createBucketStates = (mostKeys = MOST_KEYS): BucketStates => {
  const times = new Map<string, number>();
  return {
    get: (key) => times.get(key) ?? null,
    set(key, fullAt, now) {
      // A Map keeps insertion order: the least recently used key is first.
      times.delete(key);
      times.set(key, fullAt);
      for (const [oldest, time] of times) {
        if (time > now && times.size <= mostKeys) return;
        times.delete(oldest);
      }
    },
  };
};

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

/**
 * The same as `takeRequest`, with the clock of Redis. Returns 0, or the milliseconds until a request is
 * allowed.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
local requests, interval = tonumber(ARGV[1]), tonumber(ARGV[2])
local empty = now + requests * interval
local stored = tonumber(redis.call('GET', KEYS[1])) or now
local held = math.min(empty, math.max(now, stored))
local wait = held + interval - empty
local full = wait > 0 and held or held + interval
if full ~= stored then redis.call('SET', KEYS[1], full, 'PX', full - now) end
return math.max(0, wait)`;

const sha1Of = async (text: string): Promise<string> => {
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)),
  );
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Creates a rate store in Redis that is exact across instances. A script counts on the server, in one round
 * trip, with the clock of the Redis server. Each key expires when its bucket is full.
 *
 * Throws TranscribeError `configuration` if `send` is not a function.
 */
export const createRedisRateStore = (send: SendRedisCommand): RateStore => {
  if (typeof send !== 'function') {
    const message =
      'createRedisRateStore: give a function that sends a command, as (command) => client.sendCommand(command).';
    throw new TranscribeError('configuration', message);
  }
  let sha: Promise<string> | null = null;
  return {
    async take(key, limit) {
      const args = ['1', key, String(limit.requests), String(intervalOf(limit))];
      const name = await (sha ??= sha1Of(SCRIPT));
      let reply: unknown;
      try {
        reply = await send(['EVALSHA', name, ...args]);
      } catch (error) {
        // Redis forgets its scripts when it restarts. EVAL loads the script again.
        if (!(error instanceof Error) || !/\bNOSCRIPT\b/.test(error.message)) throw error;
        reply = await send(['EVAL', SCRIPT, ...args]);
      }
      // Some clients return integers as strings or BigInt.
      if (!/^\d+$/.test(String(reply)))
        throw new TypeError('Redis did not answer with an integer.');
      const retryAfterMs = Number(reply);
      return retryAfterMs > 0 ? { allowed: false, retryAfterMs } : { allowed: true };
    },
  };
};
