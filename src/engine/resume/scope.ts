/** Decides whose stored data is, and which of them an element may use. */
import type { Lock, Locks, Origin, PageVisibility, StoredJob, StoredRecord } from '../ports.js';
import type { TranscriptionOptions } from '../../protocol/types.js';
import { isUploadOutdated, storedBytes, type AudioFile } from '../session/job.js';
import { chosenFacts, type ResumeNeeds } from './stored-job.js';

/** Where a scope comes from: `user-key`, the user of the token, or, if neither is known, the page's session. */
type ScopeKind = 'page' | 'user' | 'session';

/** The stored form of a scope. The kind comes first, so that scopes of different kinds are never equal. */
export const storageScope = (kind: ScopeKind, id: string): string => `${kind}:${id}`;

export const isOfKind = (scope: string, kind: ScopeKind): boolean => scope.startsWith(`${kind}:`);

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
  /** A stored job with a task, or whose submission has no known outcome, because it was paid for. */
  task: 30 * DAY_MS,
  /** Corrections. */
  edits: 180 * DAY_MS,
  /** They can be computed again from the audio. */
  peaks: 30 * DAY_MS,
  /** A recording of the microphone. It cannot be made again. */
  recording: 7 * DAY_MS,
};

/** True for a job that has a task, or may have one. It was paid for. */
export const isPaid = (job: StoredRecord['job'] | null): boolean =>
  (job?.transcriptionId ?? job?.submissionAskedAtMs) !== undefined;

/* ---- Whose a stored job is ---- */

/** Whether a stored job belongs to this element. */
export type Whose =
  /** It was begun in this place, and may continue by itself. */
  | 'mine'
  /** It was begun in another place. It continues only if the user says so. */
  | 'offer'
  /** It belongs to another element of the same page. */
  | 'not-here'
  /** It belongs to another user, service or backend. Nothing of it may be shown or sent. */
  | 'never';

/** An element, as the others of its page see it. */
export interface Neighbour {
  readonly origin: () => Origin;
  /** Ids of the jobs that it works on. */
  readonly own: ReadonlySet<string>;
}

/** What the elements of one document share. */
export interface LivePage {
  /** The connected elements. */
  readonly elements: Set<Neighbour>;
  /** Ids of the jobs whose element was removed while it worked on them. */
  readonly left: Set<string>;
  /** Recordings in memory, by the id of their job. */
  readonly files: Map<string, AudioFile>;
}

export const createLivePage = (): LivePage => ({
  elements: new Set(),
  left: new Set(),
  files: new Map(),
});

const isSamePlace = (one: Origin, other: Origin): boolean =>
  one.page === other.page && one.element === other.element;

/** Whose a stored job is, as seen by an element. `origin`: undefined in records of version 1.0.0, which are only offered. */
export const whoseIs = (
  { id, scope, origin }: Pick<StoredJob, 'id' | 'scope' | 'origin'>,
  asks: Origin & { readonly scope: string },
  neighbours: readonly Neighbour[],
): Whose => {
  if (scope !== asks.scope) return 'never';
  if (origin !== undefined) {
    // A job without a service sends nothing to one.
    const isSameService = origin.service === null || origin.service === asks.service;
    if (!isSameService || origin.backend !== asks.backend) return 'never';
  }
  if (neighbours.some(({ own }) => own.has(id))) return 'not-here';
  if (origin === undefined) return 'offer';
  if (isSamePlace(origin, asks)) return 'mine';
  return neighbours.some((one) => isSamePlace(origin, one.origin())) ? 'not-here' : 'offer';
};

/* ---- What an element may see of it ---- */

/** A stored job that can be resumed here. */
export interface ResumableJob {
  readonly id: string;
  /** `in-other-tab`: another tab is working on it. This tab can take it over. */
  readonly kind: 'interrupted' | 'in-other-tab';
  readonly whose: Whose;
  readonly needs: ResumeNeeds;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  /** Bytes; null for a URL. */
  readonly size: number | null;
  /** Uploaded fraction of the file when the job was last stored, 0 to 1, without parts that must be sent again. */
  readonly uploadedFraction: number;
  /** The task (2.4); null if there is none. */
  readonly transcriptionId: string | null;
}

const uploadedFraction = (
  { source, job, etags }: StoredJob,
  needs: ResumeNeeds,
  nowMs: number,
): number => {
  if (job.transcriptionId === undefined && isUploadOutdated(job, nowMs)) return 0;
  const { file, uploaded, hashPoint } = job;
  if (source.kind === 'address' || uploaded !== undefined) return 1;
  // Without a checkpoint, a file that is chosen again cannot be compared with what was sent.
  if (needs === 'recording' && hashPoint === undefined) return 0;
  return storedBytes({ ...job, etags: new Map(etags) }) / (file?.size ?? 1);
};

export const toResumableJob = (
  stored: StoredJob,
  is: Pick<ResumableJob, 'kind' | 'whose' | 'needs'>,
  nowMs: number,
): ResumableJob => ({
  id: stored.id,
  ...is,
  title: stored.title,
  savedAtMs: stored.savedAtMs,
  size: chosenFacts(stored)?.size ?? null,
  uploadedFraction: uploadedFraction(stored, is.needs, nowMs),
  transcriptionId: stored.job.transcriptionId ?? null,
});

/** A file that the user has chosen, and the options for it. Default: the stored options. */
export interface Choice {
  readonly file: AudioFile;
  readonly options?: TranscriptionOptions;
}

export type ResumeResult =
  | 'resumed'
  /** The job is finished or discarded, or another tab has taken it. */
  | 'gone'
  /** The recording cannot be read. The user must choose the same file again. */
  | 'recording-needed'
  /** The chosen file has another size. */
  | 'another-recording';

/** Why a job was not resumed, if the user can fix it. */
export type ResumeProblem = Extract<ResumeResult, 'another-recording' | 'recording-needed'>;

/** A stored job that the user can resume or decline. */
export interface ResumeOffer {
  readonly job: ResumableJob;
  readonly problem: ResumeProblem | null;
}

/* ---- The scope of an element ---- */

/** The token that says who the user is. Others may have another key for the same user. */
export interface OwnToken {
  /** `Origin.backend` of the element. */
  readonly backend: string | null;
  /** When it was received, in ms since the epoch. Undefined if that is not known. */
  readonly receivedAtMs: number | undefined;
}

export interface StorageCleanup {
  /** True if something is stored that only the user of a token, or this session, may see. */
  needToken(session: string | null): Promise<boolean>;
  /**
   * Deletes expired data, data of ended sessions, and, if `own` is the verified scope of this page, data of
   * other users. Keeps data that a live element works on. `own` is null if the page's scope is unknown. First moves the data of
   * the scopes in `aliases` to `own`. Default: none. Keeps what was paid for, and what `token` cannot judge. Default: it judges all.
   */
  run(own: string | null, aliases?: readonly string[], token?: OwnToken): Promise<void>;
  /** Deletes all data of this user key; null means all data. `untilMs`: only what was stored until then. Default: all. */
  forget(id: string | null, untilMs?: number): Promise<void>;
}

/** The scope as the page's settings and the user token define it. */
export interface ScopeSource {
  /** Null: nothing is stored. Undefined: a user token is needed to know. */
  now(): string | null | undefined;
  /** Requests a user token if only the token can tell. Rejects if the request fails. */
  requestFromToken(signal: AbortSignal): Promise<string | null>;
  /** The scope of this session, for tokens without a user; null if the session has stored nothing. */
  session(): string | null;
  /** Other scopes of the same user, such as those of before a rotation of keys. Default: none. */
  aliases?(): readonly string[];
  /** Default: the token is new, and there is one backend. */
  token?(): OwnToken;
  /** Resolves when the session is known to be that of this tab, and of no other. Default: at once. */
  named?(): Promise<void>;
}

export interface OwnScope extends ScopeSource {
  /**
   * Deletes other users' data, then returns the scope whose data may be shown; null for none. Requests a user
   * token only if the stored data may belong to its user. After a failed request, it asks again with `retry`, or when the
   * person has come back to the page.
   */
  resolve(options?: { readonly retry?: boolean }): Promise<string | null>;
  /** What a scope of this user is called now. Any other scope stays as it is. */
  current(scope: string): string;
  /**
   * Marks the scope as live while the element is connected. Returns a disconnect function. `onBack` is called when the
   * person comes back to the page after a request for the user token has failed: they may have signed in elsewhere.
   */
  connect(onBack?: () => void): () => void;
}

interface OwnScopeOptions {
  readonly source: ScopeSource;
  readonly cleanup: Omit<StorageCleanup, 'forget'>;
  readonly locks: Pick<Locks, 'share'>;
  /** Default: nobody knows when the person comes back. */
  readonly visibility?: Pick<PageVisibility, 'whenShown'>;
}

export const createOwnScope = (options: OwnScopeOptions): OwnScope => {
  const { source, cleanup, locks, visibility } = options;
  let connection: { readonly left: AbortController; readonly onBack?: () => void } | null = null;
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
    const asking = connection;
    const { signal } = asking?.left ?? new AbortController();
    try {
      return await source.requestFromToken(signal);
    } catch {
      // The user is not known, so nothing is shown and nothing is deleted.
      const isFirst = !failed;
      failed = !signal.aborted;
      if (isFirst && failed) askWhenBack(signal, asking?.onBack);
      return null;
    }
  };

  const askWhenBack = (signal: AbortSignal, onBack?: () => void): void => {
    if (onBack === undefined) return;
    visibility?.whenShown(signal).then(
      () => {
        failed = false;
        onBack();
      },
      () => undefined,
    );
  };

  return {
    ...source,
    async resolve({ retry = false } = {}) {
      await source.named?.();
      const known = source.now();
      const scope = known === undefined ? await askToken(retry) : known;
      if (scope === null) return null;
      failed = false;
      await hold(scope);
      await cleanup.run(scope, source.aliases?.(), source.token?.());
      return scope;
    },
    current: (scope) =>
      source.aliases?.().includes(scope) === true ? (source.now() ?? scope) : scope,
    connect(onBack) {
      const left = new AbortController();
      const own = { left, ...(onBack && { onBack }) };
      connection = own;
      return () => {
        left.abort();
        if (connection === own) connection = null;
        release();
      };
    },
  };
};
