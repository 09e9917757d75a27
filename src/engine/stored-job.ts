import type { AudioFile } from './check-file.js';
import { titleOf, type Job, type Source } from './job.js';

/** A job as it survives a reload: plain data, no bytes, no token. */
export interface StoredJob {
  /** Raised when the shape changes: what an older version stored is dropped, never guessed at. */
  readonly version: 1;
  readonly id: string;
  /** `resume-scope`: who may see it. */
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  readonly title: string;
  readonly source: { readonly kind: 'file' } | Extract<Source, { kind: 'address' }>;
  readonly facts: Omit<Job, 'source' | 'etags'>;
  readonly etags: readonly (readonly [partNumber: number, etag: string])[];
}

/** Stored work older than this is dropped: the addresses in it are dead (specification, section 8), in ms. */
export const STORED_JOB_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The job as it is stored; null for a task that was only shown: the page knows its id. */
export const toStoredJob = (
  job: Job,
  identity: Pick<StoredJob, 'id' | 'scope' | 'savedAtMs'>,
): StoredJob | null => {
  const { source, etags, ...facts } = job;
  if (source.kind === 'task') return null;
  return {
    version: 1,
    ...identity,
    title: titleOf(job),
    source: source.kind === 'file' ? { kind: 'file' } : source,
    facts,
    etags: [...etags],
  };
};

/**
 * The job again. `file` is its recording, where its bytes were stored too; without them the work can go on only
 * behind the upload, else null.
 */
export const restoreJob = (stored: StoredJob, file: AudioFile | null): Job | null => {
  const { facts, title } = stored;
  const rest = { ...facts, etags: new Map(stored.etags) };
  if (stored.source.kind === 'address') return { source: stored.source, ...rest };
  if (file !== null) return { source: { kind: 'file', file }, ...rest };
  const address = facts.uploaded?.DownloadUrl;
  return address === undefined
    ? null
    : { source: { kind: 'address', fileUrl: address, title }, ...rest };
};
