/** Queries tasks and calls hooks when they are due. Only one process may watch the tasks of a storage. */
import type { RawTask } from '../../protocol/responses.js';
import { createAlarm } from '../handler-events.js';
import type { WatcherSettings } from './watcher-options.js';
import {
  type Answer,
  backoff,
  createHealth,
  createSteps,
  type NewTask,
  postponed,
  restored,
} from './task-steps.js';
import { inBatches, type TaskKey, type TaskStore } from './task-store.js';
import { dueAt, isParked, nextHook, type TaskState } from './task.js';

const RESULT_REFUSED =
  'The storage of the task watcher refused a result. onFinished gets it from memory; pages get it from the service.';
const STORAGE_PAUSE_MS = 5_000;
/** How often the storage is searched for tasks that this process does not watch, in ms. */
const LOOK_MS = 60_000;
const SWEEP_MS = 3_600_000;

/** A task that this process watches, or could not store yet. */
interface Entry {
  readonly key: TaskKey;
  state: TaskState;
  /** Not stored at all yet. */
  isNew: boolean;
  /** The storage has an older state. */
  isUnsaved: boolean;
  /** One thing at a time is done for a task. */
  tail: Promise<unknown>;
  /** The running query, shared by all who ask. */
  flight: Promise<Answer | null> | null;
  isHooking: boolean;
  /** The last write to the storage. */
  writing: Promise<unknown>;
  cancelTimer: () => void;
  /** A result that the storage has refused. `lost` if it did not have the result when the hook was due. */
  result: { readonly data: unknown } | 'lost' | null;
}

/** Runs each work when one of `limit()` slots is free, in the order of the calls. */
const createSlots = (limit: () => number) => {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const fill = (): void => {
    while (waiting.length > 0 && busy < limit()) {
      busy += 1;
      waiting.shift()?.();
    }
  };
  return async (work: () => Promise<unknown>): Promise<void> => {
    await new Promise<void>((begin) => {
      waiting.push(begin);
      fill();
    });
    try {
      await work();
    } finally {
      busy -= 1;
      fill();
    }
  };
};

/** Runs `work` after everything that was started before for this task. */
const exclusive = <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
  const run = entry.tail.then(work);
  entry.tail = run.catch(() => undefined);
  return run;
};

export const createScheduler = (settings: WatcherSettings, store: TaskStore) => {
  const { clock, emit } = settings;
  const steps = createSteps(settings);
  const entries = new Map<TaskKey, Entry>();
  const running = new Set<Promise<unknown>>();
  /** Keys removed from `entries` since the last read of the storage began. That read is outdated for them. */
  const left = new Set<TaskKey>();
  const forgetting = new Set<TaskKey>();
  const health = createHealth(clock);
  const inQuerySlot = createSlots(() => (health.isTroubled() ? 1 : settings.queriesAtOnce));
  const inHookSlot = createSlots(() => settings.hooksAtOnce);
  let isRunning = false;
  let cancelLook = (): void => undefined;
  let sweptAt: number | null = null;

  const alarm = createAlarm(emit, clock, 'storage');
  /** Reports a failure of the storage, at most once a minute. */
  const storageFailed = (cause: unknown): void =>
    alarm('The storage of the task watcher failed; it is tried again. No task is lost.', cause);

  const has = (entry: Entry): boolean => entries.get(entry.key) === entry;
  const drop = (entry: Entry): void => {
    if (!has(entry)) return;
    entry.cancelTimer();
    entries.delete(entry.key);
    left.add(entry.key);
  };
  const create = (key: TaskKey, state: TaskState, isNew: boolean): Entry => {
    const entry: Entry = {
      key,
      state,
      isNew,
      isUnsaved: isNew,
      isHooking: false,
      flight: null,
      result: null,
      tail: Promise.resolve(),
      writing: Promise.resolve(),
      cancelTimer: () => undefined,
    };
    entries.set(key, entry);
    return entry;
  };

  /** Nothing is written about a forgotten task: `forget` drops the entry, then waits for the last write. */
  const write = (entry: Entry, work: () => Promise<void>): Promise<void> => {
    if (!has(entry)) return Promise.resolve();
    const run = work();
    entry.writing = run.catch(() => undefined);
    return run;
  };
  /** If the storage does not take a result, it is kept in memory, and queried again after a crash. */
  const keepResult = async (entry: Entry, data: unknown): Promise<void> => {
    entry.result = entry.result === 'lost' ? { data } : null;
    await store.saveResult(entry.key, data).catch((cause: unknown) => {
      entry.result = { data };
      alarm(RESULT_REFUSED, cause);
    });
  };
  /** Stores a task, with its result if it has just succeeded. False if the storage fails: `schedule` tries it again. */
  const persist = async (entry: Entry, data: unknown = null): Promise<boolean> => {
    const { key, state, isNew } = entry;
    try {
      await write(entry, async () => {
        if (await store.isForgotten(key)) return drop(entry);
        let stored = isNew ? await store.add(key, state) : state;
        entry.isNew = false;
        if (data !== null && stored === state) await keepResult(entry, data);
        if (!isNew) stored = await store.save(key, state);
        // Another process knows more.
        if (stored !== state) entry.state = restored(stored, clock.now());
        entry.isUnsaved = false;
      });
    } catch (cause) {
      entry.isUnsaved = true;
      storageFailed(cause);
      return false;
    }
    if (entry.state.doneAt !== null || !isRunning) drop(entry);
    return true;
  };

  /** `stop` waits for it. */
  const begin = (work: Promise<unknown>): void => {
    const run = work.finally(() => running.delete(run));
    running.add(run);
  };
  const isDue = (at: number | null): boolean => at !== null && at <= clock.now();
  const schedule = (entry: Entry): void => {
    entry.cancelTimer();
    if (!has(entry) || !(isRunning || entry.isUnsaved)) return;
    const pause = STORAGE_PAUSE_MS * (0.5 + Math.random());
    const at = entry.isUnsaved ? clock.now() + pause : dueAt(entry.state);
    if (at === null) return;
    entry.cancelTimer = clock.setTimer(() => begin(work(entry)), Math.max(0, at - clock.now()));
  };
  /** Does what is due for a task. */
  const work = async (entry: Entry): Promise<void> => {
    if (entry.isUnsaved) await exclusive(entry, () => persist(entry));
    else if (isDue(entry.state.hookAt)) {
      await inHookSlot(() => exclusive(entry, () => callHook(entry)));
    } else if (isDue(entry.state.queryAt)) {
      await inQuerySlot(async () => {
        if (!isRunning) return;
        if (clock.now() >= health.pausedUntil(entry.state)) await poll(entry);
        else entry.state = postponed(entry.state, clock.now(), health);
      });
    }
    schedule(entry);
  };

  const query = async (entry: Entry): Promise<Answer | null> => {
    if (entry.state.endedAt !== null || !has(entry)) return null;
    const before = entry.state;
    const answer = await steps.query(before);
    health.observe(answer);
    const { task, data } = answer;
    const hasEnded = task.endedAt !== null;
    entry.state = task;
    // Its end is stored. Only the result is missing.
    const isKnownEnd = entry.result === 'lost' && !hasEnded;
    if (
      !isKnownEnd &&
      (hasEnded || task.status !== before.status || task.missingSince !== before.missingSince) &&
      !(await persist(entry, data)) &&
      hasEnded
    ) {
      // No hook is called that cannot be recorded: ask again when the storage works.
      const failures = before.failures + 1;
      entry.result = null;
      entry.state = { ...before, failures, queryAt: clock.now() + backoff(failures) };
    }
    schedule(entry);
    return answer;
  };
  const poll = (entry: Entry): Promise<Answer | null> =>
    (entry.flight ??= exclusive(entry, () => query(entry)).finally(() => (entry.flight = null)));

  const callHook = async (entry: Entry): Promise<void> => {
    const { key, state, result } = entry;
    const wantsResult = nextHook(state) === 'finished' && state.status === 'SUCCESS';
    let data: unknown = null;
    try {
      if (await store.isForgotten(key)) return drop(entry);
      if (wantsResult)
        data = result !== null && result !== 'lost' ? result.data : await store.loadResult(key);
    } catch (cause) {
      storageFailed(cause);
      entry.state = { ...state, hookAt: clock.now() + STORAGE_PAUSE_MS };
      return;
    }
    if (!isRunning || !has(entry) || !isDue(state.hookAt)) return;
    if (data === undefined) {
      // Ask the service for it again.
      entry.result = 'lost';
      const again = { status: 'PROGRESS', endedAt: null, hookAt: null };
      entry.state = { ...state, ...again, queryAt: clock.now() + backoff(1) };
      return;
    }
    entry.isHooking = true;
    entry.state = await steps.callHook(state, data);
    entry.isHooking = false;
    await persist(entry);
  };

  /** Watches a stored task. */
  const adopt = async (key: TaskKey): Promise<void> => {
    const [state, finished] = await Promise.all([store.loadActive(key), store.loadFinished(key)]);
    const isOutdated = entries.has(key) || left.has(key) || forgetting.has(key);
    if (state === null || !isRunning || isOutdated) return;
    if (state === 'unreadable') {
      alarm('The storage of the task watcher holds an entry that is not a task.');
      return;
    }
    // If the process died between two writes, the hooks of a finished task have succeeded.
    const entry = create(key, finished ?? restored(state, clock.now()), false);
    if (finished) await persist(entry);
    schedule(entry);
  };
  /** Finds the tasks that the storage kept during a restart, or that another process left there before it ended. */
  const look = async (): Promise<void> => {
    left.clear();
    const keys = await store.activeKeys();
    await inBatches(
      keys.filter((key) => !entries.has(key)),
      adopt,
    );
    if (sweptAt !== null && clock.now() - sweptAt < SWEEP_MS) return;
    await store.sweepExpired();
    sweptAt = clock.now();
  };
  const lookAgain = async (): Promise<void> => {
    await look().catch(storageFailed);
    if (isRunning) cancelLook = clock.setTimer(() => begin(lookAgain()), LOOK_MS);
  };

  return {
    start(): void {
      if (isRunning) return;
      isRunning = true;
      for (const entry of entries.values()) schedule(entry);
      begin(lookAgain());
    },
    async stop(): Promise<void> {
      if (!isRunning) return;
      isRunning = false;
      cancelLook();
      for (const entry of entries.values()) entry.cancelTimer();
      while (running.size > 0) await Promise.all(running);
      const unsaved = [...entries.values()].filter(({ isUnsaved }) => isUnsaved);
      await Promise.all(unsaved.map((entry) => exclusive(entry, () => persist(entry))));
      entries.forEach(drop);
    },
    /** Keeps a new task, unless it was forgotten. False if it is not stored yet. Never rejects. */
    async add(task: NewTask, response: RawTask): Promise<boolean> {
      const key = await store.keyOf(task);
      const known = entries.get(key);
      if (known !== undefined || forgetting.has(key)) return known?.isUnsaved !== true;
      const { task: state, data } = steps.first(task, response);
      const entry = create(key, state, true);
      const isStored = await exclusive(entry, () => persist(entry, data));
      schedule(entry);
      return isStored;
    },
    /** Makes the hook of a parked task due again. False if there is no such task. Rejects if the storage fails. */
    async retry(key: TaskKey): Promise<boolean> {
      const entry = entries.get(key);
      const state = entry?.state ?? (await store.loadActive(key));
      if (state === null || state === 'unreadable' || !isParked(state)) return false;
      const revived = steps.revive(state);
      if (entry === undefined) {
        await store.save(key, revived);
        if (isRunning) await adopt(key);
      } else {
        await write(entry, async () => void (await store.save(key, revived)));
        entry.state = revived;
        schedule(entry);
      }
      return true;
    },
    /** Deletes a task and watches it no further. Does not wait for a query or hook that is running. */
    async forget(key: TaskKey): Promise<void> {
      forgetting.add(key);
      try {
        const entry = entries.get(key);
        if (entry) drop(entry);
        await entry?.writing;
        await store.forget(key);
      } finally {
        left.add(key);
        forgetting.delete(key);
      }
    },
    /** The state of a task that this process watches. */
    stateOf: (key: TaskKey): TaskState | undefined => entries.get(key)?.state,
    /** Queries a task that this process watches. Null if it does not, if the task is busy or has ended, or during a pause. */
    async poll(key: TaskKey): Promise<Answer | null> {
      const entry = entries.get(key);
      if (entry === undefined || entry.state.queryAt === null || entry.isHooking) return null;
      return clock.now() >= health.pausedUntil(entry.state) ? poll(entry) : null;
    },
    storageFailed,
  };
};
