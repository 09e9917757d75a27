import { createAllowances } from './allowances.js';
import { withDeadline } from './deadline.js';
import type { Limits } from './limits.js';
import type { RateLimit, RateVerdict } from './rate-limit.js';
import { HttpError } from './http-error.js';
import type { Settings } from './settings.js';
import { storeKey } from './store-key.js';

/** The calls that are counted, each by the limit of its name. */
export type Counted = {
  [Name in keyof Limits]: Limits[Name] extends RateLimit | null ? Name : never;
}[keyof Limits];

export interface UserLimits {
  /** Counts one request of a user; rejects with Refusal `too-many-requests` if none is left. */
  count(what: Counted, userId: string): Promise<void>;
}

/** A store that is down fails for every request; it is reported once in this time. */
const ALARM_PAUSE_MS = 60_000;

/** Throws TypeError for anything but a verdict. */
const readVerdict = (value: unknown, { seconds }: RateLimit): RateVerdict => {
  const { allowed, retryAfterMs } = (value ?? {}) as Record<string, unknown>;
  if (allowed === true) return { allowed };
  if (allowed !== false || typeof retryAfterMs !== 'number' || !(retryAfterMs >= 0)) {
    throw new TypeError(
      'rateStore.take must return { allowed: true } or { allowed, retryAfterMs }.',
    );
  }
  return { allowed, retryAfterMs: Math.min(retryAfterMs, seconds * 1000) };
};

/** Caps what each user costs the partner. */
export const createUserLimits = ({
  serviceUrl,
  clientId,
  limits,
  rateStore,
  clock,
  emit,
}: Pick<
  Settings,
  'serviceUrl' | 'clientId' | 'limits' | 'rateStore' | 'clock' | 'emit'
>): UserLimits => {
  const allowances = createAllowances(clock);
  let alarmedAt: number | null = null;

  const alarm = (cause: unknown): void => {
    const now = clock.now();
    if (alarmedAt !== null && Math.abs(now - alarmedAt) < ALARM_PAUSE_MS) return;
    alarmedAt = now;
    const message = 'rateStore failed; each instance counts by itself until it works again.';
    emit({ kind: 'configuration', message, cause });
  };

  const askStore = (key: string, limit: RateLimit): (() => Promise<RateVerdict>) | null =>
    rateStore &&
    (async () => {
      try {
        const verdict = await withDeadline(limits.storeTimeoutMs, undefined, () =>
          rateStore.take(key, limit, clock.now()),
        );
        return readVerdict(verdict, limit);
      } catch (cause) {
        alarm(cause);
        return { allowed: true };
      }
    });

  return {
    async count(what, userId) {
      const limit = limits[what];
      if (limit === null) return;
      const key = await storeKey(what, [serviceUrl, clientId, userId]);
      const verdict = await allowances.take(key, limit, askStore(key, limit));
      if (verdict.allowed) return;
      throw new HttpError('too-many-requests', `the limit of ${what} per user is reached`, {
        'Retry-After': String(Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))),
      });
    },
  };
};
