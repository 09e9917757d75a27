/** A session whose job is stored. */
import type { Ports } from '../ports.js';
import {
  createSessionOf,
  type RunJob,
  type Session,
  type SessionContext,
} from '../session/session.js';
import {
  persistSession,
  type JobPersistence,
  type JobPersistenceOptions,
  type SessionPersistence,
} from './job-persistence.js';
import { createStoredJobs, type StoredJobs } from './stored-jobs.js';

export interface StoredSessionOptions extends Omit<JobPersistenceOptions, 'session' | 'copy'> {
  readonly ports: Ports;
  readonly context: () => SessionContext;
  /** Loads the code that does the work. */
  readonly load: (session: Session) => Promise<RunJob>;
}

export interface StoredSession {
  readonly session: Session;
  readonly persistence: SessionPersistence;
}

/** A session whose job is stored. `jobs`: the other stored jobs of its user. */
export const createStoredSession = (
  { ports, context, load, ...options }: StoredSessionOptions,
  jobs: StoredJobs,
): StoredSession => {
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
  const { findOffer, findMatch, findTask, findAddress, decline } = known;
  return {
    ...persistence,
    findOffer,
    findMatch,
    findTask,
    findAddress,
    decline,
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
