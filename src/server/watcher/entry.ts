import type { Answer } from './steps.js';
import type { TaskKey } from './store.js';
import type { TaskState } from './task.js';

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
}

export const newEntry = (key: TaskKey, state: TaskState, isNew: boolean): Entry => ({
  ...{ key, state, isNew },
  isUnsaved: false,
  flight: null,
  tail: Promise.resolve(),
});

/** Runs `work` after everything that was started before for this task. */
export const exclusive = <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
  const run = entry.tail.then(work);
  entry.tail = run.catch(() => undefined);
  return run;
};
