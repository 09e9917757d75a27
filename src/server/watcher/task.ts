/** The types of a watched task: its record, the arguments of the hooks, and the messages from the handler. */
import {
  ContractError,
  body,
  filledText,
  finite,
  flag,
  orNull,
  record,
  text,
} from '../../protocol/read.js';
import { parseTranscriptionRequest } from '../../protocol/requests.js';
import type { RawTask } from '../../protocol/responses.js';
import {
  isTerminal,
  type TerminalStatus,
  type TranscriptionRequest,
} from '../../protocol/types.js';
import type { ErrorSummary } from '../handler-events.js';

/** Identifies a task of a user. */
export interface TaskName {
  /** From `authorize`. */
  readonly userId: string;
  /** The service's id. Must not reach a browser. */
  readonly transcriptionId: string;
}

/** Passed to `onSubmitted`. */
export interface SubmittedTask extends TaskName {
  /** The id that the page has. */
  readonly sealedId: string;
  /** The body of the submission (4.7). `file_url` may be a presigned address: do not log it. */
  readonly request: TranscriptionRequest;
}

/**
 * How a task ended. SUCCESS, FAILURE and REVOKED come from the service (section 3). UNREADABLE: it has ended, but the
 * rest of the answer is invalid. NOT_FOUND: the service has not known it for `missingSeconds`. TIMED_OUT: it had not
 * ended after `taskSeconds`.
 */
export type EndStatus = TerminalStatus | 'UNREADABLE' | 'NOT_FOUND' | 'TIMED_OUT';

/** Passed to `onFinished`. */
export interface FinishedTask extends TaskName {
  /** The id that the page has. */
  readonly sealedId: string;
  readonly status: EndStatus;
  /**
   * After SUCCESS, `data` (2.4) as the service sent it, with fields that the specification does not name, such as
   * voiceprints. Not validated. Otherwise null.
   */
  readonly data: unknown;
}

/** Second argument of a hook. */
export interface HookContext {
  /** Aborts when the hook has run for `hookTimeoutMs`. */
  readonly signal: AbortSignal;
  /** From 1. */
  readonly attempt: number;
}

/** A hook succeeds when its promise resolves. It may be called again for the same task, so it must be repeatable. */
export type OnSubmitted = (task: SubmittedTask, context: HookContext) => unknown;
export type OnFinished = (task: FinishedTask, context: HookContext) => unknown;

export type HookName = 'submitted' | 'finished';

/** A task whose hook failed for `hookSeconds`; with BullMQ also one whose job failed for another reason, with 0 attempts. */
export interface FailedTask extends TaskName {
  readonly sealedId: string;
  readonly status: string;
  readonly hook: HookName;
  readonly attempts: number;
  /** The last error of the hook. */
  readonly error: ErrorSummary;
}

/** The answer to a page's query (4.8). */
export interface TaskAnswer {
  readonly status: string;
  /** After SUCCESS, `data` as the service sent it. Otherwise null. */
  readonly data: unknown;
}

/** A task in the list of a user. */
export interface ListedTask extends TaskName {
  readonly status: string;
  /** In ms since the epoch. */
  readonly submittedAt: number;
  /** In ms since the epoch. Null if it has not ended. */
  readonly endedAt: number | null;
}

export interface TaskPage {
  /** The newest first. */
  readonly tasks: readonly ListedTask[];
  /** Pass it as `after` to get the next page. Null if this is the last one. */
  readonly next: string | null;
}

/** The part of a watcher that the handler uses. Implement it to keep tasks in a queue of your own. */
export interface TaskRecorder {
  /**
   * Called after each submission, with the service's response (4.7). May be called again for the same task, and must keep what
   * is known then. Must not reject if the task is kept, and must reject if it is not: then it is called again at a repeat.
   */
  submitted(
    task: TaskName & { readonly sealedId: string; readonly request: TranscriptionRequest | null },
    response: RawTask,
  ): Promise<void>;
  /** Answers a page's query from what is known. Otherwise calls `ask`, which queries the service. */
  query(
    task: TaskName & { readonly sealedId: string },
    ask: () => Promise<RawTask>,
  ): Promise<TaskAnswer>;
  /** Lists a user's tasks. `after` is `next` of the page before. */
  list?(
    userId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<TaskPage>;
}

/** Failed attempts of the hook that is due. */
export interface HookTrouble {
  readonly attempts: number;
  /** Time of the first failed attempt, in ms since the epoch; later by the time in which nothing called the hook. */
  readonly since: number;
  readonly error: ErrorSummary;
}

/** All times are in ms since the epoch. */
export interface TaskState extends TaskName {
  readonly sealedId: string;
  readonly submittedAt: number;
  /** Kept until `onSubmitted` has succeeded. Null if there is no such hook. */
  readonly request: TranscriptionRequest | null;
  /** The last known status, at most 60 characters. An `EndStatus` if `endedAt` is set. */
  readonly status: string;
  /** Time of the last answer; null before the first. */
  readonly checkedAt: number | null;
  /** Failed queries in a row. */
  readonly failures: number;
  /** Time of the first 404 in a row. */
  readonly missingSince: number | null;
  /** Time of the next query. Null if the task has ended. */
  readonly queryAt: number | null;
  readonly endedAt: number | null;
  /** Time of the next call of a hook. Null if none is due. */
  readonly hookAt: number | null;
  readonly hook: HookTrouble | null;
  /** True if a hook failed for `hookSeconds`. No hook is called until `retry`. */
  readonly gaveUp: boolean;
  /** Time at which `onFinished` succeeded. */
  readonly doneAt: number | null;
}

/** The hook that must be called next, even if it is not due yet. */
export const nextHook = ({ request, endedAt, doneAt }: TaskState): HookName | null => {
  if (request !== null) return 'submitted';
  return endedAt !== null && doneAt === null ? 'finished' : null;
};

/** True if the task has ended, but a hook has failed for too long. */
export const isParked = ({ endedAt, gaveUp }: TaskState): boolean => endedAt !== null && gaveUp;

/** False if `next` would leave an ended state: a slower process must not overwrite what another one has stored. */
export const mayFollow = (stored: TaskState, next: TaskState): boolean => {
  if (stored.doneAt !== null) return next.doneAt !== null;
  if (stored.endedAt === null) return true;
  return next.endedAt !== null && (!isTerminal(stored.status) || next.status === stored.status);
};

/** A task whose hook is not called any more, or whose job failed for another reason. */
export const failedTask = (state: TaskState): FailedTask => {
  const { userId, transcriptionId, sealedId, status } = state;
  const { attempts, error } = state.hook ?? { attempts: 0, error: { name: 'Error' } };
  const hook = nextHook(state) ?? 'finished';
  return { userId, transcriptionId, sealedId, status, hook, attempts, error };
};

/** When something has to be done for a task next, in ms since the epoch. Null if nothing has. */
export const dueAt = ({ queryAt, hookAt }: TaskState): number | null =>
  queryAt === null || hookAt === null ? (queryAt ?? hookAt) : Math.min(queryAt, hookAt);

/** An answer is as good as new for this long, in ms: the shortest interval of section 8. */
const FRESH_MS = 2_000;

/** The answer about a task in progress, if the last one of the service is fresh. Otherwise null. */
export const freshAnswer = ({ checkedAt, status }: TaskState, nowMs: number): TaskAnswer | null =>
  checkedAt !== null && Math.abs(nowMs - checkedAt) < FRESH_MS ? { status, data: null } : null;

/** Reads a stored task. Throws ContractError. */
export const parseTaskState: (json: unknown) => TaskState = body(
  record({
    userId: filledText,
    transcriptionId: filledText,
    sealedId: filledText,
    submittedAt: finite,
    request: orNull(parseTranscriptionRequest),
    status: filledText,
    checkedAt: orNull(finite),
    failures: finite,
    missingSince: orNull(finite),
    queryAt: orNull(finite),
    endedAt: orNull(finite),
    hookAt: orNull(finite),
    hook: orNull(
      record({ attempts: finite, since: finite, error: record({ name: text }, { code: text }) }),
    ),
    gaveUp: flag,
    doneAt: orNull(finite),
  }),
);

/** Null if the value is not a stored task. */
export const readTaskState = (value: unknown): TaskState | null => {
  try {
    return parseTaskState(typeof value === 'string' ? (JSON.parse(value) as unknown) : value);
  } catch (error) {
    if (error instanceof ContractError || error instanceof SyntaxError) return null;
    throw error;
  }
};
