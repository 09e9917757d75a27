/** The calls that the page makes to the service itself (4.4, 4.6), and the user token for them (2.2). */
import {
  answerCause,
  type CallPorts,
  isNoSuchPath,
  JSON_HEADERS,
  readAnswer,
  recordingRefused,
  send,
  unreachedService,
  wrongAddress,
  callPageFunction,
} from './call.js';
import {
  PATIENT_RETRY,
  RetryableError,
  withRetries,
  type RetryOptions,
  withOwnAbort,
  type CallOptions,
  rejectOnAbort,
  type Interruption,
  DEFAULT_RETRY,
  type RetryPolicy,
  type RetryPorts,
} from './retry.js';
import type { HttpRequest, HttpResponse } from '../ports.js';
import { type TranscribeError, isTranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { parseUploadedFile, parseUploadPlan, parseUserToken } from '../../protocol/responses.js';
import { joinUrl, SERVICE_PATHS } from '../../protocol/routes.js';
import {
  type CompleteUploadRequest,
  type UploadedFile,
  type UploadPlan,
  type UploadPlanRequest,
  LIMITS,
  type UserToken,
} from '../../protocol/types.js';

/** The two calls that the page makes to the service itself, with the user token (4.4, 4.6). */
export interface UploadService {
  plan(request: UploadPlanRequest, options: CallOptions): Promise<UploadPlan>;
  complete(request: CompleteUploadRequest, options: CallOptions): Promise<UploadedFile>;
}

const refused = (response: HttpResponse): TranscribeError => {
  const cause = answerCause(response);
  return response.status === 401 || response.status === 403
    ? errorFor('upload-not-allowed', {}, { cause })
    : recordingRefused(response.status, cause);
};

/** Statuses that mean that the listed parts are wrong. The specification shows no error bodies (section 7). */
const NOT_AS_SENT: ReadonlySet<number> = new Set([400, 409, 412, 422]);

/** After so many silent attempts the service may be at another address. One more shows if it only resets connections. */
const SILENT_ATTEMPTS = 3;

/** A service that has never answered may take this long, in ms. Then its host is looked for. */
const QUIET_MS = 5_000;

/** Calls the service with user tokens. Each call rejects with TranscribeError, or with the signal's reason. */
export const createUploadService = (
  serviceUrl: string,
  tokens: TokenProvider,
  ports: CallPorts,
): UploadService => {
  /** Attempts without any response. Null once the service has answered. */
  let silent: number | null = 0;
  /** Ends the request if its host is found to be silent. */
  const sendWatched = (request: HttpRequest): Promise<HttpResponse> =>
    withOwnAbort(request.signal, async (own) => {
      const watch = async (): Promise<void> => {
        await ports.clock.sleep(QUIET_MS, own.signal);
        if (!ports.connectivity.isOnline()) return;
        const cause = new Error(`no answer for ${QUIET_MS} ms`);
        const failure = await unreachedService(ports, request.url, cause, true);
        if (failure !== null && silent !== null) own.abort(failure);
      };
      watch().catch(() => undefined);
      try {
        return await send(ports, { ...request, signal: own.signal });
      } finally {
        own.abort();
      }
    });
  const sendOrExplain = async (request: HttpRequest, isPlan: boolean): Promise<HttpResponse> => {
    try {
      const isWatched = isPlan && silent !== null;
      const response = await (isWatched ? sendWatched(request) : send(ports, request));
      silent = null;
      return response;
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      if (error.status !== null) silent = null;
      else if (ports.connectivity.isOnline() && silent !== null && ++silent >= SILENT_ATTEMPTS) {
        const isLast = silent > SILENT_ATTEMPTS;
        if (isLast) silent = 0;
        throw (await unreachedService(ports, request.url, error.failure.cause, !isLast)) ?? error;
      }
      throw error;
    }
  };
  const post = async (
    path: string,
    body: unknown,
    options: Omit<RetryOptions, 'ports'>,
  ): Promise<HttpResponse> => {
    const { signal, onTrouble } = options;
    let token = '';
    const attempt = async (): Promise<HttpResponse> => {
      token = await tokens.get(signal, onTrouble);
      const request: HttpRequest = {
        method: 'POST',
        url: joinUrl(serviceUrl, path),
        headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal,
      };
      return sendOrExplain(request, path === SERVICE_PATHS.uploadPlan);
    };
    /** A refused token is not used again, so a retry by the user, who may have signed in, gets a new one. */
    const once = async (): Promise<HttpResponse> => {
      const response = await withRetries(attempt, { ports, ...options });
      if (response.status === 401 || response.status === 403) tokens.reject(token);
      return response;
    };
    const first = await once();
    return first.status === 401 ? once() : first;
  };
  const answered = <T>(response: HttpResponse, parse: (json: unknown) => T): Promise<T> => {
    if (response.status >= 400) throw refused(response);
    return readAnswer(response, parse);
  };
  return {
    async plan(request, options) {
      const response = await post(SERVICE_PATHS.uploadPlan, request, options);
      if (isNoSuchPath(response)) {
        const address = joinUrl(serviceUrl, SERVICE_PATHS.uploadPlan).replace(/^https?:../, '');
        const place = `${address} (“service-url”)`;
        throw wrongAddress('transcription service', place, answerCause(response));
      }
      return answered(response, parseUploadPlan);
    },
    async complete(request, options) {
      // Every part is stored, so retry for longer.
      const patient = { ...options, policy: PATIENT_RETRY };
      const response = await post(SERVICE_PATHS.completeUpload, request, patient);
      const cause = answerCause(response);
      if (NOT_AS_SENT.has(response.status)) throw errorFor('upload-not-assembled', {}, { cause });
      if (response.status === 404) throw errorFor('upload-expired', {}, { cause });
      return answered(response, parseUploadedFile);
    },
  };
};

/* ---- User tokens ---- */

/** Why a token is fetched: it is the first one, the last one is about to expire, or the service refused it. */
export type TokenReason = 'first-use' | 'expiring' | 'rejected';

/** Fetches a user token (2.2) from the partner's backend. A plain string counts as valid for 24 hours. */
export type FetchToken = (request: {
  readonly signal: AbortSignal;
  readonly reason: TokenReason;
}) => Promise<UserToken | string>;

type TokenTrouble = (trouble: Interruption | null) => void;

/** A `FetchToken` that may say when it has to wait. */
export type ReportingFetchToken = (
  request: Parameters<FetchToken>[0],
  onTrouble?: TokenTrouble,
) => ReturnType<FetchToken>;

/** A token is renewed this long before it expires, in ms. */
const MARGIN_MS = 60_000;

interface Held {
  readonly value: string;
  /** When to renew it, in ms since the epoch. */
  readonly renewAt: number;
  readonly scope: string | null;
}

export interface TokenProvider {
  /**
   * Returns a valid token. Callers share one request. Rejects with the signal's reason, or with a
   * TranscribeError. `onTrouble` is called when the request has to wait, and with null when it continues.
   */
  get(signal: AbortSignal, onTrouble?: TokenTrouble): Promise<string>;
  /** Call it if the service responded with 401 to this token. The next `get` fetches another one. */
  reject(token: string): void;
  /** `userKey` of the last token. Null if it had none, undefined before the first token. */
  scope(): string | null | undefined;
}

const toHeld = (answer: unknown, now: number): Held => {
  const token = parseUserToken(
    typeof answer === 'string'
      ? { access_token: answer, token_type: 'bearer', expires_in: LIMITS.userTokenSeconds }
      : answer,
  );
  const lifetime = token.expires_in * 1000;
  // A token that is valid for less than two minutes is used for half of that time.
  return {
    value: token.access_token,
    renewAt: now + lifetime - Math.min(MARGIN_MS, lifetime / 2),
    scope: token.userKey ?? null,
  };
};

/** Calls the page's `fetchToken` up to three times. A TranscribeError is final, because our own calls retry by themselves. */
const FETCH_RETRY: RetryPolicy = { ...DEFAULT_RETRY, attempts: 3 };

interface Pending {
  readonly token: Promise<string>;
  /** Aborted once no caller waits any more. */
  readonly controller: AbortController;
  readonly callers: Set<TokenTrouble>;
  trouble: Interruption | null;
}

/** Limits a page's own `fetchToken` to two minutes, because it may never settle and may ignore its signal. */
export const withTimeout =
  (fetchToken: FetchToken, { clock }: Pick<RetryPorts, 'clock'>): FetchToken =>
  ({ signal, reason }) =>
    callPageFunction(clock, signal, (watched) => fetchToken({ signal: watched, reason }));

/** Holds the user token in memory. It is never stored and never logged (specification, section 5). */
export const createTokenProvider = (
  fetchToken: ReportingFetchToken,
  ports: RetryPorts,
  /** Called when a token has another `userKey` than the one before. */
  onScope: () => void = () => undefined,
): TokenProvider => {
  const { clock } = ports;
  let held: Held | null = null;
  let pending: Pending | null = null;
  let scope: string | null | undefined;
  let reason: TokenReason = 'first-use';

  const renew = (signal: AbortSignal, onTrouble: TokenTrouble): Promise<string> =>
    withRetries(
      async () => {
        try {
          const fetched = toHeld(await fetchToken({ signal, reason }, onTrouble), clock.now());
          signal.throwIfAborted();
          held = fetched;
          if (scope !== fetched.scope) {
            scope = fetched.scope;
            onScope();
          }
          return fetched.value;
        } catch (error) {
          signal.throwIfAborted();
          if (isTranscribeError(error)) throw error;
          throw new RetryableError(errorFor('token-unavailable', {}, { cause: error }), null);
        }
      },
      { ports, signal, policy: FETCH_RETRY, onTrouble },
    );

  const start = (): Pending => {
    const controller = new AbortController();
    const callers = new Set<TokenTrouble>();
    const token = renew(controller.signal, (trouble) => {
      mine.trouble = trouble;
      for (const tell of callers) tell(trouble);
    });
    const mine: Pending = { token, controller, callers, trouble: null };
    return mine;
  };

  const join = async (signal: AbortSignal, onTrouble?: TokenTrouble): Promise<string> => {
    signal.throwIfAborted();
    const mine = (pending ??= start());
    const tell: TokenTrouble = (trouble) => onTrouble?.(trouble);
    mine.callers.add(tell);
    if (mine.trouble !== null) tell(mine.trouble);
    try {
      const token = await rejectOnAbort(mine.token, signal);
      if (mine.trouble !== null) tell(null);
      return token;
    } finally {
      mine.callers.delete(tell);
      if (mine.callers.size === 0) {
        pending = null;
        mine.controller.abort(new Error('nobody waits for the token'));
      }
    }
  };

  return {
    get(signal, onTrouble) {
      if (held && clock.now() < held.renewAt) return Promise.resolve(held.value);
      if (held) reason = 'expiring';
      held = null;
      return join(signal, onTrouble);
    },
    reject(token) {
      if (held?.value !== token) return;
      held = null;
      reason = 'rejected';
    },
    scope: () => scope,
  };
};
