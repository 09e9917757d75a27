import {
  addressExpiry,
  LIMITS,
  type TranscribeErrorCode,
  type TranscriptionOptions,
  type UploadedFile,
  type UploadPlan,
} from '../../protocol/index.js';
import type { AudioFile, FileFacts } from '../check-file.js';
import { md5OfEtag } from '../upload/etag-check.js';
import type { HashCheckpoint } from '../ports.js';

/** What is to be transcribed. */
export type Source =
  | { readonly kind: 'file'; readonly file: AudioFile }
  /** A publicly reachable address: no upload. */
  | { readonly kind: 'address'; readonly fileUrl: string; readonly title?: string }
  /** A task that exists already: it is polled to its end and shown. */
  | { readonly kind: 'task'; readonly transcriptionId: string };

/** Some bytes of a file. */
export interface ByteRange {
  /** First byte. */
  readonly start: number;
  /** Behind the last byte. */
  readonly end: number;
}

/** Names a range: another plan may cut the same file elsewhere. */
export const rangeKey = ({ start, end }: ByteRange): string => `${start}-${end}`;

/**
 * The facts of one transcription so far. Each is added once it has been observed, and the work goes on at the
 * first that is missing: that is what retry, pause and resume stand on.
 */
export interface Job {
  readonly source: Source;
  /** As they were when the source was chosen. */
  readonly options: TranscriptionOptions;
  readonly file?: FileFacts;
  readonly plan?: UploadPlan;
  /** When the plan came, in ms since the epoch: its addresses do not live for ever. */
  readonly plannedAtMs?: number;
  /** ETags by part number, as the storage host sent them. */
  readonly etags: ReadonlyMap<number, string>;
  /** The storage host's ETags are no MD5s, though some look like it. */
  readonly opaqueEtags?: true;
  /** Hexadecimal MD5 of the whole file. */
  readonly md5?: string;
  /** The furthest point up to which the file is hashed. */
  readonly hashPoint?: HashCheckpoint;
  /** Hexadecimal MD5s of parts alone, by `rangeKey`, as far as they were hashed. */
  readonly partMd5s?: ReadonlyMap<string, string>;
  /** The recording was picked again: what it holds has not been compared with `hashPoint` yet. */
  readonly unverified?: true;
  readonly uploaded?: UploadedFile;
  /** When the upload was completed, in ms since the epoch: its DownloadUrl lives for about a day. */
  readonly uploadedAtMs?: number;
  /** The DownloadUrl of an earlier upload has expired, so the recording is uploaded again. */
  readonly uploadsAgain?: true;
  /** A submission went out at this time, in ms since the epoch, and no answer to it is known. */
  readonly submissionAskedAtMs?: number;
  readonly transcriptionId?: string;
}

export const newJob = (source: Source, options: TranscriptionOptions): Job => ({
  source,
  options,
  etags: new Map(),
  ...(source.kind === 'task' ? { transcriptionId: source.transcriptionId } : {}),
});

/** The address to submit as `file_url` (4.7), once it is known. */
export const fileUrlOf = (job: Job): string | undefined =>
  job.source.kind === 'address' ? job.source.fileUrl : job.uploaded?.DownloadUrl;

/** A name to show for the recording. */
export const titleOf = ({ source }: Job): string => {
  switch (source.kind) {
    case 'file':
      return source.file.name;
    case 'address': {
      if (source.title !== undefined) return source.title;
      const last =
        source.fileUrl
          .replace(/[?#].*$/s, '')
          .split('/')
          .pop() ?? '';
      try {
        return decodeURIComponent(last);
      } catch {
        return last;
      }
    }
    case 'task':
      return '';
  }
};

/** The same job with a new upload ahead: the hash and the file's facts stay true. */
export const withoutUpload = (job: Job): Job => {
  const {
    plan: _plan,
    plannedAtMs: _planned,
    uploaded: _file,
    uploadedAtMs: _uploaded,
    ...rest
  } = withoutTask(job);
  return { ...rest, etags: new Map() };
};

/** The service still has to fetch the file after the submission: this much of its lifetime must be left, in ms. */
const FETCH_MARGIN_MS = 60 * 60 * 1000;

/**
 * True where the job's own upload must be repeated before it is submitted: its DownloadUrl has expired, or soon will.
 * The lifetime is what the address names, else 24 hours (section 8). An upload of unknown age counts as too old.
 */
export const isUploadOutdated = (
  { uploaded, uploadedAtMs }: Pick<Job, 'uploaded' | 'uploadedAtMs'>,
  nowMs: number,
): boolean => {
  if (uploaded === undefined) return false;
  if (uploadedAtMs === undefined) return true;
  const endMs =
    addressExpiry(uploaded.DownloadUrl, uploadedAtMs) ??
    uploadedAtMs + LIMITS.downloadUrlSeconds * 1000;
  const margin = Math.min(FETCH_MARGIN_MS, (endMs - uploadedAtMs) / 10);
  return nowMs >= endMs - margin;
};

/** The same job with its submission ahead. */
export const withoutTask = (job: Job): Job => {
  const { transcriptionId: _id, submissionAskedAtMs: _asked, ...rest } = job;
  return rest;
};

/**
 * What of a job still holds after it failed this way and the person wants to go on. `options` are the page's options
 * now: they count where the page had to mend them, and nowhere else.
 */
export const jobToRetry = (
  job: Job,
  code: TranscribeErrorCode,
  options: TranscriptionOptions = job.options,
): Job => {
  switch (code) {
    case 'configuration':
      return { ...job, options };
    case 'plan-invalid':
    case 'upload-expired':
      return withoutUpload(job);
    case 'storage-rejected':
      // Where nothing was stored, nothing is lost by asking for other addresses.
      return job.etags.size === 0 ? withoutUpload(job) : job;
    case 'file-changed':
    case 'integrity-mismatch':
      return newJob(job.source, job.options);
    default:
      // Whoever tries again after a submission that may have arrived has been told what that means.
      return job.transcriptionId === undefined ? withoutTask(job) : job;
  }
};

/**
 * The job of a recording that was picked again and begins with what was hashed. Parts behind that point stay only
 * where their ETags can still be held against the file.
 */
export const verifiedJob = (job: Job): Job => {
  const { unverified: _unverified, ...rest } = job;
  const known = job.hashPoint?.bytes ?? 0;
  const comparable = job.opaqueEtags !== true;
  const chunk = job.plan?.ChunkSize ?? 0;
  const etags = [...job.etags].filter(
    ([number, etag]) => number * chunk <= known || (comparable && md5OfEtag(etag) !== null),
  );
  return { ...rest, etags: new Map(etags) };
};

/** Bytes of the file that the storage host has confirmed. */
export const storedBytes = ({
  plan,
  file: facts,
  etags,
}: Pick<Job, 'plan' | 'file' | 'etags'>): number => {
  if (plan === undefined || facts === undefined) return 0;
  return [...etags.keys()].reduce((sum, number) => {
    const start = (number - 1) * plan.ChunkSize;
    return sum + Math.max(0, Math.min(plan.ChunkSize, facts.size - start));
  }, 0);
};
