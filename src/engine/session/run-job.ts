/** The steps of a job: check, upload, submission, polling. */
import {
  ContractError,
  errorFor,
  isTranscribeError,
  DETECTION_LEVELS,
  languageTag,
  MODELS,
  type TranscribeError,
  TRANSCRIPTION_DEFAULTS,
  type TranscriptionOptions,
  transcriptionRequest,
  type TranscriptionTask,
} from '../../protocol/index.js';
import type { Backend } from '../calls/backend.js';
import { submissionUnknown } from '../calls/call.js';
import { pollTask } from '../calls/poll.js';
import type { UploadService } from '../calls/service.js';
import { waitForFirst } from '../calls/waiting.js';
import type { FileLimits } from '../check-file.js';
import type { SessionPorts } from '../ports.js';
import { callOptions, runUpload } from '../upload/run-upload.js';
import { convertAndCheck } from './convert.js';
import type { SessionEvent } from './events.js';
import { fileUrlOf, isUploadOutdated, uploadFileOf, type AudioFile, type Job } from './job.js';

/** The settings of a session. Read each time work starts or continues, so they may change in between. */
export interface SessionContext {
  readonly service: () => UploadService | Promise<UploadService>;
  readonly backend: () => Backend | Promise<Backend>;
  readonly limits: FileLimits;
  /** True to wait for the command `start` once a file has been checked. */
  readonly manualStart: boolean;
  /**
   * Resolves when all events so far are stored, or cannot be stored. A submission waits for it, at most 2 s,
   * so that a reload cannot submit twice. Default: no wait.
   */
  readonly kept?: () => Promise<void>;
}

interface JobRun {
  readonly ports: SessionPorts;
  readonly context: () => SessionContext;
  readonly signal: AbortSignal;
  /** The job, including everything reported so far. */
  readonly currentJob: () => Job;
  readonly report: (event: SessionEvent) => void;
}

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

/** Rejects with a TranscribeError. */
export type RunJob = (run: JobRun) => Promise<void>;

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

/** Placeholder for the URL of a file that has not been uploaded yet. */
const ANY_ADDRESS = 'https://upload.invalid/';

const isAccepted = (fileUrl: string, options: TranscriptionOptions): boolean => {
  try {
    transcriptionRequest(fileUrl, options);
    return true;
  } catch {
    return false;
  }
};

const quoted = (values: readonly unknown[]): string =>
  values.map((value) => `“${String(value)}”`).join(' or ');

/** Converts tags such as `en_US` and `en_US.UTF-8`, which operating systems use, to BCP 47: `en-US`. */
const suggestedLanguage = (given: unknown): string => {
  const tag = String(given)
    .trim()
    .replace(/[.@].*$/s, '')
    .replaceAll('_', '-');
  try {
    return `Use “${languageTag(tag, '')}”.`;
  } catch {
    return 'Use a BCP-47 language code such as “en-US”, or “auto”.';
  }
};

/** The advice for a page that set an option to an invalid value. */
const ADVICE: Readonly<Record<keyof TranscriptionOptions, (given: unknown) => string>> = {
  language: suggestedLanguage,
  model: () => `Use ${quoted(MODELS)}.`,
  detectionLevel: () => `Use ${quoted(DETECTION_LEVELS)}.`,
  decodeSilence: () => 'Use true or false.',
  diarization: () => 'Use true or false.',
  returnEmbedding: () => 'Use true or false.',
};

const attributeOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const misconfigured = (what: string): TranscribeError => errorFor('not-set-up', { detail: what });

/**
 * Checks the options of a transcription (4.7) before the file is read. `fileUrl` is undefined for a file that
 * will be uploaded. Throws TranscribeError `configuration` with a message that names the attribute and a
 * valid value.
 */
export const checkOptions = (options: TranscriptionOptions, fileUrl?: string): void => {
  const names = Object.keys(TRANSCRIPTION_DEFAULTS) as (keyof TranscriptionOptions)[];
  for (const name of names) {
    const value = options[name];
    if (isAccepted(ANY_ADDRESS, { [name]: value })) continue;
    throw misconfigured(`“${attributeOf(name)}” is “${String(value)}”. ${ADVICE[name](value)}`);
  }
  if (fileUrl === undefined || isAccepted(fileUrl, {})) return;
  // The URL itself is not quoted, because it may be presigned.
  throw misconfigured(
    '“file-url” must be an absolute http or https address without a user name or a password.',
  );
};
