import type { ProblemCode } from '../protocol/index.js';

/** What a browser asked the handler for. */
export type RouteName =
  'user-token' | 'submit' | 'query' | 'upload-plan' | 'complete-upload' | 'preflight' | 'none';

/** What the handler asked the service for (4.1, 4.2, 4.3, 4.4, 4.6, 4.7, 4.8). */
export type ServiceCall =
  | 'exchange-partner-token'
  | 'refresh-partner-token'
  | 'issue-user-token'
  | 'plan-upload'
  | 'complete-upload'
  | 'submit-transcription'
  | 'query-transcription';

/** What it took to serve one request, written down on the way. */
export interface RequestStats {
  retries: number;
  tokenRenewed: boolean;
}

/** What happened, for logs and metrics. Holds no token, key, address, user id or task id: safe to log as it is. */
export type HandlerEvent =
  | {
      readonly kind: 'request';
      readonly route: RouteName;
      readonly method: string;
      /** Status of the answer; 499 where the browser went away. */
      readonly status: number;
      /** Milliseconds. */
      readonly durationMs: number;
      readonly outcome: 'ok' | 'aborted' | ProblemCode;
      /** How many calls to the service were made a second time for it. */
      readonly retries: number;
      /** True where it had to wait for a fresh partner token. */
      readonly tokenRenewed: boolean;
    }
  | {
      readonly kind: 'service-call';
      readonly route: ServiceCall;
      /** Status of the service's answer; null where there was none, or where a replaced function made the call. */
      readonly status: number | null;
      /** Milliseconds. */
      readonly durationMs: number;
      readonly outcome: 'ok' | 'aborted' | ProblemCode;
      /** Which field of the answer does not fit the contract, as `Parts[2].PresignedUrl is missing`. */
      readonly detail?: string;
      /** What a replaced `exchange` or `refresh` threw. */
      readonly cause?: ErrorSummary;
    }
  | {
      readonly kind: 'configuration';
      /** What is set up wrongly, and what to do. */
      readonly message: string;
      /** What a function of the options threw. */
      readonly cause?: ErrorSummary;
    };

/** An event before it is told: `cause` is what was thrown. */
type Happened<Event> = Event extends HandlerEvent
  ? Omit<Event, 'cause'> & { readonly cause?: unknown }
  : never;

/** `secrets` are those that the cause may quote, besides the credentials. */
export type Emit = (event: Happened<HandlerEvent>, secrets?: readonly string[]) => void;

/** Tells `onEvent`; an observer that fails must not change an answer. `credentials` are never told. */
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
      // The partner's observer is not ours to report on.
    }
  };
};

/** What `onEvent` is told of an error: nothing else of it, as clients of stores keep keys and values in its fields. */
export interface ErrorSummary {
  readonly name: string;
  /** At most 500 characters. What is or looks like a secret is replaced by `[redacted]`. */
  readonly message: string;
  /** As `ECONNREFUSED`; where the error has none, that of its cause. */
  readonly code?: string;
}

const REDACTED = '[redacted]';
/** A store may quote the start of a value only, so that many characters of a secret give it away. */
const TELLTALE = 8;
/** Tokens, keys and signatures: long words that are no host name, path or sentence. */
const OPAQUE = /[A-Za-z0-9_~+=-]{20,}/g;
const MOST_CHARACTERS = 500;

/** Replaces a secret, or the start of it. */
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

/** `secrets` are the ones that the error may quote. Of a value that is no error only its type is told, or its text. */
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
