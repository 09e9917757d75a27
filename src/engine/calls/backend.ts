import {
  BACKEND_PATHS,
  backendTranscriptionPath,
  isTranscribeError,
  joinUrl,
  parseTranscriptionTask,
  parseUserToken,
  TranscribeError,
  type ProblemCode,
  type TranscriptionRequest,
  type TranscriptionTask,
} from '../../protocol/index.js';
import {
  ask,
  JSON_HEADERS,
  readAnswer,
  send,
  serviceBusy,
  RetryableError,
  withRetries,
  type CallOptions,
  type CallPorts,
} from './call.js';
import type { HttpResponse } from '../ports.js';
import {
  answerCause,
  codeIn,
  isNoSuchPath,
  recordingRefused,
  resultUnreadable,
  wrongAddress,
} from './refusals.js';
import { ENDLESS_RETRY, isRetryable, parseRetryAfter } from './retry.js';
import { submissionUnknown } from './submission.js';
import type { FetchToken } from './tokens.js';

/** The partner's backend as the page sees it: submission (4.7) and query (4.8), without the key pair. */
export interface Backend {
  /** Rejects with `submissionUnknown` where the service may have taken the submission. */
  submit(request: TranscriptionRequest, options: CallOptions): Promise<TranscriptionTask>;
  /** Repeated until an answer says something about the task itself. */
  query(transcriptionId: string, options: CallOptions): Promise<TranscriptionTask>;
}

const ATTRIBUTE = 'backend-url';
const HANDLER = 'backend handler';

/** Codes of the handler that say: there is no task, although the status is a 5xx. */
const NOT_TAKEN: ReadonlySet<string> = new Set<ProblemCode>([
  'misconfigured',
  'service-credentials',
]);

const RESULT_INVALID: ProblemCode = 'service-result-invalid';
const BODY_TOO_LARGE: ProblemCode = 'body-too-large';

const notSignedIn = (cause: Error): TranscribeError =>
  new TranscribeError(
    'not-authorized',
    'You are not signed in, or this page may not transcribe. Sign in again or reload the page, then try again.',
    { cause },
  );

/** What the backend has to mend; then trying again helps. */
const backendFailed = (cause: Error, recoverable: boolean): TranscribeError =>
  new TranscribeError(
    'backend-rejected',
    recoverable
      ? 'This page cannot transcribe at the moment. Try again later. If it happens again, contact support.'
      : 'The transcription service did not accept this page’s request. Contact support.',
    { cause, recoverable },
  );

const refusedSubmission = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (isNoSuchPath(response)) return wrongAddress(ATTRIBUTE, HANDLER, cause);
  if (status >= 500) return backendFailed(cause, true);
  if (isRetryable(status)) return serviceBusy(cause);
  // The body of the request is too long, which says nothing about the recording.
  return recordingRefused(code === BODY_TOO_LARGE ? 400 : status, cause);
};

const refusedQuery = (response: HttpResponse, code: string): TranscribeError => {
  const { status } = response;
  const cause = answerCause(response, code);
  if (code === RESULT_INVALID) return resultUnreadable(cause);
  if (status === 401 || status === 403) return notSignedIn(cause);
  if (status !== 404) return backendFailed(cause, true);
  return new TranscribeError(
    'backend-rejected',
    'This transcription does not exist, or it belongs to somebody else.',
    { cause, recoverable: false },
  );
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

/** After so many unreadable answers in a row it is not a captive portal. */
const MOST_GARBLED = 5;

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

/** Talks to `createPartnerHandler` mounted at `backendUrl`. */
export const createHttpBackend = (backendUrl: string, ports: CallPorts): Backend => ({
  // Repeated only where the service surely did not take it: each submission costs the partner money.
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
      // The service seems to have taken it, but the id is not known.
      throw submissionUnknown(
        isWebPage(response) ? new Error(`“${ATTRIBUTE}” answered with a web page`) : cause,
      );
    }
  },
  async query(transcriptionId, options) {
    const { signal } = options;
    const url = joinUrl(backendUrl, backendTranscriptionPath(transcriptionId));
    let garbled = 0;
    const attempt = async (): Promise<TranscriptionTask> => {
      const headers = { Accept: 'application/json' };
      try {
        const response = await send(ports, { method: 'GET', url, headers, signal });
        return await readAnswer(await accept(response, refusedQuery), parseTranscriptionTask);
      } catch (error) {
        const failure = error instanceof RetryableError ? error.failure : error;
        const isGarbled =
          isTranscribeError(failure) && failure.code === 'response-invalid' && failure.recoverable;
        if (!isGarbled) throw error;
        // A captive portal may answer for the backend, or for the service behind it, for a while.
        if (++garbled >= MOST_GARBLED) throw failure;
        throw error instanceof RetryableError ? error : new RetryableError(failure, 200);
      }
    };
    return withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
  },
});

/** The session may have ended, too: many servers redirect to a sign-in page then. */
const webPageInstead = (cause: unknown): TranscribeError =>
  new TranscribeError(
    'configuration',
    `The address in “${ATTRIBUTE}” answered with a web page instead of the ${HANDLER}. Sign in again or reload the page. If it happens again, contact support.`,
    { cause, recoverable: true },
  );

/** The default `fetchToken`: `POST {backendUrl}/user-token`. */
export const createBackendFetchToken =
  (backendUrl: string, ports: CallPorts): FetchToken =>
  async ({ signal }) => {
    const url = joinUrl(backendUrl, BACKEND_PATHS.userToken);
    const response = await withRetries(
      () => send(ports, { method: 'POST', url, headers: JSON_HEADERS, body: '{}', signal }),
      { ports, signal },
    );
    await accept(response, refusedToken);
    try {
      return await readAnswer(response, parseUserToken);
    } catch (error) {
      throw isWebPage(response) ? webPageInstead(error) : error;
    }
  };
