/**
 * The files of this package in the origin private file system: converted recordings, and copies of recordings. A file is
 * kept while a stored job or a live page needs it: a page holds the lock of each file that it shows.
 */
import type { Lock } from '../engine/ports.js';
import type { AudioFile } from '../engine/session/job.js';
import type { Session } from '../engine/session/session.js';
import type { SessionState } from '../engine/session/state.js';
import { jobLockName } from '../engine/resume/scope.js';
import { copyName, FOLDER, resultName } from '../intake/convert/names.js';
import { handleOf } from './file-handles.js';
import { webLocks } from './tabs.js';

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
export const diskNameOf = (file: Blob): string | null => names.get(file) ?? null;

/** Null if nothing was stored, or if the browser has no such file system. */
const openFolder = async (): Promise<FileSystemDirectoryHandle | null> => {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER);
  } catch {
    return null;
  }
};

/** The file under the name of the recording. Null if it is gone. `lastModified` is in ms since the epoch. */
export const readFromDisk = async (
  diskName: string,
  name: string,
  lastModified: number,
): Promise<AudioFile | null> => {
  try {
    const handle = await (await openFolder())?.getFileHandle(diskName);
    const found = await handle?.getFile();
    if (found === undefined) return null;
    const file = new File([found], name, { lastModified });
    names.set(file, diskName);
    return file;
  } catch {
    return null;
  }
};

/** What the stored jobs say about the files. */
export interface NeededFiles {
  /** Keys of the files that stored jobs need. */
  readonly needed: ReadonlySet<string>;
  /** Ids of all stored jobs, and of those that were just deleted. The file of any other job is needed while its lock is held. */
  readonly known: ReadonlySet<string>;
}

/** Deletes all files that are not needed. */
export const sweepDisk = async (find: () => Promise<NeededFiles>): Promise<void> => {
  const folder = await openFolder();
  if (folder === null) return;
  const found: string[] = [];
  for (let entries = folder.keys(), next = await entries.next(); next.done !== true;) {
    found.push(next.value);
    next = await entries.next();
  }
  if (found.length === 0) return;
  // Read the names first: a file that is created meanwhile is not in the list.
  const [{ needed, known }, held] = await Promise.all([find(), webLocks.held()]);
  for (const name of found) {
    const key = keyOf(name);
    if (needed.has(key) || held.has(lockName(key))) continue;
    // A file is copied before its job is stored.
    if (!known.has(key) && held.has(jobLockName(key))) continue;
    // Another page may have deleted it, or may be about to write it.
    await folder.removeEntry(name).catch(() => undefined);
  }
};

/** What the page does with these files, besides writing them. */
export interface DiskFiles {
  /** Remembers that a file is the result of a conversion on disk, so that a job store need not copy it. */
  rememberConverted(file: AudioFile, key: string): void;
  /** The copy of a job's file, with its name and time of change. Null if it is gone, or has another size. */
  readCopy(jobId: string, file: AudioFile): Promise<AudioFile | null>;
  /** True if a job is not stored with the bytes of this file, because there are too many. */
  isLarge(file: AudioFile): boolean;
  /** True if a job can be stored with this file without its bytes, because they are on the browser's own disk. */
  isOnDisk(file: AudioFile): Promise<boolean>;
  /** From now on, holds the locks of the files that the session shows, and deletes what nothing needs any more. */
  keepShown(session: Session): void;
}

/** The keys of the files that this state shows. */
const shownKeys = (state: SessionState): ReadonlySet<string> => {
  const job = 'job' in state ? state.job : null;
  const name = job?.source.kind === 'file' ? diskNameOf(job.source.file) : null;
  return new Set([job?.conversion?.key ?? [], name === null ? [] : keyOf(name)].flat());
};

/** `sweep` is called whenever a file may no longer be needed. */
export const createDiskFiles = (sweep: () => Promise<void>): DiskFiles => {
  const known = new WeakSet<Session>();
  const cleanUp = (): void => void sweep().catch(() => undefined);
  const follow = (session: Session): void => {
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
          cleanUp();
        });
      }
    };
    session.subscribe(update);
    update();
    cleanUp();
  };
  return {
    rememberConverted(file, key) {
      names.set(file, resultName(key));
    },
    async readCopy(jobId, { name, size, lastModified = 0 }) {
      const copy = await readFromDisk(copyName(jobId), name, lastModified);
      return copy?.size === size ? copy : null;
    },
    async isOnDisk(file) {
      if (names.has(file)) return true;
      // A recording of the microphone.
      const handle = await handleOf(file);
      if (handle === null) return false;
      const root = await navigator.storage.getDirectory();
      return (await root.resolve(handle)) !== null;
    },
    isLarge: ({ size }) => size > STORED_BYTES_LIMIT,
    keepShown(session) {
      if (!known.has(session)) follow(session);
      known.add(session);
    },
  };
};
