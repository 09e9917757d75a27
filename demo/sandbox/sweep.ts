/** Deletes expired data, so that a sandbox can run for months. */
import type { ServiceContext } from '../service/service.js';
import type { Upload } from '../service/uploads.js';
import type { Scheduler } from './options.js';

/** Number of deleted items of each kind. */
export interface Swept {
  /** Incomplete uploads, with their chunks. */
  readonly uploads: number;
  /** Files whose DownloadUrl has expired. */
  readonly files: number;
  readonly tokens: number;
  readonly tasks: number;
}

interface SweepContext extends Pick<
  ServiceContext,
  'clock' | 'lifetimes' | 'store' | 'uploads' | 'tokens' | 'tasks'
> {
  readonly sweepAfterSeconds: number;
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

/** A system timer that does not keep the process alive. */
export const everySoOften: Scheduler = (work, seconds) => {
  const timer = setInterval(work, seconds * 1000).unref();
  return () => clearInterval(timer);
};

const SWEEP_SECONDS = 600;

export const createSweeper = (context: SweepContext, every: Scheduler) => {
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
    /** One sweep at a time: calls during a sweep wait for it. */
    sweep: start,
    /** Stops sweeping, and waits for a sweep in progress. */
    close: async (): Promise<void> => {
      stop();
      await running?.catch(() => undefined);
    },
  };
};
