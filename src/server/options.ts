import type { Clock } from './deadlines.js';
import type { HandlerEvent } from './handler-events.js';
import type { KeyValueStorage, SubmissionStore, TokenCache } from './storage.js';
import type { TaskRecorder } from './watcher/task.js';

/** The user who sent a request. */
export interface Session {
  /** The partner system's stable identifier of the user, 6 to 120 characters (4.3). */
  readonly userId: string;
}

/** Passed to the `exchange` and `refresh` options. */
export interface ExchangeContext {
  /** {base_url} without a trailing slash. */
  readonly serviceUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The `fetch` option. */
  readonly fetch: typeof globalThis.fetch;
  /** Aborts after `limits.timeoutMs`. */
  readonly signal: AbortSignal;
}

export interface RefreshContext extends ExchangeContext {
  readonly refreshToken: string;
}

/**
 * Returns JSON in the shape of `PartnerToken`: `access_token`, and if known `refresh_token` and `expires_in`
 * (seconds).
 */
export type Exchange = (context: ExchangeContext) => Promise<unknown>;
export type Refresh = (context: RefreshContext) => Promise<unknown>;

/** A limit per user: `requests` at once, refilled evenly over every `seconds`. */
export interface RateLimit {
  /** Whole number above 0; at most one per millisecond. */
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

/**
 * Counts each user's requests to all instances together. Each instance also counts by itself, and asks the store only if
 * its own count allows the request.
 */
export interface RateStore {
  /**
   * Takes one request from the bucket of `key`. The limit is exact only if this is one atomic step (a script
   * or a transaction). `key` is a hash and does not reveal the user. `now` is the instance's clock in
   * milliseconds since the epoch; a store with its own clock should use that instead.
   *
   * If `take` rejects, resolves with anything but a verdict, or takes longer than two seconds, the instance
   * decides alone.
   */
  take(key: string, limit: RateLimit, now: number): Promise<RateVerdict>;
}

export interface HandlerLimits {
  /** Maximum request body, in bytes. Default 1 MiB. */
  readonly bodyBytes?: number | undefined;
  /** Maximum response body of the service, in bytes. Default 64 MiB. */
  readonly answerBytes?: number | undefined;
  /** Maximum time for one call to the service, including its response, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number | undefined;
  /** Limits the tasks one user may submit; null for no limit. Default 60 at once, and 60 per hour. */
  readonly submissions?: RateLimit | null | undefined;
  /** Limits how often one user may query tasks; null for no limit. Default 600 at once, and 600 per minute. */
  readonly queries?: RateLimit | null | undefined;
  /** Limits the user tokens issued to one user; null for no limit. Default 240 at once, and 240 per hour. */
  readonly userTokens?: RateLimit | null | undefined;
  /**
   * Limits one user's calls of the `proxyUploads` routes; null for no limit. Default 600 at once, and 600 per
   * hour.
   */
  readonly uploads?: RateLimit | null | undefined;
}

export interface PartnerHandlerOptions {
  /**
   * {base_url} of the service. This and the next three options are required. Their types allow `undefined` so
   * that you can pass environment variables; `createPartnerHandler` throws if one is missing.
   */
  readonly serviceUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Issued together with `clientId`. This is not the client secret (section 5, rule 1). */
  readonly apiKey: string | undefined;
  /**
   * Random strings of at least 32 characters that seal transcription ids. The first one seals; all of them
   * open. Default: one key derived from `clientSecret`.
   */
  readonly sealingKeys?: readonly string[] | undefined;
  /** Path where the handler is mounted, which is also the element's `backend-url`. Default `/api/transcribe`. */
  readonly basePath?: string | undefined;
  /**
   * Returns the user who sent the request, from your own session, or null if nobody is signed in. Must not
   * read the request body. On the `proxyUploads` routes, the `Authorization` header holds the service's user
   * token.
   */
  readonly authorize: (request: Request) => Session | null | Promise<Session | null>;
  /**
   * The origin or origins under which browsers reach this handler, such as `https://app.example.com`.
   * Default: the scheme and host of each request. Set it if a proxy changes the scheme or the `Host` header,
   * or if `authorize` does not identify users by a cookie. It also refuses pages that reach the handler under
   * another name (DNS rebinding).
   */
  readonly publicOrigin?: string | readonly string[] | undefined;
  /** Other origins whose pages may call the handler, such as `https://app.example.com`. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Hosts allowed in `file_url`, as `host` (any port) or `host:port`. Default: every public host. */
  readonly allowedFileHosts?: readonly string[] | undefined;
  /**
   * Also serves 4.4 and 4.6 below `basePath`, for signed-in users, with the browser's user token. Default
   * false.
   */
  readonly proxyUploads?: boolean | undefined;
  /** Lifetime of user tokens to request, in seconds. Default: not sent; the service uses 86 400 (4.3). */
  readonly userTokenSeconds?: number | undefined;
  readonly limits?: HandlerLimits | undefined;
  /** Where the partner token is stored, or an unstorage storage. Default: in memory. */
  readonly tokenCache?: TokenCache | KeyValueStorage | undefined;
  /**
   * Counts each user's requests across all instances, with an atomic `take`; docs/backend.md has one for Redis. Default:
   * each instance counts on its own, in memory.
   */
  readonly rateStore?: RateStore | undefined;
  /**
   * An unstorage storage in which instances share the keys of submissions, so that none is sent twice. One with
   * `setIfAbsent` is exact; docs/backend.md has one for Redis. If it fails, nothing is submitted. Default: in memory.
   */
  readonly submissionStore?: SubmissionStore | undefined;
  /** Obtains a partner token (4.1). Replaces the built-in request, which is a guess. */
  readonly exchange?: Exchange | undefined;
  /** Renews a partner token (4.2). Replaces the built-in request, which is a guess. */
  readonly refresh?: Refresh | undefined;
  /**
   * Called for each event. Events contain no token, key, presigned address, user id or task id. Of an error they contain
   * the name and the code, never the message. Errors that the function throws are ignored. Default: configuration events
   * and failures of the service and of hooks are printed with `console.error`, unless NODE_ENV is `production`.
   */
  readonly onEvent?: ((event: HandlerEvent) => unknown) | undefined;
  /** Gets each submitted task, and answers pages if it knows the answer: `createTaskWatcher`. */
  readonly watcher?: TaskRecorder | undefined;
  /** Also serves `GET /transcriptions`, the list of the user's own tasks. Needs `watcher`. Default false. */
  readonly listTranscriptions?: boolean | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
}
