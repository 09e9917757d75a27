import type { Clock } from './time.js';
import type { Emit, HandlerEvent } from './events.js';
import type { RateLimit, RateStore } from './rate-limit.js';
import type { KeyValueStorage, TokenCache } from './storage.js';

/** Who is asking. */
export interface Session {
  /** The partner system's stable identifier of the user, 6 to 120 characters (4.3). */
  readonly userId: string;
}

/** What a function that obtains a partner token works with. */
export interface ExchangeContext {
  /** {base_url}, without a slash at its end. */
  readonly serviceUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The `fetch` of the options. */
  readonly fetch: typeof globalThis.fetch;
  /** Aborts after `limits.timeoutMs`. */
  readonly signal: AbortSignal;
}

export interface RefreshContext extends ExchangeContext {
  readonly refreshToken: string;
}

/** Returns JSON in the shape of `PartnerToken`: `access_token`, and where known `refresh_token` and `expires_in` (seconds). */
export type Exchange = (context: ExchangeContext) => Promise<unknown>;
export type Refresh = (context: RefreshContext) => Promise<unknown>;

export interface HandlerLimits {
  /** Longest body of a request, in bytes. Default 1 MiB. */
  readonly bodyBytes?: number | undefined;
  /** Longest answer of the service, in bytes. Default 64 MiB. */
  readonly answerBytes?: number | undefined;
  /** Longest time for one call to the service, its answer included, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number | undefined;
  /** How many tasks one user may submit; null for no limit. Default 60, and 60 an hour. */
  readonly submissions?: RateLimit | null | undefined;
  /** How often one user may query tasks; null for no limit. Default 600, and 600 a minute. */
  readonly queries?: RateLimit | null | undefined;
  /** How many user tokens one user may get; null for no limit. Default 240, and 240 an hour. */
  readonly userTokens?: RateLimit | null | undefined;
  /** How many calls of `proxyUploads` one user may make; null for no limit. Default 600, and 600 an hour. */
  readonly uploads?: RateLimit | null | undefined;
}

export interface PartnerHandlerOptions {
  /**
   * {base_url} of the service. Required like the next three; `undefined` is in their types so that a variable of the
   * environment can be given as it is, and is refused with a sentence when the handler is made.
   */
  readonly serviceUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Issued together with `clientId`; not the secret (section 5, rule 1). */
  readonly apiKey: string | undefined;
  /**
   * Random strings of at least 32 characters that seal transcription ids: the first seals, any opens. Default: one,
   * derived from `clientSecret`.
   */
  readonly sealingKeys?: readonly string[] | undefined;
  /** Where the handler is mounted; the element's `backend-url`. Default `/api/transcribe`. */
  readonly basePath?: string | undefined;
  /**
   * Who is asking, by the partner's own session; null where nobody is signed in. Must not read the request's body.
   * On the routes of `proxyUploads` the `Authorization` header holds the service's user token.
   */
  readonly authorize: (request: Request) => Session | null | Promise<Session | null>;
  /**
   * The origin, or the origins, that browsers see this handler under, as `https://app.example.com`. Default: the host
   * that each request names. Give it where a proxy changes the scheme or the `Host` header, and where `authorize`
   * knows users by anything but a cookie of their browser: it also refuses pages that reach the handler under another
   * name (DNS rebinding).
   */
  readonly publicOrigin?: string | readonly string[] | undefined;
  /** Origins of pages that may call the handler besides its own, as `https://app.example.com`. Default none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Hosts that `file_url` may be on, as `host` (every port) or `host:port`. Default: every public host. */
  readonly allowedFileHosts?: readonly string[] | undefined;
  /** Also serve 4.4 and 4.6 under `basePath`, to signed-in users, with the browser's user token. Default false. */
  readonly proxyUploads?: boolean | undefined;
  /** Lifetime to ask for, in seconds. Default: not sent, the service takes 86 400 (4.3). */
  readonly userTokenSeconds?: number | undefined;
  readonly limits?: HandlerLimits | undefined;
  /** Where the partner token is kept, or a storage of unstorage. Default: in memory. */
  readonly tokenCache?: TokenCache | KeyValueStorage | undefined;
  /**
   * Counts what each user asks of all instances: `createRedisRateStore` or another atomic `take`, or a storage of
   * unstorage, which is not exact. Default: each instance counts by itself, in memory.
   */
  readonly rateStore?: RateStore | KeyValueStorage | undefined;
  /** Obtains a partner token (4.1), in place of the guess built in. */
  readonly exchange?: Exchange | undefined;
  /** Renews a partner token (4.2), in place of the guess built in. */
  readonly refresh?: Refresh | undefined;
  /**
   * Told what happened. Is given no token, key, address, user id or task id; of an error it is given the name, the
   * message and the code, with secrets replaced by `[redacted]`. Whatever it throws is ignored.
   */
  readonly onEvent?: ((event: HandlerEvent) => unknown) | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

/** The options, checked and filled in with defaults. */
export interface Settings {
  readonly serviceUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  /** The first seals, any opens. */
  readonly sealingKeys: readonly [string, ...string[]];
  /** Without a slash at its end; empty for the root. */
  readonly basePath: string;
  readonly authorize: PartnerHandlerOptions['authorize'];
  readonly allowedOrigins: ReadonlySet<string>;
  /** Null: the host that the request names. */
  readonly publicOrigins: ReadonlySet<string> | null;
  /** Canonical; null: every public host. */
  readonly allowedFileHosts: ReadonlySet<string> | null;
  readonly proxyUploads: boolean;
  readonly userTokenSeconds: number | null;
  readonly limits: Limits;
  readonly tokenCache: TokenCache;
  /** Null: each instance counts by itself. */
  readonly rateStore: RateStore | null;
  readonly exchange: Exchange | null;
  readonly refresh: Refresh | null;
  readonly emit: Emit;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** The limits, checked and filled in with defaults. */
export interface Limits {
  readonly bodyBytes: number;
  readonly answerBytes: number;
  readonly timeoutMs: number;
  /** Longest wait for a token cache or a rate store, in milliseconds. */
  readonly storeTimeoutMs: number;
  /** Null: none. */
  readonly submissions: RateLimit | null;
  readonly queries: RateLimit | null;
  readonly userTokens: RateLimit | null;
  readonly uploads: RateLimit | null;
}
