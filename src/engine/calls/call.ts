/** One HTTP call or one call of a page's function, and the errors for its response. */
import { isTranscribeError, type SeenAnswer, type TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import type { ProblemCode } from '../../protocol/problem.js';
import { ContractError } from '../../protocol/read.js';
import { parseProblem, TerminalAnswerError } from '../../protocol/responses.js';
import { ANSWER_MARK } from '../../protocol/routes.js';
import { parseRetryAfter, type Arrival } from '../../protocol/timing.js';
import { isWebPage } from '../../protocol/web-page.js';
import { CALLS, CONTRACT_FIELDS, judge, reactionTo, type Answer, type Call } from './answers.js';
import type { Clock, HttpRequest, HttpResponse, Ports } from '../ports.js';
import { Answered, seenAnswer, seenNothing } from './seen.js';
import { lookFor } from './unanswered.js';
import { RetryableError } from './retry.js';
import type { WaitPorts } from './waiting.js';
import { withWatchdog } from './watchdog.js';

export type CallPorts = WaitPorts & Pick<Ports, 'http' | 'random' | 'reach' | 'tell'>;

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };

/** Maximum wait for a response, in ms. The service needs a while to merge a large file. */
export const ANSWER_TIMEOUT_MS = 120_000;

/** An answer with this `Date` that has just arrived. */
export const arrival = (clock: Pick<Clock, 'now' | 'skewMs'>, date: string | null): Arrival => ({
  ...{ nowMs: clock.now(), date, skewMs: clock.skewMs?.() ?? null },
});

/**
 * In ms. While a page is hidden, its connections may die. A call that is older than this is sent again as soon as the page is
 * shown.
 */
const STALE_MS = 30_000;

type HearPorts = Pick<Ports, 'http' | 'clock' | 'visibility'>;

/** Sends one request and waits for the whole response. Rejects if there is none, or if it is incomplete. */
const ask = (
  { http, clock, visibility }: HearPorts,
  request: HttpRequest,
): Promise<HttpResponse> => {
  const { signal: outer } = request;
  const limits = { quietMs: ANSWER_TIMEOUT_MS, staleMs: STALE_MS, afterSleep: 'wait' } as const;
  return withWatchdog({ clock, visibility, ...limits, signal: outer }, async (signal) => {
    const response = await http({ ...request, signal });
    await response.json().catch((error: unknown) => {
      // A non-JSON body still counts as a response.
      if (!(error instanceof SyntaxError)) throw error;
    });
    return response;
  });
};

/** Calls a function of the page. Rejects with Stalled if it does not settle in time. */
export const callPageFunction = <T>(
  ports: Pick<Ports, 'clock'> & Partial<Pick<Ports, 'visibility'>>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withWatchdog({ ...ports, quietMs: ANSWER_TIMEOUT_MS, afterSleep: 'wait', signal }, work);

/** What a call has received. */
export type Heard<T> = {
  readonly response: HttpResponse;
  readonly code: string;
  readonly cause: Error;
} & (
  | { readonly answer: 'result'; readonly value: T }
  | { readonly answer: Exclude<Answer, 'result'> }
);

/** A field for a password, a user name or a code, or a form that a single sign-on sends by itself. */
const SIGN_IN =
  /<input\b[^>]*\b(?:type\s*=\s*["']?password|autocomplete\s*=\s*["']?[^"'>]*\b(?:username|webauthn|one-time-code)|name\s*=\s*["']?SAMLRequest)\b/i;
/** The host says that the upload is gone, or has been completed, whatever the status is. */
const GONE = /\bNoSuchUpload\b/;

/**
 * Sends one request, and says what its answer is. Rejects if there is no whole answer, or with TranscribeError
 * `response-invalid` if the task has ended and its result cannot be read.
 */
export const hear = async <T>(
  ports: HearPorts,
  call: Exclude<Call, 'part'>,
  request: HttpRequest,
  parse: (json: unknown) => T,
): Promise<Heard<T>> => {
  const response = await ask(ports, request);
  const json = await response.json().catch(() => undefined);
  const body = (await response.text?.().catch(() => '')) ?? null;
  const text = json === undefined ? (body ?? '') : '';
  const contentType = response.header('Content-Type');
  const isPage = isWebPage(contentType, json === undefined ? body : '');
  const { code, isNotSent } = parseProblem(json);
  const { status, redirectedTo = null } = response;
  const value = status >= 200 && status < 300 ? parsed(json, parse) : null;
  const answer = judge(call, {
    ...{ status, redirectedTo, isPage, code, isNotSent },
    isMarked: response.header(ANSWER_MARK.name) !== null,
    asksToSignIn: isPage && SIGN_IN.test(text),
    fits: value !== null,
    isMisshapen: CONTRACT_FIELDS[call].some((name) => hasField(json, name)),
    hasRetryAfter: response.header('Retry-After') !== null,
    saysGone: call === 'completion' && GONE.test(text || JSON.stringify(json)),
  });
  const kind = isPage ? 'a web page' : json === undefined ? 'no JSON' : 'JSON';
  const seen = seenAnswer(call, answer, { status, contentType }, isPage ? text : '');
  const { words } = seen;
  const looks = seen.by === 'in-between' ? [kind, words && `“${words}”`] : [code];
  const path = pathOf(request.url);
  const parts = [`${CALLS[call]} ${path}`, `status ${status}`, ...looks].filter((it) => it !== '');
  const cause = new Answered(parts.join(', '), seen);
  return answer === 'result' && value !== null
    ? { answer, value: value.value, response, code, cause }
    : { answer: answer === 'result' ? 'foreign' : answer, response, code, cause };
};

/** The path of an address, without its query and without the id of a task. */
const pathOf = (url: string): string =>
  url
    .replace(/^\w+:\/\/[^/?#]*/, '')
    .replace(/[?#].*$/, '')
    .replace(/(\/transcriptions\/).+$/, '$1…');

const hasField = (json: unknown, name: string): boolean =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, name);

/** Null if the contract does not allow the body. */
const parsed = <T>(json: unknown, parse: (json: unknown) => T): { readonly value: T } | null => {
  try {
    return { value: parse(json) };
  } catch (cause) {
    if (cause instanceof TerminalAnswerError) throw resultUnreadable(cause);
    if (cause instanceof ContractError) return null;
    throw cause;
  }
};

/** The error to end with if repeats do not help. */
export const lastingFailure = (
  call: Call,
  { answer, code, cause, response }: Heard<unknown>,
): TranscribeError => {
  switch (answer) {
    case 'foreign':
      return errorFor('answered-by-another', {}, { cause });
    case 'sign-in':
      return errorFor('signed-out-page', {}, { cause });
    case 'no-session':
      return errorFor('not-signed-in', {}, { cause });
    case 'gone':
      return errorFor('task-unknown', {}, { cause });
    case 'none':
      return call === 'submission'
        ? errorFor('backend-unavailable', {}, { cause, code: 'network' })
        : serviceBusy(cause);
    default:
      return isProblem(code, 'service-answer-invalid') || response.status < 300
        ? unreadable(cause)
        : serviceBusy(cause);
  }
};

/** The `Retry-After` of a response, in ms. */
export const retryAfterOf = ({ header }: HttpResponse, clock: Clock): number | null =>
  parseRetryAfter(header('Retry-After'), arrival(clock, header('Date')));

/** The call is repeated as the table says for this answer, before the work ends with this error. */
export const repeated = (
  call: Call,
  answer: Answer,
  failure: Error,
  status: number | null = null,
  retryAfterMs: number | null = null,
): RetryableError => {
  const reaction = reactionTo(call, answer);
  const hold = reaction.does === 'repeat' ? reaction : null;
  return new RetryableError(failure, status, retryAfterMs, hold);
};

/** Returns what was heard, or throws RetryableError if the table says that the call is repeated. `toError` words its end. */
export const unlessRepeated = <T>(
  { clock, tell }: Pick<Ports, 'clock' | 'tell'>,
  call: Call,
  heard: Heard<T>,
  toError: (heard: Heard<T>) => TranscribeError | null = () => null,
): Heard<T> => {
  const { answer, response, cause } = heard;
  const isOwn = answer !== 'foreign' && answer !== 'sign-in';
  const isRepeated = reactionTo(call, answer).does === 'repeat';
  const error = isRepeated ? toError(heard) : null;
  // An error that the page's developers must read is told when it ends the call.
  if (error?.code !== 'configuration' && !isOwn)
    tell?.(`Something else answers instead of the ${CALLS[call]}: ${cause.message}.`);
  if (!isRepeated) return heard;
  // Something in between does not know when the place is back.
  const retryAfterMs = isOwn ? retryAfterOf(response, clock) : null;
  const failure = error ?? lastingFailure(call, heard);
  throw repeated(call, answer, failure, response.status, retryAfterMs);
};

/** `hear`, for `withRetries`. */
export const send = async <T>(
  ports: HearPorts & Pick<Ports, 'tell'>,
  call: Exclude<Call, 'part'>,
  request: HttpRequest,
  parse: (json: unknown) => T,
  toError?: (heard: Heard<T>) => TranscribeError | null,
): Promise<Heard<T>> => {
  let heard: Heard<T>;
  try {
    heard = await hear(ports, call, request, parse);
  } catch (error) {
    request.signal.throwIfAborted();
    if (isTranscribeError(error)) throw error;
    throw repeated(call, 'none', networkError(error, CALLS[call]));
  }
  return unlessRepeated(ports, call, heard, toError);
};

export const isProblem = (code: string, ...codes: readonly ProblemCode[]): boolean =>
  (codes as readonly string[]).includes(code);

/** `place`: whom the call asked; null if that is not known. */
export const networkError = (
  cause: unknown,
  place: SeenAnswer['place'] | null = null,
): TranscribeError =>
  errorFor('network', {}, { cause, ...(place && { seen: seenNothing(place) }) });

const serviceBusy = (cause: Error): TranscribeError => errorFor('service-busy', {}, { cause });

export const unreadable = (cause: Error): TranscribeError =>
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
  ports: CallPorts,
  url: string,
  cause: unknown,
  isPending = false,
): Promise<TranscribeError | null> => {
  const reached = await lookFor(ports, { name: 'service', url });
  if (reached === 'unknown' || (isPending && reached === 'answers')) return null;
  const [, , host = url] = url.split('/');
  const detail = UNREACHED[reached](host);
  return errorFor('not-set-up', { detail }, { cause, recoverable: true });
};

export const isNoSuchPath = ({ response: { status } }: Heard<unknown>): boolean =>
  status === 404 || status === 405;

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
