/** The errors of the partner's backend handler: problem+json (RFC 9457) with an additional `code`. */
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * The codes and their statuses. For a submission (4.7), the status tells whether a task may exist. After a
 * 4xx or 503 there is no task; after 429 and 503 the page may submit again, see `Problem.sent`. After any other 5xx it
 * is unknown whether a task exists, except that `misconfigured` and `service-credentials` mean that there is none.
 */
export const PROBLEMS = {
  'no-session': { status: 401, title: 'Sign in first: this request has no session.' },
  'origin-not-allowed': { status: 403, title: 'This page may not use this backend.' },
  'not-found': { status: 404, title: 'There is nothing here.' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here.' },
  'body-too-large': { status: 413, title: 'The request is too large.' },
  'not-json': { status: 415, title: 'Send application/json.' },
  'bad-request': { status: 400, title: 'The request does not fit the contract.' },
  'file-url-not-allowed': { status: 400, title: 'Audio at this address is not accepted.' },
  'another-user': {
    status: 409,
    title: 'Another user has signed in since the recording was uploaded.',
  },
  'key-reused': {
    status: 422,
    title: 'Another request was submitted with the same key.',
  },
  'too-many-requests': { status: 429, title: 'Too many requests: try again later.' },
  misconfigured: { status: 500, title: 'The backend is not set up correctly.' },
  'handler-failed': { status: 500, title: 'The backend failed.' },
  'service-rejected': {
    status: 422,
    title: 'The transcription service did not accept the request.',
  },
  'payment-required': {
    status: 402,
    title: 'The transcription service asks for payment.',
  },
  'recording-too-large': {
    status: 413,
    title: 'The recording is too large for the transcription service.',
  },
  'service-credentials': {
    status: 502,
    title: "The transcription service did not accept this backend's credentials.",
  },
  'service-answer-invalid': {
    status: 502,
    title: 'The transcription service gave an answer that cannot be used.',
  },
  'service-result-invalid': {
    status: 502,
    title: 'The transcription has ended, but its result cannot be read.',
  },
  'submission-unknown': {
    status: 502,
    title: 'The transcription service may or may not have taken the recording.',
  },
  'service-unavailable': { status: 503, title: 'The transcription service is not available.' },
  'service-timeout': { status: 504, title: 'The transcription service did not answer in time.' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  /** The problem, such as `file_url must not be empty`. Never contains a value from the service. */
  readonly detail?: string;
  /** False with 429 and 503: the service did not process the request, so it may be repeated. */
  readonly sent?: false;
}

const NOT_SENT: readonly number[] = [429, 503];

export const problem = (code: ProblemCode, detail?: string): Problem => ({
  type: 'about:blank',
  ...PROBLEMS[code],
  code,
  ...(detail === undefined ? {} : { detail }),
  ...(NOT_SENT.includes(PROBLEMS[code].status) ? { sent: false } : {}),
});
