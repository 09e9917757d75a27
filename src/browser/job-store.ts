import type { DBSchema } from 'idb';
import {
  parseStoredJob,
  type AudioFile,
  type JobStore,
  type RecordingAccess,
  type StoredJob,
} from '../engine/index.js';
import { createConnection } from './database.js';
import { handleOf, mayRead, readPermission } from './file-handles.js';

/** Recordings up to this size are stored with their bytes; larger ones by handle, where there is one. In bytes. */
export const STORED_BYTES_LIMIT = 64 * 1024 * 1024;

type StoredRecording =
  | {
      readonly kind: 'bytes';
      /** Bytes, not a Blob: WebKitGTK cannot store a Blob. */
      readonly content: ArrayBuffer;
      readonly name: string;
      readonly lastModified: number;
    }
  | { readonly kind: 'handle'; readonly handle: FileSystemFileHandle };

interface Schema extends DBSchema {
  /** As they were written, maybe by another version: read with `parseStoredJob` only. */
  jobs: { key: string; value: unknown };
  recordings: { key: string; value: StoredRecording };
}

export interface IndexedDbStoreOptions {
  readonly databaseName?: string;
  /** Bytes. Default: `STORED_BYTES_LIMIT`. */
  readonly storedBytesLimit?: number;
}

const toStored = async (file: AudioFile, limit: number): Promise<StoredRecording | null> => {
  if (file.size <= limit) {
    const content = await file.arrayBuffer();
    return { kind: 'bytes', content, name: file.name, lastModified: file.lastModified ?? 0 };
  }
  const handle = await handleOf(file);
  return handle === null ? null : { kind: 'handle', handle };
};

const accessTo = async (recording: StoredRecording): Promise<RecordingAccess> => {
  if (recording.kind === 'bytes') return 'ready';
  const permission = await readPermission(recording.handle);
  if (permission !== 'granted') return permission === 'prompt' ? 'asks' : 'missing';
  return recording.handle.getFile().then(
    () => 'ready',
    () => 'missing',
  );
};

interface JobRecords {
  getAll(): Promise<readonly unknown[]>;
  getAllKeys(): Promise<readonly string[]>;
}

/** Each record with its key; the job is null where it cannot be read any more. */
const readRecords = async (jobs: JobRecords) => {
  const [keys, records] = await Promise.all([jobs.getAllKeys(), jobs.getAll()]);
  return keys.map((key, index) => {
    const job = parseStoredJob(records[index]);
    return { key, job: job?.id === key ? job : null };
  });
};

/** `JobStore` over IndexedDB. */
export const createIndexedDbStore = (options: IndexedDbStoreOptions = {}): JobStore => {
  const { databaseName = 'audio-transcribe', storedBytesLimit = STORED_BYTES_LIMIT } = options;
  const open = createConnection<Schema>(databaseName, 3, (database) => {
    // What an older version stored is deleted.
    for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
    database.createObjectStore('jobs');
    database.createObjectStore('recordings');
  });
  /** Everything in one transaction: what another tab stores meanwhile is not touched. */
  const removeWhere = async (unwanted: (job: StoredJob) => boolean): Promise<void> => {
    const transaction = (await open()).transaction(['jobs', 'recordings'], 'readwrite');
    const [jobs, recordings] = [
      transaction.objectStore('jobs'),
      transaction.objectStore('recordings'),
    ];
    const [records, keys] = await Promise.all([readRecords(jobs), recordings.getAllKeys()]);
    const kept = new Set(
      records.filter(({ job }) => job !== null && !unwanted(job)).map(({ key }) => key),
    );
    await Promise.all([
      ...records.filter(({ key }) => !kept.has(key)).map(({ key }) => jobs.delete(key)),
      // Also recordings whose job could never be written.
      ...keys.filter((key) => !kept.has(key)).map((key) => recordings.delete(key)),
      transaction.done,
    ]);
  };
  return {
    async save(job, isNew) {
      const transaction = (await open()).transaction('jobs', 'readwrite');
      const isWanted = isNew || (await transaction.store.getKey(job.id)) !== undefined;
      if (isWanted) void transaction.store.put(job, job.id);
      await transaction.done;
      return isWanted;
    },
    async saveRecording(id, file) {
      const recording = await toStored(file, storedBytesLimit);
      if (recording === null) return false;
      const transaction = (await open()).transaction(['jobs', 'recordings'], 'readwrite');
      const isWanted = (await transaction.objectStore('jobs').getKey(id)) !== undefined;
      if (isWanted) void transaction.objectStore('recordings').put(recording, id);
      await transaction.done;
      return isWanted;
    },
    async recordingAccess(id) {
      const recording = await (await open()).get('recordings', id);
      return recording === undefined ? 'missing' : accessTo(recording);
    },
    async loadRecording(id) {
      const recording = await (await open()).get('recordings', id);
      if (recording?.kind === 'bytes') {
        const { content, name, lastModified } = recording;
        return new File([content], name, { lastModified });
      }
      if (recording === undefined || !(await mayRead(recording.handle))) return null;
      return recording.handle.getFile();
    },
    async list(scope) {
      const records = await readRecords((await open()).transaction('jobs').store);
      return records
        .flatMap(({ job }) => (job !== null && (scope ?? job.scope) === job.scope ? [job] : []))
        .sort((one, other) => other.savedAtMs - one.savedAtMs);
    },
    async remove(id) {
      const transaction = (await open()).transaction(['jobs', 'recordings'], 'readwrite');
      await Promise.all([
        transaction.objectStore('jobs').delete(id),
        transaction.objectStore('recordings').delete(id),
        transaction.done,
      ]);
    },
    removeWhere,
  };
};
