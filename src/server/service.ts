/** The calls to the service, and the partner token that one of them needs. */
import { parsePartnerToken, parseTaskText, parseUserToken } from '../protocol/responses.js';
import { parseUploadedFile, parseUploadPlan } from '../protocol/upload-responses.js';
import { SERVICE_PATHS } from '../protocol/routes.js';
import {
  LIMITS,
  type CompleteUploadRequest,
  type PartnerRefreshRequest,
  type PartnerToken,
  type PartnerTokenRequest,
  type TranscriptionRequest,
  type UploadPlanRequest,
  type UserToken,
} from '../protocol/types.js';
import { body, finite, parseJson, record } from '../protocol/read.js';
import { withDeadline } from './deadlines.js';
import { createAdvisor, type RequestStats, type ServiceCall } from './handler-events.js';
import type { Settings } from './handler-settings.js';
import type { ExchangeContext } from './options.js';
import {
  type CallService,
  createServiceClient,
  keyPairOf,
  queryTask,
  reported,
} from './service-client.js';
import { ServiceFailure } from './service-failures.js';
import { storeKey, type TokenCache } from './storage.js';

/** Parses JSON, then the value. */
const json =
  <T>(parse: (value: unknown) => T) =>
  (text: string): T =>
    parse(parseJson(text));

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** RFC 7617, encoded as UTF-8. */
const basic = (clientId: string, clientSecret: string): Record<string, string> => {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { Authorization: `Basic ${btoa(binary)}` };
};

interface ReadyToken {
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
const RENEWAL_PAUSE_MS = 30_000;

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
const createPartnerTokens = (settings: Settings, callService: CallService) => {
  const { serviceUrl, clientId, clientSecret, fetch, limits, tokenCache, clock, emit } = settings;
  let key: Promise<string> | null = null;
  let flight: Promise<ReadyToken> | null = null;
  let refused: string | null = null;
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
      return callService({ call, path, headers, body: request, parse: json(parsePartnerToken) });
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
    const held = typeof value === 'string' ? parseHeld(value) : null;
    if (held === null || held.access_token !== refused) {
      return held && clock.now() < held.expires_at ? held : null;
    }
    await tryCache('delete', (name) => tokenCache.delete(name));
    return null;
  };

  const keep = async (token: PartnerToken): Promise<string> => {
    const now = clock.now();
    const lifetime = (token.expires_in ?? LIMITS.partnerTokenSeconds) * 1000;
    const expires_at = now + lifetime;
    const renew_at = expires_at - Math.min(MARGIN_MS, lifetime / 10);
    const held = JSON.stringify({ ...token, renew_at, expires_at } satisfies Held);
    refused = null;
    renewNotBefore = 0;
    const secrets = [token.access_token, token.refresh_token ?? ''];
    await tryCache('set', (name) => tokenCache.set(name, held, lifetime), secrets);
    return token.access_token;
  };

  const renew = async (refreshToken: string | undefined): Promise<PartnerToken> => {
    if (refreshToken === undefined) return exchange();
    try {
      // RFC 6749, section 6: without a new refresh token, the old one stays valid.
      return { refresh_token: refreshToken, ...(await refresh(refreshToken)) };
    } catch {
      return exchange();
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

  /** A valid token. Concurrent calls share one fetch. */
  const get = (): Promise<ReadyToken> => (flight ??= load().finally(() => (flight = null)));

  return {
    get,
    /** A new token after the service refused one. Concurrent calls share one fetch. */
    replace(rejected: string): Promise<ReadyToken> {
      // A fetch that is already running sees this too, and ignores the refused token in the cache.
      refused = rejected;
      return get();
    },
  };
};

const NO_USERS = {
  option: 'clientId',
  message:
    'The service refused a new partner token (4.3): ask the operator whether this clientId may issue user tokens.',
  docs: 'docs/backend.md#the-partner-token',
};

/** A service may answer either to a token that it does not accept any more. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceFailure && (error.serviceStatus === 401 || error.serviceStatus === 403);

export type Service = ReturnType<typeof createService>;

/** The calls to the service. Every call rejects with ServiceFailure, or with anything after `signal` has aborted. */
export const createService = (settings: Settings) => {
  const advisor = createAdvisor(settings.emit);
  const callService = createServiceClient(settings, advisor);
  const tokens = createPartnerTokens(settings, callService);
  /** A new token that was refused too: the refusal is about the user, or the client. It is not replaced before this time. */
  let kept: { readonly accessToken: string; readonly untilMs: number } | null = null;
  const keyPair = keyPairOf(settings);

  const issueWith = (
    { accessToken }: ReadyToken,
    userId: string,
    signal: AbortSignal,
  ): Promise<UserToken> => {
    const { userTokenSeconds } = settings;
    const lifetime = userTokenSeconds === null ? {} : { expires_in: userTokenSeconds };
    return callService({
      call: 'issue-user-token',
      path: SERVICE_PATHS.userToken,
      headers: bearer(accessToken),
      body: { user_id: userId, ...lifetime },
      parse: json(parseUserToken),
      signal,
    });
  };

  return {
    /** 4.3, with a valid partner token. */
    async issueUserToken(
      userId: string,
      signal: AbortSignal,
      stats: RequestStats,
    ): Promise<UserToken> {
      const issue = (token: ReadyToken): Promise<UserToken> => {
        if (token.isRenewed) stats.tokenRenewed = true;
        return issueWith(token, userId, signal);
      };
      const partnerToken = await tokens.get();
      try {
        return await issue(partnerToken);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const isKept = kept?.accessToken === partnerToken.accessToken;
        if (isKept && settings.clock.now() < (kept?.untilMs ?? 0)) throw error;
        const fresh = await tokens.replace(partnerToken.accessToken);
        stats.retries++;
        return issue(fresh).catch((second: unknown) => {
          if (isRefusal(second)) {
            advisor.advise(NO_USERS);
            kept = {
              accessToken: fresh.accessToken,
              untilMs: settings.clock.now() + RENEWAL_PAUSE_MS,
            };
          }
          throw second;
        });
      }
    },
    /** 4.7. */
    submit: (body: TranscriptionRequest, signal: AbortSignal) =>
      callService({
        call: 'submit-transcription',
        path: SERVICE_PATHS.transcriptions,
        headers: keyPair,
        body,
        parse: parseTaskText,
        signal,
      }),
    /** 4.8. */
    query: (transcriptionId: string, signal: AbortSignal) =>
      queryTask(callService, keyPair, transcriptionId, parseTaskText, signal),
    /** 4.4. */
    planUpload: (userToken: string, body: UploadPlanRequest, signal: AbortSignal) =>
      callService({
        call: 'plan-upload',
        path: SERVICE_PATHS.uploadPlan,
        headers: bearer(userToken),
        body,
        parse: json(parseUploadPlan),
        signal,
      }),
    /** 4.6. */
    completeUpload: (userToken: string, body: CompleteUploadRequest, signal: AbortSignal) =>
      callService({
        call: 'complete-upload',
        path: SERVICE_PATHS.completeUpload,
        headers: bearer(userToken),
        body,
        parse: json(parseUploadedFile),
        signal,
      }),
  };
};
