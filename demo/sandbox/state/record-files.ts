/** Small records on disk, each replaced as a whole: a restart finds the old one or the new one, never half of one. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ContractError } from '../../../src/protocol/index.js';
import { field, object, type Reader } from '../../../src/protocol/read.js';

/** Of the records; one of another version is put aside, never guessed at. */
const VERSION = 1;
const ENDING = '.json';
/** Not yet renamed when the process ended. */
const UNFINISHED = '.writing';

/** For its owner only: a record may hold a key or an address that is presigned. */
const writeAtomically = async (file: string, text: string): Promise<void> => {
  const temporary = `${file}.${randomUUID()}${UNFINISHED}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      // Before the rename, so that a power cut leaves no empty file under the record's name.
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

const parseRecord = <T>(text: string, read: Reader<T>): T => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own words would quote the file.
    throw new ContractError('', 'is not JSON');
  }
  const source = object(json, '');
  field(source, '', 'version', version);
  return field(source, '', 'record', read);
};

/** Renames a file so that nobody reads it again, and says so. */
const putAside = async (file: string, reason: string): Promise<void> => {
  const aside = `${file}.${randomUUID()}.damaged`;
  await rename(file, aside);
  console.error(`The sandbox put aside a record that it cannot read (${reason}): ${aside}`);
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** One record, undefined where there is none; one that does not fit is put aside. */
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

const store = (file: string, record: unknown): Promise<void> =>
  writeAtomically(file, JSON.stringify({ version: VERSION, record }));

export interface RecordFile<T> {
  /** Undefined where it was never written, or does not fit and was put aside. */
  readonly load: () => Promise<T | undefined>;
  readonly write: (record: T) => Promise<void>;
}

export const recordFile = <T>(file: string, read: Reader<T>): RecordFile<T> => ({
  load: () => load(file, read),
  write: (record) => store(file, record),
});

export interface RecordFolder<T> {
  /** Every record by its name, in no order; those that do not fit are put aside. */
  readonly load: () => Promise<ReadonlyMap<string, T>>;
  /** Resolves once the record would survive; writes and removals of one name happen in the order of the calls. */
  readonly write: (name: string, record: T) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Resolves once nothing is being written. */
  readonly settled: () => Promise<void>;
}

/** Makes the folder where it is missing. Names are of letters, digits, `_` and `-`. */
export const recordFolder = async <T>(
  folder: string,
  read: Reader<T>,
): Promise<RecordFolder<T>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: string): string => path.join(folder, `${name}${ENDING}`);
  const last = new Map<string, Promise<void>>();

  const inOrder = (name: string, work: () => Promise<void>): Promise<void> => {
    const done = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, done);
    const forget = (): void => {
      if (last.get(name) === done) last.delete(name);
    };
    done.then(forget, forget);
    return done;
  };

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
      // As it is now, not as it is when its turn comes.
      const text = JSON.stringify({ version: VERSION, record });
      return inOrder(name, () => writeAtomically(fileOf(name), text));
    },
    remove: (name) => inOrder(name, () => rm(fileOf(name), { force: true })),
    settled: async () => {
      await Promise.allSettled(last.values());
    },
  };
};
