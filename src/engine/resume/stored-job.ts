import type { UploadPlan } from '../../protocol/types.js';
import {
  isUploadOutdated,
  titleOf,
  withoutUpload,
  type AudioFile,
  type FileFacts,
  type Job,
  type Source,
} from '../session/job.js';

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

/**
 * Placeholder for a presigned URL that was not stored because its part is complete. Nothing can be sent to
 * it.
 */
export const CONSUMED_URL = 'about:blank';

/**
 * The plan with only the URLs that may still be needed, including those of stored parts whose MD5 has not
 * been compared yet.
 */
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

/**
 * Returns null for a task that is only shown, because the page knows its id, and for a file that has not been
 * checked yet and is not being converted.
 */
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
export const chosenFacts = ({
  job,
}: StoredJob): Pick<FileFacts, 'name' | 'size' | 'lastModifiedMs'> | undefined =>
  job.conversion?.from ?? job.file;

/** True if name, size and time of change are those of the chosen file. The content is compared later. */
export const looksLike = (stored: StoredJob, file: AudioFile): boolean => {
  const chosen = chosenFacts(stored);
  return (
    chosen !== undefined &&
    chosen.name === file.name &&
    chosen.size === file.size &&
    chosen.lastModifiedMs === (file.lastModified ?? null)
  );
};

/** The recording of a job that is resumed. */
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

/** True if the file that was uploaded, or was to be uploaded, is there. */
const isConverted = ({ job }: StoredJob, { file, converted }: Recording): boolean =>
  job.file !== undefined && (converted ?? file).size === job.file.size;

/** The job for a chosen file that must be converted again. Another conversion may give other bytes. */
const convertedAgain = ({ job }: StoredJob, { file }: Recording): Job => {
  const { conversion = null, options } = job;
  return { source: { kind: 'file', file }, options, conversion, etags: new Map() };
};

/** True if nothing needs to be uploaded any more. */
const needsNoFile = ({ job }: StoredJob, nowMs: number): boolean =>
  job.transcriptionId !== undefined ||
  (job.uploaded !== undefined && !isUploadOutdated(job, nowMs));

/**
 * Restores a stored job. Without a recording (null), it returns null unless the file was uploaded and can still be
 * submitted.
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
  const isUseful =
    recording === null || isConverted(stored, recording) || needsNoFile(stored, nowMs);
  if (job.conversion && !isUseful) return convertedAgain(stored, recording);
  if (recording !== null) {
    const { file, converted } = recording;
    const own: Source = { kind: 'file', file, ...(converted === undefined ? {} : { converted }) };
    const job: Job = { source: own, ...rest };
    return recording.trusted ? job : withUnverifiedFile(job);
  }
  const address = job.uploaded?.DownloadUrl;
  const mustUpload = job.transcriptionId === undefined && isUploadOutdated(job, nowMs);
  return address === undefined || mustUpload
    ? null
    : { source: { kind: 'address', fileUrl: address, title }, ...rest };
};
