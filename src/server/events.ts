import type { ProblemCode } from '../protocol/index.js';

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

/** An event for logs and metrics. Contains no token, key, URL, user id or task id, so it is safe to log. */
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
      /** After `gave-up`, the hook is not called again by itself. */
      readonly outcome: 'ok' | 'failed' | 'gave-up';
      /** The error that the hook threw. */
      readonly cause?: ErrorSummary;
    }
  | {
      readonly kind: 'configuration';
      /** The configuration problem, and how to fix it. */
      readonly message: string;
      /** The error thrown by a function of the options. */
      readonly cause?: ErrorSummary;
    };

/** An event before redaction: `cause` is the thrown value. */
type Happened<Event> = Event extends HandlerEvent
  ? Omit<Event, 'cause'> & { readonly cause?: unknown }
  : never;

/** `secrets` are redacted from the cause, besides the credentials. */
export type Emit = (event: Happened<HandlerEvent>, secrets?: readonly string[]) => void;

/** Calls `onEvent` and ignores its errors. Redacts `credentials`. */
export const safeEmitter = (
  onEvent: ((event: HandlerEvent) => unknown) | undefined,
  credentials: readonly string[],
): Emit => {
  if (!onEvent) return () => undefined;
  return ({ cause, ...event }, secrets = []) => {
    try {
      const summary =
        cause === undefined ? {} : { cause: summaryOf(cause, [...credentials, ...secrets]) };
      const told = { ...event, ...summary } as HandlerEvent;
      void Promise.resolve(onEvent(told)).catch(() => undefined);
    } catch {
      // An error of `onEvent` must not change the response.
    }
  };
};

/** Reports a failing store at most this often, in ms. */
const ALARM_PAUSE_MS = 60_000;

/** Emits `configuration` events, at most one a minute. */
export const createAlarm = (
  emit: Emit,
  clock: { now(): number },
): ((message: string, cause?: unknown) => void) => {
  let alarmedAt: number | null = null;
  return (message, cause) => {
    const now = clock.now();
    if (alarmedAt !== null && Math.abs(now - alarmedAt) < ALARM_PAUSE_MS) return;
    alarmedAt = now;
    emit({ kind: 'configuration', message, ...(cause === undefined ? {} : { cause }) });
  };
};

/** An error as reported to `onEvent`. Other fields are left out, because store clients put keys and values there. */
export interface ErrorSummary {
  readonly name: string;
  /** At most 500 characters. Secrets, and words that look like one, are replaced by `[redacted]`. */
  readonly message: string;
  /** Such as `ECONNREFUSED`; the code of the cause if the error has none. */
  readonly code?: string;
}

const REDACTED = '[redacted]';
/** Redact a secret from its first characters on, because a store may quote only the start of a value. */
const TELLTALE = 8;
/** Tokens, keys and signatures: long words that are no host name, path or sentence. */
const OPAQUE = /[A-Za-z0-9_~+=-]{20,}/g;
const MOST_CHARACTERS = 500;

/** Redacts a secret, or the start of one. */
const without = (text: string, secret: string): string => {
  const start = secret.slice(0, TELLTALE);
  let rest = text;
  let clean = '';
  for (let at = rest.indexOf(start); start !== '' && at >= 0; at = rest.indexOf(start)) {
    let end = at + start.length;
    while (end - at < secret.length && rest[end] === secret[end - at]) end++;
    clean += rest.slice(0, at) + REDACTED;
    rest = rest.slice(end);
  }
  return clean + rest;
};

const redacted = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce(without, text)
    .replace(/\/\/[^\s/@]*@/g, `//${REDACTED}@`)
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, `$1?${REDACTED}`)
    .replace(OPAQUE, REDACTED)
    .slice(0, MOST_CHARACTERS);

const WORD = /^[A-Za-z0-9_.-]{1,60}$/;

/** Summarises a thrown value without `secrets`. For a value that is not an object, reports its type, or its text. */
export const summaryOf = (thrown: unknown, secrets: readonly string[]): ErrorSummary => {
  if (typeof thrown !== 'object' || thrown === null) {
    const text = typeof thrown === 'string' ? thrown : '';
    return { name: typeof thrown, message: redacted(text, secrets) };
  }
  const { name, message, cause, code } = thrown as Partial<Record<string, unknown>>;
  const word = (value: unknown): string | null =>
    (typeof value === 'string' || typeof value === 'number') && WORD.test(String(value))
      ? secrets.reduce(without, String(value))
      : null;
  const codeWord = word(code ?? (cause as { readonly code?: unknown } | undefined)?.code);
  return {
    name: word(name) ?? 'Error',
    message: typeof message === 'string' ? redacted(message, secrets) : '',
    ...(codeWord === null ? {} : { code: codeWord }),
  };
};
