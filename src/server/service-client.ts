import type { ProblemCode } from '../protocol/problem.js';
import { ContractError, parseJson } from '../protocol/read.js';
import { type RawTask, TerminalAnswerError } from '../protocol/responses.js';
import { CLIENT_HEADERS, joinUrl, transcriptionPath } from '../protocol/routes.js';
import { isForeignStatus, isWebPage } from '../protocol/web-page.js';
import { createAdvisor, summaryOf, type ServiceCall } from './handler-events.js';
import { BodyTooLarge, decodeJson, readBounded } from './http-messages.js';
import type { Limits, Settings } from './handler-settings.js';
import { TimedOut, withDeadline } from './deadlines.js';

/** Calls whose 413 is about the recording. */
const IS_ABOUT_RECORDING: ReadonlySet<ServiceCall> = new Set([
  'plan-upload',
  'complete-upload',
  'submit-transcription',
]);

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

/**
 * Maps the status of a failed call to a problem. The specification shows no error body (section 7), so `text` only tells
 * who has written it. It is null if it cannot be read.
 *
 * A submission costs money, and the page submits again after 429 and 503. So only a 429 (RFC 6585, section 4), and a
 * 503 that says when to try again, reach the page as such: a gateway may answer any other 503 after it has forwarded the
 * request. After any other 5xx, and after a web page in place of the service's answer, the task may exist:
 * `submission-unknown`. All other calls may be repeated.
 */
const failureOf = (
  call: ServiceCall,
  response: Response,
  text: string | null,
  now: number,
): ServiceFailure => {
  const { status, headers } = response;
  const retryAfter = retrySeconds(headers, now);
  const options = retryAfter === null ? {} : { retryAfter };
  if (status === 429) return new ServiceFailure('too-many-requests', status, options);
  if (isOfGateway(response, text)) {
    const code = call === 'submit-transcription' ? 'submission-unknown' : 'service-unavailable';
    return new ServiceFailure(code, null, { detail: 'something else answered in its place' });
  }
  if (status >= 500) {
    return call === 'submit-transcription' && !(status === 503 && 'retryAfter' in options)
      ? new ServiceFailure('submission-unknown', status)
      : new ServiceFailure('service-unavailable', status, options);
  }
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
const goneUpload = (call: ServiceCall, text: string): ServiceFailure | null =>
  call === 'complete-upload' && GONE.test(text) ? new ServiceFailure('not-found', 404) : null;

/** The code of Node or OpenSSL, such as `ECONNREFUSED` and `CERT_HAS_EXPIRED`. Empty if there is none. */
const systemCode = (error: unknown): string => {
  const { code = '' } = summaryOf(error, []);
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : '';
};

/** The system calls that fail before a connection exists. `ETIMEDOUT` also occurs on an open connection. */
const BEFORE_CONNECTION: ReadonlySet<unknown> = new Set(['getaddrinfo', 'connect']);

/** True if the connection to the service was never made, so that nothing was sent. */
const isNotConnected = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { cause, code, syscall, errors } = error as Partial<Record<string, unknown>>;
  // Node tries all addresses of a host.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isNotConnected);
  return (
    BEFORE_CONNECTION.has(syscall) || code === 'UND_ERR_CONNECT_TIMEOUT' || isNotConnected(cause)
  );
};

/** Codes of a connection that never reached a service: the name, the port or the certificate is wrong. */
const NO_SERVICE =
  /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$|CERT|SSL|TLS/;
/** Calls that a page repeats only for minutes. Submissions, which may cost money, and queries are not among them. */
const IS_FIRST_CALL: ReadonlySet<ServiceCall> = new Set([
  'exchange-partner-token',
  'issue-user-token',
  'plan-upload',
]);

/** The options that a status puts in doubt. Null if it is about the request, or about a token of a user. */
const doubtfulOptions = (call: ServiceCall, status: number): string | null => {
  if (status !== 401 && status !== 403) return null;
  if (call === 'exchange-partner-token') return 'clientId, clientSecret';
  // 403 to a query may be about one task.
  const isAboutKey = call === 'query-transcription' && status === 401;
  return call === 'submit-transcription' || isAboutKey ? 'clientId, apiKey' : null;
};

interface ServiceRequest<T> {
  readonly call: ServiceCall;
  /** Relative to {base_url}. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON with POST. Without a body, the method is GET. */
  readonly body?: unknown;
  /** Parses the body of the response. Throws ContractError. */
  readonly parse: (text: string) => T;
  /** Signal of the browser's request; none if several requests share the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request to the service. Rejects with ServiceFailure, or with anything after `signal` has aborted. */
export type CallService = <T>(request: ServiceRequest<T>) => Promise<T>;

type ReportSettings = Pick<Settings, 'clock' | 'emit'>;

const asFailure = (error: unknown, call: ServiceCall, status: number | null): ServiceFailure => {
  if (error instanceof ServiceFailure) return error;
  if (error instanceof TimedOut) return new ServiceFailure('service-timeout', status);
  if (error instanceof ContractError) {
    // The page must not query a task again after it has ended (section 3, rule 3).
    const hasEnded = error instanceof TerminalAnswerError && call === 'query-transcription';
    const code = hasEnded ? 'service-result-invalid' : 'service-answer-invalid';
    return new ServiceFailure(code, status, { detail: error.message });
  }
  if (error instanceof BodyTooLarge) {
    const detail = 'the body is longer than limits.answerBytes';
    return new ServiceFailure('service-answer-invalid', status, { detail });
  }
  // The connection failed, or broke before the response was complete.
  const code = systemCode(error);
  const mayBeSent = call === 'submit-transcription' && !isNotConnected(error);
  return new ServiceFailure(
    mayBeSent ? 'submission-unknown' : 'service-unavailable',
    status,
    code === '' ? {} : { detail: `the connection failed: ${code}` },
  );
};

/**
 * Runs one call and emits its event. `work` reports the response once its headers are known. The event includes the thrown
 * error only if `quotable` is given: the secrets to redact from it.
 */
export const reported = async <T>(
  call: ServiceCall,
  { clock, emit }: ReportSettings,
  parent: AbortSignal | undefined,
  work: (answered: (response: Response) => void) => Promise<T>,
  quotable: readonly string[] | null = null,
): Promise<T> => {
  const started = clock.now();
  let status: number | null = null;
  let clockAhead: { readonly clockAheadMs?: number } = {};
  const report = (
    outcome: 'ok' | 'aborted' | ProblemCode,
    reason: { readonly detail?: string; readonly cause?: unknown } = {},
  ): void => {
    const durationMs = clock.now() - started;
    emit(
      { kind: 'service-call', route: call, status, durationMs, ...clockAhead, outcome, ...reason },
      quotable ?? [],
    );
  };
  try {
    const result = await work((response) => {
      ({ status } = response);
      const serviceTime = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(serviceTime)) clockAhead = { clockAheadMs: clock.now() - serviceTime };
    });
    report('ok');
    return result;
  } catch (error) {
    if (parent?.aborted) {
      report('aborted');
      throw error;
    }
    const failure = asFailure(error, call, status);
    const { detail } = failure.options;
    report(failure.code, {
      ...(detail === undefined ? {} : { detail }),
      ...(quotable === null ? {} : { cause: error }),
    });
    throw failure;
  }
};

type ClientSettings = Pick<Settings, 'fetch' | 'serviceUrl'> &
  ReportSettings & { readonly limits: Pick<Limits, 'answerBytes' | 'timeoutMs'> };

export const createServiceClient = (
  settings: ClientSettings,
  { advise, isFine } = createAdvisor(settings.emit),
): CallService => {
  const { fetch, limits, serviceUrl } = settings;
  const docs = 'docs/backend.md#options';
  let hasAnswered = false;

  /** A service that has never answered is not busy: its address is wrong. */
  const unreached = (call: ServiceCall, error: unknown): unknown => {
    const code = systemCode(error);
    if (hasAnswered || !NO_SERVICE.test(code)) return error;
    const message = `The service cannot be reached at ${serviceUrl}: ${code}. Check serviceUrl.`;
    advise({ option: 'serviceUrl', message, docs });
    if (!IS_FIRST_CALL.has(call)) return error;
    return new ServiceFailure('misconfigured', null, { detail: `the connection failed: ${code}` });
  };
  const checkOptions = (call: ServiceCall, status: number | null): void => {
    if (status === null) return;
    const option = doubtfulOptions(call, status);
    if (option !== null) {
      const message = `The service answered ${status} to ${call}: it does not know this pair of ${option.replace(',', ' and')}. Check for a typing error, a reset, or a pair of another service.`;
      advise({ option, message, docs });
    } else if (status < 400) {
      const proven = doubtfulOptions(call, 401);
      if (proven !== null) isFine(proven);
    }
  };

  return ({ call, path, headers, body, parse, signal: parent }) =>
    reported(call, settings, parent, (answered) =>
      withDeadline(limits.timeoutMs, parent, async (signal) => {
        const request = fetch(joinUrl(serviceUrl, path), {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            Accept: 'application/json',
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // Following a redirect could send the key pair to another host.
          redirect: 'manual',
          signal,
        });
        const response = await request.catch((error: unknown) => {
          throw unreached(call, error);
        });
        hasAnswered = true;
        isFine('serviceUrl');
        answered(response);
        const read = () => readBounded(response, limits.answerBytes, signal);
        if (!response.ok) {
          const says = await read()
            .then((it) => new TextDecoder().decode(it))
            .catch(() => null);
          const failure = failureOf(call, response, says, settings.clock.now());
          checkOptions(call, failure.serviceStatus);
          throw goneUpload(call, says ?? '') ?? failure;
        }
        checkOptions(call, response.status);
        const text = decodeJson(await read());
        try {
          return parse(text);
        } catch (error) {
          throw goneUpload(call, text) ?? error;
        }
      }),
    );
};

/** The headers of the key pair. */
export const keyPairOf = ({ clientId, apiKey }: Pick<Settings, 'clientId' | 'apiKey'>) => ({
  [CLIENT_HEADERS.clientId]: clientId,
  [CLIENT_HEADERS.apiKey]: apiKey,
});

/** Queries a task (4.8). */
export const queryTask = async <Task extends RawTask>(
  callService: CallService,
  headers: ReturnType<typeof keyPairOf>,
  transcriptionId: string,
  parse: (text: string) => Task,
  signal?: AbortSignal,
): Promise<Task> => {
  const path = transcriptionPath(transcriptionId);
  const task = await callService({ call: 'query-transcription', path, headers, parse, signal });
  if (task.transcription_id === transcriptionId) return task;
  // A task with another id may be another user's.
  throw new ServiceFailure('service-answer-invalid', 200);
};
