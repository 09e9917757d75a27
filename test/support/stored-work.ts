/** What the element has kept in this browser, looked at from outside: so that a test may end a page once it is there. */
import { openDB } from 'idb';
import { storageScope } from '../../src/engine/index.js';

/** The little of a stored job that tests look at. */
export interface StoredWork {
  readonly id: string;
  readonly scope: string;
  readonly job: {
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

/** The work of this scope whose recording is stored with it; undefined where there is none. */
const storedWork = async (scope: string): Promise<StoredWork | undefined> => {
  // Without a version nothing is changed; where there is no database yet, an empty one must not be left behind.
  const database = await openDB('audio-transcribe', undefined, {
    upgrade: (_database, _from, _to, transaction) => transaction.abort(),
  }).catch(() => null);
  if (database === null) return undefined;
  try {
    const jobs: unknown[] = await database.getAll('jobs');
    const work = jobs.find(isOf(scope));
    if (work === undefined) return undefined;
    const recordings = [...database.objectStoreNames].filter((name) => name !== 'jobs');
    const kept = await Promise.all(recordings.map((name) => database.getKey(name, work.id)));
    return kept.some((key) => key !== undefined) ? work : undefined;
  } finally {
    database.close();
  }
};

/** Resolves once the work of this scope is stored and is as told. */
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

/** Leaves the work of this scope without its recording, as a browser does that has no room for it. */
export const forgetRecording = async (scope: string): Promise<void> => {
  const work = await storedWork(scope);
  if (work === undefined) throw new Error('there is no recording to forget');
  const database = await openDB('audio-transcribe');
  await database.delete('recordings', work.id);
  database.close();
};
