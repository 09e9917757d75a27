import { parsePartnerToken } from '../protocol/responses.js';
import { LIMITS, type PartnerToken } from '../protocol/types.js';
import { body, finite, record } from '../protocol/read.js';
import { withDeadline } from './deadlines.js';
import type { Settings } from './options.js';
import { storeKey, type TokenCache } from './storage.js';

/** Both methods reject with ServiceFailure. */
export interface PartnerTokenSource {
  exchange(): Promise<PartnerToken>;
  refresh(refreshToken: string): Promise<PartnerToken>;
}

export interface ReadyToken {
  readonly accessToken: string;
  /** False if the token was cached. */
  readonly isRenewed: boolean;
}

export interface PartnerTokens {
  /** A valid token. Concurrent calls share one fetch. */
  get(): Promise<ReadyToken>;
  /** A new token after the service refused one. Concurrent calls share one fetch. */
  replace(rejected: string): Promise<ReadyToken>;
}

interface Held extends PartnerToken {
  /** Both in milliseconds since the epoch. */
  readonly renew_at: number;
  readonly expires_at: number;
}

/** Renew this long before expiry, or a tenth of the lifetime before, whichever is shorter. */
const MARGIN_MS = 5 * 60_000;
/** After a failed renewal, keep using a valid token this long before the next attempt. */
const RENEWAL_PAUSE_MS = 30_000;

const hold = (token: PartnerToken, now: number): Held => {
  const lifetime = (token.expires_in ?? LIMITS.partnerTokenSeconds) * 1000;
  const expires_at = now + lifetime;
  return { ...token, renew_at: expires_at - Math.min(MARGIN_MS, lifetime / 10), expires_at };
};

const heldTimes = body(record({ renew_at: finite, expires_at: finite }));

/** Null if the value was written by another version. A new token is fetched then. */
const parseHeld = (value: string): Held | null => {
  try {
    const source: unknown = JSON.parse(value);
    return { ...parsePartnerToken(source), ...heldTimes(source) };
  } catch {
    return null;
  }
};

/** Keeps one partner token valid (section 5): renews it with 4.2 before it expires, else gets a new one with 4.1. */
export const createPartnerTokens = (
  source: PartnerTokenSource,
  { serviceUrl, clientId, limits, tokenCache, clock, emit }: Settings,
): PartnerTokens => {
  let key: Promise<string> | null = null;
  let flight: Promise<ReadyToken> | null = null;
  let refused: string | null = null;
  let renewNotBefore = 0;
  const failing = new Set<keyof TokenCache>();

  /** If the cache fails, the token is fetched without it. Each method is reported once until it works again. */
  const tryCache = async <T>(
    method: keyof TokenCache,
    work: (key: string) => Promise<T>,
    secrets: readonly string[] = [],
  ): Promise<T | null> => {
    try {
      const name = await (key ??= storeKey('partner-token', [serviceUrl, clientId]));
      const value = await withDeadline(limits.storeTimeoutMs, undefined, () => work(name));
      failing.delete(method);
      return value;
    } catch (cause) {
      if (!failing.has(method)) {
        failing.add(method);
        const message = `tokenCache.${method} failed; the partner token is fetched without it.`;
        emit({ kind: 'configuration', message, option: 'tokenCache', cause }, secrets);
      }
      return null;
    }
  };

  const read = async (): Promise<Held | null> => {
    const value = await tryCache('get', (name) => tokenCache.get(name));
    if (typeof value !== 'string') return null;
    const held = parseHeld(value);
    if (held && held.access_token === refused)
      await tryCache('delete', (name) => tokenCache.delete(name));
    return held && held.access_token !== refused && clock.now() < held.expires_at ? held : null;
  };

  const keep = async (token: PartnerToken): Promise<string> => {
    const held = hold(token, clock.now());
    refused = null;
    renewNotBefore = 0;
    const ttlMs = held.expires_at - clock.now();
    await tryCache('set', (name) => tokenCache.set(name, JSON.stringify(held), ttlMs), [
      held.access_token,
      held.refresh_token ?? '',
    ]);
    return held.access_token;
  };

  const renew = async (refreshToken: string | undefined): Promise<PartnerToken> => {
    if (refreshToken === undefined) return source.exchange();
    try {
      // RFC 6749, section 6: without a new refresh token, the old one stays valid.
      return { refresh_token: refreshToken, ...(await source.refresh(refreshToken)) };
    } catch {
      return source.exchange();
    }
  };

  const load = async (): Promise<ReadyToken> => {
    const held = await read();
    if (held && clock.now() < Math.max(held.renew_at, renewNotBefore)) {
      return { accessToken: held.access_token, isRenewed: false };
    }
    try {
      return { accessToken: await keep(await renew(held?.refresh_token)), isRenewed: true };
    } catch (error) {
      if (!held || held.access_token === refused || clock.now() >= held.expires_at) throw error;
      renewNotBefore = clock.now() + RENEWAL_PAUSE_MS;
      return { accessToken: held.access_token, isRenewed: false };
    }
  };

  const get = (): Promise<ReadyToken> => (flight ??= load().finally(() => (flight = null)));

  return {
    get,
    replace(rejected) {
      // A fetch that is already running sees this too, and ignores the refused token in the cache.
      refused = rejected;
      return get();
    },
  };
};
