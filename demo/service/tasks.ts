/** Transcription tasks: a bounded queue with a limited number of parallel tasks. */
import {
  isTerminal,
  type TaskStatus,
  type TranscriptionRequest,
} from '../../src/protocol/types.js';
import { Refusal } from './route.js';
import type { Clock, Secrets } from './settings.js';
import type { Records } from './store.js';
import type { StatusChange, TaskRecord } from './task-record.js';

export type { StatusChange } from './task-record.js';

/** The work of a task failed. The message is the reason, for developers. Any other error is a bug. */
export class WorkFailed extends Error {
  override readonly name: string = 'WorkFailed';
}

interface WorkWatch {
  /** Aborts when the task is revoked or the service closes; the work must then reject soon. */
  readonly signal: AbortSignal;
  /**
   * Called when the audio is fetched and decoding begins: the task changes from RECEIVED to STARTED. Resolves once
   * this is stored.
   */
  readonly onStarted: () => Promise<void>;
  /** Called when the audio is decoded: the task changes from STARTED to PROGRESS. */
  readonly onDecoded: () => void;
}

/** Recognises a recording. Resolves with `data` of 2.4; rejects with WorkFailed. */
export type TaskWork = (
  id: string,
  request: TranscriptionRequest,
  watch: WorkWatch,
) => Promise<Readonly<Record<string, unknown>>>;

/** The response of 4.7 and 4.8: 2.4, with empty `data` before SUCCESS. */
export interface TaskAnswer {
  readonly transcription_id: string;
  readonly status: TaskStatus;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Task {
  readonly id: string;
  readonly number: number;
  /** The name of the session that submitted it; null if it belongs to nobody. */
  readonly session: string | null;
  /** Null once the task has ended. */
  request: TranscriptionRequest | null;
  readonly history: StatusChange[];
  readonly stop: AbortController;
  /** When somebody last submitted or queried it, in ms. */
  askedAt: number;
  data: Readonly<Record<string, unknown>> | null;
  /** Resolves once the latest state of the task is stored; never rejects. */
  noted: Promise<void>;
}

export interface Tasks {
  /** Starts to work, once `file_url` can be reached. */
  readonly start: () => void;
  /** Queues a task; rejects with 429 if the queue is full. */
  readonly submit: (request: TranscriptionRequest, session: string | null) => Promise<TaskAnswer>;
  /** The session that submitted a task; null if it belongs to nobody. */
  readonly sessionOf: (id: string) => string | null;
  readonly query: (id: string) => Promise<TaskAnswer | undefined>;
  /** All statuses of a task in order; empty for an unknown task. */
  readonly history: (id: string) => readonly StatusChange[];
  /** Ids of all submitted tasks, in order. */
  readonly ids: () => readonly string[];
  /** Ends a task as REVOKED, as the operator can; returns false if it is unknown or has ended. */
  readonly revoke: (id: string) => boolean;
  /** Ends a task as FAILURE; returns false if it is unknown or has ended. */
  readonly fail: (id: string, reason: string) => boolean;
  /** Ends the unfinished tasks that nobody has queried for this many seconds as REVOKED. */
  readonly stopAbandoned: (seconds: number) => void;
  /** Deletes the tasks that ended this many seconds ago, and returns their number. */
  readonly sweep: (seconds: number) => Promise<number>;
  /** Stops the work. Unfinished tasks continue at the next start. */
  readonly close: () => Promise<void>;
}

export interface TasksOptions {
  readonly clock: Clock;
  /** Recognises the recording of a task. */
  readonly work: TaskWork;
  readonly records: Records<TaskRecord>;
  readonly secrets: Pick<Secrets, 'random'>;
  /** Maximum number of queued tasks; further ones are rejected with 429. */
  readonly queueLength: number;
  /** Number of tasks that run in parallel. */
  readonly workers: number;
}

const NO_DATA = {};

/** A task that was started this often, and interrupted each time by the end of the sandbox, is not retried. */
const MOST_STARTS = 2;
const ENDED_AT_WORK =
  'The sandbox ended twice while it worked on this recording, so it is not tried again: submit it once more if you stopped the sandbox yourself.';

const statusOf = ({ history }: Task): TaskStatus => history.at(-1)?.status ?? 'PENDING';

const hasEnded = (task: Task): boolean => isTerminal(statusOf(task));

const answerOf = (task: Task): TaskAnswer => ({
  transcription_id: task.id,
  status: statusOf(task),
  data: task.data ?? NO_DATA,
});

const recordOf = ({ number, session, request, history, data }: Task): TaskRecord => ({
  number,
  history,
  ...(session === null ? {} : { session }),
  ...(request === null ? {} : { request }),
  ...(data === null ? {} : { data }),
});

const byNumber = (a: { number: number }, b: { number: number }): number => a.number - b.number;

/** Restores the tasks of the previous run; unfinished ones are queued in their order. */
export const loadTasks = async (options: TasksOptions): Promise<Tasks> => {
  const { clock, work, records, secrets, queueLength, workers } = options;
  const tasks = new Map<string, Task>();
  const queue: Task[] = [];
  const atWork = new Set<Promise<void>>();
  const closing = new AbortController();
  let lastNumber = 0;

  const note = (task: Task): Promise<void> => {
    const written = records.write(task.id, recordOf(task));
    task.noted = written.catch((error: unknown) => {
      console.error(`The sandbox could not save the task ${task.id}:`, error);
    });
    return written;
  };

  /** The state of an ended task does not change. */
  const advance = (
    task: Task,
    status: TaskStatus,
    more: { readonly reason?: string; readonly data?: Task['data'] } = {},
  ): boolean => {
    if (hasEnded(task)) return false;
    const { reason, data = null } = more;
    task.history.push({ status, at: clock.now(), ...(reason === undefined ? {} : { reason }) });
    task.data = data;
    if (isTerminal(status)) task.request = null;
    note(task).catch(() => undefined);
    return true;
  };

  const fail = (task: Task, error: unknown): void => {
    const isExpected = error instanceof WorkFailed;
    const reason = isExpected
      ? error.message
      : 'The recogniser failed: see the console of the sandbox.';
    if (advance(task, 'FAILURE', { reason }) && !isExpected)
      console.error('The recogniser failed:', error);
  };

  const run = async (task: Task): Promise<void> => {
    const { request } = task;
    if (request === null || !advance(task, 'RECEIVED')) return;
    const signal = AbortSignal.any([task.stop.signal, closing.signal]);
    try {
      const data = await work(task.id, request, {
        signal,
        onStarted: () => {
          advance(task, 'STARTED');
          return task.noted;
        },
        onDecoded: () => {
          if (statusOf(task) === 'STARTED') advance(task, 'PROGRESS');
        },
      });
      advance(task, 'SUCCESS', { data });
    } catch (error) {
      // Stopped, not failed: the next start runs it again.
      if (!closing.signal.aborted) fail(task, error);
    }
  };

  /** A task that a free worker is about to take does not wait. */
  const isFull = (): boolean => queue.length - (workers - atWork.size) >= queueLength;

  /** Starts queued tasks in order, while a worker is free. */
  const pump = (): void => {
    while (atWork.size < workers && !closing.signal.aborted) {
      const task = queue.shift();
      if (task === undefined) return;
      const done = run(task).finally(() => {
        atWork.delete(done);
        pump();
      });
      atWork.add(done);
    }
  };

  const leaveQueue = (task: Task): void => {
    const place = queue.indexOf(task);
    if (place >= 0) queue.splice(place, 1);
  };

  const end = (task: Task | undefined, status: 'FAILURE' | 'REVOKED', reason: string): boolean => {
    if (task === undefined || !advance(task, status, { reason })) return false;
    leaveQueue(task);
    task.stop.abort(new Error(reason));
    return true;
  };

  const keep = (id: string, { number, session, request, history, data }: TaskRecord): Task => {
    const task: Task = {
      ...{ id, number },
      session: session ?? null,
      request: request ?? null,
      history: [...history],
      data: data ?? null,
      stop: new AbortController(),
      askedAt: clock.now(),
      noted: Promise.resolve(),
    };
    tasks.set(id, task);
    lastNumber = Math.max(lastNumber, number);
    if (!hasEnded(task)) queue.push(task);
    return task;
  };

  const restore = (task: Task): void => {
    if (hasEnded(task) || statusOf(task) === 'PENDING') return;
    const isAtWork = statusOf(task) !== 'RECEIVED';
    const starts = task.history.filter(({ status }) => status === 'STARTED').length;
    if (isAtWork && starts >= MOST_STARTS) end(task, 'FAILURE', ENDED_AT_WORK);
    else
      advance(task, 'PENDING', { reason: 'The sandbox was started again: the work begins anew.' });
  };

  for (const [id, record] of [...(await records.load())].sort(([, a], [, b]) => byNumber(a, b)))
    restore(keep(id, record));

  return {
    start: pump,
    submit: async (request, session) => {
      if (closing.signal.aborted || isFull())
        throw new Refusal(429, 'queue-full', 'Too many tasks are waiting: submit this one later.', {
          headers: { 'Retry-After': '5' },
        });
      const history: readonly StatusChange[] = [{ status: 'PENDING', at: clock.now() }];
      const task = keep(secrets.random('task'), {
        ...{ number: lastNumber + 1, request, history },
        ...(session === null ? {} : { session }),
      });
      const answer = answerOf(task);
      await note(task).catch((error: unknown) => {
        // Rejected, so it must not run.
        leaveQueue(task);
        tasks.delete(task.id);
        throw error;
      });
      // The response, which says PENDING, is sent first.
      setTimeout(pump, 0);
      return answer;
    },
    query: async (id) => {
      const task = tasks.get(id);
      if (task === undefined) return undefined;
      task.askedAt = clock.now();
      const answer = answerOf(task);
      // An end is reported only once it is stored, so that a restart cannot undo it.
      await task.noted;
      return answer;
    },
    sessionOf: (id) => tasks.get(id)?.session ?? null,
    history: (id) => [...(tasks.get(id)?.history ?? [])],
    ids: () => [...tasks.keys()],
    revoke: (id) => end(tasks.get(id), 'REVOKED', 'The operator revoked the task.'),
    fail: (id, reason) => end(tasks.get(id), 'FAILURE', reason),
    stopAbandoned: (seconds) => {
      const limit = clock.now() - seconds * 1000;
      for (const task of tasks.values())
        if (task.askedAt <= limit)
          end(
            task,
            'REVOKED',
            `Nobody queried the task for ${seconds} s, so its work was stopped.`,
          );
    },
    sweep: async (seconds) => {
      const limit = clock.now() - seconds * 1000;
      const old = [...tasks.values()].filter(
        (task) => hasEnded(task) && (task.history.at(-1)?.at ?? limit) < limit,
      );
      for (const { id } of old) {
        tasks.delete(id);
        await records.remove(id);
      }
      return old.length;
    },
    close: async () => {
      closing.abort(new Error('The sandbox was closed.'));
      await Promise.all(atWork);
      await records.settled();
    },
  };
};
