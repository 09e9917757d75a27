/**
 * Runs jobs in worker processes with limits of memory and time, so that no recording can crash the sandbox. A process
 * that has decoded a recording, or has failed, is not used again; others are reused.
 */
import { stat } from 'node:fs/promises';
import type { Interval } from '../speech-intervals.js';
import type { Jobs } from './jobs.js';
import { errorOfOutcome, type Job, type Outcome } from './messages.js';
import { createPlaces } from './places.js';
import { startProcess, type JobLimit, type WorkProcess } from './work-process.js';

export interface ProcessJobsOptions {
  /** Number of parallel jobs. Default: 2. */
  readonly places?: number;
  /** Memory limit of one process, in bytes. Default: 1 GiB. */
  readonly memory?: number;
  /** The module that a process runs. Default: `entry.ts`. */
  readonly entry?: URL;
  /** Default: the system timer. */
  readonly after?: JobLimit['after'];
}

const machineTimer: JobLimit['after'] = (seconds, stop) => {
  const timer = setTimeout(stop, seconds * 1000);
  return () => clearTimeout(timer);
};

/** Minimum time limit of any job in seconds, for a busy machine. */
const LEAST_SECONDS = 60;
/** Decoding is much faster than this. Its time limit depends only on the size of the file, in bytes. */
const DECODED_PER_SECOND = 32 * 1024;
const MOST_DECODING_SECONDS = 3_600;

/** For a file of this many bytes, in seconds. */
export const secondsToListen = (bytes: number): number =>
  Math.min(MOST_DECODING_SECONDS, Math.ceil(LEAST_SECONDS + bytes / DECODED_PER_SECOND));

/** Twice the duration of the speech plus the minimum, in seconds. */
export const secondsToRecognize = (speech: readonly Interval[]): number =>
  Math.ceil(
    LEAST_SECONDS + (2 * speech.reduce((sum, it) => sum + it.endMs - it.startMs, 0)) / 1000,
  );

const secondsFor = async (job: Job): Promise<number> =>
  job.kind === 'listen'
    ? secondsToListen((await stat(job.request.audio.path)).size)
    : secondsToRecognize(job.request.speech);

/** After these jobs, the process can be reused, because it has not decoded a recording. */
const REUSABLE: readonly Outcome['kind'][] = ['refused', 'speakers', 'ran'];

export const jobsInProcesses = ({
  places = 2,
  memory = 1024 ** 3,
  entry = new URL('./start.mjs', import.meta.url),
  after = machineTimer,
}: ProcessJobsOptions = {}): Jobs => {
  const inTurn = createPlaces(places);
  const idle = new Set<WorkProcess>();

  const keep = (process: WorkProcess): void => void idle.add(process);
  const start = (): WorkProcess => {
    const process = startProcess({ entry, memory });
    void process.ended.then(() => idle.delete(process));
    return process;
  };
  const take = (): WorkProcess => {
    const [waiting] = idle;
    if (waiting !== undefined) idle.delete(waiting);
    // Starts a process in advance for the next job.
    if (idle.size === 0) keep(start());
    return waiting ?? start();
  };

  const run = (job: Job, signal: AbortSignal): Promise<Outcome> =>
    inTurn(async () => {
      const limit = { seconds: await secondsFor(job), after };
      signal.throwIfAborted();
      const process = take();
      const outcome = await process.work(job, limit, signal);
      if (REUSABLE.includes(outcome.kind) && idle.size <= places) keep(process);
      else await process.kill();
      return outcome;
    }, signal);

  return {
    listen: async (request, signal) => {
      const outcome = await run({ kind: 'listen', request }, signal);
      if (outcome.kind !== 'heard') throw errorOfOutcome(outcome);
      return outcome.heard;
    },
    tellApart: async (request, signal) => {
      const outcome = await run({ kind: 'tell-apart', request }, signal);
      if (outcome.kind !== 'speakers') throw errorOfOutcome(outcome);
      return outcome.speakers;
    },
    run: async (request, signal) => {
      const outcome = await run({ kind: 'run', request }, signal);
      if (outcome.kind !== 'ran') throw errorOfOutcome(outcome);
    },
    close: async () => {
      await Promise.all([...idle].map(({ kill }) => kill()));
    },
  };
};
