/** How often one user may ask: `requests` at once, and as many again in every `seconds`, spread evenly. */
export interface RateLimit {
  /** Whole number above 0; not more than one per millisecond. */
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

/** A verdict, and what has to be stored after it. */
type Taken = RateVerdict & {
  /** When the allowance is full again, in milliseconds since the epoch. */
  readonly fullAt: number;
};

/** The time after which one more request is allowed, in whole milliseconds. */
export const intervalOf = ({ requests, seconds }: RateLimit): number =>
  Math.ceil((seconds * 1000) / requests);

/**
 * Takes one request out of a token bucket; a request that is refused takes nothing. `fullAt` is the stored value, null
 * where there is none. `now` is in milliseconds since the epoch. `waiting` requests are being decided elsewhere and
 * count as taken.
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
  // A later time than that comes from another clock or another limit. It must not lock the user out.
  const held = Math.min(Math.max(fullAt ?? start, start), emptyAt);
  const waitMs = held + (waiting + 1) * intervalMs - emptyAt;
  return waitMs > 0
    ? { allowed: false, retryAfterMs: waitMs, fullAt: held }
    : { allowed: true, fullAt: held + intervalMs };
};

/**
 * Counts what each user asks of all instances together. It can only refuse more than the instance itself would: each
 * instance counts what it allows, and asks the store only while its own count allows a request.
 */
export interface RateStore {
  /**
   * Takes one request out of the allowance under `key`. Do it in one atomic step (a script, a transaction) and the
   * limit is exact across instances. `key` is a hash and does not reveal the user. `now` is the instance's clock, in
   * milliseconds since the epoch; a store with a clock of its own should use that.
   *
   * If it rejects, resolves with anything but a verdict, or takes longer than two seconds, the instance decides alone.
   */
  take(key: string, limit: RateLimit, now: number): Promise<RateVerdict>;
}

/** When the allowance of each key is whole again, in milliseconds since the epoch, as this process knows it. */
interface BucketStates {
  /** Null where it is whole, as far as is known here. */
  get(key: string): number | null;
  /** Forgets as well what is whole by `now`, and the longest unused of too many. */
  set(key: string, fullAt: number, now: number): void;
}

/** Some 10 MB. */
const MOST_KEYS = 100_000;

export const createFullTimes = (mostKeys = MOST_KEYS): BucketStates => {
  const times = new Map<string, number>();
  return {
    get: (key) => times.get(key) ?? null,
    set(key, fullAt, now) {
      // The longest unused key comes first.
      times.delete(key);
      times.set(key, fullAt);
      for (const [oldest, time] of times) {
        if (time > now && times.size <= mostKeys) return;
        times.delete(oldest);
      }
    },
  };
};
