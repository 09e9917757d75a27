/** The steps of a job: check, upload, submission, polling. */
import {
  ContractError,
  errorFor,
  isTerminal,
  isTranscribeError,
  pollInterval,
  type TranscribeError,
  transcriptionRequest,
  type TranscriptionTask,
} from '../../protocol/index.js';
import type { Backend } from '../calls/backend.js';
import { submissionUnknown } from '../calls/call.js';
import type { RetryPorts } from '../calls/retry.js';
import {
  visibilityOf,
  waitForFirst,
  waitUnlessCalled,
  waitUntilOnline,
  type CallOptions,
} from '../calls/waiting.js';
import type { SessionPorts } from '../ports.js';
import { callOptions, runUpload } from '../upload/run-upload.js';
import { fileUrlOf, isUploadOutdated, uploadFileOf, type AudioFile } from './job.js';
import { checkOptions, convertAndCheck } from './prepare.js';
import {
  createSessionOf,
  type JobRun,
  type RunJob,
  type Session,
  type SessionContext,
} from './session.js';

/** Maximum wait for a store that does not respond, in ms. */
const KEPT_MS = 2_000;

/**
 * Checks the settings that the rest of the job needs, before the file is read. Throws TranscribeError
 * `configuration`.
 */
const checkSettings = async ({ context, currentJob }: JobRun): Promise<void> => {
  const { source, options, transcriptionId } = currentJob();
  const { service, backend } = context();
  if (transcriptionId === undefined) {
    checkOptions(options, source.kind === 'address' ? source.fileUrl : undefined);
  }
  if (fileUrlOf(currentJob()) === undefined && source.kind === 'file') await service();
  await backend();
};

/** Checks the file. Resolves with false if the upload waits for the command `start`. */
const check = async (run: JobRun, file: AudioFile): Promise<boolean> => {
  const { context, signal, report } = run;
  const { limits, manualStart } = context();
  const facts = await convertAndCheck(run, file, limits);
  signal.throwIfAborted();
  report({ type: 'checked', facts, wait: manualStart });
  return !manualStart;
};

const upload = async (run: JobRun, file: AudioFile): Promise<void> => {
  const { context, ports, report, signal } = run;
  const job = run.currentJob();
  if (job.file === undefined) throw new Error('the file has not been checked');
  const service = await context().service();
  const uploaded = await runUpload({ file, facts: job.file, job, service, ports, signal, report });
  signal.throwIfAborted();
  report({ type: 'uploaded', file: uploaded, atMs: ports.clock.now() });
};

const recordingGone = (): TranscribeError => errorFor('file-gone', {}, { recoverable: false });

/** Uploads the file, unless the service can still fetch an earlier upload. */
const provideFile = async (run: JobRun): Promise<void> => {
  const { ports, currentJob, report } = run;
  const file = uploadFileOf(currentJob());
  if (isUploadOutdated(currentJob(), ports.clock.now())) {
    if (file === null) throw recordingGone();
    report({ type: 'upload-outdated' });
  }
  if (file !== null && fileUrlOf(currentJob()) === undefined) await upload(run, file);
};

const untilKept = ({ ports, context, signal }: JobRun): Promise<void> =>
  waitForFirst(signal, (waiting) => [
    context().kept?.() ?? Promise.resolve(),
    ports.clock.sleep(KEPT_MS, waiting),
  ]);

/**
 * Submits the recording (4.7). Never repeated without the user's consent, because each submission costs
 * money.
 */
const submit = async (run: JobRun): Promise<TranscriptionTask> => {
  const { ports, context, signal, currentJob, report } = run;
  await provideFile(run);
  report({ type: 'submitting' });
  const options = callOptions(run.signal, run.report);
  if (!ports.connectivity.isOnline()) {
    options.onTrouble('offline');
    await ports.connectivity.whenOnline(signal);
    options.onTrouble(null);
    // After days offline the upload may have expired.
    await provideFile(run);
    report({ type: 'submitting' });
  }
  const job = currentJob();
  const request = transcriptionRequest(fileUrlOf(job) ?? '', job.options);
  const backend = await context().backend();
  signal.throwIfAborted();
  report({ type: 'submission-asked', atMs: ports.clock.now() });
  await untilKept(run);
  signal.throwIfAborted();
  const task = await backend.submit(request, options);
  signal.throwIfAborted();
  report({
    type: 'submitted',
    transcriptionId: task.transcription_id,
    status: task.status,
  });
  return task;
};

interface PollRequest {
  readonly transcriptionId: string;
  /** Length of the audio in seconds, which sets the pace. Null if unknown. */
  readonly durationSeconds: number | null;
  readonly backend: Backend;
  readonly ports: RetryPorts;
  readonly call: CallOptions;
  /** Called with each status, including unknown ones. A task with an unknown status is polled further. */
  readonly onStatus: (status: string) => void;
  /** False for a task that is only shown and cannot be submitted again. */
  readonly canSubmitAgain: boolean;
  /** The response to the submission. Null for a task that was submitted earlier, which is queried at once. */
  readonly submitted: TranscriptionTask | null;
}

/** A task that succeeded. */
type SucceededTask = Extract<TranscriptionTask, { readonly status: 'SUCCESS' }>;

/** Factor for the interval while the page is hidden. */
const HIDDEN_FACTOR = 3;

/** The result of a task. Null if it has not ended. Throws if it failed or was revoked. */
const resultOf = (
  task: TranscriptionTask,
  { canSubmitAgain }: PollRequest,
): SucceededTask | null => {
  if (task.data !== null) return task;
  if (isTerminal(task.status)) {
    const reason = task.status === 'FAILURE' ? 'task-failed' : 'task-revoked';
    throw errorFor(reason, { again: canSubmitAgain }, { recoverable: canSubmitAgain });
  }
  return null;
};

/**
 * Queries a task (4.8) until it ends, and never after that. Rejects if it failed or was revoked. When the
 * page is shown again or the network is back, the next query is sent at once.
 */
export const pollTask = async (request: PollRequest): Promise<SucceededTask> => {
  const { backend, call, durationSeconds, ports, submitted, transcriptionId } = request;
  const { connectivity, random } = ports;
  const { signal } = call;
  const known = submitted && resultOf(submitted, request);
  if (known !== null) return known;
  for (let query = 0; ; query++) {
    if (query > 0 || submitted !== null) {
      const interval = pollInterval(query, durationSeconds, random());
      const factor = visibilityOf(ports).isVisible() ? 1 : HIDDEN_FACTOR;
      await waitUnlessCalled(interval * factor, ports, signal);
    }
    if (!connectivity.isOnline()) {
      call.onTrouble?.('offline');
      await waitUntilOnline(ports, signal);
      if (connectivity.isOnline()) call.onTrouble?.(null);
    }
    const task: TranscriptionTask = await backend.query(transcriptionId, call);
    signal.throwIfAborted();
    const result = resultOf(task, request);
    if (result !== null) return result;
    request.onStatus(task.status);
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
  const { ports, context, signal, currentJob, report } = run;
  // Check this first: no other failure may hide that a task may already exist.
  if (currentJob().submissionAskedAtMs !== undefined) {
    throw submissionUnknown(new Error('the page was left before the answer came'));
  }
  await checkSettings(run);
  signal.throwIfAborted();
  const { source, file: facts } = currentJob();
  if (source.kind === 'file' && facts === undefined && !(await check(run, source.file))) return;
  const submitted = currentJob().transcriptionId === undefined ? await submit(run) : null;
  signal.throwIfAborted();
  const job = currentJob();
  const { data, raw } = await pollTask({
    transcriptionId: job.transcriptionId ?? '',
    durationSeconds: job.file?.durationSeconds ?? null,
    backend: await context().backend(),
    ports,
    call: callOptions(run.signal, run.report),
    submitted,
    canSubmitAgain: source.kind !== 'task',
    onStatus: (status) => report({ type: 'polled', status }),
  });
  report({ type: 'succeeded', data, raw });
};

/** Transcribes one recording at a time. `context` is called each time work starts or continues. */
export const createSession = (ports: SessionPorts, context: () => SessionContext): Session =>
  createSessionOf(ports, context, () => Promise.resolve(runJob));
