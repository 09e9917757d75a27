import type { TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { parseUploadedFile, parseUploadPlan } from '../../protocol/responses.js';
import { joinUrl, SERVICE_PATHS } from '../../protocol/routes.js';
import type {
  CompleteUploadRequest,
  UploadedFile,
  UploadPlan,
  UploadPlanRequest,
} from '../../protocol/types.js';
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
} from './call.js';
import type { HttpRequest, HttpResponse } from '../ports.js';
import { PATIENT_RETRY, RetryableError, withRetries, type RetryOptions } from './retry.js';
import type { TokenProvider } from './user-tokens.js';
import { withOwnAbort, type CallOptions } from './waiting.js';

/** The two calls that the page makes to the service itself, with the user token (4.4, 4.6). */
export interface UploadService {
  plan(request: UploadPlanRequest, options: CallOptions): Promise<UploadPlan>;
  complete(request: CompleteUploadRequest, options: CallOptions): Promise<UploadedFile>;
}

/** The error for a refused plan or completion. */
const refused = (response: HttpResponse): TranscribeError => {
  const cause = answerCause(response);
  return response.status === 401 || response.status === 403
    ? errorFor('upload-not-allowed', {}, { cause })
    : recordingRefused(response.status, cause);
};

const uploadUnknown = (cause: Error): TranscribeError => errorFor('upload-expired', {}, { cause });

/** Statuses that mean that the listed parts are wrong. The specification shows no error bodies (section 7). */
const NOT_AS_SENT: ReadonlySet<number> = new Set([400, 409, 412, 422]);

const notAsSent = (cause: Error): TranscribeError =>
  errorFor('upload-not-assembled', {}, { cause });

/**
 * A service that has never answered this often in a row may be at another address. If its host answers others, one more
 * attempt shows whether it only resets connections.
 */
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
    const attempt = async (): Promise<{ response: HttpResponse; token: string }> => {
      const token = await tokens.get(signal, onTrouble);
      const request: HttpRequest = {
        method: 'POST',
        url: joinUrl(serviceUrl, path),
        headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal,
      };
      const response = await sendOrExplain(request, path === SERVICE_PATHS.uploadPlan);
      return { response, token };
    };
    /** A refused token is not used again, so a retry by the user, who may have signed in, gets a new one. */
    const once = async (): Promise<HttpResponse> => {
      const { response, token } = await withRetries(attempt, { ports, ...options });
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
      if (NOT_AS_SENT.has(response.status)) throw notAsSent(answerCause(response));
      if (response.status === 404) throw uploadUnknown(answerCause(response));
      return answered(response, parseUploadedFile);
    },
  };
};
