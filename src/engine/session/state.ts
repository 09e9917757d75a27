import type {
  TranscribeError,
  TranscriptionData,
  TranscriptionOptions,
  UploadedFile,
  UploadPlan,
} from '../../protocol/index.js';
import type { FileFacts } from '../check-file.js';
import {
  jobToRetry,
  storedBytes,
  verifiedJob,
  withoutTask,
  withoutUpload,
  type Job,
} from './job.js';
import type { HashCheckpoint } from '../ports.js';
import type { PartTry } from '../upload/send-part.js';
import { isOutcomeUnknown } from '../calls/submission.js';
import type { Trouble } from './waiting.js';

/** Where an upload is. None of its numbers but the speed ever goes back. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Null while nothing honest can be said. */
  readonly bytesPerSecond: number | null;
  /** True where, at this speed, the addresses of the plan expire before the upload is done. */
  readonly late: boolean;
}

/** What a person does not see as a state of its own, but wants to know. */
export type PreparingStep = 'checking' | 'waiting-for-start' | 'verifying' | 'planning';
export type UploadingStep = 'sending' | 'completing';

interface AtWork {
  readonly job: Job;
  /** Why nothing moves just now; null while it does. */
  readonly trouble: Trouble | null;
}

/** The states in which work is under way. */
export type WorkingState =
  | (AtWork & { readonly name: 'preparing'; readonly step: PreparingStep })
  | (AtWork & {
      readonly name: 'uploading';
      readonly step: UploadingStep;
      readonly progress: UploadProgress;
      /** Parts under way that failed before, with the number of their try. */
      readonly retrying: ReadonlyMap<number, number>;
    })
  | (AtWork & { readonly name: 'submitting' })
  | (AtWork & { readonly name: 'transcribing'; readonly status: string });

export type SessionState =
  | { readonly name: 'idle' }
  | WorkingState
  | { readonly name: 'paused'; readonly job: Job; readonly progress: UploadProgress | null }
  | {
      readonly name: 'ready';
      readonly job: Job;
      readonly data: TranscriptionData;
      /** `data` of 2.4 as the service sent it, unchecked. */
      readonly raw: unknown;
    }
  | {
      readonly name: 'failed';
      /** Null where not even a source could be taken. */
      readonly job: Job | null;
      readonly error: TranscribeError;
      readonly progress: UploadProgress | null;
    };

export type StateName = SessionState['name'];

/** What has been observed. Only facts change the state. */
export type SessionEvent =
  | { readonly type: 'selected'; readonly job: Job }
  | { readonly type: 'checked'; readonly facts: FileFacts; readonly wait: boolean }
  | { readonly type: 'started' }
  | { readonly type: 'verifying' }
  | { readonly type: 'verified' }
  | {
      readonly type: 'planned';
      readonly plan: UploadPlan;
      readonly totalBytes: number;
      readonly atMs: number;
    }
  | { readonly type: 'plan-lost' }
  | {
      readonly type: 'sending';
      readonly sentBytes: number;
      readonly bytesPerSecond: number | null;
      readonly late: boolean;
    }
  | { readonly type: 'part-started'; readonly partNumber: number; readonly attempt: number }
  | { readonly type: 'part-tried'; readonly attempt: PartTry }
  | { readonly type: 'part-stored'; readonly partNumber: number; readonly etag: string }
  /** What the storage host has of this part is not what was sent: it is sent again. */
  | { readonly type: 'part-refuted'; readonly partNumber: number }
  /** The storage host's ETags are no MD5s: nothing can be held against them. */
  | { readonly type: 'etags-opaque' }
  | {
      readonly type: 'hash-point';
      readonly point: HashCheckpoint;
      readonly partMd5s: ReadonlyMap<string, string>;
    }
  | { readonly type: 'hashed'; readonly md5: string }
  | { readonly type: 'completing' }
  | { readonly type: 'uploaded'; readonly file: UploadedFile; readonly atMs: number }
  /** The address of the upload has expired before it was submitted: the recording is uploaded again. */
  | { readonly type: 'upload-outdated' }
  | { readonly type: 'submitting' }
  | { readonly type: 'submission-asked'; readonly atMs: number }
  | { readonly type: 'submitted'; readonly transcriptionId: string; readonly status: string }
  | { readonly type: 'polled'; readonly status: string }
  | { readonly type: 'succeeded'; readonly data: TranscriptionData; readonly raw: unknown }
  | { readonly type: 'trouble'; readonly trouble: Trouble | null }
  | { readonly type: 'failed'; readonly error: TranscribeError }
  | { readonly type: 'paused' }
  /** `options`: those of the page now. */
  | { readonly type: 'resumed'; readonly options?: TranscriptionOptions }
  | { readonly type: 'cleared' };

export const IDLE: SessionState = { name: 'idle' };

export const isWorking = (state: SessionState): state is WorkingState =>
  state.name === 'preparing' ||
  state.name === 'uploading' ||
  state.name === 'submitting' ||
  state.name === 'transcribing';

/** Progress of the upload that the state knows of. */
export const progressOf = (state: SessionState): UploadProgress | null => {
  switch (state.name) {
    case 'uploading':
    case 'paused':
    case 'failed':
      return state.progress;
    default:
      return null;
  }
};

const stepOf = (job: Job): PreparingStep => {
  if (job.file === undefined) return 'checking';
  return job.unverified ? 'verifying' : 'planning';
};

/** The state in which work on this job goes on: the first fact that is missing says which. */
export const continueState = (job: Job, progress: UploadProgress | null): SessionState => {
  const atWork = { job, trouble: null };
  if (job.transcriptionId !== undefined)
    return { ...atWork, name: 'transcribing', status: 'PENDING' };
  if (job.uploaded !== undefined || job.source.kind === 'address')
    return { ...atWork, name: 'submitting' };
  if (job.plan !== undefined && progress !== null && !job.unverified)
    return { ...atWork, name: 'uploading', step: 'sending', progress, retrying: new Map() };
  return { ...atWork, name: 'preparing', step: stepOf(job) };
};

/** Where the upload of a job that comes from the store stands. */
const restoredProgress = (job: Job): UploadProgress | null =>
  job.plan === undefined || job.file === undefined
    ? null
    : {
        sentBytes: storedBytes(job),
        totalBytes: job.file.size,
        bytesPerSecond: null,
        late: false,
      };

/** The task is terminal, so it must not be queried again (section 3, rule 3). */
const hasTaskEnded = ({ code, recoverable }: TranscribeError): boolean =>
  code === 'task-failed' ||
  code === 'task-revoked' ||
  (code === 'response-invalid' && !recoverable);

/** A submission that was refused did not arrive, and a task that ended is never queried again: nothing is left open. */
const failedJob = (job: Job | null, error: TranscribeError): Job | null => {
  if (job === null || job.source.kind === 'task' || isOutcomeUnknown(error.code)) return job;
  return job.transcriptionId === undefined || hasTaskEnded(error) ? withoutTask(job) : job;
};

/** A task that was only shown has ended: it is never queried again, and there is nothing to submit. */
const isOver = ({ source }: Job, error: TranscribeError): boolean =>
  source.kind === 'task' && hasTaskEnded(error);

/** The next state. A fact that does not belong to the state, such as one that came late, leaves it as it is. */
export const transition = (state: SessionState, fact: SessionEvent): SessionState => {
  switch (fact.type) {
    case 'selected':
      return continueState(fact.job, restoredProgress(fact.job));
    case 'cleared':
      return IDLE;
    case 'failed':
      return {
        name: 'failed',
        job: state.name === 'idle' ? null : failedJob(state.job, fact.error),
        error: fact.error,
        progress: progressOf(state),
      };
    case 'paused':
      return isWorking(state)
        ? { name: 'paused', job: state.job, progress: progressOf(state) }
        : state;
    case 'resumed':
      if (state.name === 'paused') return continueState(state.job, state.progress);
      return state.name === 'failed' && state.job !== null && !isOver(state.job, state.error)
        ? continueState(jobToRetry(state.job, state.error.code, fact.options), state.progress)
        : state;
    default:
      return isWorking(state) ? advance(state, fact) : state;
  }
};

type WorkFact = Exclude<
  SessionEvent,
  { type: 'selected' | 'cleared' | 'failed' | 'paused' | 'resumed' }
>;

const advance = (state: WorkingState, fact: WorkFact): SessionState => {
  const { job } = state;
  const next = { job, trouble: null };
  switch (fact.type) {
    case 'trouble':
      return { ...state, trouble: fact.trouble };
    case 'checked':
      return {
        ...next,
        name: 'preparing',
        job: { ...job, file: fact.facts },
        step: fact.wait ? 'waiting-for-start' : 'planning',
      };
    case 'started':
      return { ...next, name: 'preparing', step: 'planning' };
    case 'verifying':
      return { ...next, name: 'preparing', step: 'verifying' };
    case 'verified': {
      const verified = verifiedJob(job);
      return continueState(verified, restoredProgress(verified));
    }
    case 'planned':
      return {
        ...next,
        name: 'uploading',
        job: { ...job, plan: fact.plan, plannedAtMs: fact.atMs },
        step: 'sending',
        progress: { sentBytes: 0, totalBytes: fact.totalBytes, bytesPerSecond: null, late: false },
        retrying: new Map(),
      };
    case 'plan-lost':
      return { ...next, name: 'preparing', job: withoutUpload(job), step: 'planning' };
    case 'hash-point':
      return { ...state, job: { ...job, hashPoint: fact.point, partMd5s: fact.partMd5s } };
    case 'hashed':
      return { ...state, job: { ...job, md5: fact.md5 } };
    case 'etags-opaque':
      return { ...state, job: { ...job, opaqueEtags: true } };
    case 'uploaded': {
      const { uploadsAgain: _done, ...rest } = job;
      const uploaded = { ...rest, uploaded: fact.file, uploadedAtMs: fact.atMs };
      return { ...next, name: 'submitting', job: uploaded };
    }
    case 'upload-outdated': {
      const again: Job = { ...withoutUpload(job), uploadsAgain: true };
      return { ...next, name: 'preparing', job: again, step: stepOf(again) };
    }
    case 'submitting':
      return { ...next, name: 'submitting' };
    case 'submission-asked':
      return { ...state, job: { ...job, submissionAskedAtMs: fact.atMs } };
    case 'submitted':
      return {
        ...next,
        name: 'transcribing',
        job: { ...withoutTask(job), transcriptionId: fact.transcriptionId },
        status: fact.status,
      };
    case 'polled':
      return { ...next, name: 'transcribing', status: fact.status };
    case 'succeeded':
      return { name: 'ready', job, data: fact.data, raw: fact.raw };
    default:
      return state.name === 'uploading' ? advanceUpload(state, fact) : state;
  }
};

type Uploading = Extract<WorkingState, { name: 'uploading' }>;

type UploadFact = Extract<
  WorkFact,
  {
    type: 'sending' | 'part-started' | 'part-tried' | 'part-stored' | 'part-refuted' | 'completing';
  }
>;

const without = <T>(entries: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> => {
  const rest = new Map(entries);
  rest.delete(key);
  return rest;
};

const advanceUpload = (state: Uploading, fact: UploadFact): SessionState => {
  const { job, progress, retrying } = state;
  switch (fact.type) {
    case 'sending':
      return {
        ...state,
        progress: {
          ...progress,
          // A part that is sent again takes its bytes back: what was shown stays.
          sentBytes: Math.max(progress.sentBytes, fact.sentBytes),
          bytesPerSecond: fact.bytesPerSecond,
          late: fact.late,
        },
      };
    case 'part-started':
      return fact.attempt === 1
        ? state
        : { ...state, retrying: new Map(retrying).set(fact.partNumber, fact.attempt) };
    case 'part-tried':
      // Changes nothing that is shown, but is told to whoever keeps the record.
      return { ...state };
    case 'part-stored':
      return {
        ...state,
        retrying: retrying.has(fact.partNumber) ? without(retrying, fact.partNumber) : retrying,
        job: { ...job, etags: new Map(job.etags).set(fact.partNumber, fact.etag) },
      };
    case 'part-refuted':
      return {
        ...state,
        step: 'sending',
        job: { ...job, etags: without(job.etags, fact.partNumber) },
      };
    case 'completing':
      return { ...state, step: 'completing', trouble: null };
  }
};
