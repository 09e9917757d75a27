/** Queries and calls hooks when they are due, with one timer, and shares the tasks with other instances. */
import type { RawTask } from '../../protocol/index.js';
import { createAlarm } from '../events.js';
import { createDueQueue, createWorkQueue } from './queues.js';
import { createEntries, type Entry, exclusive } from './entry.js';
import {
  createHealth,
  type Answer,
  backoff,
  intervalAt,
  type NewTask,
  type Steps,
} from './steps.js';
import { createInstances, SWEEP_MS, createTakeOver } from './instances.js';
import type { WatcherSettings } from './options.js';
import type { TaskKey, TaskStore } from './store.js';
import { dueAt, isParked, nextHook, type TaskState } from './task.js';

const RESULT_REFUSED =
  'The storage of the task watcher refused a result. onFinished gets it from memory; pages get it from the service.';
const STORAGE_PAUSE_MS = 5_000;
/** While another instance calls the hook. */
const CLAIMED_PAUSE_MS = 30_000;
const EXPIRY_MS = 3_600_000;
/** From the start of an instance until it takes tasks over, in ms. */
const JOIN_MS = 2_000;
/** Not a task's key. */
const SWEEP = 'sweep';

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
  runOnce(): Promise<void>;
  /** Keeps a new task. Never rejects. */
  add(task: NewTask, response: RawTask): Promise<void>;
  /** Goes on with a task that had been parked. Rejects if the storage fails. */
  resume(key: TaskKey, state: TaskState): Promise<void>;
  /** Deletes a task and watches it no further. Does not wait for a query or hook that is running. */
  forget(key: TaskKey): Promise<void>;
  /** The state of a task that this instance watches. */
  stateOf(key: TaskKey): TaskState | undefined;
  /** Queries a task that this instance watches. Null if it does not, if the task has ended, or during a pause. */
  poll(key: TaskKey): Promise<Answer | null>;
  /** Reports a failure of the storage, at most once a minute. */
  storageFailed(cause: unknown): void;
}

export const createScheduler = (
  settings: WatcherSettings,
  steps: Steps,
  store: TaskStore,
): Scheduler => {
  const { clock, emit } = settings;
  const entries = createEntries(store);
  const { drop, write } = entries;
  let mode: 'idle' | 'running' | 'once' = 'idle';
  const instances = createInstances(store, clock, () => mode === 'once');
  const health = createHealth(clock);
  let expiryAt = 0;

  const alarm = createAlarm(emit, clock);
  const storageFailed = (cause: unknown): void =>
    alarm('The storage of the task watcher failed; it is tried again. No task is lost.', cause);

  const isWorking = (): boolean => mode !== 'idle';
  const schedule = (entry: Entry): void => {
    if (!entries.has(entry)) return;
    const now = clock.now();
    const at = entry.isUnsaved
      ? now + STORAGE_PAUSE_MS * (0.5 + Math.random())
      : dueAt(entry.state);
    if (at !== null && (mode === 'running' || entry.isUnsaved)) due.set(entry.key, at);
  };
  const owned = (state: TaskState) => ({ state, owner: isWorking() ? instances.self : null });

  /** Stores the state of an entry. If the storage fails, it is tried again until it works. */
  const persist = async (entry: Entry): Promise<void> => {
    const { state } = entry;
    try {
      await entries.save(entry, owned(state));
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

  /** Stores a result. If the storage does not take it, it is kept in memory, and queried again after a crash. */
  const keepResult = async (entry: Entry, data: unknown): Promise<void> => {
    entry.result = entry.result === 'lost' ? { data } : null;
    await store.saveResult(entry.key, data).catch((cause: unknown) => {
      entry.result = { data };
      alarm(RESULT_REFUSED, cause);
    });
  };

  /** Takes over what a query found out. */
  const accept = async (entry: Entry, { task, data }: Answer): Promise<void> => {
    const before = entry.state;
    entry.state = task;
    const hasEnded = task.endedAt !== null;
    const isNews = task.status !== before.status || task.missingSince !== before.missingSince;
    if (!hasEnded && !isNews) return;
    try {
      await write(entry, async () => {
        if (data !== null) await keepResult(entry, data);
        await store.saveActive(entry.key, owned(task));
      });
    } catch (cause) {
      entry.result = null;
      storageFailed(cause);
      const failures = before.failures + 1;
      if (hasEnded) entry.state = { ...before, failures, queryAt: clock.now() + backoff(failures) };
    }
  };

  const pollNow = async (entry: Entry): Promise<Answer | null> => {
    if (instances.count() > 1 && !entry.isUnsaved) {
      const isOurs = await isStillOurs(entry).catch((cause: unknown) => {
        storageFailed(cause);
        return true;
      });
      if (!isOurs) return null;
    }
    if (entry.state.endedAt !== null || !entries.has(entry)) return null;
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
      await write(entry, () => store.finish(key, finished));
      await store.unclaim(key);
      return drop(entry);
    }
    const wantsResult = nextHook(entry.state) === 'finished' && entry.state.status === 'SUCCESS';
    const kept = entry.result === 'lost' ? null : entry.result;
    const data = wantsResult ? (kept ? kept.data : await store.loadResult(key)) : null;
    if (!entries.has(entry)) return store.unclaim(key);
    if (data === undefined) {
      // Ask the service for it again.
      entry.result = 'lost';
      const again = { status: 'PROGRESS', endedAt: null, hookAt: null, queryAt: clock.now() };
      entry.state = { ...entry.state, ...again };
    } else {
      entry.state = await steps.callHook(entry.state, data);
    }
    await persist(entry);
    if (!entry.isUnsaved) await store.unclaim(key);
  };

  const queries = createWorkQueue<Entry>(
    () => (health.isTroubled() ? 1 : settings.queriesAtOnce),
    async (entry) => {
      await poll(entry).catch(storageFailed);
    },
  );
  const hooks = createWorkQueue<Entry>(
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

  const takeOver = createTakeOver({
    ...{ store, instances, clock, alarm },
    isOneShot: () => mode === 'once',
    isWatched: entries.isTaken,
    adopt: async (key, state) => {
      const entry = entries.create(key, state, false);
      await write(entry, () => store.saveActive(key, owned(state))).catch((cause: unknown) => {
        drop(entry);
        throw cause;
      });
      schedule(entry);
    },
  });
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
      entries
        .all()
        .filter(({ isUnsaved }) => isUnsaved)
        .map((entry) => exclusive(entry, () => persist(entry))),
    );
    entries.clear();
    await instances.leave();
  };

  const add = async (task: NewTask, response: RawTask): Promise<void> => {
    const key = await store.keyOf(task);
    if (entries.get(key)) return;
    const { task: state, data } = steps.first(task, response);
    const entry = entries.create(key, state, true);
    await exclusive(entry, async () => {
      if (data !== null) await write(entry, () => keepResult(entry, data));
      await persist(entry);
    });
    schedule(entry);
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
          const ready = entries.all().filter(({ isUnsaved, state }) => {
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
    add,
    async resume(key, state) {
      await store.unpark(key, owned(state));
      if (isWorking()) schedule(entries.create(key, state, false));
    },
    forget: entries.forget,
    stateOf: (key) => entries.get(key)?.state,
    async poll(key) {
      const entry = entries.get(key);
      const isRunning = entry !== undefined && entry.state.queryAt !== null;
      return isRunning && clock.now() >= health.pausedUntil() ? poll(entry) : null;
    },
    storageFailed,
  };
};
