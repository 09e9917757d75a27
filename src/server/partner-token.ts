import { body, finite, parseJson, record } from '../protocol/read.js';
import { parsePartnerToken } from '../protocol/responses.js';
import { SERVICE_PATHS } from '../protocol/routes.js';
import {
  LIMITS,
  type PartnerRefreshRequest,
  type PartnerToken,
  type PartnerTokenRequest,
} from '../protocol/types.js';
import { withDeadline } from './deadlines.js';
import { storedText, WrongResult } from './foreign-errors.js';
import type { ServiceCall } from './handler-events.js';
import type { Settings } from './handler-settings.js';
import type { ExchangeContext } from './options.js';
import { type CallService, reported } from './service-client.js';
import { storeKey, type TokenCache } from './storage.js';

/** RFC 7617, encoded as UTF-8. */
const basic = (clientId: string, clientSecret: string): Record<string, string> => {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { Authorization: `Basic ${btoa(binary)}` };
};

const parseText = (text: string): PartnerToken => parsePartnerToken(parseJson(text));

export interface ReadyToken {
  readonly accessToken: string;
  /** False if the token was cached. */
  readonly isRenewed: boolean;
}

interface Held extends PartnerToken {
  /** Both in milliseconds since the epoch. */
  readonly renew_at: number;
  readonly expires_at: number;
}

/** Renew this long before expiry, or a tenth of the lifetime before, whichever is shorter. */
const MARGIN_MS = 5 * 60_000;
/** After a failed renewal, keep using a valid token this long before the next attempt. */
export const RENEWAL_PAUSE_MS = 30_000;

/** A cache that answers late returns no older tokens than these. */
const MOST_REFUSED = 10;

const heldTimes = body(record({ renew_at: finite, expires_at: finite }));

/** Null if there is none. Throws WrongResult if the value is not what was stored: a new token is fetched then. */
const parseHeld = (value: unknown): Held | null => {
  const text = storedText(value, 'tokenCache.get', 'set');
  if (text === null || text === '') return null;
  try {
    const source: unknown = JSON.parse(text);
    return { ...parsePartnerToken(source), ...heldTimes(source) };
  } catch {
    throw new WrongResult(
      'tokenCache.get returned another text than set was given. Let it return that text unchanged, and share its keys only with this version.',
    );
  }
};

/** Keeps one partner token valid (section 5): renews it with 4.2 before it expires, else gets a new one with 4.1. */
export const createPartnerTokens = (settings: Settings, callService: CallService) => {
  const { serviceUrl, clientId, clientSecret, fetch, limits, tokenCache, clock, emit } = settings;
  let key: Promise<string> | null = null;
  let flight: Promise<ReadyToken> | null = null;
  /** The latest token that this process has seen: a cache may fail, or return an older one for a while. */
  let latest: Held | null = null;
  let refused: readonly string[] = [];
  let renewNotBefore = 0;
  const failing = new Set<keyof TokenCache>();

  /** Obtains a token with a function of the options, or with the built-in call. */
  const obtain = (
    call: ServiceCall,
    path: string,
    request: PartnerTokenRequest | PartnerRefreshRequest,
    replacement: ((context: ExchangeContext) => Promise<unknown>) | null,
    secrets: readonly string[],
  ): Promise<PartnerToken> => {
    if (replacement === null) {
      const headers = basic(clientId, clientSecret);
      return callService({ call, path, headers, body: request, parse: parseText });
    }
    const work = async (signal: AbortSignal): Promise<PartnerToken> =>
      parsePartnerToken(await replacement({ serviceUrl, clientId, clientSecret, fetch, signal }));
    const limited = () => withDeadline(limits.timeoutMs, undefined, work);
    return reported(call, settings, undefined, limited, secrets);
  };
  const exchange = (): Promise<PartnerToken> =>
    obtain('exchange-partner-token', SERVICE_PATHS.partnerToken, {}, settings.exchange, []);
  const refresh = (refreshToken: string): Promise<PartnerToken> => {
    const own = settings.refresh;
    const replacement = own && ((context: ExchangeContext) => own({ ...context, refreshToken }));
    const request = { refresh_token: refreshToken };
    const path = SERVICE_PATHS.partnerRefresh;
    return obtain('refresh-partner-token', path, request, replacement, [refreshToken]);
  };

  /** If the cache fails, this process does without it. Each method is reported once until it works again. */
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

  const isUsable = (held: Held): boolean =>
    !refused.includes(held.access_token) && clock.now() < held.expires_at;

  const store = async (held: Held): Promise<void> => {
    const text = JSON.stringify(held);
    const secrets = [held.access_token, held.refresh_token ?? ''];
    const ttlMs = held.expires_at - clock.now();
    await tryCache('set', (name) => tokenCache.set(name, text, ttlMs), secrets);
  };

  const cached = async (): Promise<Held | null> => {
    const held = await tryCache('get', async (name) => parseHeld(await tokenCache.get(name)));
    return held && isUsable(held) ? held : null;
  };

  /** The token of the cache, unless this process has a later one. */
  const read = async (): Promise<Held | null> => {
    const held = await cached();
    if (latest && !isUsable(latest)) latest = null;
    if (held && held.expires_at >= (latest?.expires_at ?? 0)) latest = held;
    // The cache failed, or has lost it.
    if (latest && !held) await store(latest);
    return latest;
  };

  const keep = async (token: PartnerToken): Promise<Held> => {
    const now = clock.now();
    const lifetime = (token.expires_in ?? LIMITS.partnerTokenSeconds) * 1000;
    const expires_at = now + lifetime;
    const renew_at = expires_at - Math.min(MARGIN_MS, lifetime / 10);
    const held: Held = { ...token, renew_at, expires_at };
    latest = held;
    renewNotBefore = 0;
    await store(held);
    return held;
  };

  const renewed = async (token: PartnerToken): Promise<ReadyToken> => {
    const { access_token } = await keep(token);
    return { accessToken: access_token, isRenewed: true };
  };

  /** A token that another process has stored meanwhile. */
  const storedAfter = async (accessToken: string): Promise<ReadyToken | null> => {
    const held = await cached();
    return held && held.access_token !== accessToken
      ? { accessToken: held.access_token, isRenewed: false }
      : null;
  };

  const renew = async (held: Held | null): Promise<ReadyToken> => {
    if (held?.refresh_token === undefined) return renewed(await exchange());
    const { access_token, refresh_token } = held;
    try {
      // RFC 6749, section 6: without a new refresh token, the old one stays valid.
      return await renewed({ refresh_token, ...(await refresh(refresh_token)) });
    } catch {
      // A refresh token may work only once, and another process may have used it.
      return (await storedAfter(access_token)) ?? renewed(await exchange());
    }
  };

  const load = async (): Promise<ReadyToken> => {
    const held = await read();
    if (held && clock.now() < Math.max(held.renew_at, renewNotBefore)) {
      return { accessToken: held.access_token, isRenewed: false };
    }
    try {
      return await renew(held);
    } catch (error) {
      const valid = await read();
      if (!valid) throw error;
      renewNotBefore = clock.now() + RENEWAL_PAUSE_MS;
      return { accessToken: valid.access_token, isRenewed: false };
    }
  };

  /** A valid token. Concurrent calls share one fetch. */
  const get = (): Promise<ReadyToken> => (flight ??= load().finally(() => (flight = null)));

  return {
    get,
    /**
     * Another token after the service refused one: what another process has stored, or a new one. Concurrent calls share
     * one fetch. The refused token stays in the cache until it is overwritten: to delete it could delete a newer one.
     */
    replace(rejected: string): Promise<ReadyToken> {
      // A fetch that is already running sees this too.
      refused = [...refused, rejected].slice(-MOST_REFUSED);
      return get();
    },
    storedAfter,
  };
};
