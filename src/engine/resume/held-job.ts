/** The job that this tab works on, and how it is stored. */
import type { AudioFile } from '../session/job.js';
import type { Clock, JobStore, Lock, TabChannel } from '../ports.js';
import type { Job } from '../session/job.js';
import type { OwnScope } from './scope.js';
import { toStoredJob } from './stored-job.js';

/** Runs writes one after the other. A failed write does not stop the next one. */
export interface WriteQueue {
  add(write: () => Promise<void>): void;
  /** Resolves when all writes so far have ended or failed. */
  settled(): Promise<void>;
  /** False if the last write failed. */
  isKeeping(): boolean;
}

/** `onFailure` is called for the first failure only. */
export const createWriteQueue = (onFailure: (cause: unknown) => void): WriteQueue => {
  let last: Promise<void> = Promise.resolve();
  let keeping = true;
  let reported = false;
  return {
    add(write) {
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
    async settled() {
      for (let waited: Promise<void> | null = null; waited !== last;) {
        waited = last;
        await waited;
      }
    },
    isKeeping: () => keeping,
  };
};

/** The job that this tab works on while it holds the job's lock. */
export interface HeldJob {
  readonly id: string;
  /** Null until the user is known. Nothing is stored until then. */
  scope: string | null;
  /** Null while the lock is requested, and while the element is disconnected. */
  lock: Lock | null;
  /** Resolves when the lock is held. A record stored before that would look interrupted. */
  locked: Promise<void>;
  /** Time of the last write. Null before the first write, which also notifies other tabs. */
  savedAtMs: number | null;
  /** The job to write next. */
  unsaved: Job | null;
  /** The recording to write next. */
  recording: AudioFile | null;
  /** True once the recording is stored. */
  hasRecording: boolean;
  /** True while a write is queued. Later changes are written with it. */
  isQueued: boolean;
  /** The scope, while a token is requested just to learn it. */
  asked: Promise<string | null> | null;
  /** The copy of the recording that is made beside the upload. Null before that. */
  copy: { readonly stop: AbortController; readonly ended: Promise<void> } | null;
  /** Aborted when this tab stops working on the job. */
  readonly dropped: AbortController;
}

export const newHeldJob = (
  id: string,
  scope: string | null,
  savedAtMs: number | null,
): HeldJob => ({
  id,
  scope,
  savedAtMs,
  lock: null,
  locked: Promise.resolve(),
  unsaved: null,
  recording: null,
  hasRecording: false,
  isQueued: false,
  asked: null,
  copy: null,
  dropped: new AbortController(),
});

export interface WriteOptions {
  readonly store: JobStore;
  readonly news: TabChannel;
  readonly clock: Clock;
  readonly scope: OwnScope;
  /** True to request a token if only that tells the user. Default: an upload waits for the token that it needs anyway. */
  readonly asksForScope?: boolean;
}

/**
 * The scope to store the job under. An upload requests a token anyway. A file address does not need one, so a
 * token is requested here; without one the job is not stored.
 */
const scopeOf = async (
  held: HeldJob,
  job: Job,
  {
    scope,
    asksForScope = job.source.kind !== 'file',
  }: Pick<WriteOptions, 'scope' | 'asksForScope'>,
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
  { store, news, clock, ...options }: WriteOptions,
): Promise<'deleted' | 'done'> => {
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
