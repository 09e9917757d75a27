/** Runs jobs in worker processes with limits of memory and time, so that no recording can crash the sandbox. */
import { stat } from 'node:fs/promises';
import type { Interval } from '../speech-intervals.js';
import { type JobKind, type Jobs, resultOf, type Job, type Outcome } from './jobs.js';
import { startProcess, type JobLimit, type WorkProcess } from './work-process.js';
import type { MoonshineSize } from '../moonshine/recognize-words.js';

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

// Keeps idle processes for later jobs, as long as all of them fit into the memory.

// Decides which job runs next.

export interface Turn {
  /** The job with the lowest rank runs first; of equal ones, the one that came first. */
  readonly rank: number;
  /** Long jobs leave one place free, so that a short job need not wait for them. Default: false. */
  readonly long?: boolean;
  /** Of the jobs that name the same thing, one runs at a time. Default: none. */
  readonly only?: string;
}

/** `count`: how many jobs run at a time. */
export const createPlaces = (count: number) => {
  const running = new Set<Turn>();
  const waiting: { readonly turn: Turn; readonly begin: () => void }[] = [];

  const mayRun = ({ long = false, only }: Turn): boolean => {
    const others = [...running];
    if (others.length >= count) return false;
    if (only !== undefined && others.some((other) => other.only === only)) return false;
    return !long || others.filter((other) => other.long).length < Math.max(1, count - 1);
  };

  const startNext = (): void => {
    for (;;) {
      const index = waiting.findIndex(({ turn }) => mayRun(turn));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (next === undefined) return;
      running.add(next.turn);
      next.begin();
    }
  };

  const wait = (turn: Turn, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
      };
      const entry = {
        turn,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      const after = waiting.findIndex((other) => other.turn.rank > turn.rank);
      waiting.splice(after < 0 ? waiting.length : after, 0, entry);
      startNext();
    });

  /** Runs the work once it is its turn. An aborted wait rejects at once with the signal's reason. */
  return async <Result>(
    work: () => Promise<Result>,
    asked: Turn,
    signal: AbortSignal,
  ): Promise<Result> => {
    signal.throwIfAborted();
    // A copy, because the set holds each turn once.
    const turn = { ...asked };
    await wait(turn, signal);
    try {
      return await work();
    } finally {
      running.delete(turn);
      startNext();
    }
  };
};

/** The networks that a process has loaded. */
type Holding = 'nothing' | 'speakers' | MoonshineSize;

/** What a process takes at most, in MiB, as measured; see bench/README.md. */
const MEBIBYTES: Readonly<Record<Holding, number>> = {
  nothing: 180,
  speakers: 180,
  tiny: 340,
  base: 430,
};
/** For all processes together, in MiB. With the sandbox's own process, it is less than 1 GiB. */
const MOST_MEBIBYTES = 860;

const createPool = (start: () => WorkProcess) => {
  /** All processes that have not ended. */
  const alive = new Map<WorkProcess, Holding>();
  const idle = new Set<WorkProcess>();

  const sizeOf = (process: WorkProcess): number => MEBIBYTES[alive.get(process) ?? 'nothing'];
  const taken = (): number => [...alive.keys()].reduce((sum, process) => sum + sizeOf(process), 0);
  const hasRoom = (holding: Holding): boolean => taken() + MEBIBYTES[holding] <= MOST_MEBIBYTES;

  const add = (holding: Holding): WorkProcess => {
    const process = start();
    alive.set(process, holding);
    void process.ended.then(() => {
      alive.delete(process);
      idle.delete(process);
    });
    return process;
  };

  /** Ends idle processes, first those that are started again the fastest. */
  const makeRoom = async (holding: Holding): Promise<void> => {
    while (idle.size > 0 && !hasRoom(holding)) {
      const smallest = [...idle].reduce((a, b) => (sizeOf(b) < sizeOf(a) ? b : a));
      idle.delete(smallest);
      await smallest.kill();
    }
  };

  const find = (holding: Holding): WorkProcess | undefined =>
    [...idle].find((process) => alive.get(process) === holding);

  return {
    /** A process for one job. It starts one if no idle process fits. */
    take: async (holding: Holding): Promise<WorkProcess> => {
      const found = find(holding) ?? find('nothing');
      if (found !== undefined) {
        idle.delete(found);
        alive.set(found, holding);
      }
      if (found === undefined) await makeRoom(holding);
      const process = found ?? add(holding);
      // Starts a process in advance for the next job.
      if (find('nothing') === undefined && hasRoom('nothing')) idle.add(add('nothing'));
      return process;
    },
    /** Keeps the process for a later job. Otherwise, kill it. */
    giveBack: (process: WorkProcess): void => {
      if (alive.has(process)) idle.add(process);
    },
    /** Ends the idle processes. */
    close: async (): Promise<void> => {
      await Promise.all([...idle].map(({ kill }) => kill()));
    },
  };
};
