/** Stores the job of a session until it is finished, and resumes stored jobs. */
import type { Clock, FileCopier, JobStore, Locks, TabChannel, Origin } from '../ports.js';
import { jobWithOptions, uploadFileOf, type AudioFile, type Job } from '../session/job.js';
import type { Session, StableFile } from '../session/session.js';
import { jobOf, type SessionState } from '../session/state.js';
import {
  createHolding,
  effectOf,
  HeldJob,
  isOngoing,
  isUnreadable,
  type KnownJobs,
  type OngoingJobs,
} from './held-job.js';
import {
  isPaid,
  isScopeOf,
  type Choice,
  type LivePage,
  type OwnScope,
  type ResumableJob,
  type ResumeResult,
} from './scope.js';
import {
  chosenFacts,
  createJobCopies,
  createWriteQueue,
  orNull,
  restoreJob,
  toStoredJob,
  type Recording,
} from './stored-job.js';

/** In ms. `forgetStored()` waits for each element at most twice this long. */
const FORGET_TIMEOUT_MS = 2_000;

/** Stores the job of one session. */
export interface JobPersistence {
  /**
   * Resumes the job, or takes it over from another tab. May ask for permission, so call it in a user gesture. Once the
   * signal is aborted, the job is not resumed, and the result is `gone`.
   */
  accept(offer: ResumableJob, choice?: Choice, signal?: AbortSignal): Promise<ResumeResult>;
  /** Id of the job that this tab works on. Null for none, and if it is not stored. */
  readonly heldId: string | null;
  /** Stops working on the job because another one follows. Deletes the record, unless it was paid for. */
  leave(): void;
  /** Takes the lock of this tab's job again. Returns a function that releases it, so that another tab can resume it. */
  connect(): () => void;
  /** Cancels and deletes the job if it belongs to this user key; null means any. */
  forget(id: string | null): Promise<void>;
  /** False while the browser refuses to store the job. The job continues, but a reload loses it. */
  isKeeping(): boolean;
  /** True while leaving the page would lose data: bytes that are neither uploaded nor stored in the browser. */
  atRisk(): boolean;
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
  /** Where jobs are begun now, and where they are sent. */
  readonly origin: () => Origin;
  /** What the elements of this document share. */
  readonly page: LivePage;
  /** Default: nothing is copied. */
  readonly copy?: FileCopier | undefined;
  /** The job that this tab works on, so that a reload can continue it. Default: nobody remembers it. */
  readonly ongoing?: OngoingJobs;
  /** True to request a token at once to learn who the user is. Default: wait for the token of the upload. */
  readonly asksForScope?: boolean;
  /** Called once if nothing can be stored. The job continues without storage. */
  readonly onUnavailable: (cause: unknown) => void;
}

/** The scope to store the job under; null if it is not stored. Only an upload needs a token anyway. */
const scopeOf = async (
  held: HeldJob,
  job: Job,
  { scope, asksForScope = job.source.kind !== 'file' }: JobPersistenceOptions,
): Promise<string | null> => {
  if (held.scope !== null) return scope.current(held.scope);
  const known = scope.now();
  if (known !== undefined || !asksForScope) return known ?? null;
  held.asked ??= scope.requestFromToken(held.dropped.signal).catch(() => null);
  return held.asked;
};

/** Writes the job and its recording. Returns `deleted` if another tab has deleted the record. */
const writeHeldJob = async (
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
  const origin = (held.origin ??= options.origin());
  const record = job && toStoredJob(job, { id, scope, origin, savedAtMs });
  if (record !== null) {
    if (!(await store.save(record, held.savedAtMs === null))) return 'deleted';
    // Other tabs show the task if this one has finished it.
    const hasTask = job?.transcriptionId !== undefined;
    if (held.savedAtMs === null || hasTask !== held.hasTask) news.post();
    held.hasTask = hasTask;
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

/** `known`: the stored jobs of its user. */
export const persistSession = (
  options: JobPersistenceOptions,
  known: KnownJobs,
): JobPersistence => {
  const { session, store, news, clock } = options;
  const { recordings } = known;
  const writes = createWriteQueue(options.onUnavailable);
  const copies = createJobCopies(options, options.copy);
  let restoring: Job | null = null;
  /** The number of jobs that the session has had. */
  let jobs = 0;

  /* ---- Stop working on the job ---- */

  /** Its lock is released after the last write, or tabs that wait for it would be offered what it changes. */
  const end = (lastWrite: (own: HeldJob) => Promise<unknown>): void => {
    const own = holding.drop();
    if (own === null) return;
    writes.add(async () => {
      // The file of the copy can be deleted only when it is closed.
      await own.copy?.ended;
      try {
        await lastWrite(own);
      } finally {
        own.lock?.release();
        news.post();
      }
    });
  };

  /** Deletes the record. */
  const finish = (): void => {
    if (holding.job === null) return;
    holding.job.dropped.abort();
    recordings.remember(holding.job.id, undefined);
    end(({ id }) => store.remove(id));
  };

  /** Another job follows. `state`: that of the job. The record of what was paid for is kept. */
  const leave = (state: SessionState): void =>
    isPaid(jobOf(state)) ? end((own) => writeHeldJob(own, options)) : finish();

  /** Keeps the recording in memory, for an element of this page that resumes the job. */
  const remember = (): void => {
    const job = jobOf(session.getState());
    const file = job && uploadFileOf(job);
    if (holding.job && file && !job.unverified) recordings.remember(holding.job.id, file);
  };

  const holding = createHolding(
    {
      ...options,
      onStolen() {
        remember();
        holding.release();
        session.dispatch({ type: 'cancel' });
      },
    },
    known,
  );

  /* ---- Store the job ---- */

  const begin = (job: Job): void => {
    finish();
    const scope = options.scope.now();
    if (scope === null || job.source.kind === 'task') return;
    holding.begin(new HeldJob(options.newId(), scope ?? null, null, null));
  };

  /** Changes during a write are combined into one further write. */
  const save = (changes: Partial<Pick<HeldJob, 'unsaved' | 'recording'>>): void => {
    // The page may have set `no-storage` meanwhile.
    if (options.scope.now() === null) finish();
    if (holding.job === null) return;
    const own = Object.assign(holding.job, changes);
    if (own.isQueued) return;
    own.isQueued = true;
    writes.add(async () => {
      const outcome = await writeHeldJob(own, options);
      // Another tab has deleted the record, if this one has not: continue without storing it again.
      if (outcome === 'deleted' && holding.job === own && own.savedAtMs !== null) holding.release();
      const state = session.getState();
      if (holding.job === own && state.name === 'uploading')
        copies.beside(own, uploadFileOf(state.job));
    });
  };

  session.subscribe((state, previous, event) => {
    if (event.type === 'selected') {
      jobs++;
      if (event.job !== restoring) {
        leave(previous);
        begin(event.job);
      }
      restoring = null;
    }
    if (holding.job !== null && isOngoing(state)) options.ongoing?.persist(holding.job.id, true);
    if (event.type === 'selected') return;
    if (isUnreadable(event)) copies.fileVanished();
    // It may have gone to another service than before.
    if (event.type === 'planned' && holding.job !== null) holding.job.origin = options.origin();
    // The service has the file, so the copy is no longer needed.
    if (event.type === 'uploaded') holding.job?.copy?.stop.abort();
    const effect = effectOf(state, event, holding.job !== null);
    const before = holding.job;
    if (effect === 'finish') finish();
    if (effect === 'release') {
      holding.release();
      news.post();
    }
    const job = jobOf(state);
    if (job === null) return;
    if (effect === 'begin') begin(job);
    if (effect === 'job' || effect === 'keep') save({ unsaved: job });
    if (effect === 'keep') {
      const own = holding.job;
      writes.add(() => Promise.resolve(holding.job === own ? holding.release() : undefined));
    }
    if (effect === 'job-and-file') save({ unsaved: job, recording: uploadFileOf(job) });
    // Once that is stored: a page that is being reloaded may fail before it is gone.
    if (before !== null && !isOngoing(state))
      void writes.settled().then(() => {
        if (holding.job === before && !isOngoing(session.getState()))
          options.ongoing?.persist(before.id, false);
      });
  });

  /** True if the job belongs to this user key, or if no token tells its user in time. */
  const mayBelongTo = async (own: HeldJob, id: string): Promise<boolean> => {
    const ask = () => options.scope.requestFromToken(own.dropped.signal);
    own.scope ??= await orNull(clock, ask, FORGET_TIMEOUT_MS);
    return own.scope === null || isScopeOf(own.scope, id);
  };

  /* ---- Resume a stored job ---- */

  /** Null also if the store does not respond in time. */
  const find = (id: string) => orNull(clock, () => known.find(id));

  /** Takes the job's lock, and reads the record again, as only now no other tab can write to it. */
  const takeOver = async (
    offer: ResumableJob,
    recording: Recording | null,
    isWanted: () => boolean,
  ): Promise<Job | null> => {
    const { id } = offer;
    const lock = await holding.lockOf(offer);
    if (lock === null) return null;
    const stored = await find(id);
    const job = stored && restoreJob(stored, recording, clock.now());
    if (stored === null || job === null || !isWanted()) {
      lock.release();
      return null;
    }
    leave(session.getState());
    holding.take(new HeldJob(id, stored.scope, options.origin(), stored.savedAtMs), lock);
    return job;
  };

  const accept: JobPersistence['accept'] = async (offer, choice, signal) => {
    const isOwn = holding.job?.id === offer.id;
    const jobsBefore = jobs;
    // The user may have cancelled, or selected another recording meanwhile.
    const isWanted = (): boolean => jobs === jobsBefore && signal?.aborted !== true;
    if (isOwn) await writes.settled();
    const stored = await find(offer.id);
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
    const job = jobWithOptions(restored, choice?.options);
    if (choice === undefined && recording !== null && holding.job !== null)
      holding.job.hasRecording = true;
    restoring = job;
    session.dispatch({ type: 'restore', job });
    // From now on, it belongs to this place.
    if (job.unverified === undefined) save({ unsaved: job });
    // A file that must be compared first is stored after the comparison.
    if (choice !== undefined && job.unverified === undefined)
      save({ recording: uploadFileOf(job) });
    news.post();
    return 'resumed';
  };

  return {
    accept,
    get heldId() {
      return holding.job?.id ?? null;
    },
    leave: () => leave(session.getState()),
    connect() {
      holding.connect((own) => writes.add(() => holding.reacquire(own)));
      return () => {
        remember();
        holding.disconnect(isOngoing(session.getState()));
      };
    },
    async forget(id) {
      recordings.forget();
      const own = holding.job;
      const isMeant = own !== null && (id === null || (await mayBelongTo(own, id)));
      if (isMeant && holding.job === own) {
        session.dispatch({ type: 'cancel' });
        if (holding.job === own) finish();
      }
      await orNull(clock, () => writes.settled().then(() => null), FORGET_TIMEOUT_MS);
    },
    isKeeping: () => writes.isKeeping(),
    atRisk() {
      const state = session.getState();
      if (state.name === 'submitting') return true;
      if (state.name !== 'uploading' && state.name !== 'paused') return false;
      const kept = holding.job?.hasRecording === true && writes.isKeeping();
      return state.job.source.kind === 'file' && !kept;
    },
    stable: (file, signal) => copies.stable(file, holding.job?.id ?? null, signal),
    flushed: () => writes.settled().then(() => writes.isKeeping()),
    async discard() {
      const own = holding.job;
      if (own === null || own.savedAtMs === null) return;
      own.savedAtMs = null;
      await store.remove(own.id);
    },
  };
};
