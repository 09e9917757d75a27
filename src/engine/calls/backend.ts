/** The partner's backend, called through the handler at `backend-url` or through the page's own functions. */
import { isTranscribeError, TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import {
  parseTranscriptionTask,
  parseUserToken,
  TerminalAnswerError,
} from '../../protocol/responses.js';
import {
  BACKEND_PATHS,
  backendTranscriptionPath,
  joinUrl,
  SUBMISSION_HEADERS,
} from '../../protocol/routes.js';
import { parseRetryAfter } from '../../protocol/timing.js';
import type { TranscriptionRequest, TranscriptionTask } from '../../protocol/types.js';
import type { HttpResponse } from '../ports.js';
import {
  answerCause,
  ask,
  callPageFunction,
  type CallPorts,
  codeIn,
  isNoSuchPath,
  isProblem,
  JSON_HEADERS,
  networkError,
  problemIn,
  readAnswer,
  recordingRefused,
  resultUnreadable,
  send,
  serviceBusy,
  submissionUnknown,
  wrongAddress,
} from './call.js';
import {
  ENDLESS_RETRY,
  isRetryable,
  RetryableError,
  withRetries,
  type RetryPorts,
  untilOnline,
  type CallOptions,
} from './retry.js';
import type { ReportingFetchToken } from './upload-service.js';

interface SubmitOptions extends CallOptions {
  /** Random, and the same for every attempt of one decision of the user. */
  readonly key: string;
  /** When an earlier attempt was sent whose response is unknown, in ms since the epoch. Default: there was none. */
  readonly openSinceMs?: number;
  /** `userKey` of the user token that the file was uploaded with. Default: it is not known. */
  readonly userKey?: string;
  /** True once the file's address has expired. Asked after a wait for the network. Default: it does not expire. */
  readonly isOutdated?: () => boolean;
}

/** The file's address has expired while the browser was offline. Nothing was sent. */
export class AddressExpired extends Error {
  override readonly name = 'AddressExpired';
}

/** The partner's backend: submission (4.7) and query (4.8), without the key pair. */
export interface Backend {
  /** True if a repeated submission with the same key creates no second task. Default false: the user is asked. */
  readonly knowsKeys?: boolean;
  /** Rejects with TranscribeError `network` if the service may still have accepted it. */
  submit(request: TranscriptionRequest, options: SubmitOptions): Promise<TranscriptionTask>;
  /** Repeated until a response describes the task. */
  query(transcriptionId: string, options: CallOptions): Promise<TranscriptionTask>;
}

const ATTRIBUTE = 'backend-url';

const noHandler = (cause: Error): TranscribeError =>
  wrongAddress('backend handler', `the address in “${ATTRIBUTE}”`, cause);

const notSignedIn = (cause: Error): TranscribeError => errorFor('not-signed-in', {}, { cause });

/** `recoverable`: true if the backend can recover, so that a retry can succeed. */
const backendFailed = (cause: Error, recoverable: boolean): TranscribeError =>
  errorFor(recoverable ? 'backend-unavailable' : 'backend-refused', {}, { cause, recoverable });

const refusedSubmission = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (isNoSuchPath(response)) return noHandler(cause);
  if (isProblem(code, 'file-url-not-allowed')) {
    const detail =
      'the backend refused the host of the recording: see its option “allowedFileHosts”.';
    return errorFor('not-set-up', { detail }, { cause });
  }
  if (status >= 500) return backendFailed(cause, true);
  if (isRetryable(status)) return serviceBusy(cause);
  // The request body is too long, not the recording.
  return recordingRefused(isProblem(code, 'body-too-large') ? 400 : status, cause);
};

const refusedQuery = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (isProblem(code, 'service-result-invalid')) return resultUnreadable(cause);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (status !== 404) return backendFailed(cause, true);
  return errorFor('task-unknown', {}, { cause, recoverable: false });
};

const refusedToken = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (isNoSuchPath(response)) return noHandler(cause);
  if (status === 402) return recordingRefused(status, cause);
  return backendFailed(cause, status >= 500);
};

const accept = async (
  response: HttpResponse,
  refused: (response: HttpResponse, code: string) => TranscribeError,
): Promise<HttpResponse> => {
  if (response.status < 400) return response;
  throw refused(response, await codeIn(response));
};

/** After this many unreadable responses, it is not a captive portal. */
const MAX_UNREADABLE = 5;

const isWebPage = (response: HttpResponse): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(response.header('Content-Type') ?? '');

/** The handler did not answer, or the answer came from something in between, so the outcome may be unknown. */
const noAnswer = (cause: unknown): TranscribeError =>
  errorFor('backend-unavailable', {}, { cause, code: 'network', recoverable: true });

/** The same failure, after an earlier attempt whose outcome is unknown. */
const stillOpen = ({ failure, message, cause }: TranscribeError): TranscribeError =>
  new TranscribeError('network', message, {
    cause,
    recoverable: true,
    ...(failure === null ? {} : { failure }),
  });

/** In seconds. Sent if the clock was set back, so that the age is not known. */
const LONG_AGO = 366 * 86_400;

const ageOf = (openSinceMs: number | null, nowMs: number): Readonly<Record<string, string>> => {
  if (openSinceMs === null) return {};
  const seconds = Math.ceil((nowMs - openSinceMs) / 1000);
  return { [SUBMISSION_HEADERS.age]: String(seconds < 0 ? LONG_AGO : seconds) };
};

/** Submits until a response tells whether a task exists. All attempts have one key, so the service gets only one of them. */
const submitByKey = (
  backendUrl: string,
  request: TranscriptionRequest,
  ports: CallPorts,
  options: SubmitOptions,
): Promise<TranscriptionTask> => {
  const { signal, onTrouble, key, userKey } = options;
  const { clock, connectivity } = ports;
  /** When the first attempt was sent whose outcome is unknown. */
  let openSinceMs = options.openSinceMs ?? null;

  const sendOnce = async (): Promise<HttpResponse> => {
    const hasWaited = await untilOnline(ports, options);
    if (hasWaited && openSinceMs === null && options.isOutdated?.()) throw new AddressExpired();
    const wasOnline = connectivity.isOnline();
    const sentAtMs = clock.now();
    try {
      return await ask(ports, {
        method: 'POST',
        url: joinUrl(backendUrl, BACKEND_PATHS.transcriptions),
        headers: {
          ...JSON_HEADERS,
          [SUBMISSION_HEADERS.key]: key,
          ...ageOf(openSinceMs, sentAtMs),
          ...(userKey === undefined ? {} : { [SUBMISSION_HEADERS.userKey]: userKey }),
        },
        body: JSON.stringify(request),
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (isTranscribeError(error)) throw error;
      // Without a network, the request has not left the browser.
      if (wasOnline || connectivity.isOnline()) openSinceMs ??= sentAtMs;
      throw new RetryableError(networkError(error), null);
    }
  };

  const attempt = async (): Promise<TranscriptionTask> => {
    const startedAtMs = clock.now();
    const response = await sendOnce();
    const { status } = response;
    const retryAfterMs = parseRetryAfter(response.header('Retry-After'), clock.now());
    const { code, isNotSent } = await problemIn(response);
    const cause = answerCause(response, code);
    const again = (failure: TranscribeError): RetryableError =>
      new RetryableError(failure, status, retryAfterMs);
    if (isNotSent) openSinceMs = null;
    if (isNotSent || ((status === 429 || status === 503) && retryAfterMs !== null)) {
      throw again(serviceBusy(cause));
    }
    // These two mean that no task exists, although the status is a 5xx.
    const isNotTaken = isProblem(code, 'misconfigured', 'service-credentials');
    if (status >= 500 && code !== '' && !isNotTaken) {
      // While the first attempt is still open, the handler says when to ask again.
      throw retryAfterMs === null ? submissionUnknown(cause) : again(submissionUnknown(cause));
    }
    if (code === '' && isRetryable(status)) {
      openSinceMs ??= startedAtMs;
      throw again(noAnswer(cause));
    }
    if (isProblem(code, 'another-user'))
      throw errorFor('another-user', {}, { cause, recoverable: false });
    if (status >= 400) {
      const refused = refusedSubmission(response, code);
      throw openSinceMs === null ? refused : stillOpen(refused);
    }
    try {
      return parseTranscriptionTask(await response.json());
    } catch (error) {
      openSinceMs ??= startedAtMs;
      const isPage = isWebPage(response);
      throw again(noAnswer(isPage ? new Error(`“${ATTRIBUTE}” answered with a web page`) : error));
    }
  };

  return withRetries(attempt, { ports, signal, ...(onTrouble && { onTrouble }) });
};

/** Calls the handler of `createPartnerHandler`, mounted at `backendUrl`. */
export const createHttpBackend = (backendUrl: string, ports: CallPorts): Backend => ({
  knowsKeys: true,
  submit: (request, options) => submitByKey(backendUrl, request, ports, options),
  async query(transcriptionId, options) {
    const { signal } = options;
    const url = joinUrl(backendUrl, backendTranscriptionPath(transcriptionId));
    let unreadable = 0;
    const attempt = async (): Promise<TranscriptionTask> => {
      const headers = { Accept: 'application/json' };
      try {
        const response = await send(ports, { method: 'GET', url, headers, signal });
        return await readAnswer(await accept(response, refusedQuery), parseTranscriptionTask);
      } catch (error) {
        const failure = error instanceof RetryableError ? error.failure : error;
        const isUnreadable =
          isTranscribeError(failure) && failure.code === 'response-invalid' && failure.recoverable;
        if (!isUnreadable) throw error;
        // For a while, a captive portal may respond instead of the backend or of the service behind it.
        if (++unreadable >= MAX_UNREADABLE) throw failure;
        throw error instanceof RetryableError ? error : new RetryableError(failure, 200);
      }
    };
    return withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
  },
});

/** The default `fetchToken`: `POST {backendUrl}/user-token`. */
export const createBackendFetchToken =
  (backendUrl: string, ports: CallPorts): ReportingFetchToken =>
  async ({ signal }, onTrouble) => {
    const url = joinUrl(backendUrl, BACKEND_PATHS.userToken);
    const response = await withRetries(
      () => send(ports, { method: 'POST', url, headers: JSON_HEADERS, body: '{}', signal }),
      { ports, signal, ...(onTrouble && { onTrouble }) },
    );
    await accept(response, refusedToken);
    try {
      return await readAnswer(response, parseUserToken);
    } catch (error) {
      // The session may have ended: many servers then redirect to a sign-in page.
      if (!isWebPage(response)) throw error;
      throw errorFor('signed-out-page', {}, { cause: error, recoverable: true });
    }
  };

/** A page's own functions that replace `backend-url`. Both must resolve with the JSON of 2.4, which is validated. */
export interface PartnerBackend {
  submit(
    request: TranscriptionRequest,
    options: {
      readonly signal: AbortSignal;
      /** Random, and new for each decision of the user. Your server submits once for each key: a browser may repeat a request. */
      readonly key: string;
      /** `userKey` of the user token that the file was uploaded with. Absent if the token has none. */
      readonly userKey?: string;
    },
  ): Promise<unknown>;
  query(transcriptionId: string, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

const readQuery = (answer: unknown): TranscriptionTask => {
  try {
    return parseTranscriptionTask(answer);
  } catch (cause) {
    if (cause instanceof TerminalAnswerError) throw resultUnreadable(cause);
    throw errorFor('response-unreadable', {}, { cause });
  }
};

/**
 * Creates a Backend from a page's own functions. A TranscribeError that they throw is final. After any other
 * failure, a query is repeated, but a submission only after a TypeError while the browser was offline, because otherwise
 * the service may have accepted it.
 */
export const createCheckedBackend = (partner: PartnerBackend, ports: RetryPorts): Backend => ({
  submit(request, { signal, onTrouble, key, userKey }) {
    const submit = (watched: AbortSignal) =>
      partner.submit(request, {
        signal: watched,
        key,
        ...(userKey === undefined ? {} : { userKey }),
      });
    const attempt = async (): Promise<TranscriptionTask> => {
      const wasOnline = ports.connectivity.isOnline();
      try {
        return parseTranscriptionTask(await callPageFunction(ports.clock, signal, submit));
      } catch (error) {
        signal.throwIfAborted();
        if (isTranscribeError(error)) throw error;
        const wasOffline = !wasOnline && !ports.connectivity.isOnline();
        // As `fetch` rejects: without a network, the request has not left the browser.
        if (wasOffline && error instanceof TypeError) {
          throw new RetryableError(networkError(error), null);
        }
        throw submissionUnknown(error);
      }
    };
    return withRetries(attempt, { ports, signal, ...(onTrouble && { onTrouble }) });
  },
  query(transcriptionId, options) {
    const { signal } = options;
    const attempt = async (): Promise<TranscriptionTask> => {
      try {
        const query = (watched: AbortSignal) => partner.query(transcriptionId, { signal: watched });
        return readQuery(await callPageFunction(ports.clock, signal, query));
      } catch (error) {
        signal.throwIfAborted();
        if (isTranscribeError(error)) throw error;
        throw new RetryableError(errorFor('task-unavailable', {}, { cause: error }), null);
      }
    };
    return withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
  },
});
