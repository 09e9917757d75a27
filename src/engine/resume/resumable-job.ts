import type { TranscriptionOptions } from '../../protocol/types.js';
import { isUploadOutdated, storedBytes, type AudioFile } from '../session/job.js';
import { chosenFacts, type StoredJob } from './stored-job.js';

/** A file that the user has chosen, and the options for it. Default: the stored options. */
export interface Choice {
  readonly file: AudioFile;
  readonly options?: TranscriptionOptions;
}

/** What the user must do to resume the job, besides pressing the button. */
export type ResumeNeeds =
  | 'nothing'
  /** Allow the browser to read the recording again. */
  | 'permission'
  /** Choose the same file again. */
  | 'recording';

/** A stored job that can be resumed here. */
export interface ResumableJob {
  readonly id: string;
  /** `in-other-tab`: another tab is working on it. This tab can take it over. */
  readonly kind: 'interrupted' | 'in-other-tab';
  readonly needs: ResumeNeeds;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  /** Bytes; null for a URL. */
  readonly size: number | null;
  /**
   * Uploaded fraction of the file when the job was last stored, from 0 to 1. Parts that must be sent again
   * don't count.
   */
  readonly uploadedFraction: number;
  /** The task (2.4); null if there is none. */
  readonly transcriptionId: string | null;
}

const uploadedFraction = (
  { source, job, etags }: StoredJob,
  needs: ResumeNeeds,
  nowMs: number,
): number => {
  if (job.transcriptionId === undefined && isUploadOutdated(job, nowMs)) return 0;
  const { file, plan, uploaded, hashPoint } = job;
  if (source.kind === 'address' || uploaded !== undefined) return 1;
  // Without a checkpoint, a file that is chosen again cannot be compared with what was sent.
  if (needs === 'recording' && hashPoint === undefined) return 0;
  if (plan === undefined || file === undefined) return 0;
  return storedBytes({ plan, file, etags: new Map(etags) }) / file.size;
};

export const toResumableJob = (
  stored: StoredJob,
  kind: ResumableJob['kind'],
  needs: ResumeNeeds,
  nowMs: number,
): ResumableJob => ({
  id: stored.id,
  kind,
  needs,
  title: stored.title,
  savedAtMs: stored.savedAtMs,
  size: chosenFacts(stored)?.size ?? null,
  uploadedFraction: uploadedFraction(stored, needs, nowMs),
  transcriptionId: stored.job.transcriptionId ?? null,
});

/** The result of resuming a job. */
export type ResumeResult =
  | 'resumed'
  /** The job is finished or discarded, or another tab has taken it. */
  | 'gone'
  /** The recording cannot be read. The user must choose the same file again. */
  | 'recording-needed'
  /** The chosen file has another size. */
  | 'another-recording';

/** Why a job was not resumed, if the user can fix it. */
export type ResumeProblem = Extract<ResumeResult, 'another-recording' | 'recording-needed'>;

/** A job that is offered to the user. */
export interface ResumeOffer {
  readonly name: 'offered';
  readonly job: ResumableJob;
  readonly problem: ResumeProblem | null;
  /** The chosen file that matched the job; null if the job was found without a file. */
  readonly file: AudioFile | null;
  /** True while the file dialog is open for this job. */
  readonly isPicking: boolean;
}

/** The element's state regarding stored jobs. */
export type ResumeState =
  | { readonly name: 'none' }
  | ResumeOffer
  /** `start()` resumes the job with this file. */
  | { readonly name: 'waiting-for-start'; readonly job: ResumableJob; readonly file: AudioFile }
  /** The job of a task is being looked up. It is resumed without asking, so no job is offered meanwhile. */
  | { readonly name: 'returning-to-task' };

export const NO_RESUME: ResumeState = { name: 'none' };

export const offer = (job: ResumableJob, file: AudioFile | null = null): ResumeOffer => ({
  name: 'offered',
  job,
  problem: null,
  file,
  isPicking: false,
});

/** The chosen file that matched the offered job. */
export const chosenFile = (state: ResumeState): AudioFile | null =>
  state.name === 'offered' ? state.file : null;

/**
 * The state after a lookup. `job` is null if there is nothing to offer. The chosen file is kept only if it
 * `matches` the job. The problem and the open dialog are kept only if the job is the same as before.
 */
export const lookedUp = (
  state: ResumeState,
  job: ResumableJob | null,
  matches: boolean,
): ResumeState => {
  if (state.name === 'waiting-for-start' || state.name === 'returning-to-task') return state;
  if (job === null) return NO_RESUME;
  const next = offer(job, matches ? chosenFile(state) : null);
  if (state.name !== 'offered' || state.job.id !== job.id) return next;
  return { ...next, problem: state.problem, isPicking: state.isPicking };
};

/** Drops a chosen file. The offer stays until the next lookup. */
export const withoutChoice = (state: ResumeState): ResumeState =>
  state.name === 'offered' ? { ...state, file: null } : NO_RESUME;

/** The state after the user has accepted the offer of this job. */
export const answered = (state: ResumeState, id: string, result: ResumeResult): ResumeState => {
  if (state.name !== 'offered' || state.job.id !== id) return state;
  const isProblem = result === 'another-recording' || result === 'recording-needed';
  return {
    ...state,
    problem: isProblem ? result : null,
    file: result === 'resumed' ? null : state.file,
  };
};

/** What to do with a chosen file, given the stored job that it matches. */
export type FileDecision =
  | { readonly kind: 'begin' }
  | { readonly kind: 'resume'; readonly job: ResumableJob }
  /** Begin, but resume the job if `start()` is called. */
  | { readonly kind: 'wait-for-start'; readonly job: ResumableJob }
  /** Ask whether to take the job over from the other tab. */
  | { readonly kind: 'ask'; readonly job: ResumableJob };

export const decideFile = (match: ResumableJob | null, manualStart: boolean): FileDecision => {
  if (match === null) return { kind: 'begin' };
  if (match.kind === 'in-other-tab') return { kind: 'ask', job: match };
  return { kind: manualStart ? 'wait-for-start' : 'resume', job: match };
};
