/** The calls that the page makes to the service itself (4.4, 4.6). */
import { reactionTo } from './answers.js';
import {
  type CallPorts,
  type Heard,
  isNoSuchPath,
  JSON_HEADERS,
  recordingRefused,
  send,
  unreachedService,
  unreadable,
  wrongAddress,
} from './call.js';
import { needAddress } from './needed.js';
import { PATIENT_RETRY, RetryableError, withRetries, type RetryOptions } from './retry.js';
import { withOwnAbort, type CallOptions } from './waiting.js';
import type { HttpRequest } from '../ports.js';
import type { TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { parseUploadedFile, parseUploadPlan } from '../../protocol/upload-responses.js';
import { toJson } from '../../protocol/json.js';
import { joinUrl, SERVICE_PATHS } from '../../protocol/routes.js';
import type { TokenProvider } from './user-tokens.js';
import {
  type CompleteUploadRequest,
  type UploadedFile,
  type UploadPlan,
  type UploadPlanRequest,
} from '../../protocol/types.js';

export interface UploadCallOptions extends CallOptions {
  /**
   * Called before each request, with the `userKey` of the token that it would be sent with; null if it has none. If it
   * throws, nothing is sent, and the call rejects with that error.
   */
  readonly onToken?: ((userKey: string | null | undefined) => void) | undefined;
}

/** The two calls that the page makes to the service itself, with the user token (4.4, 4.6). */
export interface UploadService {
  /** Tells services apart: an upload is continued only at the one where it began. Default: there is only one. */
  readonly url?: string;
  plan(request: UploadPlanRequest, options: UploadCallOptions): Promise<UploadPlan>;
  complete(request: CompleteUploadRequest, options: UploadCallOptions): Promise<UploadedFile>;
}

const refused = ({ cause, response: { status } }: Heard<unknown>): TranscribeError => {
  if (status < 300) return unreadable(cause);
  return status === 401 || status === 403
    ? errorFor('upload-not-allowed', {}, { cause })
    : recordingRefused(status, cause);
};

const uploadGone = ({ cause }: Heard<unknown>): TranscribeError =>
  errorFor('upload-expired', {}, { cause });

/** Statuses that mean that the listed parts are wrong. The specification shows no error bodies (section 7). */
const NOT_AS_SENT: ReadonlySet<number> = new Set([400, 412, 422]);

/** The service does not accept the user token. */
const isAboutToken = (status: number | null): boolean => status === 401 || status === 403;

/** After so many silent attempts the service may be at another address. One more shows if it only resets connections. */
const SILENT_ATTEMPTS = 3;

/** A service that has never answered may take this long, in ms. Then its host is looked for. */
const QUIET_MS = 5_000;

/** The address without credentials, query and slashes at its end. */
const plainAddress = (address: string): string =>
  joinUrl(address.replace(/[?#].*/s, '').replace(/\/\/[^/@]*@/, '//'), '');

/**
 * Calls the service with user tokens. Each call rejects with TranscribeError, or with the signal's reason. Throws TranscribeError
 * `configuration` if the address is not set.
 */
export const createUploadService = (
  serviceUrl: string,
  tokens: TokenProvider,
  ports: CallPorts,
): UploadService => {
  needAddress(serviceUrl, 'serviceUrl');
  /** Attempts without any response. Null once the service has answered. */
  let silent: number | null = 0;
  /** The address of the plan, for a developer. */
  const noService = ({ cause }: Heard<unknown>): TranscribeError => {
    const address = joinUrl(serviceUrl, SERVICE_PATHS.uploadPlan).replace(/^https?:../, '');
    return wrongAddress('transcription service', `${address} (“service-url”)`, cause);
  };
  /** One request. */
  type Sending<T> = (request: HttpRequest) => Promise<Heard<T>>;
  /** Ends the request if its host is found to be silent. */
  const watched =
    <T>(sending: Sending<T>): Sending<T> =>
    (request) =>
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
          return await sending({ ...request, signal: own.signal });
        } finally {
          own.abort();
        }
      });
  const sendOrExplain = async <T>(
    request: HttpRequest,
    sending: Sending<T>,
    isPlan: boolean,
  ): Promise<Heard<T>> => {
    try {
      const isWatched = isPlan && silent !== null;
      const heard = await (isWatched ? watched(sending) : sending)(request);
      silent = null;
      return heard;
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
  const post = async <T>(
    call: 'plan' | 'completion',
    body: unknown,
    parse: (json: unknown) => T,
    options: Omit<RetryOptions, 'ports'> & UploadCallOptions,
  ): Promise<Heard<T>> => {
    const { signal, onTrouble, onToken } = options;
    const isPlan = call === 'plan';
    const path = isPlan ? SERVICE_PATHS.uploadPlan : SERVICE_PATHS.completeUpload;
    const sending: Sending<T> = (request) =>
      send(ports, call, request, parse, (heard) => {
        if (!isPlan) return heard.answer === 'unclear' ? uploadGone(heard) : null;
        if (isNoSuchPath(heard)) return noService(heard);
        return heard.answer === 'unclear' ? refused(heard) : null;
      });
    let token = '';
    let wasRenewed = false;
    const attempt = async (): Promise<Heard<T>> => {
      token = await tokens.get(signal, onTrouble);
      onToken?.(tokens.scope());
      const request: HttpRequest = {
        method: 'POST',
        url: joinUrl(serviceUrl, path),
        headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}` },
        body: toJson(body),
        signal,
      };
      try {
        return await sendOrExplain(request, sending, isPlan);
      } catch (error) {
        // Also the front of a service may refuse a token, with a web page. Another token may help, but not a third.
        if (!wasRenewed && error instanceof RetryableError && isAboutToken(error.status)) {
          wasRenewed = true;
          tokens.reject(token);
        }
        throw error;
      }
    };
    /** A refused token is not used again, so a retry by the user, who may have signed in, gets a new one. */
    const once = async (): Promise<Heard<T>> => {
      const place = { name: 'service', url: serviceUrl } as const;
      // One that has never answered is looked for by `sendOrExplain`.
      const known = silent === null ? { place } : {};
      const heard = await withRetries(attempt, { ports, ...options, ...known });
      if (isAboutToken(heard.response.status)) tokens.reject(token);
      return heard;
    };
    const first = await once();
    return reactionTo(call, first.answer).does === 'new-token' ? once() : first;
  };
  return {
    url: plainAddress(serviceUrl),
    async plan(request, options) {
      const heard = await post('plan', request, parseUploadPlan, options);
      if (heard.answer === 'result') return heard.value;
      throw isNoSuchPath(heard) ? noService(heard) : refused(heard);
    },
    async complete(request, options) {
      // Every part is stored, so retry for longer.
      const patient = { ...options, policy: PATIENT_RETRY };
      const heard = await post('completion', request, parseUploadedFile, patient);
      const { answer, cause, response } = heard;
      if (answer === 'result') return heard.value;
      if (reactionTo('completion', answer).does === 'new-plan') throw uploadGone(heard);
      if (NOT_AS_SENT.has(response.status)) throw errorFor('upload-not-assembled', {}, { cause });
      throw refused(heard);
    },
  };
};
