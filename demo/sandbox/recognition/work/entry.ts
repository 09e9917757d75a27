/** The program of a worker process: runs one job after the other. */
import { jobsHere } from './jobs.js';
import { outcomeOfError, type FromProcess, type Job, type Outcome } from './messages.js';

/** Never aborts, because the parent stops a job by killing the process. */
const { signal } = new AbortController();

const outcomeOf = async (job: Job): Promise<Outcome> => {
  switch (job.kind) {
    case 'listen':
      return { kind: 'heard', heard: await jobsHere.listen(job.request, signal) };
    case 'tell-apart':
      return { kind: 'speakers', speakers: await jobsHere.tellApart(job.request, signal) };
    case 'run':
      await jobsHere.run(job.request, signal);
      return { kind: 'ran' };
  }
};

const say = (message: FromProcess): void => void process.send?.(message);

process.on('message', (job: Job) => {
  void outcomeOf(job).catch(outcomeOfError).then(say);
});
say({ kind: 'ready' });
