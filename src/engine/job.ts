import type {
  TranscribeErrorCode,
  TranscriptionOptions,
  UploadedFile,
  UploadPlan,
} from '../protocol/index.js';
import type { AudioFile, FileFacts } from './check-file.js';
import { md5OfEtag } from './etag-check.js';
import type { HashPoint } from './ports.js';

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
  readonly facts?: FileFacts;
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
  readonly hashPoint?: HashPoint;
  /** Hexadecimal MD5s of parts alone, by `rangeKey`, as far as they were hashed. */
  readonly partMd5s?: ReadonlyMap<string, string>;
  /** The recording was picked again: what it holds has not been compared with `hashPoint` yet. */
  readonly unverified?: true;
  readonly uploaded?: UploadedFile;
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
  const { plan: _plan, plannedAtMs: _at, uploaded: _uploaded, ...rest } = withoutTask(job);
  return { ...rest, etags: new Map() };
};

/** The same job with its submission ahead. */
export const withoutTask = (job: Job): Job => {
  const { transcriptionId: _id, submissionAskedAtMs: _asked, ...rest } = job;
  return rest;
};

/** What of a job still holds after it failed this way and the person wants to go on. */
export const jobToRetry = (job: Job, code: TranscribeErrorCode): Job => {
  switch (code) {
    case 'plan-invalid':
    case 'upload-expired':
      return withoutUpload(job);
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
  facts,
  etags,
}: Pick<Job, 'plan' | 'facts' | 'etags'>): number => {
  if (plan === undefined || facts === undefined) return 0;
  return [...etags.keys()].reduce((sum, number) => {
    const start = (number - 1) * plan.ChunkSize;
    return sum + Math.max(0, Math.min(plan.ChunkSize, facts.size - start));
  }, 0);
};
