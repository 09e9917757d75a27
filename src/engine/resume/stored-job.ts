import type { UploadPlan } from '../../protocol/index.js';
import type { AudioFile } from '../check-file.js';
import { isUploadOutdated, titleOf, withoutUpload, type Job, type Source } from '../session/job.js';

/** A job as it survives a reload: plain data, no bytes, no token. */
export interface StoredJob {
  /** Raised when the shape changes: what an older version stored is dropped, never guessed at. */
  readonly version: 4;
  readonly id: string;
  /** Who may see it; made by `storageScope`. */
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  readonly title: string;
  readonly source: { readonly kind: 'file' } | Extract<Source, { kind: 'address' }>;
  readonly job: Omit<Job, 'source' | 'etags' | 'unverified'>;
  readonly etags: readonly (readonly [partNumber: number, etag: string])[];
}

/** Stands for an address that was not stored, as its part needs none any more; nothing can be sent there. */
export const CONSUMED_URL = 'about:blank';

/** The plan with the addresses that can still be needed: a part that is stored but not yet hashed may be refuted. */
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

/** The job as it is stored; null for a task that was only shown, whose id the page knows, and for a file not yet checked. */
export const toStoredJob = (
  job: Job,
  identity: Pick<StoredJob, 'id' | 'scope' | 'savedAtMs'>,
): StoredJob | null => {
  const { source, etags, unverified: _compared, plan, ...facts } = job;
  if (source.kind === 'task' || (source.kind === 'file' && !facts.file)) return null;
  return {
    version: 4,
    ...identity,
    title: titleOf(job),
    source: source.kind === 'file' ? { kind: 'file' } : source,
    job: {
      ...facts,
      // Once everything is at the service, no address of a part is worth anything.
      ...(plan === undefined || job.uploaded !== undefined ? {} : { plan: neededPlan(plan, job) }),
    },
    etags: job.uploaded === undefined ? [...etags] : [],
  };
};

/** True where a file looks like the stored one from outside; only its content can prove it. */
export const looksLike = ({ job: { file: facts } }: StoredJob, file: AudioFile): boolean =>
  facts !== undefined &&
  facts.name === file.name &&
  facts.size === file.size &&
  facts.lastModifiedMs === (file.lastModified ?? null);

/** A recording to go on with. */
export interface Recording {
  readonly file: AudioFile;
  /** False where it was picked again, or changed: then its content is compared before a byte is sent. */
  readonly trusted: boolean;
}

/** What of the work holds for a file that may be another one. It is compared before a byte of it is sent. */
const withDoubts = (job: Job): Job => {
  if (job.hashPoint !== undefined) return { ...job, unverified: true };
  if (job.uploaded !== undefined) return job;
  // Nothing was hashed, so nothing can be compared: what was sent cannot be trusted to be of this file.
  const { md5: _unproved, ...rest } = withoutUpload(job);
  return rest;
};

/**
 * The job again. `recording` is null where it is not at hand: then the work can go on only after the upload, for as
 * long as the uploaded file can still be submitted; else the result is null.
 */
export const restoreJob = (
  stored: StoredJob,
  recording: Recording | null,
  nowMs: number,
): Job | null => {
  const { job, title, etags, source } = stored;
  const { plan } = job;
  const rest = {
    ...job,
    ...(plan === undefined ? {} : { plan: wholePlan(plan, stored) }),
    etags: new Map(etags),
  };
  if (source.kind === 'address') return { source, ...rest };
  if (recording !== null) {
    const job: Job = { source: { kind: 'file', file: recording.file }, ...rest };
    return recording.trusted ? job : withDoubts(job);
  }
  const address = job.uploaded?.DownloadUrl;
  const mustUpload = job.transcriptionId === undefined && isUploadOutdated(job, nowMs);
  return address === undefined || mustUpload
    ? null
    : { source: { kind: 'address', fileUrl: address, title }, ...rest };
};
