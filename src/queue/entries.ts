import type { Entry } from './entry.js';

/** The entries of a list, in its order. An entry is never changed; it is replaced. */
export interface Entries {
  readonly all: readonly Entry[];
  find(id: string): Entry | undefined;
  /** Replaces the entry with this id, or adds one at the end. */
  put(entry: Entry): void;
  /** Does nothing if there is no such entry. */
  change(id: string, changes: Partial<Entry>): void;
  drop(id: string): void;
  prepend(entries: readonly Entry[]): void;
}

export const createEntries = (): Entries => {
  let all: readonly Entry[] = [];
  const find = (id: string): Entry | undefined => all.find((entry) => entry.id === id);
  return {
    get all() {
      return all;
    },
    find,
    put(entry) {
      const isNew = find(entry.id) === undefined;
      all = isNew ? [...all, entry] : all.map((one) => (one.id === entry.id ? entry : one));
    },
    change(id, changes) {
      all = all.map((one) => (one.id === id ? { ...one, ...changes } : one));
    },
    drop(id) {
      all = all.filter((one) => one.id !== id);
    },
    prepend(entries) {
      all = [...entries, ...all];
    },
  };
};
