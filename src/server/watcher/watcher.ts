import type { RawTask } from '../../protocol/responses.js';
import { isTerminal } from '../../protocol/types.js';
import { ServiceFailure } from '../service-failures.js';
import { withDeadline } from '../deadlines.js';
import { readWatcherSettings, type TaskWatcherOptions } from './watcher-options.js';
import {
  type TaskAnswer,
  type TaskRecorder,
  type FailedTask,
  freshAnswer,
  isParked,
  failedTask,
  type TaskName,
  type TaskState,
} from './task.js';
import { createScheduler } from './scheduler.js';
import type { NewTask } from './task-steps.js';
import { createTaskStore, inBatches, type TaskKey } from './task-store.js';

export interface TaskWatcher extends Required<TaskRecorder> {
  /** Starts to query tasks and to call hooks, until `stop`. Calling it again does nothing. */
  start(): void;
  /** Waits for running queries and hooks. The storage keeps the tasks for the next process. */
  stop(): Promise<void>;
  /** The tasks whose hook failed for too long. Rejects if the storage fails. */
  failures(): Promise<readonly FailedTask[]>;
  /** Calls the hook of such a task again. Resolves with false if there is no such task. */
  retry(task: TaskName): Promise<boolean>;
  /**
   * Deletes everything about a task, and watches it no further, even if its page asks for it again. What a running query
   * or hook brings is not stored. Rejects if the storage fails.
   */
  forget(task: TaskName): Promise<void>;
}

/** A page waits at most this long for the storage, in ms. */
const LOOK_UP_MS = 2_000;

const NOT_STARTED =
  'createTaskWatcher: start() has not been called. Tasks are kept, but nothing queries them, and no hook is called.';

/**
 * Queries submitted tasks until they end (4.8, section 8), and calls the hooks, whether or not a page is open. Only one
 * process may watch the tasks of a storage: for several, use `createBullTaskWatcher`. Does nothing by itself before
 * `start`.
 *
 * Throws TranscribeError `configuration` if an option is missing or malformed.
 */
export const createTaskWatcher = (options: TaskWatcherOptions): TaskWatcher => {
  const settings = readWatcherSettings(options);
  const { clock, emit } = settings;
  const store = createTaskStore(settings);
  const scheduler = createScheduler(settings, store);

  const stateOf = async (key: TaskKey): Promise<TaskState | null> => {
    const watched = scheduler.stateOf(key);
    if (watched) return watched;
    const active = await store.loadActive(key);
    return active === null || active === 'unreadable' ? store.loadFinished(key) : active;
  };
  /** Null to ask the service. Undefined if the task is not kept, and may be forgotten. */
  const answerOf = async (key: TaskKey): Promise<TaskAnswer | null | undefined> => {
    const state = await stateOf(key);
    if (state === null) return undefined;
    const { status, endedAt } = state;
    if (endedAt === null) return freshAnswer(state, clock.now());
    if (status === 'UNREADABLE') throw new ServiceFailure('service-result-invalid', 200);
    if (status !== 'SUCCESS') return isTerminal(status) ? { status, data: null } : null;
    const data = await store.loadResult(key);
    return data === undefined ? null : { status, data };
  };

  let isStartMissed = true;

  /** Goes on in the background if the storage fails or hangs. False if the task is not stored yet. */
  const add = (task: NewTask, response: RawTask): Promise<boolean> =>
    withDeadline(LOOK_UP_MS, undefined, () => scheduler.add(task, response)).catch(
      (cause: unknown) => {
        scheduler.storageFailed(cause);
        return false;
      },
    );

  return {
    start() {
      isStartMissed = false;
      scheduler.start();
    },
    stop: () => scheduler.stop(),
    async submitted(task, response) {
      if (isStartMissed) emit({ kind: 'configuration', message: NOT_STARTED, option: 'watcher' });
      isStartMissed = false;
      if (!(await add(task, response))) throw new Error('The storage does not have the task yet.');
    },
    async query(task, ask) {
      const key = await store.keyOf(task);
      const answer = await withDeadline(LOOK_UP_MS, undefined, () => answerOf(key)).catch(
        (cause: unknown) => {
          if (cause instanceof ServiceFailure) throw cause;
          scheduler.storageFailed(cause);
          return null;
        },
      );
      if (answer) return answer;
      const polled = await scheduler.poll(key);
      if (polled?.failure) throw polled.failure;
      if (polled && polled.task.status !== 'TIMED_OUT') {
        return { status: polled.task.status, data: polled.data };
      }
      const asked = await ask();
      // The process that submitted it died before it could store it. If the task has ended, it may be an old one.
      if (answer === undefined && !isTerminal(asked.status))
        await add({ ...task, request: null }, asked);
      return { status: asked.status, data: asked.raw };
    },
    async list(userId, { limit, after }) {
      const all = (await store.listOf(userId)).filter(({ at }) => after === null || at > after);
      const page = all.slice(0, limit);
      const found = await Promise.all(page.map(({ key }) => stateOf(key)));
      const tasks = found
        .filter((state) => state !== null)
        .map(({ transcriptionId, status, submittedAt, endedAt }) => {
          return { userId, transcriptionId, status, submittedAt, endedAt };
        });
      return { tasks, next: all.length > limit ? (page.at(-1)?.at ?? null) : null };
    },
    async failures() {
      const failed: FailedTask[] = [];
      await inBatches(await store.activeKeys(), async (key) => {
        const state = await stateOf(key);
        if (state && isParked(state)) failed.push(failedTask(state));
      });
      return failed;
    },
    async retry(task) {
      return scheduler.retry(await store.keyOf(task));
    },
    async forget(task) {
      await scheduler.forget(await store.keyOf(task));
    },
  };
};
