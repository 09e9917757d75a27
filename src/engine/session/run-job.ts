/** The steps of a job: check, upload, submission, polling. */
import { isTranscribeError, type TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { ContractError } from '../../protocol/read.js';
import { transcriptionRequest } from '../../protocol/requests.js';
import { pollInterval } from '../../protocol/timing.js';
import { isTerminal, type TranscriptionTask } from '../../protocol/types.js';
import { AddressExpired } from '../calls/backend.js';
import { submissionUnknown } from '../calls/call.js';
import {
  waitForFirst,
  waitUnlessCalled,
  untilOnline,
  withOwnAbort,
  type CallOptions,
} from '../calls/waiting.js';
import type { Ports } from '../ports.js';
import { callOptions, runUpload } from '../upload/run-upload.js';
import { fileUrlOf, isUploadOutdated, uploadFileOf, type AudioFile, type Job } from './job.js';
import { checkOwner } from './owner.js';
import { checkOptions, convertAndCheck } from './prepare.js';
import {
  createSessionOf,
  type JobRun,
  type RunJob,
  type Session,
  type SessionContext,
} from './session.js';
import { isOutcomeUnknown, submissionKeyOf } from './submission-key.js';

/** A submission waits at most this long for the store and for the loudness of the recording, in ms. */
const PREPARATION_TIMEOUT_MS = 2_000;

/** Checks the settings that the rest of the job needs, before the file is read. Throws TranscribeError `configuration`. */
const checkSettings = async ({ context, currentJob }: JobRun): Promise<void> => {
  const { source, options, transcriptionId } = currentJob();
  const { service, backend } = context();
  if (transcriptionId === undefined) {
    checkOptions(options, source.kind === 'address' ? source.fileUrl : undefined);
  }
  if (fileUrlOf(currentJob()) === undefined && source.kind === 'file') await service();
  await backend();
};

/** Replaces a file that is to be uploaded by its copy, where files vanish while they are read. */
const stabilize = async ({ context, signal, currentJob, report }: JobRun): Promise<void> => {
  const { source, transcriptionId } = currentJob();
  const isUploaded = transcriptionId !== undefined || fileUrlOf(currentJob()) !== undefined;
  if (isUploaded || source.kind !== 'file' || source.converted !== undefined) return;
  const file = (await context().stable?.(source.file, signal)) ?? source.file;
  signal.throwIfAborted();
  if (file === 'unreadable') throw errorFor('file-unreadable', {});
  if (file === 'no-space') throw errorFor('file-not-copied', {});
  if (file !== source.file) report({ type: 'copied', file });
};

const upload = async (run: JobRun, file: AudioFile): Promise<void> => {
  const { context, ports, report, signal } = run;
  const job = run.currentJob();
  if (job.file === undefined) throw new Error('the file has not been checked');
  const service = await context().service();
  const uploaded = await runUpload({
    ...run,
    file,
    facts: job.file,
    job,
    service,
    onToken: (userKey) => checkOwner(run, userKey),
  });
  signal.throwIfAborted();
  report({ type: 'uploaded', file: uploaded, atMs: ports.clock.now() });
};

/** Uploads the file, unless the service can still fetch an earlier upload. */
const isOutdated = (job: Job, { clock }: Pick<JobRun['ports'], 'clock'>): boolean =>
  isUploadOutdated(job, clock.now(), clock.skewMs?.() ?? null);

/** If the page has changed `service-url` since, the file is uploaded anew: another service gets no ids of the upload. */
const checkService = async ({ context, currentJob, report }: JobRun): Promise<void> => {
  const { service, plan, uploaded } = currentJob();
  const asked = async (): Promise<string | undefined> => (await context().service()).url;
  const url = await asked().catch(() => undefined);
  if (url === undefined || url === service) return;
  // Version 1.0.0 has not stored which service it was.
  if ((service ?? plan ?? uploaded) !== undefined) report({ type: 'plan-lost' });
  report({ type: 'service-known', url });
};

/** If the converted file is gone, the chosen one is converted again, which may give other bytes. */
const convertAgain = async (run: JobRun): Promise<void> => {
  const { context, currentJob, report, signal } = run;
  const { file: facts, md5: _md5, partMd5s: _md5s, hashPoint: _point, ...job } = currentJob();
  const { source, conversion } = job;
  if (source.kind !== 'file' || !conversion || uploadFileOf(job)?.size === facts?.size) return;
  report({ type: 'converting', job });
  const checked = await convertAndCheck(run, source.file, context().limits);
  signal.throwIfAborted();
  report({ type: 'checked', facts: checked, wait: false });
};

const provideFile = async (run: JobRun): Promise<void> => {
  const { ports, currentJob, report } = run;
  const file = uploadFileOf(currentJob());
  if (isOutdated(currentJob(), ports)) {
    if (file === null) throw errorFor('file-gone', {}, { recoverable: false });
    report({ type: 'upload-outdated' });
  }
  if (file === null) return;
  await checkService(run);
  if (fileUrlOf(currentJob()) !== undefined) return;
  await convertAgain(run);
  await upload(run, uploadFileOf(currentJob()) ?? file);
};

/** Resolves with what `work` resolves with. Null if it fails or takes too long. */
const inTime = async <T>({ ports, signal }: JobRun, work: () => Promise<T>): Promise<T | null> => {
  let result: T | null = null;
  await waitForFirst(signal, (waiting) => [
    work().then(
      (value) => void (result = value),
      () => undefined,
    ),
    ports.clock.sleep(PREPARATION_TIMEOUT_MS, waiting),
  ]);
  return result;
};

/** Waits until the submission is stored. If it can't be, deletes the record, from which a reload would submit again. */
const storeSubmission = async (run: JobRun): Promise<void> => {
  const { flushed, discard } = run.context();
  if (flushed === undefined || (await inTime(run, flushed)) === true) return;
  if (discard !== undefined) await inTime(run, discard);
};

/** The job is uploaded, and its URL can still be fetched. */
const prepareSubmission = async (run: JobRun, options: CallOptions): Promise<void> => {
  await provideFile(run);
  run.report({ type: 'submitting' });
  if (!(await untilOnline(run.ports, options))) return;
  // After days offline the upload may have expired.
  await provideFile(run);
  run.report({ type: 'submitting' });
};

/** Prepares the submission, and listens to the recording meanwhile. Throws `no-sound` for silence that the user did not accept. */
const listenAndPrepare = (run: JobRun, options: CallOptions): Promise<void> =>
  withOwnAbort(run.signal, async (listening) => {
    const job = run.currentJob();
    const file = job.agreedToSilence ? null : uploadFileOf(job);
    // Caught here, because the upload may take hours.
    const isSilent = file && run.ports.isSilent?.(file, listening.signal).catch(() => false);
    try {
      await prepareSubmission(run, options);
      if (isSilent && (await inTime(run, () => isSilent))) throw errorFor('no-sound', {});
    } finally {
      listening.abort();
    }
  });

/** Submits the recording (4.7), or repeats a submission whose response was lost. */
const submit = async (run: JobRun): Promise<TranscriptionTask> => {
  const { ports, context, signal, currentJob, report } = run;
  const options = callOptions(run.signal, run.report);
  const openSinceMs = currentJob().submissionAskedAtMs;
  if (openSinceMs === undefined) await listenAndPrepare(run, options);
  const key = await submissionKeyOf(run);
  const job = currentJob();
  const request = transcriptionRequest(fileUrlOf(job) ?? '', job.options);
  const backend = await context().backend();
  signal.throwIfAborted();
  if (openSinceMs === undefined) {
    report({ type: 'submission-asked', atMs: ports.clock.now() });
    await storeSubmission(run);
    signal.throwIfAborted();
  }
  checkOwner(run);
  const userKey = currentJob().owner?.user;
  const sent = backend.submit(request, {
    ...options,
    key,
    isOutdated: () => isOutdated(currentJob(), ports),
    ...(openSinceMs === undefined ? {} : { openSinceMs }),
    ...(userKey ? { userKey } : {}),
  });
  const task = await sent.catch(async (error: unknown) => {
    const isExpired = error instanceof AddressExpired;
    const isRefused = isTranscribeError(error) && !isOutcomeUnknown(error);
    if (isExpired || isRefused) report({ type: 'submission-refused' });
    if (!isExpired) throw error;
    await provideFile(run);
    report({ type: 'submitting' });
    return submit(run);
  });
  signal.throwIfAborted();
  report({ type: 'submitted', transcriptionId: task.transcription_id, status: task.status });
  return task;
};

/** True if the backend knows what became of a submission whose response was lost. */
const canRepeat = async ({ context, currentJob }: JobRun): Promise<boolean> => {
  if (currentJob().submissionKey === undefined) return false;
  try {
    return (await context().backend()).knowsKeys === true;
  } catch {
    return false;
  }
};

/** While a recording waits for `start`, somebody else may sign in, so find out now whose it is. */
const learnOwner = (run: JobRun): void => {
  const { context, signal } = run;
  const asked = context().needToken?.(signal);
  asked?.then(() => checkOwner(run)).catch(() => undefined);
};

type SucceededTask = Extract<TranscriptionTask, { readonly status: 'SUCCESS' }>;

const HIDDEN_FACTOR = 3;

/** The result of a task. Null if it has not ended. Throws if it failed or was revoked. */
const resultOf = (task: TranscriptionTask, { currentJob }: JobRun): SucceededTask | null => {
  if (task.data !== null) return task;
  if (!isTerminal(task.status)) return null;
  const reason = task.status === 'FAILURE' ? 'task-failed' : 'task-revoked';
  // A task that is only shown cannot be submitted again.
  const again = currentJob().source.kind !== 'task';
  throw errorFor(reason, { again }, { recoverable: again });
};

/** Queries a task (4.8) until it ends, and never after that. `submitted`: the response to the submission; null if it is older. */
const pollTask = async (
  run: JobRun,
  submitted: TranscriptionTask | null,
): Promise<SucceededTask> => {
  const { context, currentJob, ports, report, signal } = run;
  const { transcriptionId = '', file, source } = currentJob();
  const isShown = source.kind === 'task';
  const backend = await context().backend();
  const options = callOptions(signal, report);
  const known = submitted && resultOf(submitted, run);
  if (known !== null) return known;
  for (let query = 0; ; query++) {
    if (query > 0 || submitted !== null) {
      const interval = pollInterval(query, file?.durationSeconds ?? null, ports.random());
      const factor = ports.visibility.isVisible() ? 1 : HIDDEN_FACTOR;
      await waitUnlessCalled(interval * factor, ports, signal);
    }
    // The first query is sent also offline, because a page's own backend may need no network.
    if (query > 0) await untilOnline(ports, options);
    const task = await backend.query(transcriptionId, { ...options, isShown });
    signal.throwIfAborted();
    const result = resultOf(task, run);
    if (result !== null) return result;
    report({ type: 'polled', status: task.status });
  }
};

const toTranscribeError = (error: unknown): TranscribeError => {
  if (isTranscribeError(error)) return error;
  if (error instanceof ContractError) {
    return errorFor(
      'not-set-up',
      { detail: `the service does not accept this: ${error.message}.` },
      { cause: error },
    );
  }
  return errorFor('unexpected', {}, { cause: error });
};

/** Continues a job up to its transcript and reports each step as an event. */
export const runJob: RunJob = (run) =>
  continueJob(run).catch((error: unknown) => {
    throw toTranscribeError(error);
  });

const continueJob = async (run: JobRun): Promise<void> => {
  const { context, signal, currentJob, report } = run;
  const isSubmitted = currentJob().submissionAskedAtMs !== undefined;
  // Check this first: no other failure may hide that a task may already exist.
  if (isSubmitted && !(await canRepeat(run))) {
    throw submissionUnknown(new Error('the page was left before the answer came'));
  }
  signal.throwIfAborted();
  const { transcriptionId } = currentJob();
  // From the start, so that every record of the job has it.
  if (transcriptionId === undefined) {
    checkOwner(run);
    await submissionKeyOf(run);
  }
  if (!isSubmitted) {
    await checkSettings(run);
    signal.throwIfAborted();
    await stabilize(run);
    const { source: stable, file: facts } = currentJob();
    if (stable.kind === 'file' && facts === undefined) {
      const { limits, manualStart } = context();
      const checked = await convertAndCheck(run, stable.file, limits);
      signal.throwIfAborted();
      report({ type: 'checked', facts: checked, wait: manualStart });
      if (manualStart) {
        learnOwner(run);
        return;
      }
    }
  }
  const submitted = currentJob().transcriptionId === undefined ? await submit(run) : null;
  signal.throwIfAborted();
  const { data, raw } = await pollTask(run, submitted);
  report({ type: 'succeeded', data, raw });
};

/** Transcribes one recording at a time. `context` is called each time work starts or continues. */
export const createSession = (ports: Ports, context: () => SessionContext): Session =>
  createSessionOf(ports, context, () => Promise.resolve(runJob));
