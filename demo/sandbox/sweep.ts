/** Removes what nobody can use any more, so that a sandbox may run for months. */
import type { Clock, Lifetimes, Scheduler } from './options.js';
import type { Store } from './storage/store.js';
import type { Tasks } from './tasks/tasks.js';
import type { Tokens } from './tokens.js';
import type { Upload } from './upload-record.js';
import type { Uploads } from './uploads.js';

/** How many of each were removed. */
export interface Swept {
  /** Never completed, with their chunks. */
  readonly uploads: number;
  /** Whose DownloadUrl has expired. */
  readonly files: number;
  readonly tokens: number;
  readonly tasks: number;
}

export interface SweepContext {
  readonly clock: Clock;
  readonly lifetimes: Lifetimes;
  readonly sweepAfterSeconds: number;
  readonly store: Store;
  readonly uploads: Uploads;
  readonly tokens: Tokens;
  readonly tasks: Tasks;
}

const sweep = async (context: SweepContext): Promise<Swept> => {
  const { clock, lifetimes, sweepAfterSeconds, store, uploads, tokens, tasks } = context;
  const isOver = (from: number, seconds: number): boolean => from + seconds * 1000 <= clock.now();

  const removed = async (
    isDue: (upload: Upload) => boolean,
    remove: (upload: Upload) => Promise<void>,
  ): Promise<number> => {
    let count = 0;
    for (const upload of uploads.all().filter(isDue)) {
      try {
        await uploads.forget(upload, () => remove(upload));
        count += 1;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        console.error(
          `The sandbox could not sweep ${upload.fileId}, and will try again: ${reason}`,
        );
      }
    }
    return count;
  };

  return {
    uploads: await removed(
      ({ stage, plannedAt }) => stage.kind === 'open' && isOver(plannedAt, sweepAfterSeconds),
      store.abort,
    ),
    files: await removed(
      ({ stage }) => stage.kind === 'complete' && isOver(stage.at, lifetimes.downloadAddress),
      store.remove,
    ),
    tokens: await tokens.sweep(),
    tasks: await tasks.sweep(lifetimes.endedTask),
  };
};

/** The machine's timer, which keeps no process alive. */
export const everySoOften: Scheduler = (work, seconds) => {
  const timer = setInterval(work, seconds * 1000).unref();
  return () => clearInterval(timer);
};

const SWEEP_SECONDS = 600;

export interface Sweeper {
  /** One at a time: who asks during a sweep waits for it. */
  readonly sweep: () => Promise<Swept>;
  /** Sweeps no more, and waits for a sweep that runs. */
  readonly close: () => Promise<void>;
}

export const createSweeper = (context: SweepContext, every: Scheduler): Sweeper => {
  let running: Promise<Swept> | null = null;
  const start = (): Promise<Swept> => {
    running ??= sweep(context).finally(() => {
      running = null;
    });
    return running;
  };
  const report = (error: unknown): void =>
    console.error('The sandbox could not sweep, and will try again:', error);
  const stop = every(() => void start().catch(report), SWEEP_SECONDS);
  return {
    sweep: start,
    close: async () => {
      stop();
      await running?.catch(() => undefined);
    },
  };
};
