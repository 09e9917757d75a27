/** A stored job: what is stored of a job, how the job is restored, and what is offered of it. */
import {
  isUploadOutdated,
  titleOf,
  withoutUpload,
  type AudioFile,
  identityOf,
  type Conversion,
  type Job,
  type Source,
  storedBytes,
} from '../session/job.js';
import type { UploadPlan, TranscriptionOptions } from '../../protocol/types.js';

/** A stored job: plain data, without the recording and without tokens. */
export interface StoredJob {
  /** Raised when the shape changes. `parseStoredJob` reads no other version. */
  readonly version: 4;
  readonly id: string;
  /** The user who may see the job, from `storageScope`. */
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  readonly title: string;
  readonly source: { readonly kind: 'file' } | Extract<Source, { kind: 'address' }>;
  readonly job: Omit<Job, 'source' | 'etags' | 'unverified'>;
  readonly etags: readonly (readonly [partNumber: number, etag: string])[];
}

/** Placeholder for the presigned URL of a stored part, which is not kept. Nothing can be sent to it. */
export const CONSUMED_URL = 'about:blank';

/** The plan with only the URLs that may still be needed, also those of parts whose MD5 has not been compared yet. */
const neededPlan = (plan: UploadPlan, { etags, hashPoint }: Job): UploadPlan => ({
  ...plan,
  Parts: plan.Parts.filter(
    ({ PartNumber }) =>
      !etags.has(PartNumber) || PartNumber * plan.ChunkSize > (hashPoint?.bytes ?? 0),
  ),
});

const wholePlan = (plan: UploadPlan, { etags }: StoredJob): UploadPlan => {
  const planned = new Set(plan.Parts.map(({ PartNumber }) => PartNumber));
  const spent = etags
    .filter(([number]) => !planned.has(number))
    .map(([PartNumber]) => ({ PartNumber, PresignedUrl: CONSUMED_URL }));
  return { ...plan, Parts: [...plan.Parts, ...spent] };
};

/** Null for a task that is only shown, and for a file that is neither checked nor being converted. */
export const toStoredJob = (
  job: Job,
  identity: Pick<StoredJob, 'id' | 'scope' | 'savedAtMs'>,
): StoredJob | null => {
  const { source, etags, unverified: _compared, plan, ...fields } = job;
  if (source.kind === 'task' || (source.kind === 'file' && !(fields.file ?? fields.conversion))) {
    return null;
  }
  return {
    version: 4,
    ...identity,
    title: titleOf(job),
    source: source.kind === 'file' ? { kind: 'file' } : source,
    job: {
      ...fields,
      // After the upload the URLs are not needed any more.
      ...(plan === undefined || job.uploaded !== undefined ? {} : { plan: neededPlan(plan, job) }),
    },
    etags: job.uploaded === undefined ? [...etags] : [],
  };
};

/** The file that the user chose. Undefined for a URL. */
export const chosenFacts = ({ job }: StoredJob): Conversion['from'] | undefined =>
  job.conversion?.from ?? job.file;

/** True if name, size and time of change are those of the chosen file. The content is compared later. */
export const looksLike = (stored: StoredJob, file: AudioFile): boolean => {
  const { name, size, lastModifiedMs } = identityOf(file);
  const chosen = chosenFacts(stored);
  return chosen?.name === name && chosen.size === size && chosen.lastModifiedMs === lastModifiedMs;
};

export interface Recording {
  readonly file: AudioFile;
  /** False if the file was chosen again or has changed. Its content is then compared before anything is sent. */
  readonly trusted: boolean;
  /** The converted file that belongs to it. */
  readonly converted?: AudioFile;
}

/** The job for a file that may be different. Its content is compared before anything is sent. */
const withUnverifiedFile = (job: Job): Job => {
  if (job.hashPoint !== undefined) return { ...job, unverified: true };
  if (job.uploaded !== undefined) return job;
  // Nothing was hashed, so the files cannot be compared and the sent parts cannot be reused.
  const { md5: _unproved, ...rest } = withoutUpload(job);
  return rest;
};

/** Restores a stored job. Null without a recording, unless the file was uploaded and can still be submitted. */
export const restoreJob = (
  stored: StoredJob,
  recording: Recording | null,
  nowMs: number,
): Job | null => {
  const { job, title, etags } = stored;
  const { plan } = job;
  const rest = {
    ...job,
    ...(plan === undefined ? {} : { plan: wholePlan(plan, stored) }),
    etags: new Map(etags),
  };
  if (stored.source.kind === 'address') return { source: stored.source, ...rest };
  const hasTask = job.transcriptionId !== undefined;
  const isOutdated = isUploadOutdated(job, nowMs);
  if (recording === null) {
    const fileUrl = job.uploaded?.DownloadUrl;
    const mustUpload = fileUrl === undefined || (isOutdated && !hasTask);
    return mustUpload ? null : { source: { kind: 'address', fileUrl, title }, ...rest };
  }
  const { file, converted, trusted } = recording;
  const isUploadable = job.file !== undefined && (converted ?? file).size === job.file.size;
  const needsUpload = !hasTask && (job.uploaded === undefined || isOutdated);
  if (job.conversion && needsUpload && !isUploadable) {
    // The chosen file must be converted again, which may give other bytes.
    const { options, conversion } = job;
    return { source: { kind: 'file', file }, options, conversion, etags: new Map() };
  }
  const source: Source = { kind: 'file', file, ...(converted === undefined ? {} : { converted }) };
  const known: Job = { source, ...rest };
  return trusted ? known : withUnverifiedFile(known);
};

/* ---- Offers ---- */

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
  /** Uploaded fraction of the file when the job was last stored, 0 to 1, without parts that must be sent again. */
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

export const chosenFile = (state: ResumeState): AudioFile | null =>
  state.name === 'offered' ? state.file : null;

/** The state after a lookup. The file is kept only if it `matches`, problem and dialog only if the job is still the same. */
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
type FileDecision =
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
