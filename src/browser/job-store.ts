import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { JobStore, StoredJob } from '../engine/index.js';

interface Schema extends DBSchema {
  jobs: { key: string; value: StoredJob; indexes: { scope: string } };
  /** Bytes, not Blobs: WebKitGTK cannot store a Blob. */
  bytes: { key: string; value: ArrayBuffer };
}

const isStoredJob = (value: unknown): value is StoredJob =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1;

/** `JobStore` over IndexedDB; one connection, given up when another version of the page needs it. */
export const createIndexedDbStore = (databaseName = 'audio-transcribe'): JobStore => {
  let connection: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = (): void => {
    connection = null;
  };
  const open = (): Promise<IDBPDatabase<Schema>> => {
    connection ??= openDB<Schema>(databaseName, 1, {
      upgrade(database) {
        database.createObjectStore('jobs', { keyPath: 'id' }).createIndex('scope', 'scope');
        database.createObjectStore('bytes');
      },
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    connection.catch(forget);
    return connection;
  };
  return {
    async save(job) {
      await (await open()).put('jobs', job);
    },
    async saveBytes(id, bytes) {
      const content = await bytes.arrayBuffer();
      await (await open()).put('bytes', content, id);
    },
    async loadBytes(id) {
      const content = await (await open()).get('bytes', id);
      return content === undefined ? null : new Blob([content]);
    },
    async list(scope) {
      const jobs = await (await open()).getAllFromIndex('jobs', 'scope', scope);
      return jobs.filter(isStoredJob).sort((one, other) => other.savedAtMs - one.savedAtMs);
    },
    async remove(id) {
      const transaction = (await open()).transaction(['jobs', 'bytes'], 'readwrite');
      await Promise.all([
        transaction.objectStore('jobs').delete(id),
        transaction.objectStore('bytes').delete(id),
        transaction.done,
      ]);
    },
  };
};
