/** Who works on a stored job: this tab while it holds the job's lock, and no other. */
import type { Lock, Locks, Origin, StoredJob } from '../ports.js';
import type { AudioFile, Job } from '../session/job.js';
import { rowOf, type SessionEvent } from '../session/session-events.js';
import { isWorking, type SessionState } from '../session/state.js';
import { isPaid, jobLockName, type LivePage, type ResumableJob } from './scope.js';
import type { createRecordings } from './stored-job.js';

/** The stored jobs that an element may use. Its sessions share them. */
export interface KnownJobs {
  /** The ids of those that it works on. */
  readonly own: Set<string>;
  readonly recordings: ReturnType<typeof createRecordings>;
  find(id: string): Promise<StoredJob | null>;
}

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
  /** True if it was stored with a task. */
  hasTask = false;
  /** True while a write is queued. Later changes are written with it. */
  isQueued = false;
  /** The scope, while a token is requested just to learn it. */
  asked: Promise<string | null> | null = null;
  /** The copy of the recording that is made beside the upload. Null before that. */
  copy: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  /** Aborted when nothing more is written. */
  readonly dropped = new AbortController();
  constructor(
    readonly id: string,
    /** Null until the user is known. Nothing is stored until then. */
    public scope: string | null,
    /** Where the job belongs. Null before the first write. */
    public origin: Origin | null,
    /** Time of the last write. Null before the first write, which also notifies other tabs. */
    public savedAtMs: number | null,
  ) {}
}

interface HoldingOptions {
  readonly locks: Locks;
  readonly page: LivePage;
  readonly ongoing?: OngoingJobs;
  /** Another tab has taken the job over. This one has let go of it. */
  readonly onStolen: () => void;
}

/** The job that a session works on. One at a time. */
export const createHolding = (
  { locks, page, ongoing, onStolen }: HoldingOptions,
  known: KnownJobs,
) => {
  let held: HeldJob | null = null;
  let isConnected = true;

  const hold = (job: HeldJob): void => {
    held = job;
    known.own.add(job.id);
  };

  /** Stops working on the job. Its lock is still held, and its last write may follow. */
  const drop = (): HeldJob | null => {
    const own = held;
    if (own === null) return null;
    held = null;
    own.copy?.stop.abort();
    known.own.delete(own.id);
    // Another element of this page may have resumed it meanwhile.
    const isElsewhere = [...page.elements].some((element) => element.own.has(own.id));
    if (!isElsewhere) ongoing?.persist(own.id, false);
    return own;
  };

  /** Releases the lock but keeps the record, so another tab can resume. */
  const release = (): void => {
    const own = drop();
    own?.dropped.abort();
    own?.lock?.release();
  };

  const acquire = (own: HeldJob, lock: Lock): void => {
    // The element may have been removed while the lock was requested.
    if (held !== own || !isConnected) {
      lock.release();
      return;
    }
    own.lock = lock;
    void lock.lost.then(() => {
      if (held === own && own.lock === lock) onStolen();
    });
  };

  /** The lock of a new job is always free. If the browser forbids locks, the job runs without one. */
  const lockNew = (own: HeldJob): void => {
    own.locked = locks.take(jobLockName(own.id)).then(
      (lock) => {
        if (lock !== null) acquire(own, lock);
      },
      () => undefined,
    );
  };

  return {
    get job(): HeldJob | null {
      return held;
    },
    drop,
    release,
    begin(own: HeldJob): void {
      hold(own);
      lockNew(own);
    },
    /** Takes the lock of a stored job, also from another tab. Null if another tab has taken it meanwhile. */
    lockOf({ id, kind }: Pick<ResumableJob, 'id' | 'kind'>): Promise<Lock | null> {
      const name = jobLockName(id);
      return kind === 'in-other-tab' ? locks.steal(name) : locks.take(name);
    },
    /** Works on a job whose lock was taken. */
    take(own: HeldJob, lock: Lock): void {
      hold(own);
      acquire(own, lock);
    },
    /** The element is connected. Takes the lock of a job that was not stored yet; `again`: that of one that was. */
    connect(again: (own: HeldJob) => void): void {
      isConnected = true;
      if (held === null) return;
      page.left.delete(held.id);
      if (held.lock !== null) return;
      if (held.savedAtMs === null) lockNew(held);
      else again(held);
    },
    /** Continues with a job whose lock was released, unless another tab has resumed it meanwhile. */
    async reacquire(own: HeldJob): Promise<void> {
      const lock = await locks.take(jobLockName(own.id));
      const stored = lock === null ? null : await known.find(own.id);
      if (lock !== null) acquire(own, lock);
      if (held === own && stored?.savedAtMs !== own.savedAtMs) onStolen();
    },
    /** The element is disconnected: another one may continue. `isOngoing`: by itself, if it is in the same place. */
    disconnect(isOngoing: boolean): void {
      isConnected = false;
      if (held === null) return;
      if (isOngoing) page.left.add(held.id);
      held.lock?.release();
      held.lock = null;
    },
  };
};

/* ---- What a change of the session means for its stored job ---- */

/** The recording could not be read, although the user may have changed nothing. */
export const isUnreadable = (event: SessionEvent): boolean =>
  event.type === 'failed' &&
  ['file-unreadable', 'file-changed-while-uploading'].includes(event.error.failure?.reason ?? '');

/** Returns what to do with the stored job after an event other than `selected`. */
export const effectOf = (
  state: SessionState,
  event: SessionEvent,
  isHeld: boolean,
): 'begin' | 'release' | 'keep' | 'finish' | ReturnType<typeof rowOf>['persisted'] => {
  if (state.name === 'failed') {
    // The user chose another file than the recording. The job stays stored for the right file.
    if (state.error.code === 'file-changed' && state.job?.unverified) return 'release';
    // Only the user may delete what was paid for.
    if (!state.error.recoverable && !isPaid(state.job)) return 'finish';
  }
  if (state.name === 'ready') return state.job.finished ? 'keep' : 'finish';
  if (state.name === 'idle') return 'finish';
  if (event.type === 'resumed' && !isHeld && isWorking(state)) return 'begin';
  return rowOf(event).persisted;
};
