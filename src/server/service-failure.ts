import type { ProblemCode } from '../protocol/index.js';
import type { ServiceCall } from './events.js';

/** Calls whose 413 is about the recording. */
const IS_ABOUT_RECORDING: ReadonlySet<ServiceCall> = new Set([
  'plan-upload',
  'complete-upload',
  'submit-transcription',
]);

/** A call that ended badly, as the browser may hear of it. Holds nothing that the service said but Retry-After. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  constructor(
    readonly code: ProblemCode,
    /** Status of the service's answer; null where there was none. */
    readonly serviceStatus: number | null,
    readonly options: { readonly retryAfter?: string; readonly detail?: string } = {},
  ) {
    super(code);
  }
}

/** The browser went away: nobody waits for the answer. */
export class Aborted extends Error {
  override readonly name = 'Aborted';
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3); anything else is dropped. */
const RETRY_AFTER =
  /^(?:\d{1,9}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/**
 * Tells the service's statuses apart. The error structure is not shown (section 7), so the body is not read.
 *
 * A submission costs money, and the page submits again after 429 and 503. So only the service's own 429 and 503, which
 * say that the request was not processed (RFC 6585, section 4; RFC 9110, 15.6.4), reach the page as such. After any
 * other 5xx the task may exist: `submission-unknown`. All other calls may be repeated.
 */
export const failureOf = (call: ServiceCall, status: number, headers: Headers): ServiceFailure => {
  const retryAfter = headers.get('retry-after')?.trim() ?? '';
  const options = RETRY_AFTER.test(retryAfter) ? { retryAfter } : {};
  if (status === 429) return new ServiceFailure('too-many-requests', status, options);
  if (status >= 500) {
    return call === 'submit-transcription' && status !== 503
      ? new ServiceFailure('submission-unknown', status)
      : new ServiceFailure('service-unavailable', status, options);
  }
  if (status === 401 || status === 403) return new ServiceFailure('service-credentials', status);
  if (status === 402) return new ServiceFailure('payment-required', status);
  if (status === 413 && IS_ABOUT_RECORDING.has(call)) {
    return new ServiceFailure('recording-too-large', status);
  }
  if (status >= 400) return new ServiceFailure('service-rejected', status);
  return new ServiceFailure('service-answer-invalid', status);
};

/** The connection failed, or broke before the whole answer was there. */
export const connectionFailure = (call: ServiceCall, status: number | null): ServiceFailure =>
  new ServiceFailure(
    call === 'submit-transcription' ? 'submission-unknown' : 'service-unavailable',
    status,
  );
