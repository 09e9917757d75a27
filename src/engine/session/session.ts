import {
  ContractError,
  isTranscribeError,
  TranscribeError,
  type TranscriptionOptions,
} from '../../protocol/index.js';
import { newJob, type Job, type Source } from './job.js';
import type { Ports } from '../ports.js';
import { runJob, type SessionContext } from './run-job.js';
import { submissionUnknown } from '../calls/submission.js';
import { IDLE, isWorking, transition, type SessionEvent, type SessionState } from './state.js';

export type Command =
  | { readonly type: 'select'; readonly source: Source; readonly options: TranscriptionOptions }
  /** Goes on with a job that survived a reload. */
  | { readonly type: 'restore'; readonly job: Job }
  | { readonly type: 'start' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** `options`: what the page asks for now, for a job that failed because it asked for something wrong. */
  | { readonly type: 'retry'; readonly options?: TranscriptionOptions }
  /** The element leaves the page: the work stops where it is. */
  | { readonly type: 'suspend' }
  /** The element is back: the work goes on. */
  | { readonly type: 'wake' }
  /** Drops the work and goes back to the beginning. */
  | { readonly type: 'cancel' };

export type Listener = (state: SessionState, previous: SessionState, fact: SessionEvent) => void;

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

/** A submission is on its way: nobody knows yet whether there is a task. */
const isAsked = (state: SessionState): boolean =>
  state.name === 'submitting' && state.job.submissionAskedAtMs !== undefined;

const toTranscribeError = (error: unknown): TranscribeError => {
  if (isTranscribeError(error)) return error;
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
  let pauseOnceSubmitted = false;
  const listeners = new Set<Listener>();

  const commit = (fact: SessionEvent): void => {
    const previous = state;
    state = transition(state, fact);
    if (state === previous) return;
    for (const listener of listeners) listener(state, previous, fact);
  };

  const stop = (): void => {
    run?.abort(stopped());
    run = null;
    pauseOnceSubmitted = false;
  };

  const go = (): void => {
    stop();
    const controller = new AbortController();
    run = controller;
    // A fact from work that was stopped is no fact any more.
    const report = (fact: SessionEvent): void => {
      if (controller.signal.aborted) return;
      commit(fact);
      if (fact.type === 'submitted' && pauseOnceSubmitted) hold();
    };
    runJob({ ports, context, signal: controller.signal, currentJob, report }).catch(
      (error: unknown) => {
        report({ type: 'failed', error: toTranscribeError(error) });
        controller.abort(stopped());
      },
    );
  };

  const hold = (): void => {
    stop();
    commit({ type: 'paused' });
  };

  const currentJob = (): Job => {
    if (!isWorking(state)) throw new Error(`no work in the state ${state.name}`);
    return state.job;
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
        if (!isWorking(state)) break;
        // A submission under way cannot be taken back: its answer is waited for.
        if (isAsked(state)) pauseOnceSubmitted = true;
        else hold();
        break;
      case 'resume':
      case 'retry':
        if (state.name !== (command.type === 'resume' ? 'paused' : 'failed')) break;
        commit({
          type: 'resumed',
          ...(command.type === 'retry' && command.options ? { options: command.options } : {}),
        });
        if (isWorking(state)) go();
        break;
      case 'suspend':
        stop();
        if (isAsked(state)) commit({ type: 'failed', error: submissionUnknown(null, 'cancelled') });
        break;
      case 'wake':
        if (run === null && isWorking(state) && !isWaiting(state)) go();
        break;
      case 'cancel':
        stop();
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
