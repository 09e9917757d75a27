/** Decides which stored data an element may use, and deletes data that nobody may use any more. */
import type { Clock, Lock, Locks, RecordStore, StoredRecord } from '../ports.js';

/** Where a scope comes from: `user-key`, the user of the token, or, if neither is known, the page's session. */
type ScopeKind = 'page' | 'user' | 'session';

/** The stored form of a scope. The kind comes first, so that scopes of different kinds are never equal. */
export const storageScope = (kind: ScopeKind, id: string): string => `${kind}:${id}`;

const isOfKind = (scope: string, kind: ScopeKind): boolean => scope.startsWith(`${kind}:`);

/** True if the scope belongs to this user key. */
export const isScopeOf = (scope: string, id: string): boolean =>
  scope === storageScope('page', id) || scope === storageScope('user', id);

/** The Web Lock that all live elements with this scope share. */
export const scopeLockName = (scope: string): string => `audio-transcribe:scope:${scope}`;

/** The Web Lock of the tab that works on this job. */
export const jobLockName = (id: string): string => `audio-transcribe:${id}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** In ms. Stored data is deleted after this time without a change. */
export const LIFETIMES_MS = {
  /** A stored job, whose URLs have then expired (section 8). */
  job: DAY_MS,
  /** A stored job with a task, because the task was paid for. */
  task: 30 * DAY_MS,
  /** Corrections. */
  edits: 180 * DAY_MS,
  /** They can be computed again from the audio. */
  peaks: 30 * DAY_MS,
  /** A recording of the microphone. It cannot be made again. */
  recording: 7 * DAY_MS,
};

/** In ms. How long a session's data is kept without a live page. A reload briefly releases the page's lock. */
export const SESSION_GRACE_MS = 10 * 60 * 1000;

export interface StorageCleanup {
  /** True if something is stored that only the user of a token, or this session, may see. */
  needToken(session: string | null): Promise<boolean>;
  /**
   * Deletes expired data, data of ended sessions, and, if `own` is the verified scope of this page, data of
   * other users. Keeps data that a live element works on. `own` is null if the page's scope is unknown.
   */
  run(own: string | null): Promise<void>;
  /** Deletes all data of this user key; null means all data. */
  forget(id: string | null): Promise<void>;
}

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
  job?.transcriptionId === undefined ? LIFETIMES_MS[kind] : LIFETIMES_MS.task;

/** Jobs and recordings have a lock each while a tab works on them. */
const isWorkKind = (kind: RecordKind): boolean => kind === 'job' || kind === 'recording';

const nameOf = ({ scope, id }: StoredRecord): string => JSON.stringify([scope, id]);

export const createStorageCleanup = (options: StorageCleanupOptions): StorageCleanup => {
  const { jobs, edits, peaks, recordings, locks, clock } = options;
  const removeWhere = (
    unwanted: (record: StoredRecord, kind: RecordKind) => boolean,
  ): Promise<unknown> =>
    Promise.all([
      jobs.removeWhere((record) => unwanted(record, 'job')),
      edits.removeWhere((record) => unwanted(record, 'edits')),
      peaks.removeWhere((record) => unwanted(record, 'peaks')),
      recordings?.removeWhere((record) => unwanted(record, 'recording')),
    ]);
  return {
    async needToken(session) {
      const records = await Promise.all([jobs.list(), edits.list(), recordings?.list() ?? []]);
      return records.flat().some(({ scope }) => scope === session || isOfKind(scope, 'user'));
    },
    async run(own) {
      // List the records before the locks: a record's lock is taken before it is stored, so a missing lock means that
      // nobody works on it. Records stored after the listing are kept.
      const stores = [jobs, edits, peaks, ...(recordings ? [recordings] : [])];
      const lists = await Promise.all(stores.map((store) => store.list()));
      const seen = new Set(lists.flat().map(nameOf));
      const held = await locks.held();
      const now = clock.now();
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
        if (own === null) return false;
        // The token says who is signed in, so another user's jobs are deleted even if that user's page is still open.
        // Corrections may still be edited there, so they are kept until that page is closed.
        if (isOfKind(scope, 'user')) return isOfKind(own, 'user') && (isWorkKind(kind) || !isLive);
        return isOfKind(own, 'page') && !isLive;
      });
    },
    async forget(id) {
      await removeWhere(({ scope }) => id === null || isScopeOf(scope, id));
    },
  };
};

/** The scope as the page's settings and the user token define it. */
export interface ScopeSource {
  /** Null: nothing is stored. Undefined: a user token is needed to know. */
  now(): string | null | undefined;
  /** Requests a user token if only the token can tell. Rejects if the request fails. */
  requestFromToken(signal: AbortSignal): Promise<string | null>;
  /** The scope of this session, for tokens without a user; null if the session has stored nothing. */
  session(): string | null;
}

export interface OwnScope extends ScopeSource {
  /**
   * Deletes other users' data, then returns the scope whose data may be shown; null for none. Requests a user
   * token only if the stored data may belong to its user. After a failed request, it asks again only with
   * `retry`.
   */
  resolve(options?: { readonly retry?: boolean }): Promise<string | null>;
  /** Marks the scope as live while the element is connected. Returns a disconnect function. */
  connect(): () => void;
}

interface OwnScopeOptions {
  readonly source: ScopeSource;
  readonly cleanup: StorageCleanup;
  readonly locks: Pick<Locks, 'share'>;
}

export const createOwnScope = ({ source, cleanup, locks }: OwnScopeOptions): OwnScope => {
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

  const askToken = async (retry: boolean): Promise<string | null> => {
    await cleanup.run(null);
    if ((failed && !retry) || !(await cleanup.needToken(source.session()))) return null;
    const { signal } = connection ?? new AbortController();
    try {
      return await source.requestFromToken(signal);
    } catch {
      // The user is not known, so nothing is shown and nothing is deleted.
      failed = !signal.aborted;
      return null;
    }
  };

  return {
    now: () => source.now(),
    requestFromToken: (signal) => source.requestFromToken(signal),
    session: () => source.session(),
    async resolve({ retry = false } = {}) {
      const known = source.now();
      const scope = known === undefined ? await askToken(retry) : known;
      if (scope === null) return null;
      failed = false;
      await hold(scope);
      await cleanup.run(scope);
      return scope;
    },
    connect() {
      const own = new AbortController();
      connection = own;
      return () => {
        own.abort(new Error('the element was disconnected'));
        if (connection === own) connection = null;
        release();
      };
    },
  };
};
