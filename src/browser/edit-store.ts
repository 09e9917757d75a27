import type { DBSchema } from 'idb';
import type { Clock, EditStore, StoredRecord } from '../engine/index.js';
import { systemClock } from './clock.js';
import { createConnection } from './database.js';

interface Schema extends DBSchema {
  edits: {
    key: [scope: string, transcriptionId: string];
    value: { readonly savedAtMs: number; readonly record: unknown };
  };
}

export interface EditStoreOptions {
  readonly databaseName?: string;
  readonly clock?: Pick<Clock, 'now'>;
}

/** `EditStore` over an IndexedDB of its own: a change to how unfinished uploads are stored leaves corrections alone. */
export const createIndexedDbEditStore = (options: EditStoreOptions = {}): EditStore => {
  const { databaseName = 'audio-transcribe-edits', clock = systemClock } = options;
  const open = createConnection<Schema>(databaseName, 2, (database) => {
    // What an older version stored is deleted.
    for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
    database.createObjectStore('edits');
  });
  const recordsOf = (
    keys: readonly Schema['edits']['key'][],
    values: readonly Schema['edits']['value'][],
  ): readonly StoredRecord[] =>
    keys.map(([scope, id], index) => ({ scope, id, savedAtMs: values[index]?.savedAtMs ?? 0 }));
  return {
    async load(scope, transcriptionId) {
      return (await (await open()).get('edits', [scope, transcriptionId]))?.record;
    },
    async save(scope, transcriptionId, record) {
      await (
        await open()
      ).put('edits', { savedAtMs: clock.now(), record }, [scope, transcriptionId]);
    },
    async remove(scope, transcriptionId) {
      await (await open()).delete('edits', [scope, transcriptionId]);
    },
    async list() {
      const { store } = (await open()).transaction('edits');
      return recordsOf(...(await Promise.all([store.getAllKeys(), store.getAll()])));
    },
    async removeWhere(unwanted) {
      const { store, done } = (await open()).transaction('edits', 'readwrite');
      const records = recordsOf(...(await Promise.all([store.getAllKeys(), store.getAll()])));
      const old = records.filter(unwanted);
      await Promise.all([...old.map(({ scope, id }) => store.delete([scope, id])), done]);
    },
  };
};
