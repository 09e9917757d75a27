import { type HandlerEvent, safeEmitter } from '../handler-events.js';
import { LONGEST_TIMER_MS, MEBIBYTE, readersFor } from '../option-readers.js';
import { createMemoryStorage, type WatcherStorage } from '../storage.js';
import { type Clock, systemClock } from '../deadlines.js';
import type { OnFinished, OnSubmitted } from './task.js';

/** A clock that also measures durations. */
export interface SteadyClock extends Clock {
  /** Milliseconds since any moment. Unlike `now`, it never jumps if somebody sets the clock: `performance.now()`. */
  elapsed(): number;
}

/** The clock of the watcher. `now` is read when the watcher is created, and `elapsed` from then on. */
export interface WatcherClock extends SteadyClock {
  /** Calls `run` once after `ms` milliseconds; returns a function that cancels it. */
  setTimer(run: () => void, ms: number): () => void;
}

const systemTimer: WatcherClock = {
  ...systemClock,
  elapsed: () => performance.now(),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export interface TaskLimits {
  /** Maximum response body of the service, in bytes. Default 64 MiB. */
  readonly answerBytes?: number | undefined;
  /** Maximum time for one query including its response, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum time for one call of a hook, in milliseconds. Default 30 000. */
  readonly hookTimeoutMs?: number | undefined;
  /** How long a failing hook is called again, in seconds. Default 86 400 (a day). */
  readonly hookSeconds?: number | undefined;
  /** How long a task may be in progress, in seconds. Default 604 800 (a week). */
  readonly taskSeconds?: number | undefined;
  /** How long the service may answer 404 for a task, in seconds. Default 86 400 (a day). */
  readonly missingSeconds?: number | undefined;
}

export interface WatcherLimits extends TaskLimits {
  /** Maximum queries to the service at the same time. Default 16. */
  readonly queriesAtOnce?: number | undefined;
  /** Maximum calls of hooks at the same time. Default 8. */
  readonly hooksAtOnce?: number | undefined;
  /** How long the result of a task is kept after `onFinished` has succeeded, in seconds. Default 3600. */
  readonly resultSeconds?: number | undefined;
  /** How long a finished task is listed, in seconds after its submission. Default 2 592 000 (30 days). */
  readonly listSeconds?: number | undefined;
}

/** The options of everything that queries tasks and calls hooks. */
export interface TaskStepsOptions {
  /**
   * {base_url} of the service. This and the next two options are required. Their types allow `undefined` so that you
   * can pass environment variables.
   */
  readonly serviceUrl: string | undefined;
  readonly clientId: string | undefined;
  readonly apiKey: string | undefined;
  /** Called after each submission, before `onFinished`. */
  readonly onSubmitted?: OnSubmitted | undefined;
  /** Called when a task has ended. */
  readonly onFinished: OnFinished;
  readonly limits?: TaskLimits | undefined;
  /** Called for each event, as the handler's option of this name. Events contain no secret and no id. */
  readonly onEvent?: ((event: HandlerEvent) => unknown) | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
}

export interface TaskWatcherOptions extends TaskStepsOptions {
  /**
   * Where tasks are kept: an unstorage storage. Only one process may watch it. Default: in memory, so that tasks are
   * lost when the process ends.
   */
  readonly storage?: WatcherStorage | undefined;
  readonly limits?: WatcherLimits | undefined;
  /** Default: the system clock, `performance.now` and `setTimeout`. */
  readonly clock?: WatcherClock | undefined;
}

const DAY = 86_400;

/** The options after validation, with defaults. Times are in milliseconds. */
export type StepSettings = ReturnType<typeof readStepSettings>;
export type WatcherSettings = ReturnType<typeof readWatcherSettings>;

/** Throws TranscribeError `configuration` with a message that names the option. */
export const readStepSettings = (options: TaskStepsOptions, caller: string) => {
  const read = readersFor(caller);
  const { whole, seconds, orNull, callable } = read;
  if (typeof options !== 'object' || options === null) return read.refuse('options are missing.');
  const { limits, onEvent, ...others } = read.fields(options, {
    serviceUrl: read.serviceUrl,
    clientId: read.clientId,
    apiKey: read.apiKey,
    onSubmitted: orNull(callable<OnSubmitted>),
    onFinished: (value, name) =>
      (value ?? null) === null
        ? read.refuse('onFinished is missing: give a function that gets each finished task.')
        : callable<OnFinished>(value, name),
    limits: (value) =>
      typeof (value ?? {}) === 'object' ? (value ?? {}) : read.refuse('limits must be an object.'),
    onEvent: orNull(callable<NonNullable<TaskStepsOptions['onEvent']>>),
    fetch: read.fetch,
    clock: read.clock,
  });
  const timeout = whole('milliseconds', 30_000, LONGEST_TIMER_MS);
  const given = read.fields(
    limits,
    {
      answerBytes: whole('bytes', 64 * MEBIBYTE),
      timeoutMs: timeout,
      hookTimeoutMs: timeout,
      hookSeconds: seconds(DAY),
      taskSeconds: seconds(7 * DAY),
      missingSeconds: seconds(DAY),
    },
    'limits.',
  );
  return {
    ...others,
    limits: { answerBytes: given.answerBytes, timeoutMs: given.timeoutMs },
    hookTimeoutMs: given.hookTimeoutMs,
    hookMs: given.hookSeconds,
    taskMs: given.taskSeconds,
    missingMs: given.missingSeconds,
    emit: safeEmitter(onEvent, [others.apiKey]),
  };
};

/** Throws TranscribeError `configuration` with a message that names the option. */
export const readWatcherSettings = (options: TaskWatcherOptions) => {
  const read = readersFor('createTaskWatcher');
  if (typeof options !== 'object' || options === null) return read.refuse('options are missing.');
  const { storage = createMemoryStorage(), limits, ...others } = options;
  const { queriesAtOnce, hooksAtOnce, resultSeconds, listSeconds, ...stepLimits } = limits ?? {};
  const settings = readStepSettings({ ...others, limits: stepLimits }, 'createTaskWatcher');
  const stored = read.having<WatcherStorage>('getItem', 'setItem', 'removeItem', 'getKeys');
  const clock = read.having<WatcherClock>('now', 'elapsed', 'setTimer');
  const { now, elapsed, setTimer } = clock(options.clock ?? systemTimer, 'clock');
  const start = now() - elapsed();
  return {
    ...settings,
    storage: stored(storage, 'storage'),
    queriesAtOnce: read.whole('calls', 16, 10_000)(queriesAtOnce, 'limits.queriesAtOnce'),
    hooksAtOnce: read.whole('calls', 8, 10_000)(hooksAtOnce, 'limits.hooksAtOnce'),
    resultMs: read.seconds(3600)(resultSeconds, 'limits.resultSeconds'),
    listMs: read.seconds(30 * DAY)(listSeconds, 'limits.listSeconds'),
    // Starts with the time of `now`, and does not jump afterwards.
    clock: { now: () => start + elapsed(), setTimer },
  };
};
