import type { ProblemCode } from '../protocol/index.js';

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

/** Tells the service's statuses apart (section 7: the error structure is not shown, so bodies are not read). */
export const failureOf = (status: number, headers: Headers): ServiceFailure => {
  const retryAfter = headers.get('retry-after')?.trim() ?? '';
  const options = RETRY_AFTER.test(retryAfter) ? { retryAfter } : {};
  if (status === 401 || status === 403) return new ServiceFailure('service-credentials', status);
  if (status === 429) return new ServiceFailure('too-many-requests', status, options);
  if (status >= 500) return new ServiceFailure('service-unavailable', status, options);
  if (status >= 400) return new ServiceFailure('service-rejected', status);
  return new ServiceFailure('service-answer-invalid', status);
};
