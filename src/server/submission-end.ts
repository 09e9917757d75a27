/** How a submission (4.7) can end. It costs money, so the person is asked whether to repeat it only if a task may exist. */
import type { ProblemCode } from '../protocol/problem.js';
import { ContractError } from '../protocol/read.js';
import { isForeignStatus } from '../protocol/web-page.js';
import { TimedOut } from './deadlines.js';
import { BodyTooLarge } from './http-messages.js';

interface End {
  /** `maybe`: the service may have created a task. */
  readonly task: 'yes' | 'no' | 'maybe';
  /** The answer of the handler. Null: the task. */
  readonly code: ProblemCode | null;
  /** True if the handler sends `Retry-After` too. */
  readonly isRetryTold?: true;
  /** For the table of docs/backend.md. */
  readonly when: string;
}

/** What the service, or something on the way to it, can make of a submission. */
const SERVICE_ENDS = {
  accepted: { task: 'yes', code: null, when: 'The service answers with a task.' },
  'answer-invalid': {
    task: 'maybe',
    code: 'service-answer-invalid',
    when: 'The service answers 2xx, but with something that is no task, or is too long.',
  },
  'answer-broken': {
    task: 'maybe',
    code: 'submission-unknown',
    when: 'The connection breaks within the answer.',
  },
  'no-answer': {
    task: 'maybe',
    code: 'submission-unknown',
    when: 'The connection breaks after the request was sent, before an answer.',
  },
  'timed-out': {
    task: 'maybe',
    code: 'service-timeout',
    when: 'The request was sent, and no answer arrives within `limits.timeoutMs`.',
  },
  'not-sent': {
    task: 'no',
    code: 'service-unavailable',
    when: 'No connection is made: the name, the port, the certificate or the proxy fails, or it takes too long.',
  },
  moved: {
    task: 'no',
    code: 'misconfigured',
    when: '307 or 308: the service is at another address, and has not processed the request (RFC 9110, 15.4.8).',
  },
  redirected: {
    task: 'maybe',
    code: 'service-answer-invalid',
    when: 'Any other redirect: some servers send one after they have processed a request.',
  },
  'proxy-refused': {
    task: 'no',
    code: 'service-unavailable',
    when: '407 or 511: a proxy or a network on the way wants a sign-in, and has forwarded nothing.',
  },
  intercepted: {
    task: 'maybe',
    code: 'submission-unknown',
    when: 'A web page with a 4xx, 419 or 440: something on the way answers in the place of the service.',
  },
  busy: { task: 'no', code: 'too-many-requests', when: '429.' },
  unavailable: { task: 'no', code: 'service-unavailable', when: '503 with `Retry-After`.' },
  failed: {
    task: 'maybe',
    code: 'submission-unknown',
    when: 'Any other 5xx, also a 503 without `Retry-After`.',
  },
  'credentials-refused': { task: 'no', code: 'service-credentials', when: '401 or 403.' },
  'payment-required': { task: 'no', code: 'payment-required', when: '402.' },
  'too-large': { task: 'no', code: 'recording-too-large', when: '413.' },
  refused: { task: 'no', code: 'service-rejected', when: 'Any other 4xx.' },
} as const satisfies Record<string, End>;

type ServiceEnd = keyof typeof SERVICE_ENDS;

/** Every way in which a submission can end: first those before anything is sent, or without sending anything. */
export const SUBMISSION_ENDS = {
  'no-session': { task: 'no', code: 'no-session', when: '`authorize` returns `null`.' },
  'foreign-origin': {
    task: 'no',
    code: 'origin-not-allowed',
    when: 'The page is on an origin that is not allowed.',
  },
  'not-set-up': {
    task: 'no',
    code: 'misconfigured',
    when: '`authorize` fails, or the body of the request cannot be read.',
  },
  malformed: { task: 'no', code: 'bad-request', when: 'The request does not fit the contract.' },
  'another-host': {
    task: 'no',
    code: 'file-url-not-allowed',
    when: 'The host of `file_url` is not allowed.',
  },
  'another-user': {
    task: 'no',
    code: 'another-user',
    when: 'Another user has signed in since the upload.',
  },
  'key-reused': {
    task: 'no',
    code: 'key-reused',
    when: 'The key belongs to another recording, or to other options.',
  },
  'limit-reached': {
    task: 'no',
    code: 'too-many-requests',
    when: 'The user has reached `limits.submissions`.',
  },
  'store-away': {
    task: 'no',
    code: 'service-unavailable',
    when: '`submissionStore` fails at a first attempt.',
  },
  'store-away-at-repeat': {
    task: 'maybe',
    code: 'submission-unknown',
    isRetryTold: true,
    when: '`submissionStore` fails at a repeat. An earlier attempt may have been sent by another instance.',
  },
  'still-open': {
    task: 'maybe',
    code: 'submission-unknown',
    isRetryTold: true,
    when: 'An earlier attempt with the key has been sent, and is not answered yet.',
  },
  'known-task': {
    task: 'yes',
    code: null,
    when: 'An earlier attempt with the key has created a task.',
  },
  'known-unknown': {
    task: 'maybe',
    code: 'submission-unknown',
    when: 'An earlier attempt with the key has ended as one that may have created a task, or its process has died, or it is older than what the handler knows.',
  },
  'handler-failed': {
    task: 'maybe',
    code: 'handler-failed',
    when: 'The handler, or a function around it, fails unexpectedly.',
  },
  ...SERVICE_ENDS,
} as const satisfies Record<string, End>;

const CODES_THAT_MAY_COST: ReadonlySet<ProblemCode | null> = new Set(
  Object.values<End>(SUBMISSION_ENDS)
    .filter(({ task }) => task === 'maybe')
    .map(({ code }) => code),
);

/** True if a task may exist although a submission has ended with this problem. */
export const mayHaveTask = (code: ProblemCode): boolean => CODES_THAT_MAY_COST.has(code);

export const submissionProblem = (end: Exclude<ServiceEnd, 'accepted'>): ProblemCode =>
  SERVICE_ENDS[end].code;

/** What is seen of a submission that has not created a task as far as we know. */
export type Seen =
  | {
      readonly status: number;
      /** True if the answer has a valid `Retry-After`. */
      readonly isRetryTold: boolean;
      readonly isPage: boolean;
    }
  | {
      readonly error: unknown;
      readonly hasAnswered: boolean;
      /** False if it is certain that the service has not received it. Null if only the error can tell. */
      readonly mayHaveArrived: boolean | null;
    };

/** The specification shows no error body (section 7), so only the status tells what the service has done. */
const endOfAnswer = (
  status: number,
  isRetryTold: boolean,
  isPage: boolean,
): Exclude<ServiceEnd, 'accepted'> => {
  if (status === 429) return 'busy';
  if (status === 413) return 'too-large';
  if (status === 307 || status === 308) return 'moved';
  if (status === 407 || status === 511) return 'proxy-refused';
  if (status >= 500) return status === 503 && isRetryTold ? 'unavailable' : 'failed';
  if (status < 400) return 'redirected';
  if (isPage || isForeignStatus(status)) return 'intercepted';
  if (status === 401 || status === 403) return 'credentials-refused';
  return status === 402 ? 'payment-required' : 'refused';
};

/** Decides how a submission has ended at the service. */
export const endOfSubmission = (seen: Seen): Exclude<ServiceEnd, 'accepted'> => {
  if ('status' in seen) return endOfAnswer(seen.status, seen.isRetryTold, seen.isPage);
  const { error, hasAnswered, mayHaveArrived } = seen;
  if (error instanceof ContractError || error instanceof BodyTooLarge) return 'answer-invalid';
  const isLost = mayHaveArrived === null ? failedBeforeSending(error) : !mayHaveArrived;
  if (!hasAnswered && isLost) return 'not-sent';
  if (error instanceof TimedOut) return 'timed-out';
  return hasAnswered ? 'answer-broken' : 'no-answer';
};

/** The system calls that fail before a connection exists. `ETIMEDOUT` also occurs on an open connection. */
const BEFORE_CONNECTION: ReadonlySet<unknown> = new Set(['getaddrinfo', 'connect']);
/** Codes that occur only before a connection exists: the name, the port, the certificate, or the handshake of TLS. */
const ONLY_BEFORE_SENDING =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ConnectionRefused|FailedToOpenSocket|UND_ERR_CONNECT_TIMEOUT|CERT_[A-Z_]+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_[A-Z_]+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_TLS_HANDSHAKE_TIMEOUT|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_UNSUPPORTED_PROTOCOL|ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|ERR_SSL_(?:SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE)$/;
/** Node says so if a connection ends within the handshake, and undici if a proxy opens no tunnel. */
const ONLY_BEFORE_SENDING_TEXT =
  /^(?:Client network socket disconnected before secure TLS connection was established|Proxy response \(\d+\) ?!== ?200 when HTTP Tunneling)/;

/** True if an error of `fetch` says that the connection was never made, so that nothing was sent. */
const failedBeforeSending = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { cause, code, syscall, erroredSysCall, errors, message } = error as Partial<
    Record<string, unknown>
  >;
  // Node tries all addresses of a host.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(failedBeforeSending);
  return (
    BEFORE_CONNECTION.has(syscall ?? erroredSysCall) ||
    (typeof code === 'string' && ONLY_BEFORE_SENDING.test(code)) ||
    (typeof message === 'string' && ONLY_BEFORE_SENDING_TEXT.test(message)) ||
    failedBeforeSending(cause)
  );
};
