/** Watches tasks with BullMQ, for partners with several processes. Needs the package bullmq, and Redis. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DelayedError,
  type Job,
  Queue,
  UnrecoverableError,
  Worker,
  type ConnectionOptions,
} from 'bullmq';
import type { RawTask } from '../protocol/responses.js';
import { isTerminal } from '../protocol/types.js';
import { createAlarm, safeEmitter } from './handler-events.js';
import { readersFor } from './option-readers.js';
import { ServiceFailure } from './service-failures.js';
import { systemClock, withDeadline } from './deadlines.js';
import type { TaskLimits, TaskStepsOptions } from './watcher/watcher-options.js';
import {
  createTaskSteps,
  latestOf,
  type QueuedTask,
  type TaskStep,
} from './watcher/queued-task.js';
import {
  type TaskAnswer,
  type TaskRecorder,
  type FailedTask,
  failedTask,
  readTaskState,
  type TaskName,
} from './watcher/task.js';
import { backoff } from './watcher/task-steps.js';

export interface BullTaskWatcherOptions extends TaskStepsOptions {
  /** BullMQ's `connection`: the options of ioredis, or a client with `maxRetriesPerRequest: null`. */
  readonly connection: ConnectionOptions;
  /** The queue's name begins with this; a hash of `serviceUrl` and `clientId` follows. Default `audio-transcribe`. */
  readonly queueName?: string | undefined;
  /** BullMQ's `prefix` of all keys. Default `bull`. */
  readonly prefix?: string | undefined;
  readonly limits?:
    | (TaskLimits & {
        /** Maximum queries and hooks at the same time in this process. Default 24. */
        readonly jobsAtOnce?: number | undefined;
        /** How long the result of a task is kept after `onFinished` has succeeded, in seconds. Default 3600. */
        readonly resultSeconds?: number | undefined;
      })
    | undefined;
}

/** Has no `list`: keep a table of your own, and fill it in the hooks. */
export interface BullTaskWatcher extends TaskRecorder {
  /** Name of the BullMQ queue, for a dashboard. */
  readonly queueName: string;
  /** Starts to query tasks and to call hooks in this process. */
  start(): void;
  /** Waits for running jobs, and closes the connections that it opened. */
  stop(): Promise<void>;
  /**
   * The tasks whose hook failed for `hookSeconds`, and those whose job failed for another reason, with 0 attempts: at
   * most 1000 of them.
   */
  failures(): Promise<readonly FailedTask[]>;
  /** Calls the hook of such a task again. Resolves with false if there is no such task. */
  retry(task: TaskName): Promise<boolean>;
  /**
   * Deletes everything about a task, and watches it no further, even if its page asks for it again. Waits for a query or
   * hook that is running. Rejects if that takes longer than 45 seconds, or if Redis fails; call it again then.
   */
  forget(task: TaskName): Promise<void>;
}

/** The person waits at most this long for Redis, in ms. */
const STORE_TIMEOUT_MS = 2_000;
/** Longer than a hook may take by default, in ms. */
const CLOSE_TIMEOUT_MS = 45_000;
const MOST_FAILURES = 1_000;
/** Neither a crash of a worker nor an error of Redis may fail a task. */
const MOST_STALLS = 1_000_000;
const MOST_ATTEMPTS = 1_000_000_000;

/** A page can ask for a task at least this long after it was forgotten, in seconds: 30 days. */
const FORGOTTEN_SECONDS = 2_592_000;
const FORGOTTEN = 'forgotten';
const NOTHING = {} as QueuedTask;
/** How often `forget` looks whether a running job has ended, in ms. */
const FORGET_PAUSE_MS = 100;

/** Stores data in place of those that were read. Returns 0 if others are stored meanwhile. */
const REPLACE = 'audioTranscribeReplace';
const REPLACE_SCRIPT = `
  if redis.call('HGET', KEYS[1], 'data') ~= ARGV[1] then return 0 end
  redis.call('HSET', KEYS[1], 'data', ARGV[2])
  return 1`;

const hashOf = (...subject: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 32);

const jobIdOf = ({ userId, transcriptionId }: TaskName): string => hashOf(userId, transcriptionId);

/**
 * Like `createTaskWatcher`, on a BullMQ queue: one job for each task. BullMQ's locks share the jobs between processes,
 * and a job whose worker has died is run by another one.
 *
 * Throws TranscribeError `configuration` if an option is missing or malformed.
 */
export const createBullTaskWatcher = (options: BullTaskWatcherOptions): BullTaskWatcher => {
  const { connection, queueName: base = 'audio-transcribe', prefix = 'bull', ...rest } = options;
  const { jobsAtOnce = 24, resultSeconds = 3600, ...limits } = rest.limits ?? {};
  const read = readersFor('createBullTaskWatcher');
  if (typeof connection !== 'object' || connection === null) {
    read.refuse('connection is missing: give { host, port } of Redis, or a client of ioredis.');
  }
  const concurrency = read.wholeNumber(jobsAtOnce, 'limits.jobsAtOnce', 'jobs', 10_000);
  const resultAge = read.wholeNumber(resultSeconds, 'limits.resultSeconds', 'seconds');
  const steps = createTaskSteps({ ...rest, limits }, 'createBullTaskWatcher');
  const forgottenMs = Math.max(limits.taskSeconds ?? 0, FORGOTTEN_SECONDS) * 1000;
  const emit = safeEmitter(options.onEvent, [options.apiKey ?? '']);
  // Two clients may share a Redis: neither may query the tasks of the other.
  const queueName = `${base}-${hashOf(read.serviceUrl(rest.serviceUrl), read.clientId(rest.clientId))}`;
  const queue = new Queue<QueuedTask>(queueName, { connection, prefix });
  let worker: Worker<QueuedTask> | null = null;
  let cleaning: ReturnType<typeof setInterval> | null = null;
  let isStopped = false;

  const alarm = createAlarm(emit, systemClock, 'connection');
  const redisFailed = (cause: unknown): void =>
    alarm('Redis failed; BullMQ connects again by itself. No task is lost.', cause);
  queue.on('error', redisFailed);

  /** A forgotten task leaves an empty job, which waits until no page can ask for the task any more. */
  const markOf = (jobId: string): string => `forgotten-${jobId}`;
  const isForgotten = async (jobId: string): Promise<boolean> =>
    (await queue.getJob(markOf(jobId))) !== undefined;

  /** The data of a job as they are now. Null if there is none. `replace` resolves with false if they have changed since. */
  const readStored = async (jobId: string) => {
    const client = await queue.getBackend().client;
    client.defineCommand(REPLACE, { numberOfKeys: 1, lua: REPLACE_SCRIPT });
    const key = queue.toKey(jobId);
    const text = await client.hget(key, 'data');
    return text === null
      ? null
      : {
          data: JSON.parse(text) as QueuedTask,
          replace: async (task: QueuedTask): Promise<boolean> =>
            (await client.runCommand(REPLACE, [key, text, JSON.stringify(task)])) === 1,
        };
  };

  /**
   * Stores a step, and returns what is stored. A page, or the next worker after this one seemed dead, may have stored the
   * end of the task meanwhile.
   */
  const keep = async (job: Job<QueuedTask>, step: TaskStep): Promise<TaskStep> => {
    for (;;) {
      const stored = await readStored(job.id ?? '');
      if (stored === null) throw new Error('The job was removed from the queue.');
      const latest = latestOf(stored.data, step);
      job.data = latest.task;
      if (latest !== step || (await stored.replace(step.task))) return latest;
    }
  };

  const work = async (job: Job<QueuedTask>, token?: string): Promise<void> => {
    if (job.name === FORGOTTEN) return;
    for (;;) {
      // `forget` removes the job as soon as no worker holds it.
      if (await isForgotten(job.id ?? '')) return job.updateData(NOTHING);
      let step: TaskStep;
      try {
        step = await steps.next(job.data);
      } catch {
        throw new UnrecoverableError('not a task');
      }
      step = await keep(job, step);
      if (step.outcome === 'finished') return;
      if (step.at === null) {
        throw new UnrecoverableError(step.task.state.hook?.error.name ?? 'a hook failed');
      }
      if (step.at > Date.now()) {
        await job.moveToDelayed(Math.ceil(step.at), token);
        throw new DelayedError();
      }
    }
  };

  /** BullMQ deletes old jobs only when another one ends. */
  const clean = (): void =>
    void queue.clean(resultAge * 1000, 1_000, 'completed').catch(redisFailed);

  const enqueue = async (jobId: string, { task, at }: TaskStep): Promise<void> => {
    for (let failures = 1; !isStopped; failures++) {
      try {
        if (await isForgotten(jobId)) return;
        const delay = Math.max(0, Math.ceil((at ?? 0) - Date.now()));
        await queue.add('task', task, {
          jobId,
          delay,
          removeOnFail: false,
          removeOnComplete: { age: resultAge },
          attempts: MOST_ATTEMPTS,
          backoff: { type: 'custom' },
        });
        return;
      } catch (cause) {
        redisFailed(cause);
        await pause(backoff(failures));
      }
    }
    throw new Error('The watcher was stopped before Redis had the task.');
  };

  const jobOf = (task: TaskName): Promise<Job<QueuedTask> | undefined> =>
    queue.getJob(jobIdOf(task));

  /**
   * Stores the end of a task that a page's query has found, unless a worker is busy with the task. Nothing else of a page
   * is stored: it may be older than what a worker has stored since the page asked.
   */
  const note = async (job: Job<QueuedTask>, response: RawTask): Promise<void> => {
    if (!isTerminal(response.status)) return;
    const stored = await readStored(job.id ?? '');
    // `forget` leaves no state.
    if (stored === null || readTaskState(stored.data.state)?.endedAt !== null) return;
    const { task, at } = steps.answered(stored.data, response);
    if (!(await job.isDelayed()) || !(await stored.replace(task))) return;
    if (at !== null && at <= Date.now()) await job.promote();
  };

  return {
    queueName,
    start() {
      if (worker !== null) return;
      worker = new Worker<QueuedTask>(queueName, work, {
        connection,
        prefix,
        concurrency,
        maxStalledCount: MOST_STALLS,
        settings: { backoffStrategy: backoff },
      });
      worker.on('error', redisFailed);
      cleaning = setInterval(clean, Math.min(resultAge * 1000, 3_600_000));
      cleaning.unref();
    },
    async stop() {
      isStopped = true;
      if (cleaning) clearInterval(cleaning);
      const close = async (): Promise<void> => {
        await worker?.close();
        await queue.close();
      };
      // Without Redis, BullMQ would wait for it.
      await withDeadline(CLOSE_TIMEOUT_MS, undefined, close).catch(async () => {
        await worker?.disconnect();
        await queue.disconnect();
      });
    },
    async submitted(task, response) {
      const added = enqueue(jobIdOf(task), steps.first(task, response));
      added.catch(() => undefined);
      await withDeadline(STORE_TIMEOUT_MS, undefined, () => added).catch((cause: unknown) => {
        redisFailed(cause);
        throw cause;
      });
    },
    async query(task, ask): Promise<TaskAnswer> {
      let job: Job<QueuedTask> | undefined | null = null;
      try {
        job = await withDeadline(STORE_TIMEOUT_MS, undefined, () => jobOf(task));
        const known = job ? steps.known(job.data) : null;
        if (known) return known;
      } catch (cause) {
        if (cause instanceof ServiceFailure) throw cause;
        redisFailed(cause);
      }
      const answer = await ask();
      if (job) void note(job, answer).catch(redisFailed);
      else if (job === undefined && !isTerminal(answer.status)) {
        // The process that submitted it died before it could add a job.
        enqueue(jobIdOf(task), steps.first({ ...task, request: null }, answer)).catch(redisFailed);
      }
      return { status: answer.status, data: answer.raw };
    },
    async failures() {
      const jobs = await queue.getFailed(0, MOST_FAILURES - 1);
      const states = jobs.map(({ data }) => readTaskState(data.state));
      return states.filter((state) => state !== null).map(failedTask);
    },
    async retry(task) {
      const job = await jobOf(task);
      const stored = await readStored(jobIdOf(task));
      if (!job || !stored || !(await job.isFailed())) return false;
      // Another process may have called it just now.
      if (!(await stored.replace(steps.revive(stored.data).task))) return false;
      await job.retry('failed');
      return true;
    },
    async forget(task) {
      const jobId = jobIdOf(task);
      const mark = { jobId: markOf(jobId), delay: forgottenMs, removeOnComplete: true };
      await queue.add(FORGOTTEN, NOTHING, mark);
      for (let waitedMs = 0; ; waitedMs += FORGET_PAUSE_MS) {
        const job = await queue.getJob(jobId);
        if (job === undefined) return;
        try {
          return await job.remove();
        } catch (cause) {
          // A worker holds the job.
          if (waitedMs >= CLOSE_TIMEOUT_MS) throw cause;
          await pause(FORGET_PAUSE_MS);
        }
      }
    },
  };
};
