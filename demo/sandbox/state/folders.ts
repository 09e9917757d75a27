/** The sandbox's folder and the state of the previous run. `storage.md` describes its layout. */
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import {
  ContractError,
  filledText,
  matching,
  positiveInteger,
  record,
  type Reader,
} from '../../../src/protocol/read.js';
import type { Credentials } from '../../service/settings.js';
import type { Records } from '../../service/store.js';
import type { SandboxOptions } from '../options.js';
import { randomCredentials } from '../secrets.js';
import { recordFile, recordFolder, type RecordFile } from './record-files.js';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { readTaskRecord, type TaskRecord } from '../../service/task-record.js';
import { readToken, type Token } from '../../service/tokens.js';
import { readUploadRecord, type UploadRecord } from '../../service/uploads.js';
import { lockFolder } from './lock.js';

// The sandbox's identity across restarts: its credentials and its signing key.

/** Without credentials if they were passed as options. The key has 32 bytes, as base64url. */
const readSecrets = record(
  { signingKey: matching(/^[\w-]{43}$/, 'a key of 32 bytes') },
  { credentials: record({ clientId: filledText, clientSecret: filledText, apiKey: filledText }) },
);

interface Identity {
  readonly credentials: Credentials;
  readonly signingKey: Buffer;
}

/** Uses passed credentials without storing them, else the stored ones, else new ones. */
const loadIdentity = async (
  directory: string,
  given: Credentials | undefined,
): Promise<Identity> => {
  const file = recordFile(path.join(directory, 'secrets.json'), readSecrets);
  const stored = await file.load();
  const credentials = given ?? stored?.credentials ?? randomCredentials();
  const signingKey = stored?.signingKey ?? randomBytes(32).toString('base64url');
  const kept = given === undefined ? credentials : stored?.credentials;
  if (stored === undefined || stored.credentials !== kept)
    await file.write({ signingKey, ...(kept === undefined ? {} : { credentials: kept }) });
  return { credentials, signingKey: Buffer.from(signingKey, 'base64url') };
};

const portNumber: Reader<number> = (value, place) => {
  if (positiveInteger(value, place) <= 65_535) return value as number;
  throw new ContractError(place, 'must be the number of a port');
};

/** `storage` is missing if no storage host was started. */
const readPorts = record({ service: portNumber }, { storage: portNumber });
export type Ports = Readonly<ReturnType<typeof readPorts>>;

/** The ports, so that presigned addresses stay valid after a restart. */
const portsFile = (directory: string): RecordFile<Ports> =>
  recordFile(path.join(directory, 'ports.json'), readPorts);

export interface Folders {
  /** Absolute path. */
  readonly directory: string;
  /** For temporary files of tasks. Emptied at every start. */
  readonly temporary: string;
  readonly identity: Identity;
  readonly ports: RecordFile<Ports>;
  readonly tokens: Records<Token>;
  readonly uploads: Records<UploadRecord>;
  readonly tasks: Records<TaskRecord>;
  /** Waits for pending writes, and releases the folder. */
  readonly release: () => Promise<void>;
}

/**
 * Deletes only the files that tasks of an ended process left. That process has ended, because the folder is locked.
 */
const LEFT_BEHIND = /^task_[\w-]+\.(?:audio|work)$/;

const emptied = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (LEFT_BEHIND.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
  return folder;
};

/** Rejects if another sandbox uses the folder, or if it cannot be created. */
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
