/** What a failed call to the service means for the handler and for the page. */
import type { ProblemCode } from '../protocol/problem.js';
import { ContractError, parseJson } from '../protocol/read.js';
import { TerminalAnswerError } from '../protocol/responses.js';
import { isForeignStatus, isWebPage } from '../protocol/web-page.js';
import { TimedOut } from './deadlines.js';
import { summaryOf, type ServiceCall } from './handler-events.js';
import { BodyTooLarge } from './http-messages.js';
import { endOfSubmission, submissionProblem } from './submission-end.js';

/** Calls whose 413 is about the recording. */
const IS_ABOUT_RECORDING: ReadonlySet<ServiceCall> = new Set(['plan-upload', 'complete-upload']);

/** A failed call. Contains nothing from the service except Retry-After, so the browser may see it. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  constructor(
    readonly code: ProblemCode,
    /** Status of the service's response; null if there was none, or if something in between has answered. */
    readonly serviceStatus: number | null,
    /** `retryAfter` in seconds. */
    readonly options: { readonly retryAfter?: string; readonly detail?: string } = {},
  ) {
    super(code);
  }
}

/** An HTTP date (RFC 9110, 5.6.7). */
const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** The wait for a date whose clock is not known, in seconds. */
const MOST_SECONDS_OF_DATE = 60;

/**
 * `Retry-After` (RFC 9110, 10.2.3) in seconds. Null if it is missing or malformed. A date is of the service's clock, so it is
 * compared with the service's `Date`; without one, with the clock of this server, for at most a minute.
 */
const retrySeconds = (headers: Headers, now: number): string | null => {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return value;
  const until = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const serviceTime = Date.parse(headers.get('date') ?? '');
  const seconds = (from: number): number => Math.max(0, Math.ceil((until - from) / 1000));
  const wait = Number.isNaN(serviceTime)
    ? Math.min(seconds(now), MOST_SECONDS_OF_DATE)
    : seconds(serviceTime);
  return String(wait);
};

const isJson = (text: string): boolean => {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
};

/** True if a gateway has written this 4xx. It may refuse with a page what is too large, as the service does. */
const isOfGateway = ({ status, headers }: Response, text: string | null): boolean => {
  if (status < 400 || status >= 500 || status === 413) return false;
  const page = text !== null && isJson(text) ? '' : text;
  return isForeignStatus(status) || isWebPage(headers.get('content-type'), page);
};

const FOREIGN = 'something else answered in its place';

/** The failure of a submission that was answered. See `endOfSubmission` for which of them may have created a task. */
const failureOfSubmission = (
  response: Response,
  text: string | null,
  retryAfter: string | null,
): ServiceFailure => {
  const { status } = response;
  const isPage = isOfGateway(response, text);
  const end = endOfSubmission({ status, isPage, isRetryTold: retryAfter !== null });
  const isForeign = end === 'intercepted' || end === 'proxy-refused';
  return new ServiceFailure(submissionProblem(end), isForeign ? null : status, {
    ...((end === 'busy' || end === 'unavailable') && retryAfter !== null && { retryAfter }),
    ...(isForeign && { detail: FOREIGN }),
  });
};

/**
 * Maps the status of a failed call to a problem. The specification shows no error body (section 7), so `text` only tells
 * who has written it. It is null if it cannot be read. All calls but a submission may be repeated.
 */
export const failureOf = (
  call: ServiceCall,
  response: Response,
  text: string | null,
  now: number,
): ServiceFailure => {
  const { status, headers } = response;
  const retryAfter = retrySeconds(headers, now);
  if (call === 'submit-transcription') return failureOfSubmission(response, text, retryAfter);
  const options = retryAfter === null ? {} : { retryAfter };
  if (status === 429) return new ServiceFailure('too-many-requests', status, options);
  if (isOfGateway(response, text)) {
    return new ServiceFailure('service-unavailable', null, { detail: FOREIGN });
  }
  if (status >= 500) return new ServiceFailure('service-unavailable', status, options);
  if (status === 401 || status === 403) return new ServiceFailure('service-credentials', status);
  if (status === 402) return new ServiceFailure('payment-required', status);
  if (status === 413 && IS_ABOUT_RECORDING.has(call)) {
    return new ServiceFailure('recording-too-large', status);
  }
  // The service still merges the parts. The page asks again.
  if (call === 'complete-upload' && (status === 409 || status === 423))
    return new ServiceFailure('service-unavailable', status, options);
  if (status >= 400) return new ServiceFailure('service-rejected', status);
  return new ServiceFailure('service-answer-invalid', status);
};

/** S3 says this about an upload that was aborted or completed, whatever the status is. */
const GONE = /\bNoSuchUpload\b/;

/** The failure of a completion whose upload is gone. Null for any other answer. */
export const goneUpload = (call: ServiceCall, text: string): ServiceFailure | null =>
  call === 'complete-upload' && GONE.test(text) ? new ServiceFailure('not-found', 404) : null;

/** The code of Node or OpenSSL, such as `ECONNREFUSED` and `CERT_HAS_EXPIRED`. Empty if there is none. */
export const systemCode = (error: unknown): string => {
  const { code = '' } = summaryOf(error, []);
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : '';
};

/** What the event says of an error. Empty for nothing. */
const detailOf = (error: unknown): string => {
  if (error instanceof ContractError) return error.message;
  if (error instanceof BodyTooLarge) return 'the body is longer than limits.answerBytes';
  const code = systemCode(error);
  return code === '' || error instanceof TimedOut ? '' : `the connection failed: ${code}`;
};

/** The failure of a call that has thrown. `status`: that of the answer, if there was one. */
export const asFailure = (
  error: unknown,
  call: ServiceCall,
  status: number | null,
  mayHaveArrived: boolean | null,
): ServiceFailure => {
  if (error instanceof ServiceFailure) return error;
  const detail = detailOf(error);
  const options = detail === '' ? {} : { detail };
  if (call === 'submit-transcription') {
    const end = endOfSubmission({ error, hasAnswered: status !== null, mayHaveArrived });
    return new ServiceFailure(submissionProblem(end), status, options);
  }
  if (error instanceof TimedOut) return new ServiceFailure('service-timeout', status);
  if (error instanceof ContractError || error instanceof BodyTooLarge) {
    // The page must not query a task again after it has ended (section 3, rule 3). Only a result is too long.
    const isResult = error instanceof TerminalAnswerError || error instanceof BodyTooLarge;
    const hasEnded = isResult && call === 'query-transcription';
    const code = hasEnded ? 'service-result-invalid' : 'service-answer-invalid';
    return new ServiceFailure(code, status, options);
  }
  // The connection failed, or broke before the response was complete.
  return new ServiceFailure('service-unavailable', status, options);
};
