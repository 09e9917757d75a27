/** One sandbox per folder: two would run the same tasks and delete each other's files. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'in-use';

/** Another running sandbox uses the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/** Folders of sandboxes in this process. */
const ours = new Set<string>();

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const holderOf = async (file: string): Promise<number | null> => {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
};

/** A killed process leaves its lock behind. A lock with this process's own number is such a leftover. */
const isStale = async (file: string): Promise<boolean> => {
  const holder = await holderOf(file);
  return holder === null || holder === process.pid || !isRunning(holder);
};

/** Resolves with a function that releases the folder; rejects with FolderInUse if another running sandbox uses it. */
export const lockFolder = async (directory: string): Promise<() => Promise<void>> => {
  const file = path.join(directory, NAME);
  const refuse = (): never => {
    throw new FolderInUse(
      `Another sandbox runs in ${directory}: stop it, or give this one a directory of its own ` +
        `(SANDBOX_DIRECTORY for the demo). If there is none, remove ${file}.`,
    );
  };
  if (ours.has(directory)) refuse();
  ours.add(directory);
  const claim = (): Promise<void> => writeFile(file, String(process.pid), { flag: 'wx' });
  try {
    await claim().catch(async () => {
      if (!(await isStale(file))) refuse();
      await rm(file, { force: true });
      await claim();
    });
  } catch (error) {
    ours.delete(directory);
    throw error;
  }
  return async () => {
    ours.delete(directory);
    await rm(file, { force: true });
  };
};
