import {
  ContractError,
  TranscribeError,
  transcriptionRequest,
  type TranscriptionOptions,
} from '../protocol/index.js';
import type { Backend } from './backend.js';
import { checkFile, type FileLimits } from './check-file.js';
import { fileUrlOf, newJob, type Job, type Source } from './job.js';
import { pollTask } from './poll.js';
import type { Ports } from './ports.js';
import { runUpload } from './run-upload.js';
import type { UploadService } from './service.js';
import { IDLE, isWorking, transition, type Fact, type SessionState } from './state.js';

/** What a session is given each time it starts or goes on, so that a page may change its mind in between. */
export interface SessionContext {
  readonly service: () => UploadService;
  readonly backend: () => Backend;
  readonly limits: FileLimits;
  /** True to wait for `start` once a file has been checked. */
  readonly manualStart: boolean;
}

export type Command =
  | { readonly type: 'select'; readonly source: Source; readonly options: TranscriptionOptions }
  /** Goes on with a job that survived a reload. */
  | { readonly type: 'restore'; readonly job: Job }
  | { readonly type: 'start' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'retry' }
  /** The element leaves the page: the work stops where it is. */
  | { readonly type: 'suspend' }
  /** The element is back: the work goes on. */
  | { readonly type: 'wake' }
  /** Drops the work and goes back to the beginning. */
  | { readonly type: 'cancel' }
  /** Reports a failure that was found outside, such as a second file dropped together with the first. */
  | { readonly type: 'refuse'; readonly error: TranscribeError };

export type Listener = (state: SessionState, previous: SessionState, fact: Fact) => void;

export interface Session {
  getState(): SessionState;
  /** Calls the listener after every change; returns what ends that. */
  subscribe(listener: Listener): () => void;
  dispatch(command: Command): void;
}

const stopped = (): TranscribeError =>
  new TranscribeError('cancelled', 'The transcription was stopped. Try again when you are ready.');

const isWaiting = (state: SessionState): boolean =>
  state.name === 'preparing' && state.step === 'waiting-for-start';

const toTranscribeError = (error: unknown): TranscribeError => {
  if (error instanceof TranscribeError) return error;
  if (error instanceof ContractError) {
    return new TranscribeError(
      'configuration',
      `This page asks for something the service does not take: ${error.message}.`,
      { cause: error },
    );
  }
  return new TranscribeError(
    'response-invalid',
    'Something went wrong that should not. Try again; if it happens again, tell the operator of this page.',
    { cause: error },
  );
};

/** One recording at a time, from its source to its transcript. DOM-free: everything outside is a port. */
export const createSession = (ports: Ports, context: () => SessionContext): Session => {
  let state: SessionState = IDLE;
  let run: AbortController | null = null;
  const listeners = new Set<Listener>();

  const commit = (fact: Fact): void => {
    const previous = state;
    state = transition(state, fact);
    if (state === previous) return;
    for (const listener of listeners) listener(state, previous, fact);
  };

  const stop = (): void => {
    run?.abort(stopped());
    run = null;
  };

  const go = (): void => {
    stop();
    const controller = new AbortController();
    run = controller;
    // A fact from work that was stopped is no fact any more.
    const report = (fact: Fact): void => {
      if (!controller.signal.aborted) commit(fact);
    };
    work(report, controller.signal).catch((error: unknown) => {
      report({ type: 'failed', error: toTranscribeError(error) });
      controller.abort(stopped());
    });
  };

  const currentJob = (): Job => {
    if (!isWorking(state)) throw new Error(`no work in the state ${state.name}`);
    return state.job;
  };

  const work = async (report: (fact: Fact) => void, signal: AbortSignal): Promise<void> => {
    const { backend, limits, manualStart } = context();
    const { source } = currentJob();
    if (source.kind === 'file') {
      if (currentJob().facts === undefined) {
        const facts = await checkFile(source.file, limits, ports.probeDuration, signal);
        signal.throwIfAborted();
        report({ type: 'checked', facts, wait: manualStart });
        if (manualStart) return;
      }
      if (fileUrlOf(currentJob()) === undefined) await upload(source.file, report, signal);
    }
    const fresh = currentJob().transcriptionId === undefined;
    if (fresh) {
      report({ type: 'submitting' });
      const job = currentJob();
      const request = transcriptionRequest(fileUrlOf(job) ?? '', job.options);
      const task = await backend().submit(request, { signal });
      signal.throwIfAborted();
      report({
        type: 'submitted',
        transcriptionId: task.transcription_id,
        status: task.data === null ? task.status : 'PENDING',
      });
    }
    const job = currentJob();
    const data = await pollTask({
      transcriptionId: job.transcriptionId ?? '',
      durationSeconds: job.facts?.durationSeconds ?? null,
      backend: backend(),
      ports,
      signal,
      askAtOnce: !fresh,
      onStatus: (status) => report({ type: 'polled', status }),
    });
    report({ type: 'succeeded', data });
  };

  const upload = async (
    file: Extract<Source, { kind: 'file' }>['file'],
    report: (fact: Fact) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const service = context().service();
    const known = currentJob().md5;
    const hashing =
      known === undefined
        ? ports.hash(file, { signal }).then((md5) => {
            report({ type: 'hashed', md5 });
            return md5;
          })
        : Promise.resolve(known);
    // A file that cannot be read must end the sending too, not wait for the completion to notice.
    const unreadable = new Promise<never>((_, reject) => {
      hashing.catch(reject);
    });
    for (let fresh = false; ; fresh = true) {
      const job = currentJob();
      if (job.facts === undefined) throw new Error('the file has not been checked');
      const steps = { job, file, facts: job.facts, service, ports, signal, report };
      try {
        const uploaded = await Promise.race([runUpload(steps, hashing, currentJob), unreadable]);
        signal.throwIfAborted();
        report({ type: 'uploaded', file: uploaded });
        return;
      } catch (error) {
        // An address cannot be renewed: a new plan is asked for, once; the hash is kept.
        const expired = error instanceof TranscribeError && error.code === 'upload-expired';
        if (!expired || fresh) throw error;
        report({ type: 'plan-lost' });
      }
    }
  };

  const dispatch = (command: Command): void => {
    switch (command.type) {
      case 'select':
        stop();
        commit({ type: 'selected', job: newJob(command.source, command.options) });
        go();
        break;
      case 'restore':
        stop();
        commit({ type: 'selected', job: command.job });
        go();
        break;
      case 'start':
        if (!isWaiting(state)) break;
        commit({ type: 'started' });
        go();
        break;
      case 'pause':
        if (state.name !== 'preparing' && state.name !== 'uploading') break;
        stop();
        commit({ type: 'paused' });
        break;
      case 'resume':
      case 'retry':
        if (state.name !== (command.type === 'resume' ? 'paused' : 'failed')) break;
        commit({ type: 'resumed' });
        if (isWorking(state)) go();
        break;
      case 'suspend':
        stop();
        // Whether an interrupted submission arrived cannot be known: the person decides.
        if (state.name === 'submitting') commit({ type: 'failed', error: stopped() });
        break;
      case 'wake':
        if (run === null && isWorking(state) && !isWaiting(state)) go();
        break;
      case 'cancel':
        stop();
        commit({ type: 'cleared' });
        break;
      case 'refuse':
        stop();
        commit({ type: 'failed', error: command.error });
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
