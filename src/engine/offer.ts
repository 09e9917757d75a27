import { isUploadOutdated, storedBytes } from './job.js';
import type { StoredJob } from './stored-job.js';

/** What the person has to do so that work goes on here, beside saying so. */
export type OfferNeeds =
  | 'nothing'
  /** The browser asks whether the recording may be read again. */
  | 'permission'
  /** The same file has to be picked again. */
  | 'recording';

/** Stored work that can go on here. */
export interface Offer {
  readonly id: string;
  /** `interrupted`: nobody is at it. `elsewhere`: another tab is, from which it can be taken over. */
  readonly kind: 'interrupted' | 'elsewhere';
  readonly needs: OfferNeeds;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  /** Bytes; null for an address. */
  readonly size: number | null;
  /** Of the upload, 0 to 1, as it was last stored; what would be sent again does not count. */
  readonly uploadedFraction: number;
}

const uploadedFraction = (
  { source, facts: job, etags }: StoredJob,
  needs: OfferNeeds,
  nowMs: number,
): number => {
  if (job.transcriptionId === undefined && isUploadOutdated(job, nowMs)) return 0;
  const { facts, plan, uploaded, hashPoint } = job;
  if (source.kind === 'address' || uploaded !== undefined) return 1;
  // A file that is picked again cannot be compared with what was sent.
  if (needs === 'recording' && hashPoint === undefined) return 0;
  if (plan === undefined || facts === undefined) return 0;
  return storedBytes({ plan, facts, etags: new Map(etags) }) / facts.size;
};

export const toOffer = (
  stored: StoredJob,
  kind: Offer['kind'],
  needs: OfferNeeds,
  nowMs: number,
): Offer => ({
  id: stored.id,
  kind,
  needs,
  title: stored.title,
  savedAtMs: stored.savedAtMs,
  size: stored.facts.facts?.size ?? null,
  uploadedFraction: uploadedFraction(stored, needs, nowMs),
});
