import type { RateLimit, RateVerdict } from './rate-limit.js';

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
