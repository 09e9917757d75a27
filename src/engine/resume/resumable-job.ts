import { isUploadOutdated, storedBytes } from '../session/job.js';
import type { StoredJob } from './stored-job.js';

/** What the person has to do so that work goes on here, beside saying so. */
export type ResumeNeeds =
  | 'nothing'
  /** The browser asks whether the recording may be read again. */
  | 'permission'
  /** The same file has to be picked again. */
  | 'recording';

/** Stored work that can go on here. */
export interface ResumableJob {
  readonly id: string;
  /** `interrupted`: nobody is at it. `elsewhere`: another tab is, from which it can be taken over. */
  readonly kind: 'interrupted' | 'elsewhere';
  readonly needs: ResumeNeeds;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  /** Bytes; null for an address. */
  readonly size: number | null;
  /** Of the upload, 0 to 1, as it was last stored. */
  readonly uploadedFraction: number;
}

const uploadedFraction = ({ source, facts: job, etags }: StoredJob, nowMs: number): number => {
  if (job.transcriptionId === undefined && isUploadOutdated(job, nowMs)) return 0;
  const { file: facts, plan, uploaded } = job;
  if (source.kind === 'address' || uploaded !== undefined) return 1;
  if (plan === undefined || facts === undefined) return 0;
  return storedBytes({ plan, file: facts, etags: new Map(etags) }) / facts.size;
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
  size: stored.facts.file?.size ?? null,
  uploadedFraction: uploadedFraction(stored, nowMs),
});
