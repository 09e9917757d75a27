/** Everything that the element has stored for this origin, as searchable text. */
import { openDB } from 'idb';
import { storageScope, type StoredJob } from '../../src/engine.js';

const NAME = 'audio-transcribe';

const readAll = async () => {
  // If there is no database, do not leave an empty one behind.
  if (!(await indexedDB.databases()).some((it) => it.name === NAME)) return [];
  const database = await openDB(NAME);
  try {
    return await Promise.all(
      ['jobs', 'files', 'edits'].map(async (store) => ({
        store,
        keys: await database.getAllKeys(store),
        values: (await database.getAll(store)) as unknown[],
      })),
    );
  } finally {
    database.close();
  }
};

/** Bytes as text, one character each. */
const replacer = (_key: string, value: unknown): unknown => {
  if (value instanceof ArrayBuffer)
    return String.fromCharCode(...new Uint8Array(value).slice(0, 4_096));
  return value instanceof Map ? [...(value as Map<unknown, unknown>)] : value;
};

export const dumpStored = async (): Promise<string> => JSON.stringify(await readAll(), replacer);

/** The number of records: jobs, files and corrections. */
export const countStored = async (): Promise<readonly number[]> =>
  (await readAll()).map(({ keys }) => keys.length);

/** Resolves once the dump matches. */
export const untilDump = async (fits: (dump: string) => boolean): Promise<void> => {
  while (!fits(await dumpStored())) await new Promise(requestAnimationFrame);
};

/** An interrupted upload, as an element leaves it. */
export const leftJob = (
  id: string,
  scope: Parameters<typeof storageScope>,
  savedAtMs: number,
): StoredJob => ({
  version: 4,
  ...{ id, scope: storageScope(...scope), savedAtMs },
  title: `${id}.wav`,
  source: { kind: 'file' },
  job: {
    options: {},
    file: { name: `${id}.wav`, size: 10, fileType: 'wav', durationSeconds: 1, lastModifiedMs: 5 },
    plan: {
      FileId: 'f',
      UploadId: 'u',
      ChunkSize: 5,
      Parts: [{ PartNumber: 1, PresignedUrl: `https://storage.test/${id}` }],
    },
  },
  etags: [],
});
