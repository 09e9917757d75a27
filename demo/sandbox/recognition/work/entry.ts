/** The program of a worker process: runs one job after the other. */
import { jobsHere, outcomeOfError, type FromProcess, type Job, type Outcome } from './jobs.js';

/** Never aborts, because the parent stops a job by killing the process. */
const { signal } = new AbortController();

/** The request of a job is one for its kind. */
const resultOf = async ({ kind, request }: Job): Promise<unknown> =>
  jobsHere[kind](request as never, signal);

const say = (message: FromProcess): void => void process.send?.(message);

process.on('message', (job: Job) => {
  void resultOf(job)
    .then((result): Outcome => ({ kind: 'done', result }), outcomeOfError)
    .then(say);
});
say({ kind: 'ready' });
