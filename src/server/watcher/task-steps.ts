/** The steps of one task: a query (4.8), or a call of a hook. They keep no state, so that any queue can use them. */
import { parseRawTask, parseTaskJson, type RawTask } from '../../protocol/responses.js';
import { parseRetryAfter, pollInterval } from '../../protocol/timing.js';
import { isTerminal, type TranscriptionRequest } from '../../protocol/types.js';
import { summaryOf } from '../handler-events.js';
import { createServiceClient, keyPairOf, queryTask } from '../service-client.js';
import { ServiceFailure } from '../service-failures.js';
import { type Clock, withDeadline } from '../deadlines.js';
import type { StepSettings } from './watcher-options.js';
import {
  type EndStatus,
  type HookContext,
  nextHook,
  type TaskName,
  type TaskState,
} from './task.js';

/** The result of a query. */
export interface Answer {
  readonly task: TaskState;
  /** `data` as the service sent it, if the task has just succeeded. Otherwise null. */
  readonly data: unknown;
  /** The reason why there was no answer about the task. */
  readonly failure: ServiceFailure | null;
  /** The service asks for a pause of all queries, in ms; 0 if it failed without saying so. Null if it works. */
  readonly pauseMs: number | null;
}

/** A task to watch. `request` is null if `onSubmitted` must not be called. */
export interface NewTask extends TaskName {
  readonly sealedId: string;
  readonly request: TranscriptionRequest | null;
}

/** First wait after a failure, in ms. It doubles with each further failure. */
const FIRST_PAUSE_MS = 1_000;
/** The longest wait after failures, in ms. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A status is stored with each write, and listed. */
const MOST_STATUS_CHARACTERS = 60;
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** The wait after this many failures in a row, in ms. Half of it is random, so that tasks spread. */
export const backoff = (failures: number): number => {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (0.5 + Math.random() / 2));
};

/** The number of queries that a task of this age has had, if all followed the pace of section 8. */
const queriesAt = (ageMs: number): number =>
  Math.log(1 + (0.3 * Math.max(0, ageMs)) / 2_750) / Math.log(1.3);

/** The wait before the next query of a task of this age, in ms (section 8, length unknown). */
export const intervalAt = (ageMs: number): number =>
  pollInterval(queriesAt(ageMs), null, Math.random());

/** False if the service works, and only its answer about this task is wrong. */
const isTrouble = ({ code, serviceStatus }: ServiceFailure): boolean =>
  code !== 'service-rejected' && !(code === 'service-answer-invalid' && serviceStatus === 200);

/** The service works if it has answered a query in this time, in ms. Healthy tasks are queried at least every minute. */
const RECENT_MS = 2 * 60_000;
/** This many failures in a row are about the task. */
const SEVERAL = 3;
/** In ms. */
const LONGEST_OUTAGE_PAUSE_MS = 60_000;
/** After a pause, tasks that have not failed yet try first whether the service works again. In ms. */
const HEAD_START_MS = 10_000;

export type Health = ReturnType<typeof createHealth>;

/** Pauses all queries while the service is in trouble, so that an outage costs about a query a minute. */
export const createHealth = (clock: Clock) => {
  let until = 0;
  let troubles = 0;
  let workedAt = clock.now();
  return {
    /** No query of this task before this time, in ms since the epoch. */
    pausedUntil: ({ failures }: TaskState): number =>
      troubles > 0 && failures > 0 ? until + HEAD_START_MS : until,
    /** True until a query succeeds: only one at a time may try whether the service works again. */
    isTroubled: (): boolean => troubles > 0,
    observe({ pauseMs, task }: Answer): void {
      const now = clock.now();
      if (pauseMs === null) {
        troubles = 0;
        workedAt = now;
        return;
      }
      // Tasks that always fail must not delay those that the service answers. It may ask for a pause, but not forever.
      const isAboutTask = pauseMs === 0 || task.failures >= SEVERAL;
      if (isAboutTask && now - workedAt < RECENT_MS) return;
      // Queries that were running at the same time count once.
      if (now >= until) troubles += 1;
      const pause = Math.max(pauseMs, Math.min(backoff(troubles), LONGEST_OUTAGE_PAUSE_MS));
      until = Math.max(until, now + pause);
    },
  };
};

/** The state of a task whose query a pause has delayed. Queries are spread, so that they don't all start at its end. */
export const postponed = (task: TaskState, now: number, health: Health): TaskState => {
  const pace = Math.min(HEAD_START_MS, intervalAt(now - task.submittedAt));
  const wait = task.failures === 0 ? Math.random() * pace : backoff(task.failures);
  return { ...task, queryAt: Math.max(now, health.pausedUntil(task)) + wait };
};

/**
 * The state of a task that was stored by an earlier process. Overdue queries are spread. A time that is too far away
 * comes from a clock that was wrong.
 */
export const restored = (task: TaskState, now: number): TaskState => {
  const { queryAt, hookAt, missingSince, hook } = task;
  const latest = now + LONGEST_PAUSE_MS;
  const submittedAt = Math.min(task.submittedAt, now);
  const soon = now + Math.random() * intervalAt(now - submittedAt);
  return {
    ...task,
    submittedAt,
    queryAt: queryAt === null ? null : queryAt <= now ? soon : Math.min(queryAt, latest),
    hookAt: hookAt === null ? null : Math.min(hookAt, latest),
    missingSince: missingSince === null ? null : Math.min(missingSince, now),
    hook: hook === null ? null : { ...hook, since: Math.min(hook.since, now) },
  };
};

/** False if `JSON.stringify` gives up, because the value is nested thousands of levels deep. */
const isStorable = (value: unknown): boolean => {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
};

export type Steps = ReturnType<typeof createSteps>;

export const createSteps = (settings: StepSettings) => {
  const { apiKey, clock, emit, hookMs, hookTimeoutMs, missingMs, taskMs } = settings;
  const callService = createServiceClient(settings);
  const keyPair = keyPairOf(settings);

  const isOver = ({ submittedAt }: TaskState, now: number): boolean => now - submittedAt >= taskMs;

  const ended = (task: TaskState, status: EndStatus, now: number): TaskState => ({
    ...task,
    status,
    failures: 0,
    missingSince: null,
    checkedAt: now,
    queryAt: null,
    endedAt: now,
    hookAt: task.gaveUp ? null : (task.hookAt ?? now),
  });

  /** The state after an answer of the service. */
  const stateAfter = (task: TaskState, status: string, now: number): TaskState => {
    if (isTerminal(status)) return ended(task, status, now);
    if (isOver(task, now)) return ended(task, 'TIMED_OUT', now);
    return {
      ...task,
      status: status.slice(0, MOST_STATUS_CHARACTERS),
      failures: 0,
      missingSince: null,
      checkedAt: now,
      queryAt: now + intervalAt(now - task.submittedAt),
    };
  };

  /** The state after a 404. The task may be too new for the service, or the address wrong for a while. */
  const missing = (task: TaskState, now: number): TaskState => {
    const since = task.missingSince ?? now;
    if (now - since >= missingMs) return ended(task, 'NOT_FOUND', now);
    const failures = task.failures + 1;
    if (isOver(task, now) && failures >= SEVERAL) return ended(task, 'TIMED_OUT', now);
    return { ...task, failures, missingSince: since, queryAt: now + backoff(failures + 1) };
  };

  const failed = (task: TaskState, failure: ServiceFailure, now: number): Answer => {
    const none = { data: null, failure };
    if (failure.code === 'service-result-invalid') {
      return { task: ended(task, 'UNREADABLE', now), ...none, pauseMs: null };
    }
    if (failure.serviceStatus === 404) {
      return { task: missing(task, now), ...none, pauseMs: null };
    }
    const failures = task.failures + 1;
    const retryAfter = failure.options.retryAfter ?? null;
    const asked = parseRetryAfter(retryAfter, { nowMs: now }, LONGEST_RETRY_AFTER_MS);
    const least = failure.serviceStatus === 429 ? FIRST_PAUSE_MS : 0;
    const pauseMs = isTrouble(failure) ? (asked ?? least) : null;
    const pace = intervalAt(now - task.submittedAt);
    const queryAt = now + Math.max(pauseMs ?? 0, pace, backoff(failures));
    const next = isOver(task, now) && failures >= SEVERAL ? ended(task, 'TIMED_OUT', now) : task;
    // `failures` counts for the health of the service, even if the task has ended.
    return {
      task: { ...next, failures, queryAt: next === task ? queryAt : null },
      ...none,
      pauseMs,
    };
  };

  const answered = (task: TaskState, { status, raw }: RawTask, now: number): Answer =>
    isStorable(raw)
      ? { task: stateAfter(task, status, now), data: raw, failure: null, pauseMs: null }
      : failed(task, new ServiceFailure('service-result-invalid', 200), now);

  const call = (task: TaskState, data: unknown, context: HookContext): unknown => {
    const { userId, transcriptionId, sealedId, request, status } = task;
    const name = { userId, transcriptionId, sealedId };
    return request === null
      ? settings.onFinished({ ...name, status: status as EndStatus, data }, context)
      : settings.onSubmitted?.({ ...name, request }, context);
  };

  return {
    /** The state of a task that was submitted just now. `response` is what the service said about it last. */
    first({ userId, transcriptionId, sealedId, request }: NewTask, response: RawTask) {
      const now = clock.now();
      const isHooked = settings.onSubmitted !== null && request !== null;
      const start: TaskState = {
        userId,
        transcriptionId,
        sealedId,
        submittedAt: now,
        request: isHooked ? request : null,
        status: '',
        checkedAt: now,
        failures: 0,
        missingSince: null,
        queryAt: null,
        endedAt: null,
        hookAt: isHooked ? now : null,
        hook: null,
        gaveUp: false,
        doneAt: null,
      };
      return answered(start, response, now);
    },

    /** The state after an answer that a page's query brought. */
    answered: (task: TaskState, response: RawTask) => answered(task, response, clock.now()),

    /** Queries the task once. Never rejects. */
    async query(task: TaskState): Promise<Answer> {
      try {
        const parse = (text: string): RawTask => parseRawTask(parseTaskJson(text));
        const answer = await queryTask(callService, keyPair, task.transcriptionId, parse);
        return answered(task, answer, clock.now());
      } catch (error) {
        const failure =
          error instanceof ServiceFailure ? error : new ServiceFailure('service-unavailable', null);
        return failed(task, failure, clock.now());
      }
    },

    /** Calls the hook that is next, with the stored result. Never rejects. */
    async callHook(task: TaskState, data: unknown): Promise<TaskState> {
      const hook = nextHook(task);
      if (hook === null) return { ...task, hookAt: null };
      const started = clock.now();
      const attempt = (task.hook?.attempts ?? 0) + 1;
      const report = { kind: 'hook', hook, attempt } as const;
      try {
        await withDeadline(hookTimeoutMs, undefined, async (signal) =>
          call(task, data, { signal, attempt }),
        );
      } catch (cause) {
        const now = clock.now();
        // The time in which nothing called the hook does not count, such as when the process was down.
        const lateMs = Math.max(0, started - (task.hookAt ?? started));
        const since = task.hook === null ? started : task.hook.since + lateMs;
        const secrets = [apiKey, task.transcriptionId, task.sealedId, task.userId];
        const gaveUp = now - since >= hookMs;
        const outcome = gaveUp ? 'gave-up' : 'failed';
        emit({ ...report, outcome, durationMs: now - started, cause }, secrets.slice(1));
        const trouble = { attempts: attempt, since, error: summaryOf(cause, secrets) };
        return { ...task, hook: trouble, gaveUp, hookAt: gaveUp ? null : now + backoff(attempt) };
      }
      const now = clock.now();
      emit({ ...report, outcome: 'ok', durationMs: now - started });
      return hook === 'submitted'
        ? { ...task, request: null, hook: null, hookAt: task.endedAt === null ? null : now }
        : { ...task, hook: null, hookAt: null, doneAt: now };
    },

    /** Makes the hook of a parked task due again. */
    revive: (task: TaskState): TaskState => ({
      ...task,
      gaveUp: false,
      hook: null,
      hookAt: clock.now(),
    }),
  };
};
