import { isTerminal, type TranscriptionTask } from '../../protocol/index.js';
import { ServiceFailure } from '../service-client.js';
import { withDeadline } from '../time.js';
import { createDueQueue, createLane } from './due-queue.js';
import { createHealth } from './health.js';
import { createInstances, SWEEP_MS } from './instances.js';
import { FRESH_MS } from './queued-task.js';
import type { TaskAnswer, TaskRecorder } from './recorder.js';
import { readWatcherSettings, type TaskWatcherOptions } from './options.js';
import { type Answer, backoff, createSteps, intervalAt, type NewTask } from './steps.js';
import { createTaskStore, type TaskKey } from './store.js';
import {
  dueAt,
  type FailedTask,
  isParked,
  nextHook,
  type TaskName,
  type TaskState,
} from './task.js';

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
  /** Deletes everything about a task, and watches it no further. */
  forget(task: TaskName): Promise<void>;
}

interface Entry {
  readonly key: TaskKey;
  state: TaskState;
  /** Not stored at all yet. */
  isNew: boolean;
  /** The state changed, but could not be stored. */
  isUnsaved: boolean;
  /** The running query, shared by all who ask. */
  flight: Promise<Answer | null> | null;
  /** One thing at a time is done for a task. */
  tail: Promise<unknown>;
}

const STORAGE_PAUSE_MS = 5_000;
/** While another instance calls the hook. */
const CLAIMED_PAUSE_MS = 30_000;
const ALARM_PAUSE_MS = 60_000;
const EXPIRY_MS = 3_600_000;
/** A page waits at most this long for the storage, in ms. */
const LOOK_UP_MS = 2_000;
const LOAD_AT_ONCE = 50;
/** From the start of an instance until it takes tasks over, in ms. */
const JOIN_MS = 2_000;
/** Not a task's key. */
const SWEEP = 'sweep';

/**
 * Queries submitted tasks until they end (4.8, section 8), and calls the hooks, whether or not a page is open. Does
 * nothing by itself before `start` or `runOnce`: a server that only records tasks for another process calls neither.
 *
 * Throws TranscribeError `configuration` if an option is missing or malformed.
 */
export const createTaskWatcher = (options: TaskWatcherOptions): TaskWatcher => {
  const settings = readWatcherSettings(options);
  const { clock, emit } = settings;
  const steps = createSteps(settings);
  const store = createTaskStore(settings);
  const entries = new Map<TaskKey, Entry>();
  /** Tasks that other instances watch, with their owners. */
  const foreign = new Map<TaskKey, string>();
  let mode: 'idle' | 'running' | 'once' = 'idle';
  const instances = createInstances(store, clock, () => mode === 'once');
  const health = createHealth(clock);
  let alarmedAt: number | null = null;
  let expiryAt = 0;

  const alarm = (message: string, cause?: unknown): void => {
    const now = clock.now();
    if (alarmedAt !== null && Math.abs(now - alarmedAt) < ALARM_PAUSE_MS) return;
    alarmedAt = now;
    emit({ kind: 'configuration', message, ...(cause === undefined ? {} : { cause }) });
  };
  const storageFailed = (cause: unknown): void =>
    alarm('The storage of the task watcher failed; it is tried again. No task is lost.', cause);

  const exclusive = <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
    const run = entry.tail.then(work);
    entry.tail = run.catch(() => undefined);
    return run;
  };
  const drop = ({ key }: Entry): void => {
    entries.delete(key);
    due.delete(key);
  };
  const isWorking = (): boolean => mode !== 'idle';
  const schedule = (entry: Entry): void => {
    if (entries.get(entry.key) !== entry) return;
    const now = clock.now();
    const at = entry.isUnsaved
      ? now + STORAGE_PAUSE_MS * (0.5 + Math.random())
      : dueAt(entry.state);
    if (at !== null && (mode === 'running' || entry.isUnsaved)) due.set(entry.key, at);
  };
  const owned = (state: TaskState) => ({ state, owner: isWorking() ? instances.self : null });

  /** Stores the state of an entry. If the storage fails, it is tried again until it works. */
  const persist = async (entry: Entry): Promise<void> => {
    const { key, state } = entry;
    try {
      if (entry.isNew) await store.add(key, owned(state));
      else if (state.doneAt !== null) await store.finish(key, state);
      else if (isParked(state)) await store.park(key, state);
      else await store.saveActive(key, owned(state));
      entry.isNew = false;
      entry.isUnsaved = false;
      if (state.doneAt !== null || isParked(state) || !isWorking()) drop(entry);
    } catch (cause) {
      entry.isUnsaved = true;
      storageFailed(cause);
    }
  };

  /** False if the task was taken over or forgotten. Rejects if the storage fails. */
  const isStillOurs = async (entry: Entry): Promise<boolean> => {
    const stored = await store.loadActive(entry.key);
    if (stored !== null && stored !== 'unreadable' && stored.owner === instances.self) return true;
    drop(entry);
    return false;
  };

  const noteHealth = (answer: Answer): void => {
    health.note(answer);
    if (answer.pauseMs !== null) queries.drain().forEach(postpone);
  };
  /** Spreads the queries that a pause has delayed, so that they don't all start at its end. */
  const postpone = (entry: Entry): void => {
    const ageMs = clock.now() - entry.state.submittedAt;
    entry.state = {
      ...entry.state,
      queryAt: health.pausedUntil() + Math.random() * intervalAt(ageMs),
    };
    schedule(entry);
  };

  /** Takes over what a query found out. A result is stored before anything else, or queried again. */
  const accept = async (entry: Entry, { task, data }: Answer): Promise<void> => {
    const before = entry.state;
    entry.state = task;
    const hasEnded = task.endedAt !== null;
    const isNews = task.status !== before.status || task.missingSince !== before.missingSince;
    if (!hasEnded && !isNews) return;
    try {
      if (data !== null) await store.saveResult(entry.key, data);
      await store.saveActive(entry.key, owned(task));
    } catch (cause) {
      storageFailed(cause);
      const failures = before.failures + 1;
      if (hasEnded) entry.state = { ...before, failures, queryAt: clock.now() + backoff(failures) };
    }
  };

  const pollNow = async (entry: Entry): Promise<Answer | null> => {
    if (instances.count() > 1) {
      const isOurs = await isStillOurs(entry).catch((cause: unknown) => {
        storageFailed(cause);
        return true;
      });
      if (!isOurs) return null;
    }
    if (entry.state.endedAt !== null) return null;
    const answer = await steps.query(entry.state);
    noteHealth(answer);
    await accept(entry, answer);
    // Its first hook has failed for too long.
    if (isParked(entry.state)) await persist(entry);
    schedule(entry);
    return answer;
  };
  const poll = (entry: Entry): Promise<Answer | null> =>
    (entry.flight ??= exclusive(entry, () => pollNow(entry)).finally(() => (entry.flight = null)));

  const callHook = async (entry: Entry): Promise<void> => {
    const { key } = entry;
    if (!(await isStillOurs(entry))) return;
    if (!(await store.claim(key, instances.self))) {
      entry.state = { ...entry.state, hookAt: clock.now() + CLAIMED_PAUSE_MS };
      return;
    }
    const finished = await store.loadFinished(key);
    if (finished !== null) {
      // The hook has succeeded, but the instance died before it could delete the task.
      await store.finish(key, finished);
      await store.unclaim(key);
      return drop(entry);
    }
    const wantsResult = nextHook(entry.state) === 'finished' && entry.state.status === 'SUCCESS';
    const data = wantsResult ? await store.loadResult(key) : null;
    entry.state =
      data === undefined
        ? // The storage has lost the result: ask the service for it again.
          { ...entry.state, status: 'PROGRESS', endedAt: null, hookAt: null, queryAt: clock.now() }
        : await steps.callHook(entry.state, data);
    await persist(entry);
    if (!entry.isUnsaved) await store.unclaim(key);
  };

  const queries = createLane<Entry>(
    () => (health.isTroubled() ? 1 : settings.queriesAtOnce),
    async (entry) => {
      await poll(entry).catch(storageFailed);
    },
  );
  const hooks = createLane<Entry>(
    () => settings.hooksAtOnce,
    async (entry) => {
      try {
        await exclusive(entry, () => callHook(entry));
      } catch (cause) {
        storageFailed(cause);
        entry.state = { ...entry.state, hookAt: clock.now() + STORAGE_PAUSE_MS };
      }
      schedule(entry);
    },
  );

  const onDue = (key: string): void => {
    if (key === SWEEP) return void sweepAgain();
    const entry = entries.get(key);
    if (entry === undefined) return;
    const now = clock.now();
    const { hookAt, queryAt } = entry.state;
    if (entry.isUnsaved) {
      void exclusive(entry, () => persist(entry)).then(() => schedule(entry));
    } else if (hookAt !== null && hookAt <= now) {
      hooks.push(entry);
    } else if (queryAt !== null && queryAt <= now) {
      if (now < health.pausedUntil()) postpone(entry);
      else queries.push(entry);
    } else {
      schedule(entry);
    }
  };
  const due = createDueQueue(clock, onDue);

  const createEntry = (key: TaskKey, state: TaskState, isNew: boolean): Entry => {
    const entry: Entry = {
      ...{ key, state, isNew },
      isUnsaved: false,
      flight: null,
      tail: Promise.resolve(),
    };
    entries.set(key, entry);
    return entry;
  };

  /** Spreads tasks that are overdue after a restart. */
  const spread = (state: TaskState): TaskState => {
    const now = clock.now();
    if (mode === 'once' || state.queryAt === null || state.queryAt > now) return state;
    return { ...state, queryAt: now + Math.random() * intervalAt(now - state.submittedAt) };
  };

  /** Takes over tasks that nobody watches, but leaves the other instances their share. */
  const takeOver = async (): Promise<void> => {
    const active = new Set(await store.activeKeys());
    for (const key of foreign.keys()) if (!active.has(key)) foreign.delete(key);
    const candidates = [...active].filter((key) => {
      const owner = foreign.get(key);
      return !entries.has(key) && (owner === undefined || !instances.isAlive(owner));
    });
    const share = Math.ceil(candidates.length / (mode === 'once' ? 1 : instances.count()));
    // Instances begin at different places, so that they rarely take the same task.
    const start = Math.floor(Math.random() * candidates.length);
    const order = [...candidates.slice(start), ...candidates.slice(0, start)];
    let taken = 0;
    for (let at = 0; at < order.length; at += LOAD_AT_ONCE) {
      await Promise.all(
        order.slice(at, at + LOAD_AT_ONCE).map(async (key) => {
          const stored = await store.loadActive(key);
          if (stored === null || entries.has(key)) return;
          if (stored === 'unreadable') {
            return alarm('The storage of the task watcher holds an entry that is not a task.');
          }
          const { owner } = stored;
          if (owner !== null && owner !== instances.self && instances.isAlive(owner)) {
            return void foreign.set(key, owner);
          }
          if (taken >= share) return;
          taken += 1;
          const state = spread(stored.state);
          await store.saveActive(key, owned(state));
          foreign.delete(key);
          schedule(createEntry(key, state, false));
        }),
      );
    }
  };
  const sweep = async (): Promise<void> => {
    await instances.renew();
    if (mode === 'running' && !hasJoined) return;
    await takeOver();
    if (clock.now() < expiryAt) return;
    expiryAt = clock.now() + EXPIRY_MS;
    await store.sweepExpired();
  };
  /** False until instances that start at the same time have seen each other. */
  let hasJoined = false;
  let sweeping: Promise<void> = Promise.resolve();
  const sweepAgain = (): Promise<void> =>
    (sweeping = sweep()
      .catch(storageFailed)
      .then(() => {
        const pause = (hasJoined ? SWEEP_MS : JOIN_MS) * (0.75 + Math.random() / 4);
        hasJoined = true;
        if (mode === 'running') due.set(SWEEP, clock.now() + pause);
      }));

  const leave = async (): Promise<void> => {
    await Promise.all([queries.idle(), hooks.idle()]);
    await Promise.all(
      [...entries.values()].map(
        (entry) => entry.isUnsaved && exclusive(entry, () => persist(entry)),
      ),
    );
    entries.clear();
    foreign.clear();
    await instances.leave();
  };

  const add = async (task: NewTask, response: TranscriptionTask): Promise<void> => {
    const key = await store.keyOf(task);
    if (entries.has(key)) return;
    const { task: state, data } = steps.first(task, response);
    const entry = createEntry(key, state, true);
    await exclusive(entry, async () => {
      if (data !== null) await store.saveResult(key, data).catch(storageFailed);
      await persist(entry);
    });
    schedule(entry);
  };

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
        entries.get(key)?.state ?? (await withDeadline(LOOK_UP_MS, undefined, () => stateOf(key)));
      if (state === null) return { isKept: false, answer: null };
      if (state.endedAt !== null) {
        const answer = await withDeadline(LOOK_UP_MS, undefined, () => resultOf(key, state));
        return { isKept: true, answer };
      }
      const isFresh = state.checkedAt !== null && clock.now() - state.checkedAt < FRESH_MS;
      return { isKept: true, answer: isFresh ? { status: state.status, data: null } : null };
    } catch (cause) {
      if (cause instanceof ServiceFailure) throw cause;
      storageFailed(cause);
      return { isKept: true, answer: null };
    }
  };

  return {
    start() {
      if (mode !== 'idle') return;
      mode = 'running';
      void sweepAgain();
    },
    async stop() {
      if (mode === 'idle') return;
      mode = 'idle';
      due.clear();
      queries.drain();
      hooks.drain();
      await sweeping;
      await leave().catch(storageFailed);
    },
    async runOnce() {
      if (mode !== 'idle') throw new Error('The watcher is running already: call stop first.');
      mode = 'once';
      try {
        await sweep();
        for (;;) {
          const now = clock.now();
          const ready = [...entries.values()].filter(({ isUnsaved, state }) => {
            const isHookDue = state.hookAt !== null && state.hookAt <= now;
            const isQueryDue =
              state.queryAt !== null && state.queryAt <= now && now >= health.pausedUntil();
            return !isUnsaved && (isHookDue || isQueryDue);
          });
          if (ready.length === 0) break;
          for (const { key } of ready) onDue(key);
          await Promise.all([queries.idle(), hooks.idle()]);
        }
        await leave();
      } finally {
        mode = 'idle';
      }
    },
    submitted: add,
    async query(task, ask) {
      const key = await store.keyOf(task);
      const { isKept, answer } = await lookUp(key);
      if (answer !== null) return answer;
      const entry = entries.get(key);
      if (entry?.state.queryAt != null && clock.now() >= health.pausedUntil()) {
        const polled = await poll(entry);
        if (polled?.failure) throw polled.failure;
        if (polled && polled.task.status !== 'TIMED_OUT') {
          return { status: polled.task.status, data: polled.data };
        }
      }
      const asked = await ask();
      // The process that submitted it died before it could store it.
      if (!isKept && !isTerminal(asked.status)) await add({ ...task, request: null }, asked);
      return { status: asked.status, data: asked.data === null ? null : asked.raw };
    },
    async list(userId, { limit, after }) {
      const all = (await store.listOf(userId)).filter(({ at }) => after === null || at > after);
      const page = all.slice(0, limit);
      const found = await Promise.all(
        page.map(({ key }) => {
          const state = entries.get(key)?.state;
          return state === undefined ? stateOf(key) : state;
        }),
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
      const state = steps.revive(parked);
      await store.unpark(key, owned(state));
      if (isWorking()) schedule(createEntry(key, state, false));
      return true;
    },
    async forget(task) {
      const key = await store.keyOf(task);
      const entry = entries.get(key);
      if (entry) drop(entry);
      await store.forget(key);
    },
  };
};
