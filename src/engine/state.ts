import type {
  TranscribeError,
  TranscriptionData,
  UploadedFile,
  UploadPlan,
} from '../protocol/index.js';
import type { FileFacts } from './check-file.js';
import { jobToRetry, storedBytes, withoutUpload, type Job } from './job.js';

/** Where an upload is. None of its numbers but the speed ever goes back. */
export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Null while nothing honest can be said. */
  readonly bytesPerSecond: number | null;
}

/** What a person does not see as a state of its own, but wants to know. */
export type PreparingStep = 'checking' | 'waiting-for-start' | 'planning';
export type UploadingStep = 'sending' | 'completing';

/** The states in which work is under way. */
export type WorkingState =
  | { readonly name: 'preparing'; readonly job: Job; readonly step: PreparingStep }
  | {
      readonly name: 'uploading';
      readonly job: Job;
      readonly step: UploadingStep;
      readonly progress: UploadProgress;
    }
  | { readonly name: 'submitting'; readonly job: Job }
  | { readonly name: 'transcribing'; readonly job: Job; readonly status: string };

export type SessionState =
  | { readonly name: 'idle' }
  | WorkingState
  | { readonly name: 'paused'; readonly job: Job; readonly progress: UploadProgress | null }
  | { readonly name: 'ready'; readonly job: Job; readonly data: TranscriptionData }
  | {
      readonly name: 'failed';
      /** Null where not even a source could be taken. */
      readonly job: Job | null;
      readonly error: TranscribeError;
      readonly progress: UploadProgress | null;
    };

export type StateName = SessionState['name'];

/** What has been observed. Only facts change the state. */
export type Fact =
  | { readonly type: 'selected'; readonly job: Job }
  | { readonly type: 'checked'; readonly facts: FileFacts; readonly wait: boolean }
  | { readonly type: 'started' }
  | { readonly type: 'planned'; readonly plan: UploadPlan; readonly totalBytes: number }
  | { readonly type: 'plan-lost' }
  | {
      readonly type: 'sending';
      readonly sentBytes: number;
      readonly bytesPerSecond: number | null;
    }
  | { readonly type: 'part-stored'; readonly partNumber: number; readonly etag: string }
  | { readonly type: 'hashed'; readonly md5: string }
  | { readonly type: 'completing' }
  | { readonly type: 'uploaded'; readonly file: UploadedFile }
  | { readonly type: 'submitting' }
  | { readonly type: 'submitted'; readonly transcriptionId: string; readonly status: string }
  | { readonly type: 'polled'; readonly status: string }
  | { readonly type: 'succeeded'; readonly data: TranscriptionData }
  | { readonly type: 'failed'; readonly error: TranscribeError }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
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

/** The state in which work on this job goes on: the first fact that is missing says which. */
export const continueState = (job: Job, progress: UploadProgress | null): SessionState => {
  if (job.transcriptionId !== undefined) return { name: 'transcribing', job, status: 'PENDING' };
  if (job.uploaded !== undefined || job.source.kind === 'address')
    return { name: 'submitting', job };
  if (job.plan !== undefined && progress !== null)
    return { name: 'uploading', job, step: 'sending', progress };
  return { name: 'preparing', job, step: job.facts === undefined ? 'checking' : 'planning' };
};

/** Where the upload of a job that comes from the store stands. */
const restoredProgress = (job: Job): UploadProgress | null =>
  job.plan === undefined || job.facts === undefined
    ? null
    : { sentBytes: storedBytes(job), totalBytes: job.facts.size, bytesPerSecond: null };

/** The next state. A fact that does not belong to the state, such as one that came late, leaves it as it is. */
export const transition = (state: SessionState, fact: Fact): SessionState => {
  switch (fact.type) {
    case 'selected':
      return continueState(fact.job, restoredProgress(fact.job));
    case 'cleared':
      return IDLE;
    case 'failed':
      return {
        name: 'failed',
        job: state.name === 'idle' ? null : state.job,
        error: fact.error,
        progress: progressOf(state),
      };
    case 'paused':
      return state.name === 'preparing' || state.name === 'uploading'
        ? { name: 'paused', job: state.job, progress: progressOf(state) }
        : state;
    case 'resumed':
      if (state.name === 'paused') return continueState(state.job, state.progress);
      return state.name === 'failed' && state.job !== null
        ? continueState(jobToRetry(state.job, state.error.code), state.progress)
        : state;
    default:
      return isWorking(state) ? advance(state, fact) : state;
  }
};

type WorkFact = Exclude<Fact, { type: 'selected' | 'cleared' | 'failed' | 'paused' | 'resumed' }>;

const advance = (state: WorkingState, fact: WorkFact): SessionState => {
  const { job } = state;
  switch (fact.type) {
    case 'checked':
      return {
        name: 'preparing',
        job: { ...job, facts: fact.facts },
        step: fact.wait ? 'waiting-for-start' : 'planning',
      };
    case 'started':
      return { name: 'preparing', job, step: 'planning' };
    case 'planned':
      return {
        name: 'uploading',
        job: { ...job, plan: fact.plan },
        step: 'sending',
        progress: { sentBytes: 0, totalBytes: fact.totalBytes, bytesPerSecond: null },
      };
    case 'plan-lost':
      return { name: 'preparing', job: withoutUpload(job), step: 'planning' };
    case 'hashed':
      return { ...state, job: { ...job, md5: fact.md5 } };
    case 'uploaded':
      return { name: 'submitting', job: { ...job, uploaded: fact.file } };
    case 'submitting':
      return { name: 'submitting', job };
    case 'submitted':
      return {
        name: 'transcribing',
        job: { ...job, transcriptionId: fact.transcriptionId },
        status: fact.status,
      };
    case 'polled':
      return { name: 'transcribing', job, status: fact.status };
    case 'succeeded':
      return { name: 'ready', job, data: fact.data };
    default:
      return state.name === 'uploading' ? advanceUpload(state, fact) : state;
  }
};

const advanceUpload = (
  state: Extract<WorkingState, { name: 'uploading' }>,
  fact: Extract<WorkFact, { type: 'sending' | 'part-stored' | 'completing' }>,
): SessionState => {
  switch (fact.type) {
    case 'sending':
      return {
        ...state,
        progress: {
          ...state.progress,
          // A part that is sent again takes its bytes back: what was shown stays.
          sentBytes: Math.max(state.progress.sentBytes, fact.sentBytes),
          bytesPerSecond: fact.bytesPerSecond,
        },
      };
    case 'part-stored':
      return {
        ...state,
        job: {
          ...state.job,
          etags: new Map(state.job.etags).set(fact.partNumber, fact.etag),
        },
      };
    case 'completing':
      return { ...state, step: 'completing' };
  }
};
