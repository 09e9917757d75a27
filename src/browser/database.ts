/** The IndexedDB database of this package: a store for each kind of record. */
import { type DBSchema, type IDBPDatabase, openDB, unwrap, wrap } from 'idb';
import type { Clock, EditStore, StoredRecord } from '../engine/ports.js';
import { systemClock } from './browser-ports.js';
import { repeating } from './repeat-once.js';

/** The file of a job. */
export type StoredFile =
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

/**
 * `sent` while its file is uploaded, `submitted` once there is a task, and `done` once the transcript is there. `deleted`
 * if only the audio is left, because the browser could not delete it yet.
 */
export type RecordingStage = 'open' | 'sent' | 'submitted' | 'done' | 'deleted';

export interface KeptRecording extends StoredRecord {
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly stage: RecordingStage;
  /** The name of the file that was sent; empty before that. */
  readonly name: string;
  readonly place: RecordingPlace;
}

/**
 * Where the audio is: in the origin private file system, in IndexedDB if the browser cannot write there from a page, or
 * nowhere. Only files need no memory when they are read.
 */
export type RecordingPlace = 'files' | 'database' | 'memory';

/** What is stored of a task, by scope and transcription id. */
interface TaskRecords {
  key: [scope: string, transcriptionId: string];
  value: { readonly savedAtMs: number; readonly record: unknown };
}

interface Schema extends DBSchema {
  /** May be written by another version, so read them only with `parseStoredJob`. */
  jobs: { key: string; value: unknown };
  /** The files of jobs. */
  files: { key: string; value: StoredFile };
  edits: TaskRecords;
  peaks: TaskRecords;
  /** Recordings of the microphone. */
  recordings: { key: string; value: KeptRecording };
  audio: { key: [id: string, index: number]; value: ArrayBuffer };
}

/** Resolves with the open database. */
export interface OpenDatabase {
  (): Promise<IDBPDatabase<Schema>>;
  /** Opens a new connection at the next call, because this one is dead. */
  forget(): void;
}

const STORES = ['jobs', 'files', 'edits', 'peaks', 'recordings', 'audio'] as const;
const VERSION = 4;

/** A read that fails rejects by itself. Its transaction then rejects `done`, too, which nobody may be waiting for. */
const watchTransactions = (database: IDBPDatabase<Schema>): void => {
  const raw = unwrap(database);
  raw.transaction = (...names) => {
    const transaction = IDBDatabase.prototype.transaction.apply(raw, names);
    wrap(transaction).done.catch(() => undefined);
    return transaction;
  };
};

/** A record as it was found. A browser that has lost the file of a large value still lists its key. */
type Found<Key, Value> =
  | { readonly key: Key; readonly isRead: true; readonly value: Value }
  | { readonly key: Key; readonly isRead: false };

/** Without `preventDefault`, a request that fails ends its transaction, and so all other requests in it. */
const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      reject(request.error ?? new DOMException('No answer.', 'UnknownError'));
    };
  });

/** False if the transaction has ended: then nothing is known of the record. */
const isOfRecord = (error: unknown): boolean =>
  error instanceof DOMException &&
  !['AbortError', 'InvalidStateError', 'TransactionInactiveError'].includes(error.name);

/** All records, each by itself: one that cannot be read hides no other. Rejects if the transaction has ended. */
export const readEach = async <Key extends IDBValidKey, Value>(
  store: { readonly name: string },
  range?: IDBKeyRange,
): Promise<readonly Found<Key, Value>[]> => {
  const raw = unwrap(store as unknown as Parameters<typeof unwrap>[0]) as unknown as IDBObjectStore;
  const keys = (await answerOf(raw.getAllKeys(range))) as Key[];
  try {
    const values = (await answerOf(raw.getAll(range))) as Value[];
    return keys.map((key, index) => ({ key, isRead: true, value: values[index] as Value }));
  } catch (error) {
    if (!isOfRecord(error)) throw error;
  }
  return Promise.all(
    keys.map((key) =>
      answerOf(raw.get(key)).then(
        (value): Found<Key, Value> => ({ key, isRead: true, value: value as Value }),
        (error: unknown): Found<Key, Value> => {
          if (!isOfRecord(error)) throw error;
          return { key, isRead: false };
        },
      ),
    ),
  );
};

/**
 * Opens the database on the first call and reuses the connection. It is closed if another version of the page needs the
 * database, and reopened on the next call, also after a failure.
 */
export const createDatabase = (name = 'audio-transcribe'): OpenDatabase => {
  let connection: ReturnType<OpenDatabase> | null = null;
  const forget = (): void => {
    connection = null;
  };
  const open = (): ReturnType<OpenDatabase> => {
    connection ??= openDB<Schema>(name, VERSION, {
      upgrade(database) {
        // No older version was published.
        for (const old of [...database.objectStoreNames]) database.deleteObjectStore(old);
        for (const store of STORES) database.createObjectStore(store);
      },
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    connection.then(watchTransactions, forget);
    return connection;
  };
  return Object.assign(open, { forget });
};

let isAsked = false;

/**
 * Asks the browser once to keep what this origin stores, also after seven days without a visit (Safari) or when the disk
 * is full. Call it when something is stored that is worth keeping. Chromium and Safari decide without asking the user.
 * Firefox would ask, and deletes only when the disk is full, so it is not asked.
 */
export const persistStorage = (): void => {
  if (isAsked || navigator.userAgent.includes('Firefox/')) return;
  isAsked = true;
  // Missing in a page that is no secure context, and in old browsers.
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  storage?.persist?.().catch(() => undefined);
};

/** Corrections and the lists of `multiple`, or the peaks of recordings. */
export const createTaskStore = (
  open: OpenDatabase,
  name: 'edits' | 'peaks',
  clock: Pick<Clock, 'now'> = systemClock,
): EditStore => {
  type Records = readonly Found<TaskRecords['key'], TaskRecords['value']>[];
  const recordsOf = (found: Records): readonly StoredRecord[] =>
    found.map(({ key: [scope, id], ...one }) =>
      one.isRead
        ? { scope, id, savedAtMs: one.value.savedAtMs }
        : { scope, id, savedAtMs: clock.now() },
    );
  const store: EditStore = {
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
      return recordsOf(await readEach((await open()).transaction(name).store));
    },
    async removeWhere(unwanted) {
      const { store, done } = (await open()).transaction(name, 'readwrite');
      const old = recordsOf(await readEach(store)).filter(unwanted);
      await Promise.all([...old.map(({ scope, id }) => store.delete([scope, id])), done]);
    },
    async move(from, to) {
      const { store, done } = (await open()).transaction(name, 'readwrite');
      const records: Records = await readEach(store);
      const known = new Set(records.flatMap(({ key: [scope, id] }) => (scope === to ? id : [])));
      const writes = records.flatMap(({ key: [scope, id], ...one }) => {
        if (!from.includes(scope) || known.has(id) || !one.isRead) return [];
        return [store.put(one.value, [to, id]), store.delete([scope, id])];
      });
      await Promise.all([...writes, done]);
    },
  };
  return repeating(store, open.forget);
};
