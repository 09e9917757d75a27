/** What a page stores: unfinished jobs with their files, in IndexedDB and on the disk of the origin, and all other records. */
import type { JobStore, Lock, RecordingAccess, StoredRecord } from '../engine/ports.js';
import { createStorageCleanup, UNKNOWN_SCOPE } from '../engine/resume/cleanup.js';
import { parseStoredJob } from '../engine/resume/parse-stored-job.js';
import { jobLockName } from '../engine/resume/scope.js';
import type { AudioFile } from '../engine/session/job.js';
import type { Session } from '../engine/session/session.js';
import type { SessionState } from '../engine/session/state.js';
import { copyName, FOLDER, resultName } from '../convert/names.js';
import { handleOf, systemClock, webLocks } from './browser-ports.js';
import {
  createDatabase,
  createTaskStore,
  persistStorage,
  readEach,
  type OpenDatabase,
  type StoredFile,
} from './database.js';
import { createForgotten } from './forgotten.js';
import { repeating, repeatOnce } from './repeat-once.js';
import { createRecordingStore } from './recording-store.js';

/* ---- Files on disk: converted recordings, and copies. A page holds the lock of each file that it shows ---- */

/**
 * In bytes. Recordings up to this size are stored in IndexedDB. Larger ones are copied to the origin private file system
 * while they are uploaded, or else stored as a file handle if the browser supports it.
 */
export const STORED_BYTES_LIMIT = 64 * 1024 * 1024;

const lockName = (key: string): string => `audio-transcribe:file:${key}`;

/** The key of a conversion, or the id of a job: a file's name without its ending. */
const keyOf = (name: string): string => name.replace(/\..*$/, '');

const names = new WeakMap<Blob, string>();

/** The name of the file on disk. Null for any other file. */
const diskNameOf = (file: Blob): string | null => names.get(file) ?? null;

/** Null if nothing was stored, or if the browser has no such file system. */
const openFolder = async (): Promise<FileSystemDirectoryHandle | null> => {
  try {
    return await repeatOnce(async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle(FOLDER);
    });
  } catch {
    return null;
  }
};

/** The file under the name of the recording. Null if it is gone. `lastModified` is in ms since the epoch. */
const readFromDisk = async (
  diskName: string,
  name: string,
  lastModified: number,
): Promise<AudioFile | null> => {
  try {
    const found = await repeatOnce(async () => {
      const handle = await (await openFolder())?.getFileHandle(diskName);
      return handle?.getFile();
    });
    if (found === undefined) return null;
    const file = new File([found], name, { lastModified });
    names.set(file, diskName);
    return file;
  } catch {
    return null;
  }
};

/** What the stored jobs say about the files. */
interface NeededFiles {
  /** Keys of the files that stored jobs need. */
  readonly needed: ReadonlySet<string>;
  /** Ids of all stored jobs, and of those that were just deleted. The file of any other job is needed while its lock is held. */
  readonly known: ReadonlySet<string>;
}

/** Deletes all files that are not needed. `find`: null if that is not known. */
const sweepDisk = async (find: () => Promise<NeededFiles | null>): Promise<void> => {
  const folder = await openFolder();
  if (folder === null) return;
  const found: string[] = [];
  for (let entries = folder.keys(), next = await entries.next(); next.done !== true;) {
    found.push(next.value);
    next = await entries.next();
  }
  if (found.length === 0) return;
  // Read the names first: a file that is created meanwhile is not in the list.
  const [files, held] = await Promise.all([find(), webLocks.held()]);
  if (files === null) return;
  const { needed, known } = files;
  for (const name of found) {
    const key = keyOf(name);
    if (needed.has(key) || held.has(lockName(key))) continue;
    // A file is copied before its job is stored.
    if (!known.has(key) && held.has(jobLockName(key))) continue;
    // Another page may have deleted it, or may be about to write it.
    await folder.removeEntry(name).catch(() => undefined);
  }
};

/** Remembers that a file is the result of a conversion on disk, so that a job store need not copy it. */
const rememberConverted = (file: AudioFile, key: string): void =>
  void names.set(file, resultName(key));

/** The copy of a job's file, with its name and time of change. Null if it is gone, or has another size. */
const readCopy = async (
  jobId: string,
  { name, size, lastModified = 0 }: AudioFile,
): Promise<AudioFile | null> => {
  const copy = await readFromDisk(copyName(jobId), name, lastModified);
  if (copy?.size !== size) return null;
  persistStorage();
  return copy;
};

/** True if a job is not stored with the bytes of this file, because there are too many. */
const isLarge = ({ size }: AudioFile): boolean => size > STORED_BYTES_LIMIT;

/** True if a job can be stored with this file without its bytes, because they are on the browser's own disk. */
const isOnDisk = async (file: AudioFile): Promise<boolean> => {
  if (names.has(file)) return true;
  // A recording of the microphone.
  const handle = await handleOf(file);
  if (handle === null) return false;
  const root = await navigator.storage.getDirectory();
  return (await root.resolve(handle)) !== null;
};

/** The keys of the files that this state shows. */
const shownKeys = (state: SessionState): ReadonlySet<string> => {
  const job = 'job' in state ? state.job : null;
  const name = job?.source.kind === 'file' ? diskNameOf(job.source.file) : null;
  return new Set([job?.conversion?.key ?? [], name === null ? [] : keyOf(name)].flat());
};

/** Holds the locks of the files that the session shows. `onUnneeded` is called when one is not shown any more. */
const followShown = (session: Session, onUnneeded: () => void): void => {
  const locks = new Map<string, Promise<Lock | null>>();
  const update = (): void => {
    const shown = shownKeys(session.getState());
    for (const key of shown) {
      if (!locks.has(key))
        locks.set(
          key,
          webLocks.share(lockName(key)).catch(() => null),
        );
    }
    for (const [key, held] of locks) {
      if (shown.has(key)) continue;
      locks.delete(key);
      void held.then((lock) => {
        lock?.release();
        onUnneeded();
      });
    }
  };
  session.subscribe(update);
  update();
};

/* ---- Jobs ---- */

/** Methods of Chromium that are not in the standard. */
interface AskableHandle extends FileSystemFileHandle {
  queryPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** The permission to read the file; `prompt` if the browser asks the user first. */
const readPermission = async (handle: AskableHandle): Promise<PermissionState> =>
  (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';

/** May ask the user for permission, so call it in a user gesture. */
const mayRead = async (handle: AskableHandle): Promise<boolean> =>
  (await readPermission(handle)) === 'granted' ||
  (await handle.requestPermission?.({ mode: 'read' })) === 'granted';

const toStored = async (file: AudioFile, limit: number): Promise<StoredFile | null> => {
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

const load = ({ diskName, name, lastModified }: Extract<StoredFile, { kind: 'disk' }>) =>
  readFromDisk(diskName, name, lastModified);

const accessTo = async (recording: StoredFile): Promise<RecordingAccess> => {
  if (recording.kind === 'bytes') return 'ready';
  if (recording.kind === 'disk') return (await load(recording)) === null ? 'missing' : 'ready';
  const permission = await readPermission(recording.handle);
  if (permission !== 'granted') return permission === 'prompt' ? 'asks' : 'missing';
  return recording.handle.getFile().then(
    () => 'ready',
    () => 'missing',
  );
};

/** All records with their keys. The job is null if the record is not valid, and undefined if it cannot be read. */
const readRecords = async (jobs: Parameters<typeof readEach>[0]) =>
  (await readEach<string, unknown>(jobs)).map(({ key, ...one }) => {
    if (!one.isRead) return { key, job: undefined };
    const job = parseStoredJob(one.value);
    return { key, job: job?.id === key ? job : null };
  });

/** What is known of a job that cannot be read. Its user is not. */
const unreadable = (id: string): StoredRecord => ({
  ...{ id, scope: UNKNOWN_SCOPE, savedAtMs: systemClock.now() },
});

export interface BrowserJobStore extends JobStore {
  /** From now on, keeps the files on disk that the session shows, and deletes what nothing needs any more. */
  keepShown(session: Session): void;
}

/** `JobStore` over IndexedDB. Files of at most `storedBytesLimit` bytes are stored in it. */
export const createJobStore = (
  open: OpenDatabase,
  storedBytesLimit = STORED_BYTES_LIMIT,
): BrowserJobStore => {
  /** Uses one transaction, so that records that another tab stores meanwhile are kept. */
  const removeWhere = async (unwanted: (job: StoredRecord) => boolean): Promise<void> => {
    const transaction = (await open()).transaction(['jobs', 'files'], 'readwrite');
    const [jobs, files] = [transaction.objectStore('jobs'), transaction.objectStore('files')];
    const [records, keys] = await Promise.all([readRecords(jobs), files.getAllKeys()]);
    const kept = new Set(
      records
        .filter(({ key, job = unreadable(key) }) => job !== null && !unwanted(job))
        .map(({ key }) => key),
    );
    await Promise.all([
      ...records.filter(({ key }) => !kept.has(key)).map(({ key }) => jobs.delete(key)),
      // Also delete files whose job could not be written.
      ...keys.filter((key) => !kept.has(key)).map((key) => files.delete(key)),
      transaction.done,
    ]);
    await sweep(records.map(({ key }) => key)).catch(() => undefined);
  };
  /** `deleted`: ids of jobs that were just deleted. */
  const sweep = (deleted: readonly string[] = []): Promise<void> =>
    sweepDisk(async () => {
      const records = await readRecords((await open()).transaction('jobs').store);
      const jobs = records.flatMap(({ job }) => job ?? []);
      // Which files a job needs that cannot be read is not known, so none is deleted.
      if (records.some(({ job }) => job === undefined)) return null;
      // The service has the file of an uploaded job, so its copy is no longer needed.
      const unsent = jobs.filter(({ job }) => job.uploaded === undefined);
      const conversions = jobs.flatMap(({ job }) => job.conversion?.key ?? []);
      return {
        needed: new Set([...conversions, ...unsent.map(({ id }) => id)]),
        known: new Set([...jobs.map(({ id }) => id), ...deleted]),
      };
    });
  const known = new WeakSet<Session>();
  const store: JobStore = {
    async save(job, isNew) {
      const transaction = (await open()).transaction('jobs', 'readwrite');
      const isWanted = isNew || (await transaction.store.getKey(job.id)) !== undefined;
      if (isWanted) await transaction.store.put(job, job.id);
      await transaction.done;
      if (job.job.uploaded !== undefined) await sweep().catch(() => undefined);
      return isWanted;
    },
    async saveRecording(id, file) {
      const recording = await toStored(file, storedBytesLimit);
      if (recording === null) return false;
      const transaction = (await open()).transaction(['jobs', 'files'], 'readwrite');
      const isWanted = (await transaction.objectStore('jobs').getKey(id)) !== undefined;
      if (isWanted) await transaction.objectStore('files').put(recording, id);
      await transaction.done;
      return isWanted;
    },
    async recordingAccess(id) {
      const recording = await (await open()).get('files', id);
      return recording === undefined ? 'missing' : accessTo(recording);
    },
    async loadRecording(id) {
      const recording = await (await open()).get('files', id);
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
        .flatMap(({ job }) => (job && (scope ?? job.scope) === job.scope ? [job] : []))
        .sort((one, other) => other.savedAtMs - one.savedAtMs);
    },
    async remove(id) {
      const transaction = (await open()).transaction(['jobs', 'files'], 'readwrite');
      await Promise.all([
        transaction.objectStore('jobs').delete(id),
        transaction.objectStore('files').delete(id),
        transaction.done,
      ]);
      await sweep([id]).catch(() => undefined);
    },
    removeWhere,
    async move(from, to, nowMs) {
      const { store: jobs, done } = (await open()).transaction('jobs', 'readwrite');
      const records = await readRecords(jobs);
      const moved = records.flatMap(({ job }) =>
        job && from.includes(job.scope) ? [{ ...job, scope: to, savedAtMs: nowMs }] : [],
      );
      await Promise.all([...moved.map((job) => jobs.put(job, job.id)), done]);
    },
  };
  const repeated = repeating(store, open.forget);
  return {
    ...repeated,
    // Whatever the reason: the user can choose the file again.
    recordingAccess: (id) => repeated.recordingAccess(id).catch(() => 'missing'),
    keepShown(session) {
      const cleanUp = (): void => void sweep().catch(() => undefined);
      if (!known.has(session)) followShown(session, cleanUp);
      known.add(session);
      cleanUp();
    },
  };
};

/* ---- All stores, over one database ---- */

const openAll = () => {
  const open = createDatabase();
  const stores = {
    jobs: createJobStore(open),
    edits: createTaskStore(open, 'edits'),
    peaks: createTaskStore(open, 'peaks'),
    recordings: createRecordingStore(open),
  };
  const cleanup = createStorageCleanup({ ...stores, locks: webLocks, clock: systemClock });
  return {
    ...stores,
    ...createForgotten({ cleanup, clock: systemClock, storage: () => localStorage }),
    isLarge,
    rememberConverted,
    readCopy,
    isOnDisk,
  };
};

export type Stores = ReturnType<typeof openAll>;

let opened: Stores | null = null;

/** The stores of this page, which share their connections. */
export const openStores = (): Stores => (opened ??= openAll());
