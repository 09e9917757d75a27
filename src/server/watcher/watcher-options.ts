import { type Emit, type HandlerEvent, safeEmitter } from '../handler-events.js';
import { globalFetch, LONGEST_TIMER_MS, MEBIBYTE, readersFor } from '../option-readers.js';
import { createMemoryStorage, type WatcherStorage } from '../storage.js';
import { type Clock, steadied, type SteadyClock, systemClock } from '../deadlines.js';
import type { OnFinished, OnSubmitted } from './task.js';

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

/** The options after validation, with defaults. Times are in milliseconds. */
export interface StepSettings {
  readonly serviceUrl: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly onSubmitted: OnSubmitted | null;
  readonly onFinished: OnFinished;
  readonly limits: { readonly answerBytes: number; readonly timeoutMs: number };
  readonly hookTimeoutMs: number;
  readonly hookMs: number;
  readonly taskMs: number;
  readonly missingMs: number;
  readonly emit: Emit;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

export interface WatcherSettings extends StepSettings {
  readonly storage: WatcherStorage;
  readonly queriesAtOnce: number;
  readonly hooksAtOnce: number;
  readonly resultMs: number;
  readonly listMs: number;
  /** Does not jump. */
  readonly clock: Pick<WatcherClock, 'now' | 'setTimer'>;
}

const STEP_OPTIONS = [
  'serviceUrl',
  'clientId',
  'apiKey',
  'onSubmitted',
  'onFinished',
  'limits',
  'onEvent',
  'fetch',
  'clock',
] as const satisfies readonly (keyof TaskStepsOptions)[];

const STEP_LIMITS = [
  'answerBytes',
  'timeoutMs',
  'hookTimeoutMs',
  'hookSeconds',
  'taskSeconds',
  'missingSeconds',
] as const satisfies readonly (keyof TaskLimits)[];

const WATCHER_LIMITS = [
  ...STEP_LIMITS,
  ...(['queriesAtOnce', 'hooksAtOnce', 'resultSeconds', 'listSeconds'] as const),
] satisfies readonly (keyof WatcherLimits)[];

const DAY = 86_400;
/** About a hundred years, so that milliseconds stay exact. */
const LONGEST_SECONDS = 36_500 * DAY;

/** Returns a reader for the limits in seconds, which returns milliseconds. */
const secondsReader =
  <Limits extends object>(read: ReturnType<typeof readersFor>, limits: Limits) =>
  (name: keyof Limits & string, byDefault: number): number =>
    read.wholeNumber(limits[name] ?? byDefault, `limits.${name}`, 'seconds', LONGEST_SECONDS) *
    1000;

/** Validates the options. `more` names the options and limits of the caller besides those of TaskStepsOptions. */
export const readStepSettings = (
  options: TaskStepsOptions,
  caller: string,
  more: { readonly options?: readonly string[]; readonly limits?: readonly string[] } = {},
): StepSettings => {
  const read = readersFor(caller);
  if (typeof options !== 'object' || options === null) return read.refuse('options are missing.');
  read.onlyKnown(options, new Set([...STEP_OPTIONS, ...(more.options ?? [])]), '');
  const limits = options.limits ?? {};
  if (typeof limits !== 'object') return read.refuse('limits must be an object.');
  read.onlyKnown(limits, new Set([...STEP_LIMITS, ...(more.limits ?? [])]), 'limits.');
  if (options.onFinished === undefined) {
    return read.refuse('onFinished is missing: give a function that gets each finished task.');
  }
  const { clock = systemClock, fetch = globalFetch } = options;
  const { answerBytes = 64 * MEBIBYTE } = limits;
  const seconds = secondsReader(read, limits);
  const timeout = (name: 'timeoutMs' | 'hookTimeoutMs'): number =>
    read.wholeNumber(limits[name] ?? 30_000, `limits.${name}`, 'milliseconds', LONGEST_TIMER_MS);
  const apiKey = read.apiKey(options.apiKey);
  const { onEvent, onSubmitted } = options;
  return {
    serviceUrl: read.serviceUrl(options.serviceUrl),
    clientId: read.clientId(options.clientId),
    apiKey,
    onSubmitted: onSubmitted === undefined ? null : read.callable(onSubmitted, 'onSubmitted'),
    onFinished: read.callable(options.onFinished, 'onFinished'),
    limits: {
      answerBytes: read.wholeNumber(answerBytes, 'limits.answerBytes', 'bytes'),
      timeoutMs: timeout('timeoutMs'),
    },
    hookTimeoutMs: timeout('hookTimeoutMs'),
    hookMs: seconds('hookSeconds', DAY),
    taskMs: seconds('taskSeconds', 7 * DAY),
    missingMs: seconds('missingSeconds', DAY),
    emit: safeEmitter(onEvent === undefined ? undefined : read.callable(onEvent, 'onEvent'), [
      apiKey,
    ]),
    fetch: read.callable(fetch, 'fetch'),
    clock: read.withMethods(clock, 'clock', ['now']),
  };
};

const METHODS = ['getItem', 'setItem', 'removeItem', 'getKeys'] as const;

/** Throws TranscribeError `configuration` with a message that names the option. */
export const readWatcherSettings = (options: TaskWatcherOptions): WatcherSettings => {
  const read = readersFor('createTaskWatcher');
  const settings = readStepSettings(options, 'createTaskWatcher', {
    options: ['storage'],
    limits: WATCHER_LIMITS,
  });
  const { limits = {}, clock = systemTimer, storage = createMemoryStorage() } = options;
  const { setTimer } = read.withMethods(clock, 'clock', ['now', 'elapsed', 'setTimer']);
  const count = (name: 'queriesAtOnce' | 'hooksAtOnce', byDefault: number): number =>
    read.wholeNumber(limits[name] ?? byDefault, `limits.${name}`, 'calls', 10_000);
  const seconds = secondsReader(read, limits);
  return {
    ...settings,
    storage: read.withMethods(storage, 'storage', METHODS),
    queriesAtOnce: count('queriesAtOnce', 16),
    hooksAtOnce: count('hooksAtOnce', 8),
    resultMs: seconds('resultSeconds', 3600),
    listMs: seconds('listSeconds', 30 * DAY),
    clock: { ...steadied(clock), setTimer },
  };
};
