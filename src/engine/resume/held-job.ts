/** The job that this tab works on: how it is stored, when, and with which copy of its recording. */
import type { Clock, FileCopier, JobStore, Lock, Locks, TabChannel } from '../ports.js';
import type { AudioFile, Job } from '../session/job.js';
import type { Session, StableFile } from '../session/session.js';
import { rowOf, type SessionEvent } from '../session/session-events.js';
import { isWorking, type SessionState } from '../session/state.js';
import type { OwnScope } from './scope.js';
import { toStoredJob, type Choice, type ResumableJob, type ResumeResult } from './stored-job.js';
import type { TranscriptionOptions } from '../../protocol/types.js';

/** Runs writes one after the other, also after one that failed. `onFailure` is called for the first failure only. */
export const createWriteQueue = (onFailure: (cause: unknown) => void) => {
  let last: Promise<void> = Promise.resolve();
  let keeping = true;
  let reported = false;
  return {
    add(write: () => Promise<void>): void {
      last = last.then(write).then(
        () => {
          keeping = true;
        },
        (cause: unknown) => {
          keeping = false;
          if (!reported) onFailure(cause);
          reported = true;
        },
      );
    },
    /** Resolves when all writes so far have ended or failed. */
    async settled(): Promise<void> {
      for (let waited: Promise<void> | null = null; waited !== last;) {
        waited = last;
        await waited;
      }
    },
    /** False if the last write failed. */
    isKeeping: () => keeping,
  };
};

export interface JobPersistence {
  /** The newest interrupted job of this scope, or else the newest job of another tab; null for none. */
  findOffer(except?: ReadonlySet<string>): Promise<ResumableJob | null>;
  /** The job whose recording matches this file, so that it is not uploaded again; null for none. */
  findMatch(file: AudioFile): Promise<ResumableJob | null>;
  /** The job that created this task; null for none. */
  findTask(transcriptionId: string): Promise<ResumableJob | null>;
  /** The job of this URL with the same options, also a finished one; null for none. */
  findAddress(fileUrl: string, options: TranscriptionOptions): Promise<ResumableJob | null>;
  /**
   * Resumes the job, or takes it over from another tab. May ask for permission, so call it in a user gesture. Once the
   * signal is aborted, the job is not resumed, and the result is `gone`.
   */
  accept(offer: ResumableJob, choice?: Choice, signal?: AbortSignal): Promise<ResumeResult>;
  /** True once for a job that this tab worked on until it was reloaded, if it can continue without the user. */
  continues(offer: ResumableJob): boolean;
  /** Deletes the job, unless a tab is working on it. It is not offered here any more. */
  decline(offer: ResumableJob): Promise<void>;
  /**
   * Calls the listener whenever the offers may have changed. Returns a disconnect function, which also releases the lock
   * of this tab's job, so that another tab can resume it.
   */
  connect(listener: () => void): () => void;
  /** Cancels and deletes the job if it belongs to this user key; null means any. */
  forget(id: string | null): Promise<void>;
  /** True if jobs are stored. */
  isWanted(): boolean;
  /** False while the browser refuses to store the job. The job continues, but a reload loses it. */
  isKeeping(): boolean;
  /** True while leaving the page would lose data: bytes that are neither uploaded nor stored in the browser. */
  atRisk(): boolean;
  /** Resolves when all writes so far have ended or failed. */
  settled(): Promise<void>;
  /** Resolves when all writes so far have ended or failed; with false if the last one has failed. */
  flushed(): Promise<boolean>;
  /** Deletes what is stored of the job. It continues here, and its next change is stored again. */
  discard(): Promise<void>;
  /** `SessionContext.stable`. */
  stable(file: AudioFile, signal: AbortSignal): Promise<StableFile>;
}

export interface JobPersistenceOptions {
  readonly session: Session;
  readonly store: JobStore;
  readonly locks: Locks;
  readonly news: TabChannel;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly scope: OwnScope;
  /** Default: nothing is copied. */
  readonly copy?: FileCopier | undefined;
  /** The job that this tab works on, so that a reload can continue it. Default: nobody remembers it. */
  readonly ongoing?: OngoingJobs;
  /** True to request a token if only that tells the user. Default: an upload waits for the token that it needs anyway. */
  readonly asksForScope?: boolean;
  /** Called once if nothing can be stored. The job continues without storage. */
  readonly onUnavailable: (cause: unknown) => void;
}

/** The job that this tab works on while it holds the job's lock. */
export class HeldJob {
  /** Null while the lock is requested, and while the element is disconnected. */
  lock: Lock | null = null;
  /** Resolves when the lock is held. A record stored before that would look interrupted. */
  locked: Promise<void> = Promise.resolve();
  /** The job to write next. */
  unsaved: Job | null = null;
  /** The recording to write next. */
  recording: AudioFile | null = null;
  hasRecording = false;
  /** True while a write is queued. Later changes are written with it. */
  isQueued = false;
  /** The scope, while a token is requested just to learn it. */
  asked: Promise<string | null> | null = null;
  /** The copy of the recording that is made beside the upload. Null before that. */
  copy: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  /** Aborted when this tab stops working on the job. */
  readonly dropped = new AbortController();
  constructor(
    readonly id: string,
    /** Null until the user is known. Nothing is stored until then. */
    public scope: string | null,
    /** Time of the last write. Null before the first write, which also notifies other tabs. */
    public savedAtMs: number | null,
  ) {}
}

/** The scope to store the job under; null if it is not stored. Only an upload needs a token anyway. */
const scopeOf = async (
  held: HeldJob,
  job: Job,
  { scope, asksForScope = job.source.kind !== 'file' }: JobPersistenceOptions,
): Promise<string | null> => {
  if (held.scope !== null) return held.scope;
  const known = scope.now();
  if (known !== undefined || !asksForScope) return known ?? null;
  held.asked ??= scope.requestFromToken(held.dropped.signal).catch(() => null);
  return held.asked;
};

/** Writes the job and its recording. Returns `deleted` if another tab has deleted the record. */
export const writeHeldJob = async (
  held: HeldJob,
  options: JobPersistenceOptions,
): Promise<'deleted' | 'done'> => {
  const { store, news, clock } = options;
  const { signal } = held.dropped;
  held.isQueued = false;
  if (held.unsaved !== null) held.scope = await scopeOf(held, held.unsaved, options);
  await held.locked;
  const { id, scope } = held;
  if (signal.aborted || scope === null) return 'done';
  const job = held.unsaved;
  held.unsaved = null;
  const savedAtMs = clock.now();
  const record = job && toStoredJob(job, { id, scope, savedAtMs });
  if (record !== null) {
    if (!(await store.save(record, held.savedAtMs === null))) return 'deleted';
    if (held.savedAtMs === null) news.post();
    held.savedAtMs = savedAtMs;
  }
  const { recording } = held;
  held.recording = null;
  if (recording === null || signal.aborted) return 'done';
  // If the disk is too full for the recording, the job itself may still fit.
  held.hasRecording = await store.saveRecording(id, recording).catch(() => false);
  // Other tabs can now resume the job without asking for the file.
  if (held.hasRecording) news.post();
  return 'done';
};

/* ---- What a change of the session means for the stored job ---- */

/** Which jobs this tab works on. It outlives a reload and a crash of the tab. */
export interface OngoingJobs {
  /** `isOngoing` is false once the job is finished, paused or failed, or waits for the user. */
  persist(id: string, isOngoing: boolean): void;
  /** True once if the tab was reloaded while it worked on this job. */
  take(id: string): boolean;
}

/** True while the tab works on the job without waiting for the user. */
export const isOngoing = (state: SessionState): boolean =>
  isWorking(state) && !(state.name === 'preparing' && state.step === 'waiting-for-start');

/** The recording could not be read, although the user may have changed nothing. */
export const isUnreadable = (event: SessionEvent): boolean =>
  event.type === 'failed' &&
  ['file-unreadable', 'file-changed-while-uploading'].includes(event.error.failure?.reason ?? '');

/** What an event other than `selected` means for the stored job. */
export const effectOf = (
  state: SessionState,
  event: SessionEvent,
  isHeld: boolean,
): 'begin' | 'release' | 'keep' | 'finish' | ReturnType<typeof rowOf>['persisted'] => {
  if (state.name === 'failed') {
    // The user chose another file than the recording. The job stays stored for the right file.
    if (state.error.code === 'file-changed' && state.job?.unverified) return 'release';
    if (!state.error.recoverable) return 'finish';
  }
  if (state.name === 'ready') return state.job.finished ? 'keep' : 'finish';
  if (state.name === 'idle') return 'finish';
  if (event.type === 'resumed' && !isHeld && isWorking(state)) return 'begin';
  return rowOf(event).persisted;
};

/** Copies files that may vanish while they are read, and files beside their upload, so that it outlives a reload. */
export const createJobCopies = ({ store, news, copy }: JobPersistenceOptions) => {
  let hasVanished = false;
  return {
    /** A file could not be read. From then on, files are copied before they are used. */
    fileVanished(): void {
      hasVanished = true;
    },
    /** Copies the recording while it is uploaded, unless its bytes are stored. Other writes do not wait for it. */
    beside(own: HeldJob, file: AudioFile | null): void {
      if (file === null || own.savedAtMs === null || own.copy !== null) return;
      const stop = new AbortController();
      const copying = async (): Promise<void> => {
        const request = { jobId: own.id, when: 'beside', signal: stop.signal } as const;
        const result = await copy?.(file, request);
        if (result?.kind !== 'copied' || stop.signal.aborted) return;
        own.hasRecording = await store.saveRecording(own.id, result.file);
        if (own.hasRecording) news.post();
      };
      own.copy = { stop, ended: copying().catch(() => undefined) };
    },
    /** `SessionContext.stable`. */
    async stable(file: AudioFile, jobId: string | null, signal: AbortSignal): Promise<StableFile> {
      const when = hasVanished ? 'after-failure' : 'first';
      const result = await copy?.(file, { jobId, when, signal });
      if (result?.kind === 'copied') return result.file;
      if (result?.problem === 'unreadable') return 'unreadable';
      return result?.problem === 'no-space' && hasVanished ? 'no-space' : file;
    },
  };
};
