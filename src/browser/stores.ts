import type { DBSchema } from 'idb';
import {
  type AudioFile,
  type Clock,
  type EditStore,
  type JobStore,
  parseStoredJob,
  type RecordingAccess,
  type StoredJob,
  type StoredRecord,
} from '../engine/index.js';
import { systemClock } from './clock.js';
import { createConnection } from './database.js';
import {
  createDiskFiles,
  diskNameOf,
  readFromDisk,
  STORED_BYTES_LIMIT,
  sweepDisk,
  type DiskFiles,
} from './disk-files.js';
import { handleOf, mayRead, readPermission } from './file-handles.js';
import { persistStorage } from './persist.js';
import { createRecordingStore, type RecordingStore } from './recording-store.js';

type StoredRecording =
  | {
      readonly kind: 'bytes';
      /** Bytes, not a Blob: WebKitGTK cannot store a Blob. */
      readonly content: ArrayBuffer;
      readonly name: string;
      readonly lastModified: number;
    }
  | { readonly kind: 'handle'; readonly handle: FileSystemFileHandle }
  /** A converted file, or a complete copy. */
  | {
      readonly kind: 'disk';
      readonly diskName: string;
      readonly name: string;
      readonly lastModified: number;
    };

interface Schema extends DBSchema {
  /** May be written by another version, so read them only with `parseStoredJob`. */
  jobs: { key: string; value: unknown };
  recordings: { key: string; value: StoredRecording };
}

interface IndexedDbStoreOptions {
  readonly databaseName?: string;
  /** Bytes. Default: `STORED_BYTES_LIMIT`. */
  readonly storedBytesLimit?: number;
}

const toStored = async (file: AudioFile, limit: number): Promise<StoredRecording | null> => {
  const diskName = diskNameOf(file);
  if (diskName !== null) {
    return { kind: 'disk', diskName, name: file.name, lastModified: file.lastModified ?? 0 };
  }
  if (file.size <= limit) {
    const content = await file.arrayBuffer();
    return { kind: 'bytes', content, name: file.name, lastModified: file.lastModified ?? 0 };
  }
  const handle = await handleOf(file);
  return handle === null ? null : { kind: 'handle', handle };
};

const load = ({ diskName, name, lastModified }: Extract<StoredRecording, { kind: 'disk' }>) =>
  readFromDisk(diskName, name, lastModified);

const accessTo = async (recording: StoredRecording): Promise<RecordingAccess> => {
  if (recording.kind === 'bytes') return 'ready';
  if (recording.kind === 'disk') return (await load(recording)) === null ? 'missing' : 'ready';
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

/** All records with their keys. The job is null if the record is not valid. */
const readRecords = async (jobs: JobRecords) => {
  const [keys, records] = await Promise.all([jobs.getAllKeys(), jobs.getAll()]);
  return keys.map((key, index) => {
    const job = parseStoredJob(records[index]);
    return { key, job: job?.id === key ? job : null };
  });
};

export interface BrowserJobStore extends JobStore {
  /** Deletes the files on disk that no stored job and no live page needs. */
  sweep(): Promise<void>;
}

/** `JobStore` over IndexedDB. */
export const createIndexedDbStore = (options: IndexedDbStoreOptions = {}): BrowserJobStore => {
  const { databaseName = 'audio-transcribe', storedBytesLimit = STORED_BYTES_LIMIT } = options;
  const open = createConnection<Schema>(databaseName, 3, (database) => {
    // Data of older versions is deleted.
    for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
    database.createObjectStore('jobs');
    database.createObjectStore('recordings');
  });
  /** Uses one transaction, so that records that another tab stores meanwhile are kept. */
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
      // Also delete recordings whose job could not be written.
      ...keys.filter((key) => !kept.has(key)).map((key) => recordings.delete(key)),
      transaction.done,
    ]);
    await sweep(records.map(({ key }) => key)).catch(() => undefined);
  };
  /** `deleted`: ids of jobs that were just deleted. */
  const sweep = (deleted: readonly string[] = []): Promise<void> =>
    sweepDisk(async () => {
      const records = await readRecords((await open()).transaction('jobs').store);
      const jobs = records.flatMap(({ job }) => job ?? []);
      // The service has the file of an uploaded job, so its copy is no longer needed.
      const unsent = jobs.filter(({ job }) => job.uploaded === undefined);
      const conversions = jobs.flatMap(({ job }) => job.conversion?.key ?? []);
      return {
        needed: new Set([...conversions, ...unsent.map(({ id }) => id)]),
        known: new Set([...jobs.map(({ id }) => id), ...deleted]),
      };
    });
  return {
    async save(job, isNew) {
      const transaction = (await open()).transaction('jobs', 'readwrite');
      const isWanted = isNew || (await transaction.store.getKey(job.id)) !== undefined;
      if (isWanted) void transaction.store.put(job, job.id);
      await transaction.done;
      if (job.job.uploaded !== undefined) await sweep().catch(() => undefined);
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
      if (recording?.kind === 'disk') return load(recording);
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
      await sweep([id]).catch(() => undefined);
    },
    sweep: () => sweep(),
    removeWhere,
  };
};

/** One record per scope and task. */
interface TaskRecords {
  key: [scope: string, transcriptionId: string];
  value: { readonly savedAtMs: number; readonly record: unknown };
}

interface Schema extends DBSchema {
  edits: TaskRecords;
  peaks: TaskRecords;
}

interface TaskStoreOptions {
  readonly databaseName?: string;
  readonly clock?: Pick<Clock, 'now'>;
}

const createTaskStore = (
  name: 'edits' | 'peaks',
  version: number,
  { databaseName = `audio-transcribe-${name}`, clock = systemClock }: TaskStoreOptions,
): EditStore => {
  const open = createConnection<Schema>(databaseName, version, (database) => {
    // Data of older versions is deleted.
    for (const old of [...database.objectStoreNames]) database.deleteObjectStore(old);
    database.createObjectStore(name);
  });
  const recordsOf = (
    keys: readonly TaskRecords['key'][],
    values: readonly TaskRecords['value'][],
  ): readonly StoredRecord[] =>
    keys.map(([scope, id], index) => ({ scope, id, savedAtMs: values[index]?.savedAtMs ?? 0 }));
  return {
    async load(scope, transcriptionId) {
      return (await (await open()).get(name, [scope, transcriptionId]))?.record;
    },
    async save(scope, transcriptionId, record) {
      await (await open()).put(name, { savedAtMs: clock.now(), record }, [scope, transcriptionId]);
      // Unlike a waveform, a person's work cannot be computed again.
      if (name === 'edits') persistStorage();
    },
    async remove(scope, transcriptionId) {
      await (await open()).delete(name, [scope, transcriptionId]);
    },
    async list() {
      const { store } = (await open()).transaction(name);
      return recordsOf(...(await Promise.all([store.getAllKeys(), store.getAll()])));
    },
    async removeWhere(unwanted) {
      const { store, done } = (await open()).transaction(name, 'readwrite');
      const records = recordsOf(...(await Promise.all([store.getAllKeys(), store.getAll()])));
      const old = records.filter(unwanted);
      await Promise.all([...old.map(({ scope, id }) => store.delete([scope, id])), done]);
    },
  };
};

/** `EditStore` over its own IndexedDB database, so that a new version of the job store keeps the corrections. */
export const createIndexedDbEditStore = (options: TaskStoreOptions = {}): EditStore =>
  createTaskStore('edits', 2, options);

/** Stores the peaks of recordings like corrections, in another database. */
export const createIndexedDbPeaksStore = (options: TaskStoreOptions = {}): EditStore =>
  createTaskStore('peaks', 1, options);

export interface Stores {
  readonly jobs: BrowserJobStore;
  readonly edits: EditStore;
  readonly peaks: EditStore;
  readonly disk: DiskFiles;
  readonly recordings: RecordingStore;
}

let opened: Stores | null = null;

const openAll = (): Stores => {
  const jobs = createIndexedDbStore();
  return {
    jobs,
    edits: createIndexedDbEditStore(),
    peaks: createIndexedDbPeaksStore(),
    disk: createDiskFiles(() => jobs.sweep()),
    recordings: createRecordingStore(),
  };
};

/** The stores of this page, which share their connections. */
export const openStores = (): Stores => (opened ??= openAll());
