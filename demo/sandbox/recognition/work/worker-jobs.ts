/**
 * Does the jobs in worker threads, so that the sandbox's hosts go on answering. A worker lives for one
 * job: it owns nothing but memory, so it can be ended at any moment, and one that crashed takes nothing
 * with it.
 */
import { Worker } from 'node:worker_threads';
import type { Jobs } from './jobs.js';
import { RecognitionFailed } from '../recognizer.js';
import { errorOfOutcome, type Job, type Outcome } from './messages.js';
import { createPlaces } from './places.js';

const runInWorker = (entry: URL, job: Job, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(entry, { workerData: job, execArgv: [] });
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop);
    let outcome: Outcome | undefined;
    let failure: unknown;
    worker.once('message', (message: Outcome) => {
      outcome = message;
      stop();
    });
    worker.once('error', (error) => (failure = error));
    // Comes last, whatever happened: then nothing of the worker runs any more.
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return reject(signal.reason as Error);
      if (outcome !== undefined) return resolve(outcome);
      const how = failure instanceof Error ? failure.message : `It ended with code ${code}.`;
      reject(
        new RecognitionFailed(`A worker of the recogniser crashed. ${how}`, { cause: failure }),
      );
    });
  });

export interface WorkerOptions {
  /** Jobs at once. Default 1. */
  readonly places?: number;
  /** The module a worker runs. Default: the one beside this. */
  readonly entry?: URL;
}

export const jobsInWorkers = ({
  places = 1,
  entry = new URL('./start.mjs', import.meta.url),
}: WorkerOptions = {}): Jobs => {
  const inTurn = createPlaces(places);
  const run = (job: Job, signal: AbortSignal): Promise<Outcome> =>
    inTurn(() => runInWorker(entry, job, signal), signal);
  return {
    listen: async (request, signal) => {
      const outcome = await run({ kind: 'listen', request }, signal);
      if (outcome.kind !== 'heard') throw errorOfOutcome(outcome);
      return outcome.heard;
    },
    tellApart: async (request, signal) => {
      const outcome = await run({ kind: 'tell-apart', request }, signal);
      if (outcome.kind !== 'speakers') throw errorOfOutcome(outcome);
      return outcome.speakers;
    },
  };
};
