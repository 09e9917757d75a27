/** Where the backend keeps the keys of submissions and the watched tasks: `STORAGE`. */
import { createTaskWatcher, type SubmissionStore, type TaskWatcher } from '../../src/server.js';
import type { TaskStepsOptions } from '../../src/server/watcher/watcher-options.js';
import { openFolder } from './folder-storage.js';
import { openRedis } from './redis-storage.js';

export type StoragePlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'folder'; readonly folder: string }
  /** Begins with `redis://` or `rediss://`. */
  | { readonly kind: 'redis'; readonly url: string };

export type WatchOptions = Omit<TaskStepsOptions, 'clock'>;

export type Watcher = Omit<TaskWatcher, 'list' | 'forget'>;

export interface BackendStorage {
  /** Null: the handler keeps keys in memory. */
  readonly submissionStore: Required<SubmissionStore> | null;
  watch(options: WatchOptions): Watcher;
  close(): Promise<void>;
}

/** Rejects with an Error that names `STORAGE` if the place cannot be used. */
export const openStorage = async (place: StoragePlace): Promise<BackendStorage> => {
  switch (place.kind) {
    case 'memory':
      return {
        submissionStore: null,
        watch: createTaskWatcher,
        close: () => Promise.resolve(),
      };
    case 'redis':
      return openRedis(place.url);
    case 'folder': {
      const storage = await openFolder(place.folder);
      return {
        submissionStore: storage,
        watch: (options) => createTaskWatcher({ ...options, storage }),
        close: storage.close,
      };
    }
  }
};
