/** Decides what may stay stored in this browser, and deletes the rest. */
import type { Clock, Locks, RecordStore, StoredRecord } from '../ports.js';
import { isOfKind, isScopeOf, jobLockName, scopeLockName } from './storage-scope.js';

/** Unfinished work that was not saved for this long is deleted: the addresses in it are dead (section 8). In ms: a day. */
export const STORED_JOB_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Corrections that were not changed for this long are deleted. In ms: half a year. */
export const EDITS_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000;

/** How long the records of a session stay while no page holds its lock: a reload lets go of it for a moment. In ms. */
export const SESSION_GRACE_MS = 10 * 60 * 1000;

export interface Leftovers {
  /** True where something is stored of which only a user token can tell whether it may be shown. */
  needToken(session: string | null): Promise<boolean>;
  /**
   * Deletes what is too old, what sessions left that are over, and what others left whose place is taken by `own`,
   * the scope that the page knows to be right; null where it knows none. What an element works on now is spared.
   */
  tidy(own: string | null): Promise<void>;
  /** Deletes everything of this `resume-scope` or `storage_scope`; everything there is where it is null. */
  forget(id: string | null): Promise<void>;
}

export interface LeftoversOptions {
  readonly jobs: RecordStore;
  readonly edits: RecordStore;
  readonly locks: Pick<Locks, 'held'>;
  readonly clock: Pick<Clock, 'now'>;
}

const nameOf = ({ scope, id }: StoredRecord): string => JSON.stringify([scope, id]);

export const createLeftovers = ({ jobs, edits, locks, clock }: LeftoversOptions): Leftovers => {
  const everywhere = (
    unwanted: (record: StoredRecord, kind: 'job' | 'edits') => boolean,
  ): Promise<unknown> =>
    Promise.all([
      jobs.removeWhere((record) => unwanted(record, 'job')),
      edits.removeWhere((record) => unwanted(record, 'edits')),
    ]);
  return {
    async needToken(session) {
      const records = await Promise.all([jobs.list(), edits.list()]);
      return records.flat().some(({ scope }) => scope === session || isOfKind(scope, 'user'));
    },
    async tidy(own) {
      // First the records, then the locks: what is stored is locked before, so that a lock that is missing now tells.
      // What is stored meanwhile is left alone.
      const seen = new Set((await Promise.all([jobs.list(), edits.list()])).flat().map(nameOf));
      const held = await locks.held();
      const now = clock.now();
      await everywhere((record, kind) => {
        if (!seen.has(nameOf(record))) return false;
        const { id, scope, savedAtMs } = record;
        // A clock that was wrong once must not keep anything for ever.
        const age = Math.abs(now - savedAtMs);
        if (age > (kind === 'job' ? STORED_JOB_LIFETIME_MS : EDITS_LIFETIME_MS)) return true;
        if (scope === own || (kind === 'job' && held.has(jobLockName(id)))) return false;
        const isLive = held.has(scopeLockName(scope));
        if (isOfKind(scope, 'session')) return !isLive && age > SESSION_GRACE_MS;
        if (own === null) return false;
        // The token says who is signed in: another user's page that is still open does not outweigh that. Corrections
        // may be in the making there.
        if (isOfKind(scope, 'user')) return isOfKind(own, 'user') && (kind === 'job' || !isLive);
        return isOfKind(own, 'page') && !isLive;
      });
    },
    async forget(id) {
      await everywhere(({ scope }) => id === null || isScopeOf(scope, id));
    },
  };
};
