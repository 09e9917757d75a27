/** The partner's backend, called through the handler at `backend-url` or through the page's own functions. */
import {
  errorFor,
  BACKEND_PATHS,
  backendTranscriptionPath,
  isTranscribeError,
  joinUrl,
  parseRetryAfter,
  parseTranscriptionTask,
  parseUserToken,
  type ProblemCode,
  TerminalAnswerError,
  type TranscribeError,
  type TranscriptionRequest,
  type TranscriptionTask,
} from '../../protocol/index.js';
import type { HttpResponse } from '../ports.js';
import {
  answerCause,
  ask,
  callPageFunction,
  type CallPorts,
  codeIn,
  isNoSuchPath,
  JSON_HEADERS,
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
} from './retry.js';
import type { ReportingFetchToken } from './tokens.js';
import type { CallOptions } from './waiting.js';

/** The partner's backend: submission (4.7) and query (4.8), without the key pair. */
export interface Backend {
  /** Sent at most once. Rejects with TranscribeError `network` if the service may still have accepted it. */
  submit(request: TranscriptionRequest, options: CallOptions): Promise<TranscriptionTask>;
  /** Repeated until a response describes the task. */
  query(transcriptionId: string, options: CallOptions): Promise<TranscriptionTask>;
}

const ATTRIBUTE = 'backend-url';
const HANDLER = 'backend handler';

/** Handler codes that mean that no task exists, although the status is a 5xx. */
const NOT_TAKEN: ReadonlySet<string> = new Set<ProblemCode>([
  'misconfigured',
  'service-credentials',
]);

const RESULT_INVALID: ProblemCode = 'service-result-invalid';
const BODY_TOO_LARGE: ProblemCode = 'body-too-large';

const notSignedIn = (cause: Error): TranscribeError => errorFor('not-signed-in', {}, { cause });

/** `recoverable`: true if the backend can recover, so that a retry can succeed. */
const backendFailed = (cause: Error, recoverable: boolean): TranscribeError =>
  errorFor(recoverable ? 'backend-unavailable' : 'backend-refused', {}, { cause, recoverable });

const refusedSubmission = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (isNoSuchPath(response)) return wrongAddress(ATTRIBUTE, HANDLER, cause);
  if (status >= 500) return backendFailed(cause, true);
  if (isRetryable(status)) return serviceBusy(cause);
  // The request body is too long, not the recording.
  return recordingRefused(code === BODY_TOO_LARGE ? 400 : status, cause);
};

const refusedQuery = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (code === RESULT_INVALID) return resultUnreadable(cause);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (status !== 404) return backendFailed(cause, true);
  return errorFor('task-unknown', {}, { cause, recoverable: false });
};

const refusedToken = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (isNoSuchPath(response)) return wrongAddress(ATTRIBUTE, HANDLER, cause);
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

/** The service did not process the request (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const isBusy = ({ status }: HttpResponse): boolean => status === 429 || status === 503;

const submitOnce = async (
  backendUrl: string,
  request: TranscriptionRequest,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<HttpResponse> => {
  let response: HttpResponse;
  try {
    response = await ask(ports, {
      method: 'POST',
      url: joinUrl(backendUrl, BACKEND_PATHS.transcriptions),
      headers: JSON_HEADERS,
      body: JSON.stringify(request),
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw isTranscribeError(error) ? error : submissionUnknown(error);
  }
  if (isBusy(response)) {
    throw new RetryableError(
      serviceBusy(answerCause(response)),
      response.status,
      parseRetryAfter(response.header('Retry-After'), ports.clock.now()),
    );
  }
  const code = await codeIn(response);
  if (response.status >= 500 && !NOT_TAKEN.has(code)) {
    throw submissionUnknown(answerCause(response, code));
  }
  return response;
};

const isWebPage = (response: HttpResponse): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(response.header('Content-Type') ?? '');

/** Calls the handler of `createPartnerHandler`, mounted at `backendUrl`. */
export const createHttpBackend = (backendUrl: string, ports: CallPorts): Backend => ({
  // Repeated only if the service certainly did not accept it, because each submission costs the partner
  // money.
  async submit(request, options) {
    await ports.connectivity.whenOnline(options.signal);
    const response = await withRetries(
      () => submitOnce(backendUrl, request, ports, options.signal),
      { ports, ...options },
    );
    await accept(response, refusedSubmission);
    try {
      return parseTranscriptionTask(await response.json());
    } catch (cause) {
      // The service has probably accepted it, but the id is unknown.
      throw submissionUnknown(
        isWebPage(response) ? new Error(`“${ATTRIBUTE}” answered with a web page`) : cause,
      );
    }
  },
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
        // A captive portal may respond instead of the backend, or instead of the service behind it, for a
        // while.
        if (++unreadable >= MAX_UNREADABLE) throw failure;
        throw error instanceof RetryableError ? error : new RetryableError(failure, 200);
      }
    };
    return withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
  },
});

/** The session may have ended: many servers then redirect to a sign-in page. */
const webPageInstead = (cause: unknown): TranscribeError =>
  errorFor('signed-out-page', {}, { cause, recoverable: true });

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
      throw isWebPage(response) ? webPageInstead(error) : error;
    }
  };

/**
 * A page's own functions that replace `backend-url`. Both must resolve with the JSON of 2.4, which is
 * validated.
 */
export interface PartnerBackend {
  submit(
    request: TranscriptionRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>;
  query(transcriptionId: string, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

const unavailable = (cause: unknown): TranscribeError =>
  errorFor('task-unavailable', {}, { cause });

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
 * failure, a query is repeated, but a submission is not, because the service may have accepted it.
 */
export const createCheckedBackend = (partner: PartnerBackend, ports: RetryPorts): Backend => ({
  async submit(request, { signal }) {
    try {
      const submit = (watched: AbortSignal) => partner.submit(request, { signal: watched });
      return parseTranscriptionTask(await callPageFunction(ports.clock, signal, submit));
    } catch (error) {
      signal.throwIfAborted();
      throw isTranscribeError(error) ? error : submissionUnknown(error);
    }
  },
  query: (transcriptionId, options) =>
    withRetries(
      async () => {
        const { signal } = options;
        try {
          const query = (watched: AbortSignal) =>
            partner.query(transcriptionId, { signal: watched });
          return readQuery(await callPageFunction(ports.clock, signal, query));
        } catch (error) {
          signal.throwIfAborted();
          throw isTranscribeError(error) ? error : new RetryableError(unavailable(error), null);
        }
      },
      { ports, policy: ENDLESS_RETRY, ...options },
    ),
});
