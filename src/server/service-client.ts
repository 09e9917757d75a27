import { ContractError, joinUrl, TerminalAnswerError } from '../protocol/index.js';
import { BodyTooLarge, NotJson, parseJson, readBounded } from './bounded-body.js';
import { TimedOut, withDeadline } from './deadline.js';
import type { ServiceCall } from './events.js';
import { Aborted, connectionFailure, failureOf, ServiceFailure } from './service-failure.js';
import type { Settings } from './settings.js';

export interface ServiceRequest<T> {
  readonly call: ServiceCall;
  readonly method: 'GET' | 'POST';
  /** Relative to {base_url}. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Throws ContractError. */
  readonly parse: (json: unknown) => T;
  /** Of the browser's request; none where several requests wait for the same call. */
  readonly signal?: AbortSignal;
}

/** Sends one request to the service. Rejects with ServiceFailure or Aborted, nothing else. */
export type CallService = <T>(request: ServiceRequest<T>) => Promise<T>;

type ReportSettings = Pick<Settings, 'clock' | 'emit'>;

const asFailure = (error: unknown, call: ServiceCall, status: number | null): ServiceFailure => {
  if (error instanceof ServiceFailure) return error;
  if (error instanceof TimedOut) return new ServiceFailure('service-timeout', status);
  if (error instanceof ContractError) {
    // The page must not query a task again that has ended (section 3, rule 3).
    const hasEnded = error instanceof TerminalAnswerError && call === 'query-transcription';
    const code = hasEnded ? 'service-result-invalid' : 'service-answer-invalid';
    return new ServiceFailure(code, status, { detail: error.message });
  }
  if (error instanceof NotJson) {
    return new ServiceFailure('service-answer-invalid', status, { detail: 'the body is not JSON' });
  }
  if (error instanceof BodyTooLarge) {
    const detail = 'the body is longer than limits.answerBytes';
    return new ServiceFailure('service-answer-invalid', status, { detail });
  }
  return connectionFailure(call, status);
};

/**
 * Runs one call and reports how it ended. `work` tells the status of the answer as soon as it is known. What it throws
 * is told only where `quotable` is given: secrets that it may quote.
 */
export const reported = async <T>(
  call: ServiceCall,
  { clock, emit }: ReportSettings,
  parent: AbortSignal | undefined,
  work: (answered: (status: number) => void) => Promise<T>,
  quotable: readonly string[] | null = null,
): Promise<T> => {
  const started = clock.now();
  let status: number | null = null;
  const event = { kind: 'service-call', route: call } as const;
  try {
    const result = await work((answered) => (status = answered));
    emit({ ...event, status, durationMs: clock.now() - started, outcome: 'ok' });
    return result;
  } catch (error) {
    const durationMs = clock.now() - started;
    if (parent?.aborted) {
      emit({ ...event, status, durationMs, outcome: 'aborted' });
      throw new Aborted();
    }
    const failure = asFailure(error, call, status);
    const { detail } = failure.options;
    const outcome = failure.code;
    emit(
      {
        ...event,
        ...{ status, durationMs, outcome },
        ...(detail === undefined ? {} : { detail }),
        ...(quotable === null ? {} : { cause: error }),
      },
      quotable ?? [],
    );
    throw failure;
  }
};

export const createServiceClient = (settings: Settings): CallService => {
  const { fetch, limits, serviceUrl } = settings;
  return ({ call, method, path, headers, body, parse, signal: parent }) =>
    reported(call, settings, parent, (answered) =>
      withDeadline(limits.timeoutMs, parent, async (signal) => {
        const response = await fetch(joinUrl(serviceUrl, path), {
          method,
          headers: {
            Accept: 'application/json',
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // A redirect followed would carry the key pair to another host.
          redirect: 'manual',
          signal,
        });
        answered(response.status);
        if (!response.ok) {
          void response.body?.cancel().catch(() => undefined);
          throw failureOf(call, response.status, response.headers);
        }
        return parse(parseJson(await readBounded(response, limits.answerBytes, signal)));
      }),
    );
};
