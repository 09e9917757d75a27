import type { Answer } from './steps.js';
import type { OwnedTask, TaskKey, TaskStore } from './store.js';
import { isParked, type TaskState } from './task.js';

/** A task that this instance watches. */
export interface Entry {
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
  /** The last write to the storage. */
  writing: Promise<unknown>;
  /** A result that the storage has refused. `lost` if it did not have the result when the hook was due. */
  result: { readonly data: unknown } | 'lost' | null;
}

/** Runs `work` after everything that was started before for this task. */
export const exclusive = <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
  const run = entry.tail.then(work);
  entry.tail = run.catch(() => undefined);
  return run;
};

/** The tasks that this instance watches, and their writes to the storage. */
export interface Entries {
  get(key: TaskKey): Entry | undefined;
  all(): readonly Entry[];
  create(key: TaskKey, state: TaskState, isNew: boolean): Entry;
  /** True if the entry was not dropped. */
  has(entry: Entry): boolean;
  /** True if the task is watched, or is being deleted. */
  isTaken(key: TaskKey): boolean;
  drop(entry: Entry): void;
  clear(): void;
  /** Does nothing if the task was forgotten, by this process or another one. Rejects if the storage fails. */
  write(entry: Entry, work: () => Promise<void>): Promise<void>;
  /** Writes a task to where its state belongs, like `write`. */
  save(entry: Entry, task: OwnedTask): Promise<void>;
  /** Deletes a task after the write that is running. Does not wait for a query or hook. */
  forget(key: TaskKey): Promise<void>;
}

export const createEntries = (store: TaskStore): Entries => {
  const entries = new Map<TaskKey, Entry>();
  const forgetting = new Set<TaskKey>();

  const has = (entry: Entry): boolean => entries.get(entry.key) === entry;
  const drop = (entry: Entry): void => {
    if (has(entry)) entries.delete(entry.key);
  };
  const isKept = async (entry: Entry): Promise<boolean> => {
    if (!has(entry)) return false;
    if (entry.isNew || (await store.loadActive(entry.key)) !== null) return has(entry);
    drop(entry);
    return false;
  };

  const write = (entry: Entry, work: () => Promise<void>): Promise<void> => {
    const run = isKept(entry).then((isIt) => (isIt ? work() : undefined));
    entry.writing = run.catch(() => undefined);
    return run;
  };

  return {
    get: (key) => entries.get(key),
    all: () => [...entries.values()],
    create(key, state, isNew) {
      const entry: Entry = {
        ...{ key, state, isNew },
        isUnsaved: false,
        flight: null,
        tail: Promise.resolve(),
        writing: Promise.resolve(),
        result: null,
      };
      entries.set(key, entry);
      return entry;
    },
    has,
    isTaken: (key) => entries.has(key) || forgetting.has(key),
    drop,
    clear: () => entries.clear(),
    write,
    save: (entry, task) =>
      write(entry, async () => {
        const { key } = entry;
        if (entry.isNew) await store.add(key, task);
        else if (task.state.doneAt !== null) await store.finish(key, task.state);
        else if (isParked(task.state)) await store.park(key, task.state);
        else await store.saveActive(key, task);
      }),
    async forget(key) {
      forgetting.add(key);
      try {
        const entry = entries.get(key);
        if (entry) drop(entry);
        await entry?.writing;
        await store.forget(key);
      } finally {
        forgetting.delete(key);
      }
    },
  };
};
