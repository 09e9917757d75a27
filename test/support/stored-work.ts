/** Reads the element's stored work from outside, so that a test can close a page once the work is stored. */
import { openDB } from 'idb';
import { storageScope } from '../../src/engine.js';

/** The fields of a stored job that tests read. */
export interface StoredWork {
  readonly id: string;
  readonly scope: string;
  readonly job: {
    readonly plan?: object;
    readonly uploaded?: object;
    readonly transcriptionId?: string;
    readonly hashPoint?: { readonly bytes: number };
  };
  readonly etags: readonly unknown[];
}

const isOf =
  (scope: string) =>
  (value: unknown): value is StoredWork =>
    typeof value === 'object' &&
    value !== null &&
    'scope' in value &&
    value.scope === storageScope('page', scope);

/** The work of this scope that is stored with its recording, or undefined. */
const storedWork = async (scope: string): Promise<StoredWork | undefined> => {
  // Opens without a version, so that nothing is upgraded. If there is no database, no empty one may be left.
  const database = await openDB('audio-transcribe', undefined, {
    upgrade(_database, _from, _to, transaction) {
      transaction.done.catch(() => undefined);
      transaction.abort();
    },
  }).catch(() => null);
  if (database === null) return undefined;
  try {
    const jobs: unknown[] = await database.getAll('jobs');
    const work = jobs.find(isOf(scope));
    if (work === undefined) return undefined;
    return (await database.getKey('files', work.id)) === undefined ? undefined : work;
  } finally {
    database.close();
  }
};

/** Resolves once the work of this scope is stored and matches. */
export const untilStored = async (
  scope: string,
  isSo: (work: StoredWork) => boolean = () => true,
): Promise<void> => {
  for (;;) {
    const work = await storedWork(scope);
    if (work !== undefined && isSo(work)) return;
    await new Promise(requestAnimationFrame);
  }
};

/** Removes the recording of this scope's work, as if the browser had no room for it. */
export const forgetRecording = async (scope: string): Promise<void> => {
  const work = await storedWork(scope);
  if (work === undefined) throw new Error('there is no recording to forget');
  const database = await openDB('audio-transcribe');
  await database.delete('files', work.id);
  database.close();
};
