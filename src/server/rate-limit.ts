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
export type Taken = RateVerdict & {
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
