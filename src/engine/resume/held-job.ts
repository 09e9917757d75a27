import type { AudioFile } from '../check-file.js';
import type { Clock, JobStore, Lock, TabChannel } from '../ports.js';
import type { Job } from '../session/job.js';
import type { OwnScope } from './scope.js';
import { toStoredJob } from './stored-job.js';

/** Writes one after the other, in the order in which they were asked for; what fails does not stop the next. */
export interface WriteQueue {
  add(write: () => Promise<void>): void;
  /** Resolves once everything so far is written, or has failed. */
  settled(): Promise<void>;
  /** False while the last write has failed. */
  isKeeping(): boolean;
}

/** `onFailure` is told the first failure only. */
export const createWriteQueue = (onFailure: (cause: unknown) => void): WriteQueue => {
  let last: Promise<void> = Promise.resolve();
  let keeping = true;
  let told = false;
  return {
    add(write) {
      last = last.then(write).then(
        () => {
          keeping = true;
        },
        (cause: unknown) => {
          keeping = false;
          if (!told) onFailure(cause);
          told = true;
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

/** Work that this tab does, under its lock. */
export interface HeldJob {
  readonly id: string;
  /** Null until it is known whose work this is: nothing is stored before. */
  scope: string | null;
  /** Null while it is waited for, and while the element is out of its page. */
  lock: Lock | null;
  /** Resolves once the lock is there: what is stored before would count as left behind. */
  locked: Promise<void>;
  /** Of what was written last; null before the other tabs have been told of it. */
  savedAtMs: number | null;
  /** What is to be written. */
  unsaved: Job | null;
  /** The recording, while it is to be written. */
  recording: AudioFile | null;
  /** True once the recording is in the store. */
  hasRecording: boolean;
  /** True while a write waits for its turn: what changes meanwhile is written with it. */
  isQueued: boolean;
  /** Whose work it is, where a token was asked for only to learn that. */
  asked: Promise<string | null> | null;
  /** Aborted when this tab no longer does it. */
  readonly dropped: AbortController;
}

export const newlyHeld = (id: string, scope: string | null, savedAtMs: number | null): HeldJob => ({
  ...{ id, scope, savedAtMs, lock: null, locked: Promise.resolve() },
  ...{ unsaved: null, recording: null, hasRecording: false, isQueued: false },
  ...{ asked: null, dropped: new AbortController() },
});

interface WriteOptions {
  readonly store: JobStore;
  readonly news: TabChannel;
  readonly clock: Clock;
  readonly scope: OwnScope;
}

/**
 * Whose work it is. With an upload the token comes by itself; an address needs none, so it is asked for, and where
 * there is none the work is not stored.
 */
const scopeOf = async (own: HeldJob, job: Job, scope: OwnScope): Promise<string | null> => {
  if (own.scope !== null) return own.scope;
  const known = scope.now();
  if (known !== undefined || job.source.kind === 'file') return known ?? null;
  own.asked ??= scope.learn(own.dropped.signal).catch(() => null);
  return own.asked;
};

/** Writes what is to be written; `deleted` where the record was deleted by somebody else meanwhile. */
export const writeHeld = async (
  own: HeldJob,
  { store, news, clock, ...options }: WriteOptions,
): Promise<'deleted' | 'done'> => {
  const { signal } = own.dropped;
  own.isQueued = false;
  if (own.unsaved !== null) own.scope = await scopeOf(own, own.unsaved, options.scope);
  await own.locked;
  const { id, scope } = own;
  if (signal.aborted || scope === null) return 'done';
  const job = own.unsaved;
  own.unsaved = null;
  const savedAtMs = clock.now();
  const record = job && toStoredJob(job, { id, scope, savedAtMs });
  if (record !== null) {
    if (!(await store.save(record, own.savedAtMs === null))) return 'deleted';
    if (own.savedAtMs === null) news.post();
    own.savedAtMs = savedAtMs;
  }
  const { recording } = own;
  own.recording = null;
  if (recording === null || signal.aborted) return 'done';
  // A disk too full for the recording may still have room for the facts.
  own.hasRecording = await store.saveRecording(id, recording).catch(() => false);
  // Other tabs may offer to go on with it without asking for the file now.
  if (own.hasRecording) news.post();
  return 'done';
};
