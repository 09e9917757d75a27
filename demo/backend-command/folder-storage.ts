/** A storage in a folder that only this user can read: a file for each key, written at once or not at all. One process at a time. */
import { randomUUID } from 'node:crypto';
import {
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { SubmissionStore, WatcherStorage } from '../../src/server.js';
import { createOrder } from '../in-order.js';
import { reserveFolder } from './only-process.js';

/** The content of a file. `until` comes first, so that it can be read without the value. */
interface Kept {
  /** In ms since the epoch. Null: for ever. */
  readonly until: number | null;
  readonly value: string;
}

/** How often the files whose time is over are deleted, in ms. */
const SWEEP_MS = 3_600_000;

/** When the file is over, in ms since the epoch. Null: never, or it is no file of this storage. */
const untilOf = async (file: string): Promise<number | null> => {
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(Buffer.alloc(32));
    const [, until] = /^\{"until":(\d+),/.exec(buffer.toString('latin1')) ?? [];
    return until === undefined ? null : Number(until);
  } finally {
    await opened.close();
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;

export interface FolderStorage extends WatcherStorage, Required<SubmissionStore> {
  /** Frees the folder for another process. */
  close(): Promise<void>;
}

/** What this file and `only-process.ts` write, and what a file system has at its root. */
const OWN_FILE = /^(?:p-[0-9a-f]{8}x?|p-now|[0-9a-f-]{36}\.new|.*%3A.*\.json|lost\+found)$/;

/** Makes the folder one that only this user can read. Rejects if it has other files: it may be the project itself, or /tmp. */
const prepareFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const others = (await readdir(folder)).filter((name) => !OWN_FILE.test(name));
  if (others.length > 0)
    throw new Error('STORAGE: the folder has other files. Give it one of its own.');
  await chmod(folder, 0o700);
};

/** Rejects with an Error that names `STORAGE` if the folder cannot be used, or if another process uses it. */
export const openFolder = async (
  folder: string,
  now: () => number = Date.now,
): Promise<FolderStorage> => {
  let close: () => Promise<void>;
  try {
    await prepareFolder(folder);
    close = await reserveFolder(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`STORAGE: the folder cannot be used (${code}).`);
  }
  for (const name of await readdir(folder)) {
    // What a process that died was writing.
    if (name.endsWith('.new')) await rm(path.join(folder, name), { force: true });
  }
  const order = createOrder();
  const sweep = async (): Promise<void> => {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(folder, name);
      const check = async (): Promise<void> => {
        const until = await untilOf(file);
        if (until !== null && until <= now()) await rm(file);
      };
      // What cannot be deleted now is tried again.
      await order.run(file, check).catch(() => undefined);
    }
  };
  let swept = sweep();
  const sweepAgain = (): void => {
    swept = swept.then(sweep);
  };
  const sweeping = setInterval(sweepAgain, SWEEP_MS).unref();
  const fileOf = (key: string): string => path.join(folder, `${encodeURIComponent(key)}.json`);
  const write = async (
    value: string,
    ttl: number | undefined,
    place: (file: string) => Promise<void>,
  ): Promise<void> => {
    const kept: Kept = { until: ttl === undefined ? null : now() + ttl * 1000, value };
    const file = path.join(folder, `${randomUUID()}.new`);
    try {
      await writeFile(file, JSON.stringify(kept), { mode: 0o600, flush: true });
      await place(file);
    } finally {
      await rm(file, { force: true });
    }
  };
  const getItem = async (key: string): Promise<string | null> => {
    let text: string;
    try {
      text = await readFile(fileOf(key), 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
    const { value, until } = JSON.parse(text) as Kept;
    return until === null || now() < until ? value : null;
  };
  return {
    async close() {
      clearInterval(sweeping);
      await swept;
      await close();
    },
    getItem,
    removeItem(key) {
      const file = fileOf(key);
      return order.run(file, () => rm(file, { force: true }));
    },
    setItem(key, value, { ttl } = {}) {
      const file = fileOf(key);
      return order.run(file, () => write(value, ttl, (written) => rename(written, file)));
    },
    setIfAbsent(key, value, { ttl }) {
      const file = fileOf(key);
      return order.run(file, async () => {
        if ((await getItem(key)) === null) await rm(file, { force: true });
        try {
          await write(value, ttl, (written) => link(written, file));
          return true;
        } catch (error) {
          if (hasCode(error, 'EEXIST')) return false;
          throw error;
        }
      });
    },
    async getKeys(base) {
      const names = await readdir(folder);
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => decodeURIComponent(name.slice(0, -'.json'.length)))
        .filter((key) => key.startsWith(base));
    },
  };
};
