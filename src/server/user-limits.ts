import { withDeadline } from './deadline.js';
import type { RateVerdict } from './rate-limit.js';
import { createMemoryRateStore } from './rate-store.js';
import { Refusal } from './refusal.js';
import type { Settings } from './settings.js';
import { storeKey } from './store-key.js';

export interface UserLimits {
  /** Counts one request of a user; rejects with Refusal `too-many-requests` where none is left. */
  count(what: 'submissions' | 'queries', userId: string): Promise<void>;
}

/** Caps what each user costs the partner. */
export const createUserLimits = ({
  serviceUrl,
  clientId,
  limits,
  rateStore,
  clock,
  emit,
}: Settings): UserLimits => {
  const fallback = createMemoryRateStore();
  return {
    async count(what, userId) {
      const limit = limits[what];
      if (limit === null) return;
      const key = await storeKey(what, [serviceUrl, clientId, userId]);
      let verdict: RateVerdict;
      try {
        verdict = await withDeadline(limits.storeTimeoutMs, undefined, () =>
          rateStore.take(key, limit, clock.now()),
        );
      } catch (cause) {
        const message = 'rateStore failed; this instance counts by itself meanwhile.';
        emit({ kind: 'configuration', message, cause });
        verdict = await fallback.take(key, limit, clock.now());
      }
      if (verdict.allowed) return;
      throw new Refusal('too-many-requests', `the limit of ${what} per user is reached`, {
        'Retry-After': String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))),
      });
    },
  };
};
