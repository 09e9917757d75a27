import type { TranscriptionOptions } from '../../protocol/index.js';
import type { AudioFile } from '../check-file.js';
import { createOfferFinder, createRecordings } from './find-offer.js';
import { createWriteQueue, type HeldJob, newlyHeld, writeHeld } from './held-job.js';
import { withoutTask, type Job } from '../session/job.js';
import type { ResumableJob } from './resumable-job.js';
import { isScopeOf, jobLockName, type OwnScope } from './scope.js';
import type { Clock, JobStore, Lock, Locks, TabChannel } from '../ports.js';
import type { Session } from '../session/session.js';
import { isWorking, type SessionState } from '../session/state.js';
import { restoreJob, type Recording, type StoredJob } from './stored-job.js';

/** What came of going on with an offer. */
export type Acceptance =
  | 'resumed'
  /** It is finished or forgotten, or another tab has taken it meanwhile. */
  | 'gone'
  /** The recording cannot be had any more: the same file has to be picked. */
  | 'recording-needed'
  /** The file that was picked has another size. */
  | 'another-recording';

/** A file that a person has chosen, and how it is to be transcribed; the options are the stored ones where left out. */
export interface Choice {
  readonly file: AudioFile;
  readonly options?: TranscriptionOptions;
}

export interface JobPersistence {
  /** The newest work of this scope that can go on here, unless another tab is at it; null for none. */
  findOffer(except?: ReadonlySet<string>): Promise<ResumableJob | null>;
  /** The work that this file looks like the recording of, so that it is not sent again; null for none. */
  findMatch(file: AudioFile): Promise<ResumableJob | null>;
  /** The work that has led to this task; null for none. */
  findTask(transcriptionId: string): Promise<ResumableJob | null>;
  /** Goes on with it, taking it over where another tab is at it. Call it on a gesture: it may ask for permission. */
  accept(offer: ResumableJob, choice?: Choice): Promise<Acceptance>;
  /** Forgets it. */
  decline(offer: ResumableJob): Promise<void>;
  /**
   * Calls the listener whenever there may be other offers, until the returned function is called: that also lets
   * others go on with the work of this tab.
   */
  connect(listener: () => void): () => void;
  /** Stops and deletes the work of this `resume-scope` or `storage_scope`, or whatever it is where null is given. */
  forget(id: string | null): Promise<void>;
  /** True where work is stored at all. */
  isWanted(): boolean;
  /** False while this browser refuses to store the work: it goes on, but a reload begins anew. */
  isKeeping(): boolean;
  /** True while leaving the page would lose work: the bytes are not all at the service, and are not stored here. */
  atRisk(): boolean;
  /** Resolves once everything so far is stored, or could not be. */
  settled(): Promise<void>;
}

export interface JobPersistenceOptions {
  readonly session: Session;
  readonly store: JobStore;
  readonly locks: Locks;
  readonly news: TabChannel;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly scope: OwnScope;
  /** Told once where nothing can be stored: the work goes on without. */
  readonly onUnavailable: (cause: unknown) => void;
}

/** The facts after which a reload would go on somewhere else. */
const WORTH_SAVING: ReadonlySet<string> = new Set([
  'checked',
  'planned',
  'plan-lost',
  'part-stored',
  'part-refuted',
  'etags-opaque',
  'hash-point',
  'hashed',
  'verified',
  'uploaded',
  'upload-outdated',
  'submission-asked',
  'submitted',
  // What a refusal settles, such as whether there is a task now, must not be open again after a reload.
  'failed',
]);

/** The facts that say: this file is the recording. */
const KNOWS_RECORDING: ReadonlySet<string> = new Set(['checked', 'verified']);

const endsWork = (state: SessionState): boolean =>
  state.name === 'idle' ||
  state.name === 'ready' ||
  (state.name === 'failed' && !state.error.recoverable);

/** The file that was picked again turned out to be another one: the work still waits for the right one. */
const isOtherRecording = (state: SessionState): boolean =>
  state.name === 'failed' && state.error.code === 'file-changed' && state.job?.unverified === true;

/** The same work, for somebody who asks for it with other options: what was submitted with the old ones is left. */
const withOptions = (job: Job, options: TranscriptionOptions | undefined): Job => {
  if (options === undefined || JSON.stringify(options) === JSON.stringify(job.options)) return job;
  return { ...withoutTask(job), options };
};

/** Follows a session and keeps its work in the store, in order, for as long as it is unfinished. */
export const createJobPersistence = (options: JobPersistenceOptions): JobPersistence => {
  const { session, store, locks, news, clock } = options;
  const writes = createWriteQueue(options.onUnavailable);
  const recordings = createRecordings(store, clock);
  let held: HeldJob | null = null;
  let restoring: Job | null = null;

  const finder = createOfferFinder({
    ...options,
    recordings,
    isOwn: (id) => held?.id === id,
  });

  const enqueue = (own: HeldJob): void => {
    if (own.isQueued) return;
    own.isQueued = true;
    writes.add(async () => {
      const outcome = await writeHeld(own, options);
      // Somebody has deleted it: the work goes on, and is not written back.
      if (outcome === 'deleted' && held === own) release();
    });
  };

  /** Several changes while a write is under way become one write. */
  const save = (job: Job): void => {
    // The page may have changed its mind about storing anything.
    if (options.scope.now() === null) finish();
    if (held === null) return;
    held.unsaved = job;
    enqueue(held);
  };

  const saveRecording = ({ source }: Job): void => {
    if (held === null || options.scope.now() === null || source.kind !== 'file') return;
    held.recording = source.file;
    enqueue(held);
  };

  const drop = (): void => {
    held?.dropped.abort(new Error('nobody works on it here any more'));
    held = null;
  };

  /** Releases the lock but keeps the record, so that another tab can go on with it. */
  const release = (): void => {
    held?.lock?.release();
    drop();
  };

  /** Another tab goes on with it: nothing more is sent or written here. */
  const onLockStolen = (): void => {
    const state = session.getState();
    if (held !== null && state.name !== 'idle' && state.job?.source.kind === 'file') {
      if (state.job.unverified === undefined) recordings.remember(held.id, state.job.source.file);
    }
    release();
    session.dispatch({ type: 'cancel' });
  };

  const acquire = (own: HeldJob, lock: Lock): void => {
    if (held !== own) {
      lock.release();
      return;
    }
    own.lock = lock;
    void lock.lost.then(() => {
      if (held === own && own.lock === lock) onLockStolen();
    });
  };

  /** The element is back in its page: the work is still its own unless somebody went on with it. */
  const retake = (own: HeldJob): void => {
    writes.add(async () => {
      const lock = await locks.take(jobLockName(own.id));
      const stored = lock === null ? null : await finder.find(own.id);
      if (lock !== null) acquire(own, lock);
      if (held === own && stored?.savedAtMs !== own.savedAtMs) onLockStolen();
    });
  };

  const finish = (): void => {
    if (held === null) return;
    const { id, lock } = held;
    drop();
    writes.add(async () => {
      try {
        await store.remove(id);
      } finally {
        // Not before it is removed: it would be offered to those who wait for the lock.
        lock?.release();
        news.post();
      }
    });
  };

  /** Nobody else has its lock, as its name is new; where locks are forbidden, this tab is on its own. */
  const lockNew = (own: HeldJob): void => {
    own.locked = locks.take(jobLockName(own.id)).then(
      (lock) => {
        if (lock !== null) acquire(own, lock);
      },
      () => undefined,
    );
  };

  const begin = (job: Job): void => {
    finish();
    const scope = options.scope.now();
    if (scope === null || job.source.kind === 'task') return;
    const own = newlyHeld(options.newId(), scope ?? null, null);
    held = own;
    lockNew(own);
  };

  session.subscribe((state, _previous, fact) => {
    if (fact.type === 'selected') {
      if (fact.job !== restoring) begin(fact.job);
      restoring = null;
    } else if (isOtherRecording(state)) {
      release();
      news.post();
    } else if (endsWork(state)) {
      finish();
    } else if (fact.type === 'resumed' && held === null && isWorking(state)) {
      begin(state.job);
    } else if (WORTH_SAVING.has(fact.type) && state.name !== 'idle' && state.job !== null) {
      save(state.job);
      if (KNOWS_RECORDING.has(fact.type)) saveRecording(state.job);
    }
  });

  const recordingFor = (
    stored: StoredJob,
    choice: Choice | undefined,
  ): Promise<Recording | null> =>
    choice === undefined
      ? recordings.load(stored)
      : Promise.resolve({ file: choice.file, trusted: false });

  const restore = (
    restored: Job,
    recording: Recording | null,
    choice: Choice | undefined,
  ): void => {
    const job = withOptions(restored, choice?.options);
    if (choice === undefined && recording !== null && held !== null) held.hasRecording = true;
    restoring = job;
    session.dispatch({ type: 'restore', job });
    // What is doubted is kept once its content has been compared.
    if (choice !== undefined && job.unverified === undefined) saveRecording(job);
    news.post();
  };

  const accept = async (offer: ResumableJob, choice?: Choice): Promise<Acceptance> => {
    const { id } = offer;
    const isOwn = held?.id === id;
    if (isOwn) await writes.settled();
    const stored = await finder.find(id);
    if (stored === null) return 'gone';
    if (choice !== undefined && choice.file.size !== stored.job.file?.size) {
      return 'another-recording';
    }
    const recording = await recordingFor(stored, choice);
    // Before another tab is disturbed for nothing.
    const job = restoreJob(stored, recording, clock.now());
    if (job === null) return 'recording-needed';
    if (isOwn) {
      restore(job, recording, choice);
      return 'resumed';
    }
    const lock = await (offer.kind === 'in-other-tab'
      ? locks.steal(jobLockName(id))
      : locks.take(jobLockName(id)));
    if (lock === null) return 'gone';
    // Only now does nobody else write to it.
    const latest = await finder.find(id);
    const latestJob = latest === null ? null : restoreJob(latest, recording, clock.now());
    if (latest === null || latestJob === null) {
      lock.release();
      return 'gone';
    }
    finish();
    const own = newlyHeld(id, latest.scope, latest.savedAtMs);
    held = own;
    acquire(own, lock);
    restore(latestJob, recording, choice);
    return 'resumed';
  };

  return {
    findOffer: (except = new Set()) => finder.findOffer(except),
    findMatch: (file) => finder.findMatch(file),
    findTask: (transcriptionId) => finder.findTask(transcriptionId),
    accept,
    async decline({ id }) {
      if (await locks.isTaken(jobLockName(id))) return;
      await store.remove(id);
      news.post();
    },
    connect(listener) {
      const stop = finder.watch(listener);
      if (held?.lock === null) {
        if (held.savedAtMs === null) lockNew(held);
        else retake(held);
      }
      return () => {
        stop();
        held?.lock?.release();
        if (held !== null) held.lock = null;
      };
    },
    async forget(id) {
      recordings.forget();
      const own = held;
      // Work that is nobody's yet may be about to be this user's.
      if (own !== null && (id === null || own.scope === null || isScopeOf(own.scope, id))) {
        session.dispatch({ type: 'cancel' });
        if (held === own) finish();
      }
      await writes.settled();
    },
    isWanted: () => options.scope.now() !== null,
    isKeeping: () => writes.isKeeping(),
    atRisk() {
      const state = session.getState();
      if (state.name === 'submitting') return true;
      if (state.name !== 'uploading' && state.name !== 'paused') return false;
      const kept = held?.hasRecording === true && writes.isKeeping();
      return state.job.source.kind === 'file' && !kept;
    },
    settled: () => writes.settled(),
  };
};
