/** Runs in a worker thread: does the one job it was started for. */
import { parentPort, workerData } from 'node:worker_threads';
import { jobsHere } from './jobs.js';
import { outcomeOfError, type Job, type Outcome } from './messages.js';

/** Whoever wants it to stop ends the thread. */
const { signal } = new AbortController();

const outcomeOf = async (job: Job): Promise<Outcome> => {
  switch (job.kind) {
    case 'listen':
      return { kind: 'heard', heard: await jobsHere.listen(job.request, signal) };
    case 'tell-apart':
      return { kind: 'speakers', speakers: await jobsHere.tellApart(job.request, signal) };
  }
};

parentPort?.postMessage(await outcomeOf(workerData as Job).catch(outcomeOfError));
