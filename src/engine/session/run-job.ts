import {
  TranscribeError,
  transcriptionRequest,
  type TranscriptionTask,
} from '../../protocol/index.js';
import type { Backend } from '../calls/backend.js';
import { checkFile, type AudioFile, type FileLimits } from '../check-file.js';
import { checkOptions } from './check-options.js';
import { fileUrlOf, isUploadOutdated, type Job } from './job.js';
import { firstOf } from '../calls/linked-abort.js';
import { pollTask } from '../calls/poll.js';
import type { Ports } from '../ports.js';
import { callOptions, runUpload } from '../upload/run-upload.js';
import type { UploadService } from '../calls/service.js';
import type { SessionEvent } from './state.js';
import { submissionUnknown } from '../calls/submission.js';

/** What a session is given each time it starts or goes on, so that a page may change its mind in between. */
export interface SessionContext {
  readonly service: () => UploadService;
  readonly backend: () => Backend;
  readonly limits: FileLimits;
  /** True to wait for `start` once a file has been checked. */
  readonly manualStart: boolean;
  /** Resolves once every fact so far is stored, or cannot be; without it nothing is waited for. */
  readonly kept?: () => Promise<void>;
}

export interface JobRun {
  readonly ports: Ports;
  readonly context: () => SessionContext;
  readonly signal: AbortSignal;
  /** The facts so far, with those that were just reported. */
  readonly currentJob: () => Job;
  readonly report: (fact: SessionEvent) => void;
}

/** A store that does not answer holds nothing up for longer, in ms. */
const KEPT_MS = 2_000;

/**
 * Checks that the page has set what the rest of the job needs, before a byte is read. Throws TranscribeError
 * `configuration`.
 */
const checkSettings = ({ context, currentJob }: JobRun): void => {
  const { source, options, transcriptionId } = currentJob();
  const { service, backend } = context();
  if (transcriptionId === undefined) {
    checkOptions(options, source.kind === 'address' ? source.fileUrl : undefined);
  }
  if (fileUrlOf(currentJob()) === undefined && source.kind === 'file') service();
  backend();
};

/** Looks at the file; false where the person has to start what comes next. */
const check = async (run: JobRun, file: AudioFile): Promise<boolean> => {
  const { ports, context, signal, report } = run;
  const { limits, manualStart } = context();
  const facts = await checkFile(file, limits, ports.probeDuration, signal);
  signal.throwIfAborted();
  report({ type: 'checked', facts, wait: manualStart });
  return !manualStart;
};

const upload = async (run: JobRun, file: AudioFile): Promise<void> => {
  const { context, currentJob, report, signal } = run;
  const { file: facts } = currentJob();
  if (facts === undefined) throw new Error('the file has not been checked');
  const uploaded = await runUpload({ ...run, file, facts, service: context().service() });
  signal.throwIfAborted();
  report({ type: 'uploaded', file: uploaded, atMs: run.ports.clock.now() });
};

const recordingGone = (): TranscribeError =>
  new TranscribeError(
    'file-changed',
    'The upload of this recording has expired, and this page no longer has the file. Choose it again.',
    { recoverable: false },
  );

/** Uploads the recording, unless the service can still fetch what was uploaded before. */
const provideFile = async (run: JobRun): Promise<void> => {
  const { ports, currentJob, report } = run;
  const { source } = currentJob();
  if (isUploadOutdated(currentJob(), ports.clock.now())) {
    if (source.kind !== 'file') throw recordingGone();
    report({ type: 'upload-outdated' });
  }
  if (source.kind === 'file' && fileUrlOf(currentJob()) === undefined) {
    await upload(run, source.file);
  }
};

const untilKept = ({ ports, context, signal }: JobRun): Promise<void> =>
  firstOf(signal, (waiting) => [
    context().kept?.() ?? Promise.resolve(),
    ports.clock.sleep(KEPT_MS, waiting),
  ]);

/** Submits the recording (4.7), at most once without the person's word: each submission costs money. */
const submit = async (run: JobRun): Promise<TranscriptionTask> => {
  const { ports, context, signal, currentJob, report } = run;
  await provideFile(run);
  report({ type: 'submitting' });
  const options = callOptions(run);
  if (!ports.connectivity.isOnline()) {
    options.onTrouble('offline');
    await ports.connectivity.whenOnline(signal);
    options.onTrouble(null);
    // It may have been offline for days.
    await provideFile(run);
    report({ type: 'submitting' });
  }
  const job = currentJob();
  const request = transcriptionRequest(fileUrlOf(job) ?? '', job.options);
  report({ type: 'submission-asked', atMs: ports.clock.now() });
  await untilKept(run);
  signal.throwIfAborted();
  const task = await context().backend().submit(request, options);
  signal.throwIfAborted();
  report({
    type: 'submitted',
    transcriptionId: task.transcription_id,
    status: task.status,
  });
  return task;
};

/** Takes a job from where it stands to its transcript, and reports every fact on the way. */
export const runJob = async (run: JobRun): Promise<void> => {
  const { ports, context, signal, currentJob, report } = run;
  // First of all: no other failure may hide from the person that there may be a task already.
  if (currentJob().submissionAskedAtMs !== undefined) {
    throw submissionUnknown(new Error('the page was left before the answer came'));
  }
  checkSettings(run);
  const { source, file: facts } = currentJob();
  if (source.kind === 'file' && facts === undefined && !(await check(run, source.file))) return;
  const submitted = currentJob().transcriptionId === undefined ? await submit(run) : null;
  signal.throwIfAborted();
  const job = currentJob();
  const { data, raw } = await pollTask({
    transcriptionId: job.transcriptionId ?? '',
    durationSeconds: job.file?.durationSeconds ?? null,
    backend: context().backend(),
    ports,
    call: callOptions(run),
    submitted,
    canSubmitAgain: source.kind !== 'task',
    onStatus: (status) => report({ type: 'polled', status }),
  });
  report({ type: 'succeeded', data, raw });
};
