/**
 * The files of conversions in the origin private file system. A file is kept while a stored job or a live page needs it:
 * a page holds the lock of each conversion that it shows.
 */
import type { AudioFile, Lock, Session } from '../engine/index.js';
import { FOLDER, resultName } from '../intake/convert/names.js';
import { webLocks } from './tabs.js';

const lockName = (key: string): string => `audio-transcribe:converted:${key}`;

const keys = new WeakMap<Blob, string>();

/** Null if the file is not the result of a conversion on disk. */
export const conversionKeyOf = (file: Blob): string | null => keys.get(file) ?? null;

/** Null if nothing was converted, or if the browser has no such file system. */
const openFolder = async (): Promise<FileSystemDirectoryHandle | null> => {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER);
  } catch {
    return null;
  }
};

/** The converted file, under the name of the recording. Null if it is gone. `lastModified` is in ms since the epoch. */
export const readConverted = async (
  key: string,
  name: string,
  lastModified: number,
): Promise<AudioFile | null> => {
  try {
    const handle = await (await openFolder())?.getFileHandle(resultName(key));
    const found = await handle?.getFile();
    if (found === undefined) return null;
    const file = new File([found], name, { lastModified });
    keys.set(file, key);
    return file;
  } catch {
    return null;
  }
};

/** Deletes the files of all conversions that are not needed. `isNeeded` tells about the stored jobs. */
export const sweepConverted = async (neededKeys: () => Promise<Set<string>>): Promise<void> => {
  const folder = await openFolder();
  if (folder === null) return;
  const names: string[] = [];
  for (let entries = folder.keys(), next = await entries.next(); next.done !== true;) {
    names.push(next.value);
    next = await entries.next();
  }
  if (names.length === 0) return;
  // Read the names first: a conversion that begins meanwhile is not in the list.
  const [needed, held] = await Promise.all([neededKeys(), webLocks.held()]);
  for (const name of names) {
    const key = name.replace(/\..*$/, '');
    if (needed.has(key) || held.has(lockName(key))) continue;
    // Another page may have deleted it, or may be about to write it.
    await folder.removeEntry(name).catch(() => undefined);
  }
};

/** What the page does with converted files, besides the conversion itself. */
export interface ConvertedFiles {
  /** Remembers that a file is the result of a conversion on disk, so that a job store need not copy it. */
  remember(file: AudioFile, key: string): Promise<void>;
  /** From now on, holds the lock of the conversion that the session shows, and deletes what nothing needs any more. */
  keepShown(session: Session): Promise<void>;
}

/** `sweep` is called whenever a file may no longer be needed. */
export const createConvertedFiles = (sweep: () => Promise<void>): ConvertedFiles => {
  const known = new WeakSet<Session>();
  const tidy = (): void => void sweep().catch(() => undefined);
  const follow = (session: Session): void => {
    let shown: { readonly key: string; readonly lock: Promise<Lock | null> } | null = null;
    const update = (): void => {
      const state = session.getState();
      const key = ('job' in state && state.job?.conversion?.key) || null;
      if (key === (shown?.key ?? null)) return;
      const before = shown;
      shown = key === null ? null : { key, lock: webLocks.share(lockName(key)).catch(() => null) };
      void before?.lock.then((lock) => {
        lock?.release();
        tidy();
      });
    };
    session.subscribe(update);
    update();
    tidy();
  };
  return {
    remember(file, key) {
      keys.set(file, key);
      return Promise.resolve();
    },
    keepShown(session) {
      if (!known.has(session)) follow(session);
      known.add(session);
      return Promise.resolve();
    },
  };
};
