/** Makes the sessions of a list, which share what they may do at the same time. */
import type { Backend } from '../engine/calls/backend.js';
import type { JobStore } from '../engine/ports.js';
import type { Listener, SessionContext } from '../engine/session/session.js';
import type { TranscriptionOptions } from '../protocol/types.js';
import { createStoredJobs, type StoredJobs } from '../engine/resume/stored-jobs.js';
import {
  createStoredSession,
  type StoredSessionOptions,
} from '../engine/resume/job-persistence.js';
import type { Work } from './entries.js';

/** How many queries of tasks are sent at the same time. */
const QUERIES_AT_ONCE = 6;

/** How many recordings are submitted at the same time. The others wait here when the backend has a limit. */
const SUBMISSIONS_AT_ONCE = 4;

export interface JobsOptions extends Omit<
  StoredSessionOptions,
  'context' | 'asksForScope' | 'ongoing'
> {
  readonly context: () => Pick<SessionContext, 'service' | 'backend' | 'limits' | 'tokenScope'>;
  /** How a new recording is transcribed. */
  readonly transcription: () => TranscriptionOptions;
}

export interface Jobs {
  /** All stored jobs of the user. */
  readonly stored: StoredJobs;
  /** A session whose job is stored under this id. It waits for `start` once its file has been checked. */
  createWork(id: string, listener: Listener): Work;
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
  return { ...store, saveRecording: (id, file) => limit(() => store.saveRecording(id, file)) };
};

export const createJobs = (options: JobsOptions): Jobs => {
  const store = withOneRecordingAtATime(options.store);
  const stored = createStoredJobs({ ...options, store });
  const queries = createLimit(QUERIES_AT_ONCE);
  const submissions = createLimit(SUBMISSIONS_AT_ONCE);
  /** What to call when the list is disconnected, or its work ends. Null while it is not connected. */
  const works = new Map<Work['persistence'], (() => void) | null>();
  let isWatching = false;

  const limited = async (): Promise<Backend> => {
    const backend = await options.context().backend();
    return {
      ...backend,
      submit: (request, call) => submissions(() => backend.submit(request, call)),
      query: (id, call) => backend.query(id, { ...call, inTurn: queries }),
    };
  };

  return {
    stored,
    createWork(id, listener) {
      const { session, persistence } = createStoredSession(
        {
          ...options,
          store,
          context: () => ({ ...options.context(), backend: limited, manualStart: true }),
          newId: () => id,
          // A file that waits for its turn is stored before its upload needs a token.
          asksForScope: true,
        },
        stored,
      );
      // After the persistence, so that the listener finds the change stored or queued.
      session.subscribe(listener);
      works.set(persistence, isWatching ? persistence.connect() : null);
      return {
        kind: 'work',
        session,
        persistence,
        disconnect() {
          works.get(persistence)?.();
          works.delete(persistence);
        },
      };
    },
    watch(listener) {
      const stop = stored.watch(listener);
      isWatching = true;
      for (const persistence of works.keys()) works.set(persistence, persistence.connect());
      return () => {
        isWatching = false;
        stop();
        for (const [persistence, disconnect] of works) {
          disconnect?.();
          works.set(persistence, null);
        }
      };
    },
  };
};
