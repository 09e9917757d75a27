import type { JobStore, Locks, StoredJob } from '../../src/engine/index.js';

/** A store that lasts as long as the test; what `fail` holds is thrown by every call. */
export const createMemoryStore = (): JobStore & { fail: Error | null; size: () => number } => {
  const jobs = new Map<string, StoredJob>();
  const bytes = new Map<string, Blob>();
  const store = {
    fail: null as Error | null,
    size: () => jobs.size + bytes.size,
    save: (job: StoredJob) => act(() => void jobs.set(job.id, structuredClone(job))),
    saveBytes: (id: string, content: Blob) => act(() => void bytes.set(id, content)),
    loadBytes: (id: string) => act(() => bytes.get(id) ?? null),
    list: (scope: string) =>
      act(() =>
        [...jobs.values()]
          .filter((job) => job.scope === scope)
          .sort((one, other) => other.savedAtMs - one.savedAtMs),
      ),
    remove: (id: string) =>
      act(() => {
        jobs.delete(id);
        bytes.delete(id);
      }),
  };
  const act = async <T>(action: () => T): Promise<T> => {
    await Promise.resolve();
    if (store.fail) throw store.fail;
    return action();
  };
  return store;
};

/** Locks that all keepers of a test share, as tabs share theirs. */
export const createMemoryLocks = (): Locks => {
  const held = new Set<string>();
  return {
    take: (name) => {
      if (held.has(name)) return Promise.resolve(null);
      held.add(name);
      return Promise.resolve(() => void held.delete(name));
    },
    isTaken: (name) => Promise.resolve(held.has(name)),
  };
};
