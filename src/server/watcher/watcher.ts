import { isTerminal, type RawTask } from '../../protocol/index.js';
import { ServiceFailure } from '../service-client.js';
import { withDeadline } from '../time.js';
import { readWatcherSettings, type TaskWatcherOptions } from './options.js';
import {
  type TaskAnswer,
  type TaskRecorder,
  type FailedTask,
  freshAnswer,
  nextHook,
  type TaskName,
  type TaskState,
} from './task.js';
import { createScheduler } from './scheduler.js';
import { createSteps, type NewTask } from './steps.js';
import { createTaskStore, type TaskKey } from './store.js';

export interface TaskWatcher extends Required<TaskRecorder> {
  /** Starts to query tasks and to call hooks, until `stop`. Calling it again does nothing. */
  start(): void;
  /** Waits for running queries and hooks, and leaves the tasks to other instances. */
  stop(): Promise<void>;
  /**
   * Does everything that is due once, for platforms that run nothing between requests: call it from a cron job. Rejects
   * if the watcher has been started, or if the storage fails.
   */
  runOnce(): Promise<void>;
  /** The tasks whose hook failed for too long. Rejects if the storage fails. */
  failures(): Promise<readonly FailedTask[]>;
  /** Calls the hook of such a task again. Resolves with false if there is no such task. */
  retry(task: TaskName): Promise<boolean>;
  /**
   * Deletes everything about a task, and watches it no further. What a running query or hook brings is not stored. Rejects
   * if the storage fails.
   */
  forget(task: TaskName): Promise<void>;
}

/** A page waits at most this long for the storage, in ms. */
const LOOK_UP_MS = 2_000;

/**
 * Queries submitted tasks until they end (4.8, section 8), and calls the hooks, whether or not a page is open. Does
 * nothing by itself before `start` or `runOnce`: a server that only records tasks for another process calls neither.
 *
 * Throws TranscribeError `configuration` if an option is missing or malformed.
 */
export const createTaskWatcher = (options: TaskWatcherOptions): TaskWatcher => {
  const settings = readWatcherSettings(options);
  const { clock } = settings;
  const steps = createSteps(settings);
  const store = createTaskStore(settings);
  const scheduler = createScheduler(settings, steps, store);

  const resultOf = async (key: TaskKey, { status }: TaskState): Promise<TaskAnswer | null> => {
    if (status === 'UNREADABLE') throw new ServiceFailure('service-result-invalid', 200);
    if (status !== 'SUCCESS') return isTerminal(status) ? { status, data: null } : null;
    const data = await store.loadResult(key);
    return data === undefined ? null : { status, data };
  };
  /** What is stored about a task. */
  const stateOf = async (key: TaskKey): Promise<TaskState | null> => {
    const active = await store.loadActive(key);
    if (active !== null && active !== 'unreadable') return active.state;
    return (await store.loadFinished(key)) ?? (await store.loadParked(key));
  };
  /** What is known about a task. `isKept` is false only if the task is certainly not stored. */
  const lookUp = async (
    key: TaskKey,
  ): Promise<{ readonly isKept: boolean; readonly answer: TaskAnswer | null }> => {
    try {
      const state =
        scheduler.stateOf(key) ?? (await withDeadline(LOOK_UP_MS, undefined, () => stateOf(key)));
      if (state === null) return { isKept: false, answer: null };
      if (state.endedAt !== null) {
        const answer = await withDeadline(LOOK_UP_MS, undefined, () => resultOf(key, state));
        return { isKept: true, answer };
      }
      return { isKept: true, answer: freshAnswer(state, clock.now()) };
    } catch (cause) {
      if (cause instanceof ServiceFailure) throw cause;
      scheduler.storageFailed(cause);
      return { isKept: true, answer: null };
    }
  };

  /** Goes on in the background if the storage hangs. */
  const add = (task: NewTask, response: RawTask): Promise<void> =>
    withDeadline(LOOK_UP_MS, undefined, () => scheduler.add(task, response)).catch(
      scheduler.storageFailed,
    );

  return {
    start: () => scheduler.start(),
    stop: () => scheduler.stop(),
    runOnce: () => scheduler.runOnce(),
    submitted: add,
    async query(task, ask) {
      const key = await store.keyOf(task);
      const { isKept, answer } = await lookUp(key);
      if (answer !== null) return answer;
      const polled = await scheduler.poll(key);
      if (polled?.failure) throw polled.failure;
      if (polled && polled.task.status !== 'TIMED_OUT') {
        return { status: polled.task.status, data: polled.data };
      }
      const asked = await ask();
      // The process that submitted it died before it could store it. If the task has ended, it may be an old one.
      if (!isKept && !isTerminal(asked.status)) await add({ ...task, request: null }, asked);
      return { status: asked.status, data: asked.raw };
    },
    async list(userId, { limit, after }) {
      const all = (await store.listOf(userId)).filter(({ at }) => after === null || at > after);
      const page = all.slice(0, limit);
      const found = await Promise.all(
        page.map(async ({ key }) => scheduler.stateOf(key) ?? (await stateOf(key))),
      );
      const tasks = found
        .filter((state) => state !== null)
        .map(({ transcriptionId, status, submittedAt, endedAt }) => ({
          ...{ userId, transcriptionId, status, submittedAt, endedAt },
        }));
      return { tasks, next: all.length > limit ? (page.at(-1)?.at ?? null) : null };
    },
    async failures() {
      const failed: FailedTask[] = [];
      for (const key of await store.parkedKeys()) {
        const state = await store.loadParked(key);
        const hook = state && nextHook(state);
        if (!state?.hook || !hook) continue;
        const { userId, transcriptionId, sealedId, status } = state;
        const { attempts, error } = state.hook;
        failed.push({ userId, transcriptionId, sealedId, status, hook, attempts, error });
      }
      return failed;
    },
    async retry(task) {
      const key = await store.keyOf(task);
      const parked = await store.loadParked(key);
      if (parked === null) return false;
      await scheduler.resume(key, steps.revive(parked));
      return true;
    },
    async forget(task) {
      await scheduler.forget(await store.keyOf(task));
    },
  };
};
