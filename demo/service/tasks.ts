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
  /** Replaced at each change. */
  record: TaskRecord;
  readonly stop: AbortController;
  /** When somebody last submitted or queried it, in ms. */
  askedAt: number;
  /** Resolves once the latest state of the task is stored; never rejects. */
  noted: Promise<void>;
}

export type Tasks = Awaited<ReturnType<typeof loadTasks>>;

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

const statusOf = ({ record }: Task): TaskStatus => record.history.at(-1)?.status ?? 'PENDING';
const hasEnded = (task: Task): boolean => isTerminal(statusOf(task));

const answerOf = (task: Task): TaskAnswer => ({
  transcription_id: task.id,
  status: statusOf(task),
  data: task.record.data ?? NO_DATA,
});

/** Restores the tasks of the previous run; unfinished ones are queued in their order. */
export const loadTasks = async (options: TasksOptions) => {
  const { clock, work, records, secrets, queueLength, workers } = options;
  const tasks = new Map<string, Task>();
  const queue: Task[] = [];
  const atWork = new Set<Promise<void>>();
  const closing = new AbortController();
  let lastNumber = 0;

  const note = (task: Task): Promise<void> => {
    const written = records.write(task.id, task.record);
    task.noted = written.catch((error: unknown) => {
      console.error(`The sandbox could not save the task ${task.id}:`, error);
    });
    return written;
  };

  /** The state of an ended task does not change. */
  const advance = (
    task: Task,
    status: TaskStatus,
    more: Pick<StatusChange, 'reason'> & Pick<TaskRecord, 'data'> = {},
  ): boolean => {
    if (hasEnded(task)) return false;
    const { reason, data } = more;
    const { request, history, ...rest } = task.record;
    const change = { status, at: clock.now(), ...(reason === undefined ? {} : { reason }) };
    task.record = {
      ...rest,
      history: [...history, change],
      ...(request === undefined || isTerminal(status) ? {} : { request }),
      ...(data === undefined ? {} : { data }),
    };
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
    const { request } = task.record;
    if (request === undefined || !advance(task, 'RECEIVED')) return;
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

  const keep = (id: string, record: TaskRecord): Task => {
    const task: Task = {
      ...{ id, record },
      stop: new AbortController(),
      askedAt: clock.now(),
      noted: Promise.resolve(),
    };
    tasks.set(id, task);
    lastNumber = Math.max(lastNumber, record.number);
    if (!hasEnded(task)) queue.push(task);
    return task;
  };

  const restore = (task: Task): void => {
    if (hasEnded(task) || statusOf(task) === 'PENDING') return;
    const isAtWork = statusOf(task) !== 'RECEIVED';
    const starts = task.record.history.filter(({ status }) => status === 'STARTED').length;
    if (isAtWork && starts >= MOST_STARTS) end(task, 'FAILURE', ENDED_AT_WORK);
    else
      advance(task, 'PENDING', { reason: 'The sandbox was started again: the work begins anew.' });
  };

  for (const [id, record] of [...(await records.load())].sort(
    ([, a], [, b]) => a.number - b.number,
  ))
    restore(keep(id, record));

  return {
    /** Starts to work, once `file_url` can be reached. */
    start: pump,
    /** Queues a task; rejects with 429 if the queue is full. */
    submit: async (request: TranscriptionRequest, session: string | null): Promise<TaskAnswer> => {
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
    query: async (id: string): Promise<TaskAnswer | undefined> => {
      const task = tasks.get(id);
      if (task === undefined) return undefined;
      task.askedAt = clock.now();
      const answer = answerOf(task);
      // An end is reported only once it is stored, so that a restart cannot undo it.
      await task.noted;
      return answer;
    },
    /** The session that submitted a task; null if it belongs to nobody. */
    sessionOf: (id: string): string | null => tasks.get(id)?.record.session ?? null,
    /** All statuses of a task in order; empty for an unknown task. */
    history: (id: string): readonly StatusChange[] => tasks.get(id)?.record.history ?? [],
    /** Ids of all submitted tasks, in order. */
    ids: (): readonly string[] => [...tasks.keys()],
    /** Ends a task as REVOKED, as the operator can; returns false if it is unknown or has ended. */
    revoke: (id: string): boolean =>
      end(tasks.get(id), 'REVOKED', 'The operator revoked the task.'),
    /** Ends a task as FAILURE; returns false if it is unknown or has ended. */
    fail: (id: string, reason: string): boolean => end(tasks.get(id), 'FAILURE', reason),
    /** Ends the unfinished tasks that nobody has queried for this many seconds as REVOKED. */
    stopAbandoned: (seconds: number): void => {
      const limit = clock.now() - seconds * 1000;
      for (const task of tasks.values())
        if (task.askedAt <= limit)
          end(
            task,
            'REVOKED',
            `Nobody queried the task for ${seconds} s, so its work was stopped.`,
          );
    },
    /** Deletes the tasks that ended this many seconds ago, and returns their number. */
    sweep: async (seconds: number): Promise<number> => {
      const limit = clock.now() - seconds * 1000;
      const old = [...tasks.values()].filter(
        (task) => hasEnded(task) && (task.record.history.at(-1)?.at ?? limit) < limit,
      );
      for (const { id } of old) {
        tasks.delete(id);
        await records.remove(id);
      }
      return old.length;
    },
    /** Stops the work. Unfinished tasks continue at the next start. */
    close: async (): Promise<void> => {
      closing.abort(new Error('The sandbox was closed.'));
      await Promise.all(atWork);
      await records.settled();
    },
  };
};
