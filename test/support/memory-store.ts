import {
  parseStoredJob,
  type AudioFile,
  type JobStore,
  type Locks,
  type TabChannel,
  type RecordingAccess,
} from '../../src/engine.js';

export interface MemoryStore extends JobStore {
  /** If set, every call throws it. */
  fail: Error | null;
  /** Larger recordings are not stored, in bytes. */
  recordingLimit: number;
  /** The browser's permission for stored recordings; null if the user denies it when asked. */
  access: RecordingAccess | null;
  /** Number of jobs and recordings together. */
  readonly size: () => number;
  readonly changeRecording: (change: (file: AudioFile) => AudioFile) => void;
  /** Each job that was written, in order. */
  readonly written: unknown[];
  /** Returns what restores the jobs and recordings of this moment. */
  readonly snapshot: () => () => void;
}

/** A store for all tabs of a browser, in memory. */
export const createMemoryStore = (): MemoryStore => {
  const jobs = new Map<string, unknown>();
  const recordings = new Map<string, AudioFile>();
  const all = () =>
    [...jobs.values()].flatMap((record) => {
      const job = parseStoredJob(structuredClone(record));
      if (job === null) throw new Error('what was saved cannot be read');
      return [job];
    });
  const remove = (id: string): void => {
    jobs.delete(id);
    recordings.delete(id);
  };
  const store: MemoryStore = {
    fail: null,
    recordingLimit: Infinity,
    access: 'ready',
    written: [],
    size: () => jobs.size + recordings.size,
    changeRecording: (change) => {
      for (const [id, file] of recordings) recordings.set(id, change(file));
    },
    snapshot: () => {
      const before = [new Map(jobs), new Map(recordings)] as const;
      return () => {
        jobs.clear();
        recordings.clear();
        for (const [id, job] of before[0]) jobs.set(id, job);
        for (const [id, file] of before[1]) recordings.set(id, file);
      };
    },
    save: (job, isNew) =>
      act(() => {
        if (!isNew && !jobs.has(job.id)) return false;
        const record: unknown = structuredClone(job);
        store.written.push(record);
        jobs.set(job.id, record);
        return true;
      }),
    saveRecording: (id, file) =>
      act(() => {
        if (file.size <= store.recordingLimit && jobs.has(id)) recordings.set(id, file);
        return recordings.has(id);
      }),
    recordingAccess: (id) => act(() => (recordings.has(id) ? (store.access ?? 'asks') : 'missing')),
    loadRecording: (id) => act(() => (store.access === null ? null : (recordings.get(id) ?? null))),
    list: (scope) =>
      act(() =>
        all()
          .filter((job) => (scope ?? job.scope) === job.scope)
          .sort((one, other) => other.savedAtMs - one.savedAtMs),
      ),
    remove: (id) => act(() => remove(id)),
    removeWhere: (unwanted) =>
      act(() => {
        for (const job of all()) if (unwanted(job)) remove(job.id);
      }),
    move: (from, to, nowMs) =>
      act(() => {
        for (const job of all())
          if (from.includes(job.scope)) jobs.set(job.id, { ...job, scope: to, savedAtMs: nowMs });
      }),
  };
  const act = async <T>(action: () => T): Promise<T> => {
    await Promise.resolve();
    if (store.fail) throw store.fail;
    return action();
  };
  return store;
};

export interface MemoryTab {
  readonly locks: Locks;
  readonly news: TabChannel;
  /** Crashes the tab: its locks are released, without a message. */
  readonly die: () => void;
}

/** The tabs of one browser, which share locks and messages. */
export const createMemoryTabs = (): { readonly open: () => MemoryTab } => {
  interface Holder {
    readonly tab: object;
    readonly lose: () => void;
  }
  const holders = new Map<string, Holder>();
  /** Shared locks and the tabs that hold them. */
  const shared: { readonly name: string; readonly tab: object }[] = [];
  const waiting = new Map<string, Set<() => void>>();
  const listeners = new Map<() => void, object>();
  const free = (name: string, holder: Holder | undefined): void => {
    if (holder === undefined || holders.get(name) !== holder) return;
    holders.delete(name);
    for (const resolve of waiting.get(name) ?? []) resolve();
    waiting.delete(name);
  };
  const hold = (name: string, tab: object) => {
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((resolve) => (lose = resolve));
    const holder = { tab, lose };
    holders.set(name, holder);
    return { release: () => free(name, holder), lost };
  };
  return {
    open() {
      const tab = {};
      return {
        locks: {
          take: (name) => Promise.resolve(holders.has(name) ? null : hold(name, tab)),
          steal: (name) => {
            holders.get(name)?.lose();
            return Promise.resolve(hold(name, tab));
          },
          isTaken: (name) => Promise.resolve(holders.has(name)),
          share: (name) => {
            const own = { name, tab };
            shared.push(own);
            const release = (): void => {
              if (shared.includes(own)) shared.splice(shared.indexOf(own), 1);
            };
            return Promise.resolve({ release, lost: new Promise(() => undefined) });
          },
          held: () => Promise.resolve(new Set([...holders.keys(), ...shared.map((it) => it.name)])),
          whenFree: (name, signal) =>
            new Promise((resolve, reject) => {
              if (!holders.has(name)) return resolve();
              const queue = waiting.get(name) ?? new Set();
              waiting.set(name, queue.add(resolve));
              signal.addEventListener('abort', () => {
                queue.delete(resolve);
                reject(signal.reason as Error);
              });
            }),
        },
        news: {
          post: () => {
            for (const listener of listeners.keys()) queueMicrotask(listener);
          },
          listen: (listener) => {
            listeners.set(listener, tab);
            return () => void listeners.delete(listener);
          },
        },
        die: () => {
          for (const [listener, owner] of listeners) if (owner === tab) listeners.delete(listener);
          for (const [name, holder] of holders) if (holder.tab === tab) free(name, holder);
          shared.splice(0, shared.length, ...shared.filter((it) => it.tab !== tab));
        },
      };
    },
  };
};
