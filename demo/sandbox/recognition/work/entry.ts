/** The program of a worker process: runs one job after the other. */
import { jobsHere, outcomeOfError, type FromProcess, type Job, type Outcome } from './jobs.js';

/** Never aborts, because the parent stops a job by killing the process. */
const { signal } = new AbortController();

const resultOf = async (job: Job): Promise<unknown> => {
  switch (job.kind) {
    case 'listen':
      return jobsHere.listen(job.request, signal);
    case 'words':
      return jobsHere.words(job.request, signal);
    case 'voiceprints':
      return jobsHere.voiceprints(job.request, signal);
    case 'group':
      return jobsHere.group(job.request, signal);
  }
};

const say = (message: FromProcess): void => void process.send?.(message);

process.on('message', (job: Job) => {
  void resultOf(job)
    .then((result): Outcome => ({ kind: 'done', result }), outcomeOfError)
    .then(say);
});
say({ kind: 'ready' });
