/** Transcription tasks: a bounded queue, one at a time, each status reached by the work itself. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  isTerminal,
  type TaskStatus,
  type TranscriptionRequest,
} from '../../../src/protocol/index.js';
import { Refusal } from '../http/refusal.js';
import type { Clock } from '../options.js';
import { fileTypeOf } from '../recognition/decode-audio.js';
import { RecognitionFailed, UndecodableAudio, type Recognizer } from '../recognition/recognizer.js';
import { randomName } from '../secrets.js';
import { AudioNotFetched, fetchAudio, type FetchLimits } from './fetch-audio.js';
import { recognitionRequest, taskData } from './task-data.js';

export interface StatusChange {
  readonly status: TaskStatus;
  /** Milliseconds of the sandbox's clock. */
  readonly at: number;
  /** Why a task failed or was revoked: for developers, as 2.4 has no field for it. */
  readonly reason?: string;
}

/** The answer of 4.7 and 4.8: 2.4 as it is on the wire, `data` empty before SUCCESS. */
export interface TaskAnswer {
  readonly transcription_id: string;
  readonly status: TaskStatus;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Task {
  readonly id: string;
  readonly request: TranscriptionRequest;
  readonly history: StatusChange[];
  readonly stop: AbortController;
  data: Readonly<Record<string, unknown>>;
}

export interface Tasks {
  /** Queues a task; refuses with 429 where the queue is full. */
  readonly submit: (request: TranscriptionRequest) => TaskAnswer;
  readonly query: (id: string) => TaskAnswer | undefined;
  /** Every status the task went through, in order; empty for an unknown one. */
  readonly history: (id: string) => readonly StatusChange[];
  /** Of every task that was submitted, in order. */
  readonly ids: () => readonly string[];
  /** Ends a task as REVOKED, as the operator may; false where it is unknown or has ended. */
  readonly revoke: (id: string) => boolean;
  /** Ends a task as FAILURE; false where it is unknown or has ended. */
  readonly fail: (id: string, reason: string) => boolean;
  /** Revokes what has not ended, and waits for the work to stop. */
  readonly close: () => Promise<void>;
}

export interface TasksOptions {
  readonly clock: Clock;
  readonly recognizer: Recognizer;
  /** Where fetched audio is kept while it is worked on. */
  readonly directory: string;
  readonly queueLength: number;
  readonly fetchLimits: FetchLimits;
}

const NO_DATA = {};

const statusOf = ({ history }: Task): TaskStatus => history.at(-1)?.status ?? 'PENDING';

const answerOf = (task: Task): TaskAnswer => ({
  transcription_id: task.id,
  status: statusOf(task),
  data: task.data,
});

export const createTasks = (options: TasksOptions): Tasks => {
  const { clock, recognizer, directory, queueLength, fetchLimits } = options;
  const tasks = new Map<string, Task>();
  const queue: Task[] = [];
  let working: Promise<void> | null = null;
  let closed = false;

  /** A task that has ended stays as it is. */
  const advance = (task: Task, status: TaskStatus, reason?: string): boolean => {
    if (task.history.length > 0 && isTerminal(statusOf(task))) return false;
    task.history.push({ status, at: clock.now(), ...(reason === undefined ? {} : { reason }) });
    return true;
  };

  const fail = (task: Task, error: unknown): void => {
    const expected =
      error instanceof AudioNotFetched ||
      error instanceof UndecodableAudio ||
      error instanceof RecognitionFailed;
    const ended = advance(
      task,
      'FAILURE',
      expected ? error.message : 'The recogniser failed: see the console of the sandbox.',
    );
    if (ended && !expected) console.error('The recogniser failed:', error);
  };

  const run = async (task: Task): Promise<void> => {
    if (!advance(task, 'RECEIVED')) return;
    const file = path.join(directory, `${task.id}.audio`);
    const { signal } = task.stop;
    try {
      await fetchAudio(task.request.file_url, file, fetchLimits, signal);
      const fileType = await fileTypeOf(file);
      advance(task, 'STARTED');
      if (fileType === null) throw new UndecodableAudio('The file is neither mp3 nor m4a nor wav.');
      const request = recognitionRequest(task.request);
      const recognition = await recognizer.recognize({ path: file, fileType }, request, {
        signal,
        onDecoded: () => {
          if (statusOf(task) === 'STARTED') advance(task, 'PROGRESS');
        },
      });
      const data = taskData(recognition, request);
      if (advance(task, 'SUCCESS')) task.data = data;
    } catch (error) {
      fail(task, error);
    } finally {
      await rm(file, { force: true });
    }
  };

  const workThrough = async (): Promise<void> => {
    // The answer to the submission, which says PENDING, goes first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await run(task);
    working = null;
  };

  const end = (task: Task | undefined, status: 'FAILURE' | 'REVOKED', reason: string): boolean => {
    if (task === undefined || !advance(task, status, reason)) return false;
    task.stop.abort(new Error(reason));
    return true;
  };

  return {
    submit: (request) => {
      if (closed || queue.length >= queueLength)
        throw new Refusal(429, 'queue-full', 'Too many tasks are waiting: submit this one later.', {
          headers: { 'Retry-After': '5' },
        });
      const task: Task = {
        id: randomName('task'),
        request,
        history: [],
        stop: new AbortController(),
        data: NO_DATA,
      };
      advance(task, 'PENDING');
      tasks.set(task.id, task);
      queue.push(task);
      working ??= workThrough();
      return answerOf(task);
    },
    query: (id) => {
      const task = tasks.get(id);
      return task && answerOf(task);
    },
    history: (id) => [...(tasks.get(id)?.history ?? [])],
    ids: () => [...tasks.keys()],
    revoke: (id) => end(tasks.get(id), 'REVOKED', 'The operator revoked the task.'),
    fail: (id, reason) => end(tasks.get(id), 'FAILURE', reason),
    close: async () => {
      closed = true;
      for (const task of tasks.values()) end(task, 'REVOKED', 'The sandbox was closed.');
      await working;
    },
  };
};
