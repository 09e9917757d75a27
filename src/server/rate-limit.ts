/** Limits per user: a token bucket, its states in this process, and the port of a store that counts for all instances. */

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
