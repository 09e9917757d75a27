/** The program of a worker process: runs one job after the other. */
import { jobsHere } from './jobs.js';
import { outcomeOfError, type FromProcess, type Job, type Outcome } from './messages.js';

/** Never aborts, because the parent stops a job by killing the process. */
const { signal } = new AbortController();

const outcomeOf = async (job: Job): Promise<Outcome> => {
  switch (job.kind) {
    case 'listen':
      return { kind: 'heard', heard: await jobsHere.listen(job.request, signal) };
    case 'words':
      return { kind: 'spoken', utterances: await jobsHere.words(job.request, signal) };
    case 'voiceprints':
      return { kind: 'voices', vectors: await jobsHere.voiceprints(job.request, signal) };
    case 'group':
      return { kind: 'speakers', speakers: await jobsHere.group(job.request, signal) };
  }
};

const say = (message: FromProcess): void => void process.send?.(message);

process.on('message', (job: Job) => {
  void outcomeOf(job).catch(outcomeOfError).then(say);
});
say({ kind: 'ready' });
