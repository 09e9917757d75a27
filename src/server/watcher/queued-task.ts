/** Watches tasks with a job queue: BullMQ, pg-boss or another one. */
import type { RawTask } from '../../protocol/responses.js';
import { isTerminal } from '../../protocol/types.js';
import { field, object } from '../../protocol/read.js';
import { ServiceFailure } from '../service-failures.js';
import { createHealth, createSteps, type NewTask, postponed } from './task-steps.js';
import { readStepSettings, type TaskStepsOptions } from './watcher-options.js';
import {
  type TaskAnswer,
  dueAt,
  freshAnswer,
  isParked,
  mayFollow,
  parseTaskState,
  type TaskState,
} from './task.js';

/** The data of a job: JSON. */
export interface QueuedTask {
  readonly state: TaskState;
  /** `data` as the service sent it, after SUCCESS. Otherwise null. */
  readonly data: unknown;
}

export interface TaskStep {
  /** Store it before anything else. */
  readonly task: QueuedTask;
  /** When to call `next` again, in ms since the epoch. Null if nothing is left to do. */
  readonly at: number | null;
  /** After `gave-up`, keep the job as failed. A hook did not succeed for `hookSeconds`. */
  readonly outcome: 'waiting' | 'finished' | 'gave-up';
}

export interface TaskSteps {
  /** The job of a new task, and when to call `next`. For `submitted` of a `TaskRecorder`. */
  first(task: NewTask, response: RawTask): TaskStep;
  /** Does one thing that is due: a query, or a hook. Throws ContractError if `data` is not a job's data. */
  next(data: unknown): Promise<TaskStep>;
  /** The step after an answer that a page's query brought. */
  answered(data: unknown, response: RawTask): TaskStep;
  /** What is known about a task; null to ask the service. Throws ServiceFailure if the result is unreadable. */
  known(data: unknown): TaskAnswer | null;
  /** Makes the hook of a given-up job due again. */
  revive(data: unknown): TaskStep;
}

const read = (data: unknown): QueuedTask => {
  const source = object(data, '');
  return {
    state: parseTaskState(field(source, '', 'state', object)),
    data: source['data'] ?? null,
  };
};

const stepOf = (state: TaskState, data: unknown): TaskStep => {
  if (state.doneAt !== null) return { task: { state, data }, at: null, outcome: 'finished' };
  if (isParked(state)) return { task: { state, data }, at: null, outcome: 'gave-up' };
  return { task: { state, data }, at: dueAt(state), outcome: 'waiting' };
};

/** The step to store: that of `stored`, the data of the job as they are now, if `step` would leave an ended state. */
export const latestOf = (stored: unknown, step: TaskStep): TaskStep => {
  const { state, data } = read(stored);
  return mayFollow(state, step.task.state) ? step : stepOf(state, data);
};

/**
 * The rules of `createTaskWatcher` without its storage and timer, for a queue that has both. Throws TranscribeError
 * `configuration` if an option is missing or malformed.
 */
export const createTaskSteps = (
  options: TaskStepsOptions,
  caller = 'createTaskSteps',
): TaskSteps => {
  const settings = readStepSettings(options, caller);
  const { clock } = settings;
  const steps = createSteps(settings);
  const health = createHealth(clock);
  let running = 0;

  const query = async ({ state, data }: QueuedTask): Promise<TaskStep> => {
    const now = clock.now();
    const mustWait = now < health.pausedUntil(state) || (health.isTroubled() && running > 0);
    if (mustWait) return stepOf(postponed(state, now, health), data);
    running += 1;
    const answer = await steps.query(state).finally(() => (running -= 1));
    health.observe(answer);
    return stepOf(answer.task, answer.data);
  };

  return {
    first(task, response) {
      const { task: state, data } = steps.first(task, response);
      return stepOf(state, data);
    },
    async next(data) {
      const task = read(data);
      const { hookAt, queryAt } = task.state;
      const now = clock.now();
      if (hookAt !== null && hookAt <= now) {
        return stepOf(await steps.callHook(task.state, task.data), task.data);
      }
      return queryAt !== null && queryAt <= now ? query(task) : stepOf(task.state, task.data);
    },
    answered(data, response) {
      const before = read(data);
      if (before.state.endedAt !== null) return stepOf(before.state, before.data);
      const { task, data: result } = steps.answered(before.state, response);
      return stepOf(task, result);
    },
    known(data) {
      const { state, data: result } = read(data);
      const { endedAt, status } = state;
      if (endedAt === null) return freshAnswer(state, clock.now());
      if (status === 'UNREADABLE') throw new ServiceFailure('service-result-invalid', 200);
      return isTerminal(status) ? { status, data: result } : null;
    },
    revive(data) {
      const task = read(data);
      return stepOf(steps.revive(task.state), task.data);
    },
  };
};
