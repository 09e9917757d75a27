/** Runs jobs in worker processes with limits of memory and time, so that no recording can crash the sandbox. */
import { stat } from 'node:fs/promises';
import type { Interval } from '../speech-intervals.js';
import type { JobKind, Jobs } from './jobs.js';
import { resultOf, type Job, type Outcome } from './messages.js';
import { createPlaces, type Turn, createPool, type Holding } from './pool.js';
import { startProcess, type JobLimit } from './work-process.js';

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
/** In bytes. A larger file takes many seconds to decode, and decoding has no sections. */
const LONG_FILE = 4 * 1024 ** 2;
/** Grouping takes quadratic time: a few seconds for this many voiceprints, which are three hours. */
const MANY_VECTORS = 7_200;

/** For a file of this many bytes, in seconds. */
export const secondsToListen = (bytes: number): number =>
  Math.min(MOST_DECODING_SECONDS, Math.ceil(LEAST_SECONDS + bytes / DECODED_PER_SECOND));

/** Twice the duration of the speech plus the minimum, in seconds. */
export const secondsToRecognize = (speech: readonly Interval[]): number =>
  Math.ceil(
    LEAST_SECONDS + (2 * speech.reduce((sum, it) => sum + it.endMs - it.startMs, 0)) / 1000,
  );

interface Plan extends Turn {
  /** What its process has in memory. */
  readonly holding: Holding;
  /** Time limit in seconds. */
  readonly seconds: number;
}

const planOf = async (job: Job): Promise<Plan> => {
  const { rank } = job.request;
  switch (job.kind) {
    case 'listen': {
      const { size } = await stat(job.request.audio.path);
      const seconds = secondsToListen(size);
      return { rank, long: size > LONG_FILE, holding: 'nothing', seconds };
    }
    case 'words': {
      // Each model is in memory once.
      const { size, speech } = job.request;
      return { rank, only: size, holding: size, seconds: secondsToRecognize(speech) };
    }
    case 'voiceprints':
      return { rank, holding: 'speakers', seconds: secondsToRecognize(job.request.speech) };
    case 'group': {
      const { speech, vectors } = job.request;
      const seconds = secondsToRecognize(speech);
      return { rank, long: vectors.length > MANY_VECTORS, holding: 'speakers', seconds };
    }
  }
};

/** A process that has decoded a recording is not used again. */
const isReusable = ({ kind }: Job, outcome: Outcome): boolean =>
  outcome.kind === 'refused' || (outcome.kind === 'done' && kind !== 'listen');

export const jobsInProcesses = ({
  places = 2,
  memory = 1024 ** 3,
  entry = new URL('./start.mjs', import.meta.url),
  after = machineTimer,
}: ProcessJobsOptions = {}): Jobs => {
  const inTurn = createPlaces(places);
  const pool = createPool(() => startProcess({ entry, memory }));

  const run = async (job: Job, signal: AbortSignal): Promise<unknown> => {
    const { holding, seconds, ...turn } = await planOf(job);
    const work = async (): Promise<Outcome> => {
      const process = await pool.take(holding);
      const outcome = await process.work(job, { seconds, after }, signal);
      if (isReusable(job, outcome)) pool.giveBack(process);
      else await process.kill();
      return outcome;
    };
    return resultOf(await inTurn(work, turn, signal));
  };
  const job = <Kind extends JobKind>(kind: Kind): Jobs[Kind] =>
    ((request: unknown, signal: AbortSignal) =>
      run({ kind, request } as Job, signal)) as Jobs[Kind];

  return {
    ...{ listen: job('listen'), words: job('words') },
    ...{ voiceprints: job('voiceprints'), group: job('group') },
    close: pool.close,
  };
};
