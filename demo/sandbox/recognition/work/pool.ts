/** Keeps idle processes for later jobs, as long as all of them fit into the memory. */
import type { MoonshineSize } from '../moonshine/model.js';
import type { WorkProcess } from './work-process.js';

// Decides which job runs next.

export interface Turn {
  /** The job with the lowest rank runs first; of equal ones, the one that came first. */
  readonly rank: number;
  /** Long jobs never take the last free place, so that a short one does not wait for them. Default: false. */
  readonly long?: boolean;
  /** Of the jobs that name the same thing, one runs at a time. Default: none. */
  readonly only?: string;
}

/** Runs the work once it is its turn. An aborted wait rejects at once with the signal's reason. */
type Places = <Result>(
  work: () => Promise<Result>,
  turn: Turn,
  signal: AbortSignal,
) => Promise<Result>;

/** `count`: how many jobs run at a time. */
export const createPlaces = (count: number): Places => {
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

  return async (work, asked, signal) => {
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
export type Holding = 'nothing' | 'speakers' | MoonshineSize;

/** What a process takes at most, in MiB, as measured; see bench/README.md. */
const MEBIBYTES: Readonly<Record<Holding, number>> = {
  nothing: 180,
  speakers: 180,
  tiny: 340,
  base: 430,
};
/** For all processes together, in MiB. With the sandbox's own process, it is less than 1 GiB. */
const MOST_MEBIBYTES = 860;

interface Pool {
  /** A process for one job. It starts one if no idle process fits. */
  readonly take: (holding: Holding) => Promise<WorkProcess>;
  /** Keeps the process for a later job. Otherwise, kill it. */
  readonly giveBack: (process: WorkProcess) => void;
  /** Ends the idle processes. */
  readonly close: () => Promise<void>;
}

export const createPool = (start: () => WorkProcess): Pool => {
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
    take: async (holding) => {
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
    giveBack: (process) => {
      if (alive.has(process)) idle.add(process);
    },
    close: async () => {
      await Promise.all([...idle].map(({ kill }) => kill()));
    },
  };
};
