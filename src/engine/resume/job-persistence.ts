/** Stores the job of a session until it is finished, and resumes stored jobs. */
import type { Lock, Ports } from '../ports.js';
import {
  createJobCopies,
  createWriteQueue,
  effectOf,
  HeldJob,
  isOngoing,
  isUnreadable,
  type JobPersistence,
  type JobPersistenceOptions,
  writeHeldJob,
} from './held-job.js';
import { isScopeOf, jobLockName } from './scope.js';
import { type ResumableJob, chosenFacts, restoreJob, type Recording } from './stored-job.js';
import { jobOf } from '../session/state.js';
import { orNull, type StoredJobs, createStoredJobs } from './stored-jobs.js';
import { areSameOptions, uploadFileOf, withoutTask, type Job } from '../session/job.js';
import {
  type Session,
  createSessionOf,
  type RunJob,
  type SessionContext,
} from '../session/session.js';

/** The part of `JobPersistence` that belongs to one session. The rest is `StoredJobs`. */
type SessionPersistence = Omit<JobPersistence, keyof StoredJobs | 'connect'> & {
  /** Takes the lock of this tab's job again. Returns a function that releases it, so that another tab can resume it. */
  connect(): () => void;
};

/** Stores the job of a session until it is finished, and resumes stored jobs. `known`: the stored jobs of its user. */
const persistSession = (options: JobPersistenceOptions, known: StoredJobs): SessionPersistence => {
  const { session, store, locks, news, clock } = options;
  const { recordings } = known;
  const writes = createWriteQueue(options.onUnavailable);
  const copies = createJobCopies(options);
  let held: HeldJob | null = null;
  let restoring: Job | null = null;
  /** The number of jobs that the session has had. */
  let jobs = 0;
  let isConnected = true;

  const hold = (job: HeldJob): void => {
    held = job;
    known.own.add(job.id);
  };

  /* ---- Stop working on the job ---- */

  const drop = (): HeldJob | null => {
    const own = held;
    held = null;
    own?.dropped.abort(new Error('this tab no longer works on the job'));
    own?.copy?.stop.abort();
    if (own !== null) {
      known.own.delete(own.id);
      options.ongoing?.persist(own.id, false);
    }
    return own;
  };

  /** Releases the lock but keeps the record, so another tab can resume. */
  const release = (): void => drop()?.lock?.release();

  /** Deletes the record. */
  const finish = (): void => {
    const own = drop();
    if (own === null) return;
    writes.add(async () => {
      // The file of the copy can be deleted only when it is closed.
      await own.copy?.ended;
      try {
        await store.remove(own.id);
      } finally {
        // Release only after the removal, or tabs that wait for the lock would be offered the job.
        own.lock?.release();
        news.post();
      }
    });
  };

  /** Another tab has taken the job over: stop sending and writing here. */
  const onLockStolen = (): void => {
    const job = jobOf(session.getState());
    const file = job && uploadFileOf(job);
    if (held && file && !job.unverified) recordings.remember(held.id, file);
    release();
    session.dispatch({ type: 'cancel' });
  };

  /* ---- Lock the job ---- */

  const acquire = (own: HeldJob, lock: Lock): void => {
    // The element may have been removed while the lock was requested.
    if (held !== own || !isConnected) {
      lock.release();
      return;
    }
    own.lock = lock;
    void lock.lost.then(() => {
      if (held === own && own.lock === lock) onLockStolen();
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

  /** The element is connected again: continue, unless another tab has resumed the job meanwhile. */
  const reacquire = (own: HeldJob): void => {
    writes.add(async () => {
      const lock = await locks.take(jobLockName(own.id));
      const stored = lock === null ? null : await known.find(own.id);
      if (lock !== null) acquire(own, lock);
      if (held === own && stored?.savedAtMs !== own.savedAtMs) onLockStolen();
    });
  };

  /* ---- Store the job ---- */

  const begin = (job: Job): void => {
    finish();
    const scope = options.scope.now();
    if (scope === null || job.source.kind === 'task') return;
    const own = new HeldJob(options.newId(), scope ?? null, null);
    hold(own);
    lockNew(own);
  };

  /** Changes during a write are combined into one further write. */
  const save = (changes: Partial<Pick<HeldJob, 'unsaved' | 'recording'>>): void => {
    // The page may have set `no-storage` meanwhile.
    if (options.scope.now() === null) finish();
    if (held === null) return;
    const own = Object.assign(held, changes);
    if (own.isQueued) return;
    own.isQueued = true;
    writes.add(async () => {
      const outcome = await writeHeldJob(own, options);
      // Another tab has deleted the record, if this one has not: continue without storing it again.
      if (outcome === 'deleted' && held === own && own.savedAtMs !== null) release();
      const state = session.getState();
      if (held === own && state.name === 'uploading') copies.beside(own, uploadFileOf(state.job));
    });
  };

  session.subscribe((state, _previous, event) => {
    if (event.type === 'selected') {
      jobs++;
      if (event.job !== restoring) begin(event.job);
      restoring = null;
    }
    if (held !== null) options.ongoing?.persist(held.id, isOngoing(state));
    if (event.type === 'selected') return;
    if (isUnreadable(event)) copies.fileVanished();
    // The service has the file, so the copy is no longer needed.
    if (event.type === 'uploaded') held?.copy?.stop.abort();
    const effect = effectOf(state, event, held !== null);
    if (effect === 'finish') finish();
    if (effect === 'release') {
      release();
      news.post();
    }
    const job = jobOf(state);
    if (job === null) return;
    if (effect === 'begin') begin(job);
    if (effect === 'job' || effect === 'keep') save({ unsaved: job });
    if (effect === 'keep') {
      const own = held;
      writes.add(() => Promise.resolve(held === own ? release() : undefined));
    }
    if (effect === 'job-and-file') save({ unsaved: job, recording: uploadFileOf(job) });
  });

  /** True if the job belongs to this user key, or if no token tells its user in time. */
  const mayBelongTo = async (own: HeldJob, id: string): Promise<boolean> => {
    own.scope ??= await orNull(clock, () => options.scope.requestFromToken(own.dropped.signal));
    return own.scope === null || isScopeOf(own.scope, id);
  };

  /* ---- Resume a stored job ---- */

  /** Takes the job's lock, and reads the record again, as only now no other tab can write to it. */
  const takeOver = async (
    { id, kind }: ResumableJob,
    recording: Recording | null,
    isWanted: () => boolean,
  ): Promise<Job | null> => {
    const name = jobLockName(id);
    const lock = await (kind === 'in-other-tab' ? locks.steal(name) : locks.take(name));
    if (lock === null) return null;
    const stored = await known.find(id);
    const job = stored && restoreJob(stored, recording, clock.now());
    if (stored === null || job === null || !isWanted()) {
      lock.release();
      return null;
    }
    finish();
    const own = new HeldJob(id, stored.scope, stored.savedAtMs);
    hold(own);
    acquire(own, lock);
    return job;
  };

  const accept: JobPersistence['accept'] = async (offer, choice, signal) => {
    const isOwn = held?.id === offer.id;
    const jobsBefore = jobs;
    // The user may have cancelled, or selected another recording meanwhile.
    const isWanted = (): boolean => jobs === jobsBefore && signal?.aborted !== true;
    if (isOwn) await writes.settled();
    const stored = await known.find(offer.id);
    if (stored === null) return 'gone';
    if (choice !== undefined && choice.file.size !== chosenFacts(stored)?.size) {
      return 'another-recording';
    }
    const recording = await recordings.forChoice(stored, choice?.file);
    // Check this before taking the job from another tab.
    const found = restoreJob(stored, recording, clock.now());
    if (found === null) return 'recording-needed';
    if (!isWanted()) return 'gone';
    const restored = isOwn ? found : await takeOver(offer, recording, isWanted);
    if (restored === null) return 'gone';
    const { options: wanted = restored.options } = choice ?? {};
    const isSame = areSameOptions(wanted, restored.options);
    const job = isSame ? restored : { ...withoutTask(restored), options: wanted };
    if (choice === undefined && recording !== null && held !== null) held.hasRecording = true;
    restoring = job;
    session.dispatch({ type: 'restore', job });
    // A file that must be compared first is stored after the comparison.
    if (choice !== undefined && job.unverified === undefined)
      save({ recording: uploadFileOf(job) });
    news.post();
    return 'resumed';
  };

  return {
    accept,
    continues: ({ id, kind, needs }) =>
      kind === 'interrupted' && needs === 'nothing' && options.ongoing?.take(id) === true,
    connect() {
      isConnected = true;
      if (held?.lock === null) {
        if (held.savedAtMs === null) lockNew(held);
        else reacquire(held);
      }
      return () => {
        isConnected = false;
        held?.lock?.release();
        if (held !== null) held.lock = null;
      };
    },
    async forget(id) {
      recordings.forget();
      const own = held;
      const isMeant = own !== null && (id === null || (await mayBelongTo(own, id)));
      if (isMeant && held === own) {
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
    stable: (file, signal) => copies.stable(file, held?.id ?? null, signal),
    async flushed() {
      await writes.settled();
      return writes.isKeeping();
    },
    async discard() {
      const own = held;
      if (own === null || own.savedAtMs === null) return;
      own.savedAtMs = null;
      await store.remove(own.id);
    },
  };
};

export interface StoredSessionOptions extends Omit<JobPersistenceOptions, 'session' | 'copy'> {
  readonly ports: Ports;
  readonly context: () => SessionContext;
  readonly load: (session: Session) => Promise<RunJob>;
}

export type StoredSession = ReturnType<typeof createStoredSession>;

/** A session whose job is stored. `jobs`: the other stored jobs of its user. */
export const createStoredSession = (
  { ports, context, load, ...options }: StoredSessionOptions,
  jobs: StoredJobs,
) => {
  const session = createSessionOf(
    ports,
    () => ({
      ...context(),
      flushed: () => persistence.flushed(),
      discard: () => persistence.discard(),
      stable: (file, signal) => persistence.stable(file, signal),
    }),
    () => load(session),
  );
  const persistence = persistSession({ ...options, session, copy: ports.copy }, jobs);
  return { session, persistence };
};

/** Stores the job of a session of your own until it is finished, and resumes stored jobs. */
export const createJobPersistence = (options: JobPersistenceOptions): JobPersistence => {
  const known = createStoredJobs(options);
  const persistence = persistSession(options, known);
  return {
    ...known,
    ...persistence,
    connect(listener) {
      const stop = known.watch(listener);
      const disconnect = persistence.connect();
      return () => {
        stop();
        disconnect();
      };
    },
  };
};
