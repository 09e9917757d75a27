/** The sandbox's folder and what it finds there of last time; `storage.md` has the map. */
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxOptions } from '../options.js';
import { readTaskRecord, type TaskRecord } from '../tasks/task-record.js';
import { readToken, type Token } from '../tokens.js';
import { readUploadRecord, type UploadRecord } from '../upload-record.js';
import { loadIdentity, type Identity } from './identity.js';
import { lockFolder } from './lock.js';
import { portsFile, type Ports } from './port-file.js';
import { recordFolder, type RecordFile, type RecordFolder } from './record-files.js';

export interface Folders {
  /** Absolute. */
  readonly directory: string;
  /** For what tasks work on; after every start nothing of an earlier one is left in it. */
  readonly temporary: string;
  readonly identity: Identity;
  readonly ports: RecordFile<Ports>;
  readonly tokens: RecordFolder<Token>;
  readonly uploads: RecordFolder<UploadRecord>;
  readonly tasks: RecordFolder<TaskRecord>;
  /** Waits for what is being written, and gives the folder free. */
  readonly release: () => Promise<void>;
}

/**
 * What a task left behind when the process ended; nothing else is removed. That process has ended, since
 * the folder is locked.
 */
const LEFT_BEHIND = /^task_[\w-]+\.(?:audio|work)$/;

const emptied = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (LEFT_BEHIND.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  return folder;
};

/** Rejects where another sandbox has the folder, or it cannot be made. */
export const openFolders = async (
  options: Pick<SandboxOptions, 'directory' | 'credentials'>,
): Promise<Folders> => {
  const directory = path.resolve(options.directory);
  const made = await mkdir(directory, { recursive: true });
  if (made !== undefined) await chmod(directory, 0o700);
  const unlock = await lockFolder(directory);
  try {
    const tokens = await recordFolder(path.join(directory, 'tokens'), readToken);
    const uploads = await recordFolder(path.join(directory, 'uploads'), readUploadRecord);
    const tasks = await recordFolder(path.join(directory, 'tasks'), readTaskRecord);
    return {
      directory,
      temporary: await emptied(path.join(directory, 'temporary')),
      identity: await loadIdentity(directory, options.credentials),
      ports: portsFile(directory),
      ...{ tokens, uploads, tasks },
      release: async () => {
        await Promise.all([tokens.settled(), uploads.settled(), tasks.settled()]);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
};
