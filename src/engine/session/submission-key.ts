/** The key of a submission: it belongs to one decision of one person. */
import { isTranscribeError, type TranscribeError } from '../../protocol/errors.js';
import { toJson } from '../../protocol/json.js';
import { hashWithRetries } from '../upload/run-upload.js';
import type { Job } from './job.js';
import { checkOwner } from './owner.js';
import type { JobRun } from './session.js';

/** True if a task may exist after a submission that failed with this error. */
export const isOutcomeUnknown = ({ code, failure }: TranscribeError): boolean =>
  code === 'network' || code === 'cancelled' || failure?.reason === 'result-unreadable';

/** 128 random bits as hexadecimal digits. */
export const randomKey = (random: () => number): string =>
  [...new Array(32).keys()].map(() => Math.floor(random() * 16).toString(16)).join('');

/** The same in every tab and after every reload: for this person, a start without a click is one decision. */
const automaticKey = async (run: JobRun, job: Job): Promise<string> => {
  const { context, signal } = run;
  const { knowsKeys = false } = await context().backend();
  await context()
    .needToken?.(signal)
    .catch(async (error: unknown) => {
      // A page's own backend may need no token, and then the owner is not known. The handler gives tokens, so a 404 is not its
      // answer, and after any other failure the key would differ, too.
      if (!isTranscribeError(error) || error.failure?.reason !== 'not-set-up') throw error;
      if (knowsKeys && error.seen !== null) throw error;
    });
  // Without a token, the page could not find what it has stored of this recording.
  await context().lookAgain?.();
  signal.throwIfAborted();
  checkOwner(run);
  const { page, user } = run.currentJob().owner ?? {};
  const address = job.source.kind === 'address' ? job.source.fileUrl : '';
  // The handler keeps keys for each user, and gives users other names when its own keys are rotated.
  const person = page ?? (knowsKeys ? '' : (user ?? ''));
  const parts = ['file-url', address, Object.entries(job.options).sort(), person];
  return hashWithRetries(new Blob([toJson(parts)]), run, () => ({ signal }));
};

/** The key of the job's next submission. Reports a new one, so that it is stored with the job. */
export const submissionKeyOf = async (run: JobRun): Promise<string> => {
  const job = run.currentJob();
  if (job.submissionKey !== undefined) return job.submissionKey;
  const key = job.isAutomatic ? await automaticKey(run, job) : randomKey(run.ports.random);
  run.signal.throwIfAborted();
  run.report({ type: 'submission-keyed', key });
  return key;
};
