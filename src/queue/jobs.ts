/** The jobs of a list: makes their sessions, and finds the stored ones. */
import {
  createJobPersistence,
  type Backend,
  type JobPersistence,
  type JobStore,
  type Listener,
  type OwnScope,
  type RunJob,
  type Session,
  type SessionContext,
  type Ports,
  type TranscriptionOptions,
} from '../engine/index.js';
import { createOfferFinder, createRecordings } from '../engine/resume/find-offer.js';
import type { JobPersistenceOptions } from '../engine/resume/job-persistence.js';
import type { ResumableJob } from '../engine/resume/resumable-job.js';
import { jobLockName } from '../engine/resume/scope.js';
import { createSessionOf } from '../engine/session/session.js';
import type { Work } from './entries.js';

/** How many queries of tasks are sent at the same time. */
const QUERIES_AT_ONCE = 6;

/** How many recordings are submitted at the same time. The others wait here when the backend has a limit. */
const SUBMISSIONS_AT_ONCE = 4;

export interface JobsOptions extends Omit<JobPersistenceOptions, 'session' | 'asksForScope'> {
  readonly ports: Ports;
  readonly context: () => Pick<SessionContext, 'service' | 'backend' | 'limits' | 'tokenScope'>;
  /** Loads the code that does the work. */
  readonly load: (session: Session) => Promise<RunJob>;
  /** How a new recording is transcribed. */
  readonly transcription: () => TranscriptionOptions;
}

export interface Jobs {
  /** A session whose job is stored under this id. It waits for `start` once its file has been checked. */
  createWork(id: string, listener: Listener): Work;
  /** All stored jobs of the user, the oldest first, except those for which `isOwn` is true. */
  findAll(isOwn: (id: string) => boolean): Promise<readonly ResumableJob[]>;
  /** Deletes a stored job, unless a tab is working on it. */
  decline(job: ResumableJob): Promise<void>;
  /** Calls the listener when stored jobs may have changed. Keeps the locks until the returned function is called. */
  watch(listener: () => void): () => void;
}

/** Returns a function that runs at most `most` tasks at the same time. The others wait, in order. */
const createLimit = (most: number): (<T>(task: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to the next one, if there is one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

/** Reads one recording at a time, because each is held in memory until it is stored. */
const withOneRecordingAtATime = (store: JobStore): JobStore => {
  const limit = createLimit(1);
  return {
    save: (job, isNew) => store.save(job, isNew),
    saveRecording: (id, file) => limit(() => store.saveRecording(id, file)),
    recordingAccess: (id) => store.recordingAccess(id),
    loadRecording: (id) => store.loadRecording(id),
    list: (scope) => store.list(scope),
    remove: (id) => store.remove(id),
    removeWhere: (unwanted) => store.removeWhere(unwanted),
  };
};

export const createJobs = (options: JobsOptions): Jobs => {
  const { ports, locks, news } = options;
  const store = withOneRecordingAtATime(options.store);
  const queries = createLimit(QUERIES_AT_ONCE);
  const submissions = createLimit(SUBMISSIONS_AT_ONCE);
  // The scope is live as long as the list is watched, not as long as one of its jobs.
  const scope: OwnScope = { ...options.scope, connect: () => () => undefined };
  const works = new Set<JobPersistence>();
  const connected = new Map<JobPersistence, () => void>();
  let isWatching = false;
  let isOwn: (id: string) => boolean = () => false;
  const finder = createOfferFinder({
    ...options,
    store,
    recordings: createRecordings(store, options.clock),
    isOwn: (id) => isOwn(id),
  });

  const connect = (persistence: JobPersistence): void =>
    void connected.set(
      persistence,
      persistence.connect(() => undefined),
    );

  const limited = async (): Promise<Backend> => {
    const backend = await options.context().backend();
    return {
      ...backend,
      submit: (request, call) => submissions(() => backend.submit(request, call)),
      query: (id, call) => backend.query(id, { ...call, inTurn: queries }),
    };
  };

  return {
    createWork(id, listener) {
      const session = createSessionOf(
        ports,
        () => ({
          ...options.context(),
          backend: limited,
          manualStart: true,
          flushed: () => persistence.flushed(),
          discard: () => persistence.discard(),
          stable: (file, signal) => persistence.stable(file, signal),
        }),
        () => options.load(session),
      );
      const persistence = createJobPersistence({
        ...options,
        session,
        store,
        scope,
        newId: () => id,
        copy: ports.copy,
        // A file that waits for its turn is stored before its upload needs a token.
        asksForScope: true,
      });
      // After the persistence, so that the listener finds the change stored or queued.
      session.subscribe(listener);
      works.add(persistence);
      if (isWatching) connect(persistence);
      return {
        kind: 'work',
        session,
        persistence,
        disconnect() {
          connected.get(persistence)?.();
          connected.delete(persistence);
          works.delete(persistence);
        },
      };
    },
    async findAll(own) {
      isOwn = own;
      return [...((await finder.findAll()) ?? [])].reverse();
    },
    async decline({ id }) {
      if (await locks.isTaken(jobLockName(id))) return;
      await store.remove(id).catch(() => undefined);
      news.post();
    },
    watch(listener) {
      const stop = finder.watch(listener);
      isWatching = true;
      for (const persistence of works) connect(persistence);
      return () => {
        isWatching = false;
        stop();
        for (const disconnect of connected.values()) disconnect();
        connected.clear();
      };
    },
  };
};
