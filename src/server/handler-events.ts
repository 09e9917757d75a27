import { PROBLEMS, type ProblemCode } from '../protocol/problem.js';
import { firstWordsOf, hasSecret } from './foreign-errors.js';

/** The route that a browser requested. */
export type RouteName =
  | 'user-token'
  | 'submit'
  | 'query'
  | 'list'
  | 'upload-plan'
  | 'complete-upload'
  | 'preflight'
  | 'none';

/** The call to the service (4.1 to 4.4, 4.6 to 4.8). */
export type ServiceCall =
  | 'exchange-partner-token'
  | 'refresh-partner-token'
  | 'issue-user-token'
  | 'plan-upload'
  | 'complete-upload'
  | 'submit-transcription'
  | 'query-transcription';

/** Collected while a request is served. */
export interface RequestStats {
  retries: number;
  tokenRenewed: boolean;
}

/** An event for logs and metrics. Contains no token, key, presigned address, user id or task id, so it is safe to log. */
export type HandlerEvent =
  | {
      readonly kind: 'request';
      readonly route: RouteName;
      readonly method: string;
      /** Status of the response; 499 if the browser disconnected. */
      readonly status: number;
      /** Milliseconds. */
      readonly durationMs: number;
      readonly outcome: 'ok' | 'aborted' | ProblemCode;
      /** For a foreign origin, an unknown path or a refused `file_url`: which option to check. */
      readonly detail?: string;
      /** Number of repeated calls to the service. */
      readonly retries: number;
      /** True if the request waited for a new partner token. */
      readonly tokenRenewed: boolean;
    }
  | {
      readonly kind: 'service-call';
      readonly route: ServiceCall;
      /** Status of the service's response; null if there was none, or if an option such as `exchange` made the call. */
      readonly status: number | null;
      /** Milliseconds. */
      readonly durationMs: number;
      /**
       * How far this server's clock is ahead of the service's `Date` header, in milliseconds; negative if it is behind.
       * Precise to about a second, and to the time that the response took.
       */
      readonly clockAheadMs?: number;
      readonly outcome: 'ok' | 'aborted' | ProblemCode;
      /**
       * The field that violates the contract, such as `Parts[2].PresignedUrl is missing`, or why the connection failed,
       * such as `the connection failed: ECONNREFUSED`.
       */
      readonly detail?: string;
      /** The error thrown by the `exchange` or `refresh` option. */
      readonly cause?: ErrorSummary;
    }
  | {
      readonly kind: 'hook';
      /** `onSubmitted` or `onFinished`. */
      readonly hook: 'submitted' | 'finished';
      /** From 1. */
      readonly attempt: number;
      /** Milliseconds. */
      readonly durationMs: number;
      /** After `gave-up`, the hook is not called again automatically. */
      readonly outcome: 'ok' | 'failed' | 'gave-up';
      /** The error that the hook threw. */
      readonly cause?: ErrorSummary;
    }
  | {
      readonly kind: 'configuration';
      /**
       * The configuration problem with what was received, and how to fix it. For a store or queue that fails also the first
       * words of its error, without values: `It said: NOAUTH Authentication required.`
       */
      readonly message: string;
      /** The option or options to check, such as `allowedFileHosts`, or the one whose store fails, such as `rateStore`. */
      readonly option?: string;
      /** The page of this package that describes the option, such as `docs/backend.md#options`. */
      readonly docs?: string;
      /** The error thrown by a function of the options. */
      readonly cause?: ErrorSummary;
    };

/** An event before `cause`, the thrown value, is summarised. */
type Happened<Event> = Event extends HandlerEvent
  ? Omit<Event, 'cause'> & { readonly cause?: unknown }
  : never;

/** `secrets` never appear in the summary of the cause, besides the credentials. */
export type Emit = (event: Happened<HandlerEvent>, secrets?: readonly string[]) => void;

/** False for a request that was refused, such as one without a session, and for a recording that the service refused. */
const isPrinted = (event: HandlerEvent): boolean => {
  if (event.kind === 'configuration') return true;
  if (event.kind === 'request' || event.outcome === 'ok' || event.outcome === 'aborted')
    return false;
  return event.kind === 'hook' || PROBLEMS[event.outcome].status >= 500;
};

/** For developers who have not set `onEvent`. */
const print = (event: HandlerEvent): void => {
  if (!isPrinted(event)) return;
  const { kind, ...rest } = event;
  const fields = JSON.stringify(rest);
  // eslint-disable-next-line no-console -- the only way to reach a developer without `onEvent`
  console.error(`[audio-transcribe] ${kind}: ${fields}. Set onEvent to get these events yourself.`);
};

const isProduction = (): boolean =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[
    'NODE_ENV'
  ] === 'production';

const withWords = <Event extends object>(event: Event, words: string): Event =>
  'message' in event ? { ...event, message: `${String(event.message)} ${words}` } : event;

/**
 * Calls `onEvent` and ignores its errors. Without `onEvent`, prints configuration events and failures of the service and
 * of hooks, unless NODE_ENV is `production`.
 */
export const safeEmitter = (
  onEvent: ((event: HandlerEvent) => unknown) | null | undefined,
  credentials: readonly string[],
): Emit => {
  const tell = onEvent ?? (isProduction() ? null : print);
  if (tell === null) return () => undefined;
  return ({ cause, ...event }, secrets = []) => {
    try {
      const all = [...credentials, ...secrets];
      const summary = cause === undefined ? {} : { cause: summaryOf(cause, all) };
      const words = event.kind === 'configuration' ? firstWordsOf(cause, all) : null;
      const told = words === null ? event : withWords(event, words);
      void Promise.resolve(tell({ ...told, ...summary })).catch(() => undefined);
    } catch {
      // An error of `onEvent` must not change the response.
    }
  };
};

/** Reports each wrong option once, until `isFine`. */
export const createAdvisor = (emit: Emit) => {
  const advised = new Set<string>();
  return {
    advise(advice: { readonly option: string; readonly message: string; readonly docs: string }) {
      if (advised.has(advice.option)) return;
      advised.add(advice.option);
      emit({ kind: 'configuration', ...advice });
    },
    isFine: (option: string): void => void advised.delete(option),
  };
};

/** Reports a failing store at most this often, in ms. */
const ALARM_PAUSE_MS = 60_000;

/** Emits `configuration` events about an option, at most one a minute. */
export const createAlarm = (
  emit: Emit,
  clock: { now(): number },
  option: string,
): ((message: string, cause?: unknown) => void) => {
  let alarmedAt: number | null = null;
  return (message, cause) => {
    const now = clock.now();
    if (alarmedAt !== null && Math.abs(now - alarmedAt) < ALARM_PAUSE_MS) return;
    alarmedAt = now;
    emit({ kind: 'configuration', message, option, ...(cause === undefined ? {} : { cause }) });
  };
};

/**
 * An error as reported to `onEvent`. Its message and other fields are left out, because database clients and hooks put
 * ids, keys and values there; `message` of the event has the first words of what a store said.
 */
export interface ErrorSummary {
  /** Such as `TypeError`; the type of a thrown value that is no object. */
  readonly name: string;
  /** Such as `ECONNREFUSED`; the code of the cause if the error has none. */
  readonly code?: string;
}

const WORD = /^[A-Za-z0-9_.-]{1,60}$/;

/** Summarises a thrown value. A name or code that contains the start of one of the `secrets` is left out. */
export const summaryOf = (thrown: unknown, secrets: readonly string[]): ErrorSummary => {
  if (typeof thrown !== 'object' || thrown === null) return { name: typeof thrown };
  const { name, cause, code } = thrown as Partial<Record<string, unknown>>;
  const word = (value: unknown): string | null => {
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    const text = String(value);
    return WORD.test(text) && !hasSecret(text, secrets) ? text : null;
  };
  const codeWord = word(code ?? (cause as { readonly code?: unknown } | undefined)?.code);
  return { name: word(name) ?? 'Error', ...(codeWord === null ? {} : { code: codeWord }) };
};
