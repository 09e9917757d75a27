/** Deletes stored data that is too old or that no user may read any more. */
import type { Clock, Locks, RecordStore, StoredRecord } from '../ports.js';
import {
  isOfKind,
  isPaid,
  isScopeOf,
  jobLockName,
  LIFETIMES_MS,
  type OwnToken,
  scopeLockName,
  type StorageCleanup,
} from './scope.js';

/** In ms. How long a session's data is kept without a live page. A reload briefly releases the page's lock. */
export const SESSION_GRACE_MS = 10 * 60 * 1000;

/** The scope of a record that cannot be read. It is kept until the data of any user is deleted. */
export const UNKNOWN_SCOPE = '';

interface StorageCleanupOptions {
  readonly jobs: RecordStore;
  readonly edits: RecordStore;
  /** The peaks of recordings. They alone are no reason to request a user token. */
  readonly peaks: RecordStore;
  /** Recordings of the microphone. Default: none. */
  readonly recordings?: RecordStore;
  readonly locks: Pick<Locks, 'held'>;
  readonly clock: Pick<Clock, 'now'>;
}

type RecordKind = Exclude<keyof typeof LIFETIMES_MS, 'task'>;

const lifetimeOf = ({ job }: StoredRecord, kind: RecordKind): number =>
  LIFETIMES_MS[isPaid(job) ? 'task' : kind];

/** Jobs and recordings have a lock each while a tab works on them. */
const isWorkKind = (kind: RecordKind): boolean => kind === 'job' || kind === 'recording';

/**
 * True for what was stored for another backend, or since this token was received, or if the clock was set back since then. Another
 * backend, or a newer token, has another key for the same user, so this one does not tell whether it is somebody else's.
 */
const isOfOtherToken = (
  { origin, savedAtMs }: StoredRecord,
  token: OwnToken | undefined,
  now: number,
): boolean => {
  if (token === undefined) return false;
  const isOfOther = origin !== undefined && origin.backend !== token.backend;
  const { receivedAtMs } = token;
  // A token of the future was received before the clock was set back, so that times do not tell which key is newer.
  const isNewer = receivedAtMs !== undefined && (savedAtMs >= receivedAtMs || receivedAtMs > now);
  return isOfOther || isNewer;
};

/** Nothing of a store that fails. It is cleaned up another time, and hides no other store. */
const listOf = (store: RecordStore): Promise<readonly StoredRecord[]> =>
  store.list().catch(() => []);

const nameOf = ({ scope, id }: StoredRecord): string => JSON.stringify([scope, id]);

export const createStorageCleanup = (options: StorageCleanupOptions): StorageCleanup => {
  const { jobs, edits, peaks, recordings, locks, clock } = options;
  const stores = [jobs, edits, peaks, ...(recordings ? [recordings] : [])];
  /** Resolves with the first failure when all stores are done; with null if none has failed. */
  const removeWhere = async (
    unwanted: (record: StoredRecord, kind: RecordKind) => boolean,
  ): Promise<{ readonly error: unknown } | null> => {
    const removals = [
      jobs.removeWhere((record) => unwanted(record, 'job')),
      edits.removeWhere((record) => unwanted(record, 'edits')),
      peaks.removeWhere((record) => unwanted(record, 'peaks')),
      recordings?.removeWhere((record) => unwanted(record, 'recording')),
    ];
    const failures: { readonly error: unknown }[] = [];
    const note = (error: unknown): unknown => failures.push({ error });
    await Promise.all(removals.map(async (removal) => removal?.catch(note)));
    return failures[0] ?? null;
  };
  return {
    async needToken(session) {
      const records = await Promise.all(
        [jobs, edits, ...(recordings ? [recordings] : [])].map(listOf),
      );
      return records.flat().some(({ scope }) => scope === session || isOfKind(scope, 'user'));
    },
    async run(own, aliases = [], token) {
      const now = clock.now();
      if (own !== null && aliases.length > 0)
        await Promise.all(
          stores.map(async (store) => store.move?.(aliases, own, now).catch(() => undefined)),
        );
      // List the records before the locks: a record's lock is taken before it is stored, so a missing lock means that
      // nobody works on it. Records stored after the listing are kept.
      const lists = await Promise.all(stores.map(listOf));
      const seen = new Set(lists.flat().map(nameOf));
      const held = await locks.held();
      await removeWhere((record, kind) => {
        if (!seen.has(nameOf(record))) return false;
        const { id, scope, savedAtMs } = record;
        // The clock may be wrong, but not the lock.
        if (isWorkKind(kind) && held.has(jobLockName(id))) return false;
        // Records with a time in the future were written with a wrong clock. The absolute value expires them too.
        const age = Math.abs(now - savedAtMs);
        if (age > lifetimeOf(record, kind)) return true;
        if (scope === own) return false;
        const isLive = held.has(scopeLockName(scope));
        if (isOfKind(scope, 'session')) return !isLive && age > SESSION_GRACE_MS;
        // What was paid for waits for its owner, whoever signs in.
        if (own === null || isPaid(record.job ?? null)) return false;
        // The token says who is signed in, so another user's jobs are deleted even if that user's page is still open.
        // Corrections may still be edited there, so they are kept until that page is closed.
        if (isOfKind(scope, 'user'))
          return (
            isOfKind(own, 'user') &&
            !isOfOtherToken(record, token, now) &&
            (isWorkKind(kind) || !isLive)
          );
        return isOfKind(own, 'page') && !isLive;
      });
    },
    async forget(id, untilMs = Infinity) {
      const failure = await removeWhere(
        ({ scope, savedAtMs }) =>
          scope === UNKNOWN_SCOPE ||
          (savedAtMs <= untilMs && (id === null || isScopeOf(scope, id))),
      );
      if (failure !== null) throw failure.error;
    },
  };
};
