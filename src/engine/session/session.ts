/** The session: takes commands, runs the work, and keeps the state. Also what diagnostics record of it. */
import type { Backend } from '../calls/backend.js';
import type { UploadService } from '../calls/upload-service.js';
import type { Ports, Clock } from '../ports.js';
import { newJob, type AudioFile, type Job, type Source } from './job.js';
import { transition, type SessionEvent, rowOf } from './session-events.js';
import {
  IDLE,
  isWorking,
  type SessionState,
  type TranscribeProgress,
  type StateName,
} from './state.js';
import type { PartTry } from '../upload/part.js';
import { sessionError, type TranscribeError } from '../../protocol/errors.js';
import type { TranscriptionOptions } from '../../protocol/types.js';

export interface FileLimits {
  /** Bytes. Default: no limit; null, 0 and NaN are none either. */
  readonly maxSize?: number | null;
  /** Seconds. Default: as for `maxSize`. */
  readonly maxDuration?: number | null;
  /** False to refuse files that must be converted first. Default: true, if there is a converter. */
  readonly convert?: boolean;
}

/** The file to work with: a copy where files vanish while they are read, else the file itself. Or why there is none. */
export type StableFile = AudioFile | 'unreadable' | 'no-space';

/** The settings of a session. Read each time work starts or continues, so they may change in between. */
export interface SessionContext {
  readonly service: () => UploadService | Promise<UploadService>;
  readonly backend: () => Backend | Promise<Backend>;
  readonly limits: FileLimits;
  /** True to wait for the command `start` once a file has been checked. */
  readonly manualStart: boolean;
  /** `userKey` of the user token. Null if it has none, undefined before the first token. Default: none. */
  readonly tokenScope?: () => string | null | undefined;
  /** Other keys of the same user, such as those of before a rotation. Default: none. */
  readonly tokenAliases?: () => readonly string[];
  /** The page's own name for its user, like the element's `user-key`. Default: none. */
  readonly userKey?: () => string | null;
  /** Requests a user token if there is none. Called for a recording that waits for `start`, so that its owner is known. */
  readonly needToken?: (signal: AbortSignal) => Promise<void>;
  /**
   * Called when the owner of a job without a click is known, before its first submission. Aborts the job if a stored one of
   * the same recording continues instead. Default: none.
   */
  readonly lookAgain?: (() => Promise<unknown>) | null | undefined;
  /**
   * Resolves with true when all events so far are stored, and with false if they cannot be stored. A submission waits for
   * it, at most 2 s, so that a reload does not submit again. Default: nothing is stored.
   */
  readonly flushed?: () => Promise<boolean>;
  /** Deletes what is stored of the job. Called before a submission that could not be stored, which waits at most 2 s. */
  readonly discard?: () => Promise<void>;
  /** Called before a file is read. Default: the file itself. */
  readonly stable?: (file: AudioFile, signal: AbortSignal) => Promise<StableFile>;
}

export interface JobRun {
  readonly ports: Ports;
  readonly context: () => SessionContext;
  readonly signal: AbortSignal;
  /** The job, including everything reported so far. */
  readonly currentJob: () => Job;
  readonly report: (event: SessionEvent) => void;
}

/** Rejects with a TranscribeError. */
export type RunJob = (run: JobRun) => Promise<void>;

export type Command =
  /** `isAutomatic`: the page starts it without a click of the user. Then all tabs and reloads lead to one task. Default: false. */
  | {
      readonly type: 'select';
      readonly source: Source;
      readonly options: TranscriptionOptions;
      readonly isAutomatic?: boolean;
    }
  /** Continues a job that was restored after a reload. */
  | { readonly type: 'restore'; readonly job: Job }
  | { readonly type: 'start' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** `options`: the page's current options. They replace the job's own if those were wrong (`configuration`). */
  | { readonly type: 'retry'; readonly options?: TranscriptionOptions }
  /** Stops the work, for example when the element leaves the page. */
  | { readonly type: 'suspend' }
  | { readonly type: 'wake' }
  /** Drops the work and returns to `idle`. */
  | { readonly type: 'cancel' };

export type Listener = (state: SessionState, previous: SessionState, event: SessionEvent) => void;

export interface Session {
  getState(): SessionState;
  /** Calls the listener after each change. Returns an unsubscribe function. */
  subscribe(listener: Listener): () => void;
  dispatch(command: Command): void;
}

const stopped = (): TranscribeError => sessionError('stopped');

const isWaiting = (state: SessionState): boolean =>
  state.name === 'preparing' && state.step === 'waiting-for-start';

/** A submission was sent and its response is missing, so it is unknown whether a task exists. */
const isSubmissionOpen = (state: SessionState): boolean =>
  state.name === 'submitting' && state.job.submissionAskedAtMs !== undefined;

/** Transcribes one recording at a time. If `load` rejects, the session fails with `network`, and a retry loads again. */
export const createSessionOf = (
  ports: Ports,
  context: () => SessionContext,
  load: () => Promise<RunJob>,
): Session => {
  let state: SessionState = IDLE;
  let run: AbortController | null = null;
  let pauseOnceSubmitted = false;
  const listeners = new Set<Listener>();

  const commit = (event: SessionEvent): void => {
    const previous = state;
    state = transition(state, event);
    if (state === previous) return;
    for (const listener of listeners) listener(state, previous, event);
  };

  const stopWork = (): void => {
    run?.abort(stopped());
    run = null;
    pauseOnceSubmitted = false;
  };

  const startWork = (): void => {
    // A listener may have paused or cancelled it.
    if (!isWorking(state)) return;
    stopWork();
    const controller = new AbortController();
    run = controller;
    // Ignore events of work that was stopped.
    const report = (event: SessionEvent): void => {
      if (controller.signal.aborted) return;
      commit(event);
      if (event.type === 'submitted' && pauseOnceSubmitted) pauseWork();
    };
    const { signal } = controller;
    const work = async (): Promise<void> => {
      const runJob = await load().catch((cause: unknown) => {
        throw sessionError('network', { cause });
      });
      if (!signal.aborted) await runJob({ ports, context, signal, currentJob, report });
    };
    work().catch((error: TranscribeError) => {
      report({ type: 'failed', error });
      controller.abort(stopped());
      if (error.failure?.reason === 'not-signed-in' && run === controller) goOnWhenBack();
    });
  };

  /** A person who comes back to the page may have signed in elsewhere. */
  const goOnWhenBack = (): void => {
    const waiting = new AbortController();
    run = waiting;
    ports.visibility.whenShown(waiting.signal).then(
      () => dispatch({ type: 'retry' }),
      () => undefined,
    );
  };

  const pauseWork = (): void => {
    stopWork();
    commit({ type: 'paused' });
  };

  const currentJob = (): Job => {
    if (!isWorking(state)) throw new Error(`no work in the state ${state.name}`);
    return state.job;
  };

  const dispatch = (command: Command): void => {
    switch (command.type) {
      case 'select':
        stopWork();
        commit({
          type: 'selected',
          job: newJob(command.source, command.options, command.isAutomatic),
        });
        startWork();
        break;
      case 'restore':
        stopWork();
        commit({ type: 'selected', job: command.job });
        startWork();
        break;
      case 'start':
        if (!isWaiting(state)) break;
        commit({ type: 'started' });
        startWork();
        break;
      case 'pause':
        if (!isWorking(state)) break;
        // A submission cannot be cancelled, so wait for its response first.
        if (isSubmissionOpen(state)) pauseOnceSubmitted = true;
        else pauseWork();
        break;
      case 'resume':
      case 'retry':
        pauseOnceSubmitted = false;
        if (state.name !== (command.type === 'resume' ? 'paused' : 'failed')) break;
        commit({
          type: 'resumed',
          ...(command.type === 'retry' && command.options ? { options: command.options } : {}),
        });
        startWork();
        break;
      case 'suspend':
        stopWork();
        break;
      case 'wake':
        if (run === null && !isWaiting(state)) startWork();
        break;
      case 'cancel':
        stopWork();
        commit({ type: 'cleared' });
        break;
    }
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch,
  };
};

/* ---- The record for `diagnostics()`. It contains no address, token, file name or text, so it can be sent to support. ---- */

export interface DiagnosticEntry {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The event. `storage-unavailable`: this browser can't store anything, so a reload starts over. */
  readonly fact: SessionEvent['type'] | 'storage-unavailable';
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface DiagnosticRecord {
  /** The last 500 events. */
  readonly entries: readonly DiagnosticEntry[];
  /** The last 2,000 attempts to send a part: when, how long, how many bytes, and the outcome. */
  readonly tries: readonly PartTry[];
}

/** The return value of the element's `diagnostics()`. */
export interface Diagnostics extends DiagnosticRecord {
  readonly state: StateName;
  readonly progress: TranscribeProgress;
  readonly userAgent: string;
}

export const EMPTY_RECORD: DiagnosticRecord = { entries: [], tries: [] };

const append = (record: DiagnosticRecord, entry: DiagnosticEntry): DiagnosticRecord => ({
  ...record,
  entries: [...record.entries, entry].slice(-500),
});

const REPEATED: ReadonlySet<SessionEvent['type']> = new Set(['polled', 'trouble']);

const isSame = (one: DiagnosticEntry['detail'] = {}, other: DiagnosticEntry['detail'] = {}) =>
  Object.entries({ ...one, ...other }).every(([name]) => one[name] === other[name]);

/** Adds an event to the record, as defined by its row in the table of events. */
export const recordEvent = (
  record: DiagnosticRecord,
  event: SessionEvent,
  atMs: number,
): DiagnosticRecord => {
  const { recorded } = rowOf(event);
  if (recorded === 'nothing') return record;
  if (recorded === 'type') return append(record, { atMs, fact: event.type });
  if (typeof recorded === 'function') {
    const detail = recorded(event);
    const last = record.entries.at(-1);
    // Polling repeats a status, and waiting a trouble, many times.
    const isRepeated = last?.fact === event.type && REPEATED.has(event.type);
    return isRepeated && isSame(last.detail, detail)
      ? record
      : append(record, { atMs, fact: event.type, detail });
  }
  return { ...record, tries: [...record.tries, recorded.attempt(event)].slice(-2_000) };
};

export type DiagnosticLog = ReturnType<typeof createDiagnosticLog>;

/** The record of one element. `onNoStorage` is called once, when the browser first refuses to store something. */
export const createDiagnosticLog = (clock: Pick<Clock, 'now'>, onNoStorage: () => void) => {
  let record = EMPTY_RECORD;
  let isToldOfStorage = false;
  return {
    get record(): DiagnosticRecord {
      return record;
    },
    add(event: SessionEvent): void {
      record = recordEvent(record, event, clock.now());
    },
    addNoStorage(): void {
      if (isToldOfStorage) return;
      isToldOfStorage = true;
      record = append(record, { atMs: clock.now(), fact: 'storage-unavailable' });
      onNoStorage();
    },
  };
};
