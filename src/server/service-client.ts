import type { ProblemCode } from '../protocol/problem.js';
import type { RawTask } from '../protocol/responses.js';
import { CLIENT_HEADERS, joinUrl, transcriptionPath } from '../protocol/routes.js';
import { createAdvisor, type ServiceCall } from './handler-events.js';
import { readBounded } from './http-messages.js';
import type { Limits, Settings } from './handler-settings.js';
import { withDeadline } from './deadlines.js';
import { freshConnection } from './fresh-connection.js';
import { globalFetch } from './option-readers.js';
import {
  asFailure,
  failureOf,
  goneUpload,
  ServiceFailure,
  systemCode,
} from './service-failures.js';

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

/**
 * Runs one call and emits its event. `work` reports the response once its headers are known. The event includes the thrown
 * error only if `quotable` is given: the secrets to redact from it. `mayHaveArrived` returns null if that is not known.
 */
export const reported = async <T>(
  call: ServiceCall,
  { clock, emit }: ReportSettings,
  parent: AbortSignal | undefined,
  work: (answered: (response: Response) => void) => Promise<T>,
  quotable: readonly string[] | null = null,
  mayHaveArrived: () => boolean | null = () => null,
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
    const failure = asFailure(error, call, status, mayHaveArrived());
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

  /** Reports a service that redirects to another address. */
  const checkAddress = (call: ServiceCall, status: number): void => {
    if (status !== 307 && status !== 308) return;
    const message = `The service answered ${status} to ${call}: it is at another address. Set serviceUrl to that.`;
    advise({ option: 'serviceUrl', message, docs });
  };

  return ({ call, path, headers, body, parse, signal: parent }) => {
    const isOurFetch = call === 'submit-transcription' && fetch === globalFetch;
    const fresh = isOurFetch ? freshConnection() : null;
    const work = async (
      answered: (response: Response) => void,
      signal: AbortSignal,
    ): Promise<Awaited<ReturnType<typeof parse>>> => {
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
        ...fresh?.init,
      });
      const response = await request.catch((error: unknown) => {
        throw unreached(call, error);
      });
      hasAnswered = true;
      if (response.status !== 307 && response.status !== 308) isFine('serviceUrl');
      answered(response);
      checkAddress(call, response.status);
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
      // A byte that is not UTF-8 costs one character, not the answer.
      const text = new TextDecoder().decode(await read());
      try {
        return parse(text) as Awaited<ReturnType<typeof parse>>;
      } catch (error) {
        throw goneUpload(call, text) ?? error;
      }
    };
    return reported(
      call,
      settings,
      parent,
      (answered) => withDeadline(limits.timeoutMs, parent, (signal) => work(answered, signal)),
      null,
      () => fresh?.mayHaveArrived() ?? null,
    );
  };
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
