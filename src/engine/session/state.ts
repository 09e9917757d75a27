/** The states of a session, which `session-events.ts` changes, and the progress that a state shows. */
import type { TranscribeError } from '../../protocol/errors.js';
import type { TranscriptionData, TranscriptionOptions } from '../../protocol/types.js';
import type { Interruption } from '../calls/waiting.js';
import {
  hasTaskEnded,
  jobOfEndedTask,
  jobToRetry,
  storedBytes,
  type ConversionProgress,
  type Job,
} from './job.js';

/** The progress of an upload. Only the speed can decrease. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Null while the speed is unknown. */
  readonly bytesPerSecond: number | null;
  /** True if, at this speed, the URLs of the plan expire before the upload is done. */
  readonly late: boolean;
}

type PreparingStep = 'checking' | 'converting' | 'waiting-for-start' | 'verifying' | 'planning';
type UploadingStep = 'sending' | 'completing';

interface AtWork {
  readonly job: Job;
  /** Why the work is interrupted. Null while work is in progress. */
  readonly trouble: Interruption | null;
}

export type WorkingState =
  | (AtWork & { readonly name: 'preparing'; readonly step: PreparingStep })
  | (AtWork & {
      readonly name: 'uploading';
      readonly step: UploadingStep;
      readonly progress: UploadProgress;
      /** The parts that are being sent again: number of the attempt (from 2) by part number. */
      readonly retrying: ReadonlyMap<number, number>;
    })
  | (AtWork & { readonly name: 'submitting' })
  | (AtWork & { readonly name: 'transcribing'; readonly status: string });

export type UploadingState = Extract<WorkingState, { name: 'uploading' }>;

export type SessionState =
  | { readonly name: 'idle' }
  | WorkingState
  | { readonly name: 'paused'; readonly job: Job; readonly progress: UploadProgress | null }
  | {
      readonly name: 'ready';
      readonly job: Job;
      readonly data: TranscriptionData;
      /** `data` of 2.4 as the service sent it, not validated. */
      readonly raw: unknown;
    }
  | {
      readonly name: 'failed';
      /** Null if the failure occurred before a source was selected. */
      readonly job: Job | null;
      readonly error: TranscribeError;
      readonly progress: UploadProgress | null;
    };

export type StateName = SessionState['name'];

export const IDLE: SessionState = { name: 'idle' };

export const isWorking = (state: SessionState): state is WorkingState =>
  state.name === 'preparing' ||
  state.name === 'uploading' ||
  state.name === 'submitting' ||
  state.name === 'transcribing';

export const progressOf = (state: SessionState): UploadProgress | null =>
  'progress' in state ? state.progress : null;

export const jobOf = (state: SessionState): Job | null => ('job' in state ? state.job : null);

export const preparing = (job: Job, step: PreparingStep): WorkingState => {
  return { name: 'preparing', job, step, trouble: null };
};

/** The step of `preparing` at which work on this job continues. */
export const preparingStep = (job: Job): PreparingStep => {
  if (job.file === undefined) return job.conversion ? 'converting' : 'checking';
  return job.unverified ? 'verifying' : 'planning';
};

/** The state in which work on this job continues. It depends on the first missing field of the job. */
const continueState = (job: Job, progress: UploadProgress | null): SessionState => {
  const atWork = { job, trouble: null };
  if (job.transcriptionId !== undefined)
    return { ...atWork, name: 'transcribing', status: 'PENDING' };
  if (job.uploaded !== undefined || job.source.kind === 'address')
    return { ...atWork, name: 'submitting' };
  if (job.plan !== undefined && progress !== null && !job.unverified)
    return { ...atWork, name: 'uploading', step: 'sending', progress, retrying: new Map() };
  return { ...atWork, name: 'preparing', step: preparingStep(job) };
};

/** The upload progress of a job that was restored from the store. Null if it has no plan. */
const restoredProgress = (job: Job): UploadProgress | null =>
  job.plan === undefined || job.file === undefined
    ? null
    : { sentBytes: storedBytes(job), totalBytes: job.file.size, bytesPerSecond: null, late: false };

/** The state of a job that was just selected or restored from the store. */
export const restoredState = (job: Job): SessionState => continueState(job, restoredProgress(job));

/** Removes a task that has ended. A submission stays as it is: only `submission-refused` says that there is no task. */
const failedJob = (job: Job | null, error: TranscribeError): Job | null =>
  job !== null && job.source.kind !== 'task' && hasTaskEnded(error)
    ? jobOfEndedTask(job, error)
    : job;

/** True if a task that was only shown has ended. It is not queried again, and there is nothing to submit. */
const isOver = ({ source }: Job, error: TranscribeError): boolean =>
  source.kind === 'task' && hasTaskEnded(error);

export const failedState = (state: SessionState, error: TranscribeError): SessionState => ({
  name: 'failed',
  job: failedJob(jobOf(state), error),
  error,
  progress: progressOf(state),
});

/** The state after `resume` or `retry`. `options`: see `jobToRetry`. */
export const resumedState = (state: SessionState, options?: TranscriptionOptions): SessionState => {
  if (state.name === 'paused') return continueState(state.job, state.progress);
  return state.name === 'failed' && state.job !== null && !isOver(state.job, state.error)
    ? continueState(jobToRetry(state.job, state.error, options), state.progress)
    : state;
};

/** The element's `progress`, also in the event `transcribe-progress`. */
export interface TranscribeProgress {
  /** The current state; `converting` while the file is converted, which is part of the state `preparing`. */
  readonly phase: StateName | 'converting';
  /** Bytes sent so far, including those of parts that are not stored yet. */
  readonly sentBytes: number;
  /** Bytes of the parts that the storage host has confirmed. */
  readonly storedBytes: number;
  readonly totalBytes: number;
  /** Stored fraction, 0 to 1. Decreases only if the upload starts over. */
  readonly fraction: number;
  /** Null while the speed is unknown. */
  readonly bytesPerSecond: number | null;
  /** Seconds until the upload is done. Null while unknown. */
  readonly secondsLeft: number | null;
  /** True if, at this speed, the upload's URLs expire before it is done, so that it must start over. */
  readonly willExpire: boolean;
  /** The conversion of the chosen file. Null if it is uploaded as it is. */
  readonly conversion: ConversionProgress | null;
  /** Why the work is interrupted. Null while work is in progress. */
  readonly interruption: Interruption | null;
  /** The parts of the upload (4.4). Null while there is no plan. */
  readonly parts: PartsProgress | null;
}

export interface PartsProgress {
  readonly stored: number;
  readonly total: number;
  /** The parts that are being sent again, with the number of the attempt (from 2). */
  readonly retrying: readonly { readonly part: number; readonly attempt: number }[];
}

const partsOf = (state: SessionState): PartsProgress | null => {
  const { plan, file: facts, etags } = jobOf(state) ?? {};
  if (plan === undefined || facts === undefined || etags === undefined) return null;
  const retrying = state.name === 'uploading' ? [...state.retrying] : [];
  return {
    stored: etags.size,
    total: Math.ceil(facts.size / plan.ChunkSize),
    retrying: retrying.map(([part, attempt]) => ({ part, attempt })),
  };
};

/** Derives the progress from the state. No value falls below `previous`, unless the upload starts over. */
export const describeProgress = (
  state: SessionState,
  previous: TranscribeProgress | null,
): TranscribeProgress => {
  const job = jobOf(state);
  const isUploaded = job?.uploaded !== undefined;
  const total = job?.file?.size ?? 0;
  const sent = isUploaded ? total : (progressOf(state)?.sentBytes ?? 0);
  const stored = isUploaded ? total : job === null ? 0 : storedBytes(job);
  // Without a plan, the upload starts over.
  const least = isUploaded || job?.plan !== undefined ? previous : null;
  const beyondUpload =
    state.name === 'submitting' || state.name === 'transcribing' || state.name === 'ready';
  const fraction = beyondUpload ? 1 : total === 0 ? 0 : stored / total;
  const moves = state.name === 'uploading' && state.trouble === null;
  const speed = moves ? state.progress.bytesPerSecond : null;
  const willExpire = state.name === 'uploading' && state.progress.late;
  const interruption = isWorking(state) ? state.trouble : null;
  return {
    phase: state.name === 'preparing' && state.step === 'converting' ? 'converting' : state.name,
    sentBytes: Math.max(sent, least?.sentBytes ?? 0),
    storedBytes: Math.max(stored, least?.storedBytes ?? 0),
    totalBytes: total,
    fraction: Math.max(fraction, least?.fraction ?? 0),
    bytesPerSecond: speed,
    secondsLeft: speed !== null && speed > 0 ? (total - sent) / speed : null,
    conversion: job?.conversion?.progress ?? null,
    willExpire,
    interruption,
    parts: partsOf(state),
  };
};
