import type { DBSchema } from 'idb';
import type { Clock, EditStore } from '../engine/index.js';
import { systemClock } from './clock.js';
import { createConnection } from './database.js';

/** Corrections that nobody has touched for this long are dropped. In milliseconds: half a year. */
export const EDITS_LIFETIME = 180 * 24 * 60 * 60 * 1000;

interface Schema extends DBSchema {
  edits: {
    key: [scope: string, transcriptionId: string];
    value: { readonly savedAtMs: number; readonly record: unknown };
    indexes: { savedAtMs: number };
  };
}

export interface EditStoreOptions {
  readonly databaseName?: string;
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * `EditStore` over an IndexedDB of its own: what a person wrote outlives every change to how unfinished uploads
 * are stored.
 */
export const createIndexedDbEditStore = (options: EditStoreOptions = {}): EditStore => {
  const { databaseName = 'audio-transcribe-edits', clock = systemClock } = options;
  const open = createConnection<Schema>(databaseName, 1, (database) => {
    database.createObjectStore('edits').createIndex('savedAtMs', 'savedAtMs');
  });
  return {
    async load(scope, transcriptionId) {
      return (await (await open()).get('edits', [scope, transcriptionId]))?.record;
    },
    async save(scope, transcriptionId, record) {
      const transaction = (await open()).transaction('edits', 'readwrite');
      const savedAtMs = clock.now();
      const old = IDBKeyRange.upperBound(savedAtMs - EDITS_LIFETIME);
      const keys = await transaction.store.index('savedAtMs').getAllKeys(old);
      await Promise.all([
        ...keys.map((key) => transaction.store.delete(key)),
        // Behind the deletions: what is saved again may have been among the old.
        transaction.store.put({ savedAtMs, record }, [scope, transcriptionId]),
        transaction.done,
      ]);
    },
    async remove(scope, transcriptionId) {
      await (await open()).delete('edits', [scope, transcriptionId]);
    },
  };
};
