/** The job of a session of the test, which is stored, with the other stored jobs of its user. */
import {
  persistSession,
  type JobPersistence,
  type JobPersistenceOptions,
} from '../../src/engine/resume/job-persistence.js';
import type { ResumableJob } from '../../src/engine/resume/scope.js';
import { entryOfJob } from '../../src/queue/entries.js';
import { createStoredJobs, type StoredJobs } from '../../src/queue/stored-jobs.js';
import { offeredOf } from '../../src/queue/taking-over.js';

export interface TestPersistence extends StoredJobs, Omit<JobPersistence, 'connect'> {
  /** The job that an element would offer. */
  readonly findOffer: () => Promise<ResumableJob | null>;
  /** Calls the listener whenever the offers may have changed. Returns a disconnect function. */
  readonly connect: (listener: () => void) => () => void;
}

export const createTestPersistence = (options: JobPersistenceOptions): TestPersistence => {
  const known = createStoredJobs(options);
  const persistence = persistSession(options, known);
  return {
    ...known,
    ...persistence,
    async findOffer() {
      const all = (await known.findAll()) ?? [];
      return offeredOf(all.map((job) => entryOfJob(job, false)))?.content.job ?? null;
    },
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
