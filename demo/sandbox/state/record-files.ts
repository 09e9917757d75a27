/**
 * Small records on disk, each replaced atomically: a restart finds the old or the new version, never a partial one.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  ContractError,
  field,
  object,
  parseJson,
  type Reader,
} from '../../../src/protocol/read.js';
import { createOrder } from '../../in-order.js';
import type { Records } from '../../service/store.js';

/** Version of the records. A record of another version is set aside. */
const VERSION = 1;
const ENDING = '.json';
/** Extension of files that are not yet renamed. */
const UNFINISHED = '.writing';

/** Readable only by the owner, because a record may contain a key or a presigned address. */
const writeAtomically = async (file: string, text: string): Promise<void> => {
  const temporary = `${file}.${randomUUID()}${UNFINISHED}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      // Before the rename, so that a power failure leaves no empty record.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
};

const version: Reader<typeof VERSION> = (value, at) => {
  if (value === VERSION) return VERSION;
  throw new ContractError(at, `is not ${VERSION}`);
};

const textOf = (record: unknown): string => JSON.stringify({ version: VERSION, record });

const parseRecord = <T>(text: string, read: Reader<T>): T => {
  const source = object(parseJson(text), '');
  field(source, '', 'version', version);
  return field(source, '', 'record', read);
};

/** Renames a file so that it is not read again, and reports it. */
const putAside = async (file: string, reason: string): Promise<void> => {
  const aside = `${file}.${randomUUID()}.damaged`;
  await rename(file, aside);
  console.error(`The sandbox put aside a record that it cannot read (${reason}): ${aside}`);
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Reads one record; undefined if there is none. An invalid record is set aside. */
const load = async <T>(file: string, read: Reader<T>): Promise<T | undefined> => {
  try {
    return parseRecord(await readFile(file, 'utf8'), read);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (!(error instanceof ContractError)) throw error;
    await putAside(file, error.message);
    return undefined;
  }
};

export interface RecordFile<T> {
  /** Undefined if it was never written, or was invalid and set aside. */
  readonly load: () => Promise<T | undefined>;
  readonly write: (record: T) => Promise<void>;
}

export const recordFile = <T>(file: string, read: Reader<T>): RecordFile<T> => ({
  load: () => load(file, read),
  write: (record) => writeAtomically(file, textOf(record)),
});

/** Creates the folder if it is missing. Names consist of letters, digits, `_` and `-`. Invalid records are set aside. */
export const recordFolder = async <T>(folder: string, read: Reader<T>): Promise<Records<T>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: string): string => path.join(folder, `${name}${ENDING}`);
  const order = createOrder();

  return {
    load: async () => {
      const records = new Map<string, T>();
      for (const file of await readdir(folder)) {
        if (file.endsWith(UNFINISHED)) await rm(path.join(folder, file), { force: true });
        const name = file.slice(0, -ENDING.length);
        if (!file.endsWith(ENDING) || !/^[\w-]+$/.test(name)) continue;
        const record = await load(fileOf(name), read);
        if (record !== undefined) records.set(name, record);
      }
      return records;
    },
    write: (name, record) => {
      // Serialised now, because the record may change before its turn.
      const text = textOf(record);
      return order.run(name, () => writeAtomically(fileOf(name), text));
    },
    remove: (name) => order.run(name, () => rm(fileOf(name), { force: true })),
    settled: order.settled,
  };
};
