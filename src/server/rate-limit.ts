/** How often one user may ask: `requests` at once, and as many again in every `seconds`, spread evenly. */
export interface RateLimit {
  /** Whole number above 0; not more than one per millisecond. */
  readonly requests: number;
  /** Whole number above 0. */
  readonly seconds: number;
}

export type RateVerdict =
  | {
      readonly allowed: true;
      /** When the allowance is whole again, in milliseconds since the epoch: all that has to be kept. */
      readonly fullAt: number;
    }
  | { readonly allowed: false; readonly retryAfterMs: number };

/**
 * Takes one request out of a token bucket. `fullAt` is what the last one that was allowed left behind, null where
 * there was none; `now` is in milliseconds since the epoch. A request that is refused takes nothing.
 */
export const takeRequest = (
  { requests, seconds }: RateLimit,
  fullAt: number | null,
  now: number,
): RateVerdict => {
  // Whole milliseconds: a sum of fractions would refuse the last request of a full bucket.
  const intervalMs = Math.ceil((seconds * 1000) / requests);
  const start = Math.ceil(now);
  const emptyAt = start + requests * intervalMs;
  // A time that no bucket of this size has was written by another clock or under another limit.
  const held = Math.min(Math.max(fullAt ?? start, start), emptyAt);
  const waitMs = held + intervalMs - emptyAt;
  return waitMs > 0
    ? { allowed: false, retryAfterMs: waitMs }
    : { allowed: true, fullAt: held + intervalMs };
};
