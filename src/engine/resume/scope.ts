import type { Clock, Lock, Locks, RecordStore, StoredRecord } from '../ports.js';

/** Whose stored work is whose. */

/**
 * Where a scope comes from: the page's `resume-scope`, the user that the token is for, or, where neither is known,
 * the session of the page.
 */
type ScopeKind = 'page' | 'user' | 'session';

/** A scope as it is stored. Its kind comes first, so that no scope can be taken for one of another kind. */
export const storageScope = (kind: ScopeKind, id: string): string => `${kind}:${id}`;

const isOfKind = (scope: string, kind: ScopeKind): boolean => scope.startsWith(`${kind}:`);

/** True where a page that names this user, by `resume-scope` or `storage_scope`, means this scope. */
export const isScopeOf = (scope: string, id: string): boolean =>
  scope === storageScope('page', id) || scope === storageScope('user', id);

/** The Web Lock that every live element with this scope shares. */
export const scopeLockName = (scope: string): string => `audio-transcribe:scope:${scope}`;

/** The Web Lock of whoever works on this job. */
export const jobLockName = (id: string): string => `audio-transcribe:${id}`;

/** Decides what may stay stored in this browser, and deletes the rest. */

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

interface LeftoversOptions {
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

/** Whose stored work an element may show, and the lock that says so to other pages. */

/** What the page has said, and what the user token tells. */
export interface ScopeSource {
  /** Null: nothing is stored. Undefined: a user token has to tell. */
  now(): string | null | undefined;
  /** Asks for a user token where only that can tell. Rejects as that does. */
  learn(signal: AbortSignal): Promise<string | null>;
  /** What this session of the page has stored under, where no token told of a user; null where it has not. */
  session(): string | null;
}

export interface OwnScope extends ScopeSource {
  /**
   * The scope whose work may be shown, after others' leftovers are deleted; null for none. A user token is asked for
   * only where something is stored that may be the user's, and after a failure only if `anew`.
   */
  look(anew: boolean): Promise<string | null>;
  /** The element is in its page: from now on its scope counts as live. Returns what ends that. */
  connect(): () => void;
}

interface OwnScopeOptions {
  readonly source: ScopeSource;
  readonly leftovers: Leftovers;
  readonly locks: Pick<Locks, 'share'>;
}

export const createOwnScope = ({ source, leftovers, locks }: OwnScopeOptions): OwnScope => {
  let connection: AbortController | null = null;
  let failed = false;
  let claim: { readonly scope: string; readonly lock: Promise<Lock> } | null = null;

  const release = (): void => {
    claim?.lock.then(
      (lock) => lock.release(),
      () => undefined,
    );
    claim = null;
  };

  const hold = async (scope: string): Promise<void> => {
    if (connection === null) return;
    if (claim?.scope !== scope) {
      release();
      claim = { scope, lock: locks.share(scopeLockName(scope)) };
    }
    await claim.lock.catch(() => undefined);
  };

  const ask = async (anew: boolean): Promise<string | null> => {
    await leftovers.tidy(null);
    if ((failed && !anew) || !(await leftovers.needToken(source.session()))) return null;
    const { signal } = connection ?? new AbortController();
    try {
      return await source.learn(signal);
    } catch {
      // Nobody knows who is signed in: nothing is shown, and nothing of anybody is deleted.
      failed = !signal.aborted;
      return null;
    }
  };

  return {
    now: () => source.now(),
    learn: (signal) => source.learn(signal),
    session: () => source.session(),
    async look(anew) {
      const known = source.now();
      const scope = known === undefined ? await ask(anew) : known;
      if (scope === null) return null;
      failed = false;
      await hold(scope);
      await leftovers.tidy(scope);
      return scope;
    },
    connect() {
      const own = new AbortController();
      connection = own;
      return () => {
        own.abort(new Error('the element left its page'));
        if (connection === own) connection = null;
        release();
      };
    },
  };
};
