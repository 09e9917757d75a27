/**
 * Does the jobs in processes of their own, each with a limit of memory and of time: whatever a recording does
 * to its decoder, the sandbox goes on. A process that has decoded a recording, or has failed, never gets
 * another job; the others are kept for the next one.
 */
import { stat } from 'node:fs/promises';
import type { Interval } from '../speech-intervals.js';
import type { Jobs } from './jobs.js';
import { errorOfOutcome, type Job, type Outcome } from './messages.js';
import { createPlaces } from './places.js';
import { startProcess, type JobLimit, type WorkProcess } from './work-process.js';

export interface ProcessJobsOptions {
  /** Jobs at once. Default 2. */
  readonly places?: number;
  /** The most memory of one process, in bytes. Default 1 GiB. */
  readonly memory?: number;
  /** The module a process runs. Default: the one beside this. */
  readonly entry?: URL;
  /** Default: the machine's timer. */
  readonly after?: JobLimit['after'];
}

const machineTimer: JobLimit['after'] = (seconds, stop) => {
  const timer = setTimeout(stop, seconds * 1000);
  return () => clearTimeout(timer);
};

/** Seconds that any job may take, for a machine that is busy with other things. */
const LEAST_SECONDS = 60;
/** Decoding is far faster; what it takes is known by the size of the file alone, in bytes. */
const DECODED_PER_SECOND = 32 * 1024;
const MOST_DECODING_SECONDS = 3_600;

/** For a file of so many bytes, in seconds. */
export const secondsToListen = (bytes: number): number =>
  Math.min(MOST_DECODING_SECONDS, Math.ceil(LEAST_SECONDS + bytes / DECODED_PER_SECOND));

/** Twice as long as the speech itself takes, in seconds. */
export const secondsToRecognize = (speech: readonly Interval[]): number =>
  Math.ceil(
    LEAST_SECONDS + (2 * speech.reduce((sum, it) => sum + it.endMs - it.startMs, 0)) / 1000,
  );

const secondsFor = async (job: Job): Promise<number> =>
  job.kind === 'listen'
    ? secondsToListen((await stat(job.request.audio.path)).size)
    : secondsToRecognize(job.request.speech);

/** After these the process is as it was before: no decoder has seen a recording. */
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
    // The next job finds a process that has started already.
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
