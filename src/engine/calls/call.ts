/** One HTTP call or one call of a page's function, and the errors for its response. */
import { isTranscribeError, type TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import type { ProblemCode } from '../../protocol/problem.js';
import { ContractError } from '../../protocol/read.js';
import { parseProblem, TerminalAnswerError } from '../../protocol/responses.js';
import { parseRetryAfter } from '../../protocol/timing.js';
import type { Clock, HttpRequest, HttpResponse, Ports } from '../ports.js';
import {
  isRetryable,
  RetryableError,
  rejectOnAbort,
  withWatchdog,
  type WaitPorts,
} from './retry.js';

export type CallPorts = WaitPorts & Pick<Ports, 'http' | 'random' | 'reach'>;

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };

/** Maximum wait for a response, in ms. The service needs a while to merge a large file. */
export const ANSWER_TIMEOUT_MS = 120_000;

/** Rejects with Stalled after `ANSWER_TIMEOUT_MS` awake: while the machine slept, the response may have been on its way. */
const withTimeout = <T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withWatchdog({ clock, quietMs: ANSWER_TIMEOUT_MS, afterSleep: 'wait', signal }, work);

/** Sends one request and waits for the whole response. Rejects if there is none, or if it is incomplete. */
export const ask = (
  { http, clock }: Pick<Ports, 'http' | 'clock'>,
  request: HttpRequest,
): Promise<HttpResponse> =>
  withTimeout(clock, request.signal, async (signal) => {
    const response = await http({ ...request, signal });
    await response.json().catch((error: unknown) => {
      // A non-JSON body still counts as a response.
      if (!(error instanceof SyntaxError)) throw error;
    });
    return response;
  });

/** Calls a function of the page. Rejects with Stalled if it does not settle in time, even if it ignores its signal. */
export const callPageFunction = <T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => withTimeout(clock, signal, (watched) => rejectOnAbort(work(watched), watched));

/** Like `ask`, for `withRetries`: throws RetryableError without a response, or if its status allows a retry. */
export const send = async (
  ports: Pick<Ports, 'http' | 'clock'>,
  request: HttpRequest,
): Promise<HttpResponse> => {
  let response: HttpResponse;
  try {
    response = await ask(ports, request);
  } catch (error) {
    request.signal.throwIfAborted();
    throw isTranscribeError(error) ? error : new RetryableError(networkError(error), null);
  }
  const failure = await retryableFailure(response);
  if (failure === null) return response;
  const retryAfterMs = parseRetryAfter(response.header('Retry-After'), ports.clock.now());
  throw new RetryableError(failure, response.status, retryAfterMs);
};

/** The error to end with if retries do not help. Null if the request must not be repeated. */
const retryableFailure = async (response: HttpResponse): Promise<TranscribeError | null> => {
  if (!isRetryable(response.status)) return null;
  const code = await codeIn(response);
  // A retry cannot help, although the status is a 5xx.
  if (isProblem(code, 'misconfigured', 'service-credentials', 'service-result-invalid'))
    return null;
  const cause = answerCause(response);
  return isProblem(code, 'service-answer-invalid') ? unreadable(cause) : serviceBusy(cause);
};

/** Parses the body. Throws TranscribeError `response-invalid`, which is final if the body says that the task has ended. */
export const readAnswer = async <T>(
  response: HttpResponse,
  parse: (json: unknown) => T,
): Promise<T> => {
  try {
    return parse(await response.json());
  } catch (cause) {
    if (cause instanceof TerminalAnswerError) throw resultUnreadable(cause);
    throw unreadable(cause instanceof ContractError ? cause : new Error('the body is not JSON'));
  }
};

export const problemIn = async (response: HttpResponse): Promise<ReturnType<typeof parseProblem>> =>
  parseProblem(await response.json().catch(() => null));

export const codeIn = async (response: HttpResponse): Promise<string> =>
  (await problemIn(response)).code;

export const isProblem = (code: string, ...codes: readonly ProblemCode[]): boolean =>
  (codes as readonly string[]).includes(code);

/** The `cause` for developers: the status and the code, without any text of the response. */
export const answerCause = ({ status }: HttpResponse, code = ''): Error =>
  new Error(`status ${status}${code === '' ? '' : `, ${code}`}`);

export const networkError = (cause: unknown): TranscribeError => errorFor('network', {}, { cause });

export const serviceBusy = (cause: Error): TranscribeError =>
  errorFor('service-busy', {}, { cause });

const unreadable = (cause: Error): TranscribeError =>
  errorFor('response-unreadable', {}, { cause });

/** There is no `owner` at the place that an attribute names. */
export const wrongAddress = (owner: string, place: string, cause: Error): TranscribeError =>
  errorFor('not-set-up', { detail: `there is no ${owner} at ${place}.` }, { cause });

const UNREACHED = {
  answers: (host: string) =>
    `${host} answers, but does not allow requests from this page (CORS). Check “service-url”, and that the service allows this page’s origin.`,
  silent: (host: string) => `${host} does not answer. Check “service-url”.`,
};

/** The service has never answered. Null if that may be the device's network, or if the request `isPending` and its host answers. */
export const unreachedService = async (
  { reach }: CallPorts,
  url: string,
  cause: unknown,
  isPending = false,
): Promise<TranscribeError | null> => {
  const reached = (await reach?.(url)) ?? 'unknown';
  if (reached === 'unknown' || (isPending && reached === 'answers')) return null;
  const [, , host = url] = url.split('/');
  const detail = UNREACHED[reached](host);
  return errorFor('not-set-up', { detail }, { cause, recoverable: true });
};

export const isNoSuchPath = ({ status }: HttpResponse): boolean => status === 404 || status === 405;

/** The service did not accept the recording (4.4, 4.6, 4.7). A retry helps only after a 402: after the payment, work continues. */
export const recordingRefused = (status: number, cause: Error): TranscribeError => {
  switch (status) {
    case 402:
      return errorFor('payment-required', {}, { cause });
    case 413:
      return errorFor('recording-too-large', {}, { cause });
    default:
      return errorFor('recording-refused', {}, { cause, recoverable: false });
  }
};

/** The task has ended, so it must not be queried again, but its result cannot be read. */
export const resultUnreadable = (cause: Error): TranscribeError =>
  errorFor('result-unreadable', {}, { cause, recoverable: false });

/** A submission may have been taken although its answer is lost. A task costs money and can't be looked up: the user decides. */
export const submissionUnknown = (cause: unknown): TranscribeError =>
  errorFor('submission-unknown', {}, { cause });
