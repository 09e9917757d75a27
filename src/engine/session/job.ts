/** The data of one transcription, and the pure functions that read and change it. */
import type { TranscribeError } from '../../protocol/errors.js';
import { addressExpiry } from '../../protocol/routes.js';
import {
  LIMITS,
  type FileType,
  type TranscriptionOptions,
  type UploadedFile,
  type UploadPlan,
} from '../../protocol/types.js';

/** A file as the platform provides it: bytes with a name. */
export interface AudioFile extends Blob {
  readonly name: string;
  /** Milliseconds since the epoch. Available on a `File`. */
  readonly lastModified?: number;
}

export interface FileFacts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly fileType: FileType;
  /** In seconds. Null if only decoding would tell. */
  readonly durationSeconds: number | null;
  /** Milliseconds since the epoch. Null if the platform does not provide it. */
  readonly lastModifiedMs: number | null;
}

/** The internal state of an unfinished MD5. Only an engine with the same name can continue from it. */
export interface HashState {
  readonly engine: string;
  readonly bytes: Uint8Array;
}

/** How far a file has been hashed. Always at the end of a part. */
export interface HashCheckpoint {
  /** Bytes from the start of the file. */
  readonly bytes: number;
  /** Hexadecimal MD5 of these bytes. A file that is chosen again must begin with them. */
  readonly md5: string;
  readonly state: HashState;
}

/** A conversion of the chosen file into one that the service accepts. */
export interface Conversion {
  /** Names what the converter stores. A conversion with the same key continues. */
  readonly key: string;
  /** The sound of a video, or audio in another format. */
  readonly kind: 'video' | 'audio';
  /** The chosen file. `size` is in bytes, `lastModifiedMs` in ms since the epoch or null. */
  readonly from: Pick<FileFacts, 'name' | 'size' | 'lastModifiedMs'>;
  readonly track: number;
  /** All audio tracks. Empty until they are known. `language` is a BCP 47 tag, or null. */
  readonly tracks: readonly { readonly language: string | null }[];
  /** Where the recording ends, in seconds, if the chosen file was cut off. */
  readonly cutOffAt?: number | null;
  readonly progress: ConversionProgress;
}

/** What is known of a chosen file without reading it. */
export const identityOf = ({ name, size, lastModified }: AudioFile): Conversion['from'] => {
  return { name, size, lastModifiedMs: lastModified ?? null };
};

export interface ConversionProgress {
  /** Converted part of the recording, 0 to 1. Never decreases. */
  readonly fraction: number;
  /** Bytes of the chosen file. */
  readonly fromBytes: number;
  /** Bytes of the converted file so far. */
  readonly toBytes: number;
}

export type Source =
  | {
      readonly kind: 'file';
      readonly file: AudioFile;
      /** The converted file, which is uploaded in place of `file`. */
      readonly converted?: AudioFile;
      /** Index of the audio track to use, if the file must be converted. Default: 0. */
      readonly track?: number;
    }
  /** A publicly reachable URL. Nothing is uploaded. */
  | { readonly kind: 'address'; readonly fileUrl: string; readonly title?: string }
  /** An existing task. It is polled until it ends, then shown. */
  | { readonly kind: 'task'; readonly transcriptionId: string };

/** The key of a range in `Job.partMd5s`. Another plan may cut the file differently, so part numbers can't be keys. */
export const rangeKey = ({
  start,
  end,
}: {
  readonly start: number;
  readonly end: number;
}): string => `${start}-${end}`;

/** Whose recording it is: the page's `user-key`, and the `userKey` of the user token. Each is absent if it is not known. */
export interface Owner {
  readonly page?: string;
  readonly user?: string;
}

/** The state of one transcription. Work continues at the first missing field; retry, pause and resume rely on that. */
export interface Job {
  readonly source: Source;
  /** The options when the source was chosen. */
  readonly options: TranscriptionOptions;
  /** Set if the chosen file is converted. Null if it turned out to be impossible, so that it is uploaded as it is. */
  readonly conversion?: Conversion | null;
  /** The facts about the file that is uploaded. */
  readonly file?: FileFacts;
  readonly plan?: UploadPlan;
  /** `UploadService.url` of the service where the upload began. Absent if it is not known. */
  readonly service?: string;
  /** When the plan arrived, in ms since the epoch. Its URLs expire. */
  readonly plannedAtMs?: number;
  /** ETags by part number, as the storage host or a proxy sent them. */
  readonly etags: ReadonlyMap<number, string>;
  /** The storage host's ETags are not MD5s, even if some look like one. */
  readonly opaqueEtags?: true;
  /** Hexadecimal MD5 of the whole file. */
  readonly md5?: string;
  readonly hashPoint?: HashCheckpoint;
  /** Hexadecimal MD5s of the parts hashed so far, by `rangeKey`. */
  readonly partMd5s?: ReadonlyMap<string, string>;
  /** The user chose the file again, and its content has not been compared with `hashPoint` yet. */
  readonly unverified?: true;
  readonly uploaded?: UploadedFile;
  /** When the upload was completed, in ms since the epoch. Its DownloadUrl is valid for about a day. */
  readonly uploadedAtMs?: number;
  /** The DownloadUrl of an earlier upload has expired, so the file is uploaded again. */
  readonly uploadsAgain?: true;
  /** A task of this upload has failed. */
  readonly hasTaskFailed?: true;
  /** Whose recording it is. It is not uploaded, submitted or completed for anybody else. Absent until it is known. */
  readonly owner?: Owner;
  /** The page started it without a click: `file-url`. Absent after the user has decided that there may be a second task. */
  readonly isAutomatic?: true;
  /**
   * Belongs to one decision of the user, and is sent with every attempt to submit, so that a repeat creates no second task.
   * Kept until it is known whether a task exists, or until the user decides to submit again. See `submissionKeyOf`.
   */
  readonly submissionKey?: string;
  /** When a submission was sent whose outcome is unknown, in ms since the epoch. */
  readonly submissionAskedAtMs?: number;
  /** The user wants a recording without sound to be transcribed. */
  readonly agreedToSilence?: true;
  readonly transcriptionId?: string;
  /** The task of a URL has succeeded. The job is kept, so that the URL is not submitted again after a reload. */
  readonly finished?: true;
}

/** True if both lead to the same request (4.7). */
export const areSameOptions = (one: TranscriptionOptions, other: TranscriptionOptions): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

export const newJob = (
  source: Source,
  options: TranscriptionOptions,
  isAutomatic = false,
): Job => ({
  source,
  options,
  etags: new Map(),
  ...(isAutomatic && { isAutomatic }),
  ...(source.kind === 'task' ? { transcriptionId: source.transcriptionId } : {}),
});

/** The file to upload. Null if the source is no file. */
export const uploadFileOf = ({ source }: Pick<Job, 'source'>): AudioFile | null =>
  source.kind === 'file' ? (source.converted ?? source.file) : null;

/** The URL to submit as `file_url` (4.7), once it is known. */
export const fileUrlOf = (job: Job): string | undefined =>
  job.source.kind === 'address' ? job.source.fileUrl : job.uploaded?.DownloadUrl;

/** The name to show for the recording. */
export const titleOf = ({ source }: Job): string => {
  if (source.kind === 'file') return source.file.name;
  if (source.kind === 'task') return '';
  if (source.title !== undefined) return source.title;
  const [path = ''] = source.fileUrl.split(/[?#]/);
  const last = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

/** The job without its upload. The hash, the facts about the file, and the key of its submission are kept. */
export const withoutUpload = (job: Job): Job => {
  const {
    plan: _plan,
    plannedAtMs: _planned,
    service: _service,
    uploaded: _file,
    uploadedAtMs: _uploaded,
    hasTaskFailed: _failed,
    ...rest
  } = job;
  return { ...rest, etags: new Map() };
};

/** The service fetches the file after the submission, so its URL must still be valid for this long. In ms. */
const FETCH_MARGIN_MS = 60 * 60 * 1000;

/** True if the DownloadUrl has expired or soon will, by the URL, else after 24 hours (section 8). Unknown age counts as outdated. */
export const isUploadOutdated = (
  { uploaded, uploadedAtMs }: Pick<Job, 'uploaded' | 'uploadedAtMs'>,
  nowMs: number,
  /** See `addressExpiry`. */
  skewMs: number | null = null,
): boolean => {
  if (uploaded === undefined) return false;
  if (uploadedAtMs === undefined) return true;
  const endMs =
    addressExpiry(uploaded.DownloadUrl, uploadedAtMs, skewMs) ??
    uploadedAtMs + LIMITS.downloadUrlSeconds * 1000;
  const margin = Math.min(FETCH_MARGIN_MS, (endMs - uploadedAtMs) / 10);
  return nowMs >= endMs - margin;
};

/** The job without its submission, whose outcome is known. The next one has another key. */
export const withoutTask = (job: Job): Job => {
  const { transcriptionId: _id, submissionKey: _key, submissionAskedAtMs: _asked, ...rest } = job;
  return rest;
};

/**
 * The job of a file that was chosen again. Other options than those of its task are another decision. Without a task, the key
 * stays, as the record may be older than the submission. An open submission is repeated as it was, or its user is asked.
 */
export const jobWithOptions = (job: Job, options: TranscriptionOptions = job.options): Job => {
  if (job.submissionAskedAtMs !== undefined || areSameOptions(options, job.options)) return job;
  return { ...(job.transcriptionId === undefined ? job : withoutTask(job)), options };
};

/** True if the message told the user that a retry may create a second task. */
const asksToPayTwice = ({ failure }: TranscribeError): boolean =>
  failure?.reason === 'submission-unknown' || failure?.reason === 'key-reused';

/**
 * The task has ended without a transcript, so it must not be queried again (section 3, rule 3). A task whose result cannot be
 * read was paid for: it is kept, and its result can be asked for again.
 */
export const hasTaskEnded = ({ code }: TranscribeError): boolean =>
  code === 'task-failed' || code === 'task-revoked';

/**
 * The job of a task that has ended. The service does not say why a task failed. It may be unable to fetch the file, for example
 * because the DownloadUrl has expired earlier than this device believes. So after a second failure the file is uploaded again.
 */
export const jobOfEndedTask = (job: Job, { code }: TranscribeError): Job => {
  const rest = withoutTask(job);
  if (code !== 'task-failed' || uploadFileOf(job) === null) return rest;
  return job.hasTaskFailed ? withoutUpload(rest) : { ...rest, hasTaskFailed: true };
};

/** The job of a new decision of the user. */
const decidedAgain = (job: Job): Job => {
  const { isAutomatic: _automatic, ...rest } = withoutTask(job);
  return rest;
};

/**
 * The job of a retry. It keeps the key of its submission, unless the last submission was refused, or the user has accepted
 * that a second task may be created. The page's current `options` replace its own only after `configuration`: the page has
 * corrected them. A submission whose outcome is unknown is repeated with its own options.
 */
export const jobToRetry = (
  job: Job,
  error: TranscribeError,
  options: TranscriptionOptions = job.options,
): Job => {
  if (job.transcriptionId !== undefined) return job;
  if (asksToPayTwice(error) || hasTaskEnded(error))
    return decidedAgain(retried(job, error, options));
  return job.submissionAskedAtMs === undefined ? retried(job, error, options) : job;
};

const retried = (job: Job, error: TranscribeError, options: TranscriptionOptions): Job => {
  switch (error.code) {
    case 'configuration':
      return { ...job, options };
    case 'no-sound':
      return { ...job, agreedToSilence: true };
    case 'plan-invalid':
    case 'upload-expired':
    case 'etag-unreadable':
      return withoutUpload(job);
    case 'storage-rejected':
      // A busy host may take the same parts later. After a refusal, the same URLs would be refused again.
      return error.failure?.reason === 'service-busy' && job.etags.size > 0
        ? job
        : withoutUpload(job);
    case 'file-changed':
    case 'integrity-mismatch':
      return uploadedAnew(job, error);
    default:
      return job;
  }
};

/** Begins again with this source, which is no other decision. */
export const sameDecision = (
  { options, owner, submissionKey }: Pick<Job, 'options' | 'owner' | 'submissionKey'>,
  source: Source,
): Job => ({
  ...newJob(source, options),
  ...(owner && { owner }),
  ...(submissionKey && { submissionKey }),
});

/** Another file is another decision. The same file, read again, is not. */
const uploadedAnew = (job: Job, { failure }: TranscribeError): Job =>
  failure?.reason === 'another-file'
    ? newJob(job.source, job.options)
    : sameDecision(job, job.source);

/**
 * An ETag as the host knows it. Proxies mark it as weak, add the name of a compression to an MD5, or send the header
 * twice, which browsers join with a comma.
 */
export const strongEtag = (etag: string): string =>
  etag
    .trim()
    .replace(/^(.+), *\1$/, '$1')
    .replace(/^W\//i, '')
    .replace(/^("?[0-9a-f]{32})(?:--?|;)(?:gzip|br|zstd|deflate)("?)$/i, '$1$2');

/** The ETag as an MD5 in lower case. Null if it has another format. */
export const md5OfEtag = (etag: string): string | null =>
  /^"?([0-9a-f]{32})"?$/i.exec(strongEtag(etag))?.[1]?.toLowerCase() ?? null;

/** The job whose chosen file has matched `hashPoint`. Parts after that are kept only if an MD5 in their ETag can be compared. */
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
  const { ChunkSize } = plan;
  let sum = 0;
  for (const number of etags.keys())
    sum += Math.max(0, Math.min(ChunkSize, facts.size - (number - 1) * ChunkSize));
  return sum;
};
