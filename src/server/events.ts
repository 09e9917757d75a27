import type { ProblemCode } from '../protocol/index.js';
import { summaryOf, type ErrorSummary } from './error-summary.js';

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
