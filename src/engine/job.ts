import type {
  TranscribeErrorCode,
  TranscriptionOptions,
  UploadedFile,
  UploadPlan,
} from '../protocol/index.js';
import type { AudioFile, FileFacts } from './check-file.js';
import type { HashPoint } from './ports.js';

/** What is to be transcribed. */
export type Source =
  | { readonly kind: 'file'; readonly file: AudioFile }
  /** A publicly reachable address: no upload. */
  | { readonly kind: 'address'; readonly fileUrl: string; readonly title?: string }
  /** A task that exists already: it is polled to its end and shown. */
  | { readonly kind: 'task'; readonly transcriptionId: string };

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
  /** Hexadecimal MD5 of the whole file. */
  readonly md5?: string;
  readonly uploaded?: UploadedFile;
  readonly transcriptionId?: string;
  /** The furthest point that was hashed. */
  readonly hashPoint?: HashPoint;
  /** Hexadecimal MD5s of parts alone, by the range of their bytes, as far as they were hashed. */
  readonly partMd5s?: ReadonlyMap<string, string>;
  /** The recording was picked again: its content must be compared at `hashPoint` before a byte is sent. */
  readonly unverified?: true;
  /** A submission was sent and its answer is not known; milliseconds since the epoch. */
  readonly submissionAskedAtMs?: number;
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
  const { source, options, facts, md5 } = job;
  return {
    source,
    options,
    etags: new Map(),
    ...(facts === undefined ? {} : { facts }),
    ...(md5 === undefined ? {} : { md5 }),
  };
};

/** What of a job still holds after it failed this way. */
export const jobToRetry = (job: Job, code: TranscribeErrorCode): Job => {
  switch (code) {
    case 'plan-invalid':
    case 'upload-expired':
      return withoutUpload(job);
    case 'file-changed':
    case 'integrity-mismatch':
      return newJob(job.source, job.options);
    case 'task-failed':
    case 'task-revoked': {
      const { transcriptionId: _ended, ...rest } = job;
      // A task that was only shown has nothing to submit again: it is asked for once more.
      return job.source.kind === 'task' ? job : rest;
    }
    default:
      return job;
  }
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
