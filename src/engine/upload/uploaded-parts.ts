/** The data of one upload: the bytes sent, the ETags of stored parts, and the MD5s of the file. */
import type { TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { addressExpiry } from '../../protocol/routes.js';
import type { UploadedPart, UploadPlan } from '../../protocol/types.js';
import type { Clock, HashedPart } from '../ports.js';
import type { SessionEvent } from '../session/session-events.js';
import { md5OfEtag, rangeKey, strongEtag, type Job } from '../session/job.js';
import { cutParts, type Part } from './part.js';

/** The kind of the host's ETags. `opaque`: not MD5s. */
type EtagKind = 'unknown' | 'md5' | 'opaque';

interface EtagCheck {
  readonly kind: EtagKind;
  /** How often each part was damaged, by part number. */
  readonly refuted: ReadonlyMap<number, number>;
}

type Verdict = 'match' | 'mismatch' | 'no-verdict';

export const NO_ETAG_CHECK: EtagCheck = { kind: 'unknown', refuted: new Map() };

export const compareEtag = (
  check: EtagCheck,
  part: { readonly number: number; readonly etag: string; readonly md5: string },
): readonly [EtagCheck, Verdict] => {
  const stored = md5OfEtag(part.etag);
  if (check.kind === 'opaque') return [check, 'no-verdict'];
  if (stored === null) {
    return [check.kind === 'unknown' ? { ...check, kind: 'opaque' } : check, 'no-verdict'];
  }
  if (stored === part.md5) return [{ ...check, kind: 'md5' }, 'match'];
  // One damaged part is plausible. If two differ before any has matched, the ETag is another kind of digest.
  if (check.kind === 'unknown' && check.refuted.size > 0) {
    return [{ ...check, kind: 'opaque' }, 'no-verdict'];
  }
  const times = (check.refuted.get(part.number) ?? 0) + 1;
  return [{ ...check, refuted: new Map(check.refuted).set(part.number, times) }, 'mismatch'];
};

/** The speed is an average in which older values lose half of their weight in this time. In ms. */
const HALF_LIFE_MS = 3_000;
/** In ms. The speed is unknown until this much time has passed. */
const SETTLE_MS = 500;

interface Speed {
  readonly atMs: number;
  readonly sentBytes: number;
  readonly observedMs: number;
  /** Weighted bytes per ms; null until the first interval. */
  readonly rate: number | null;
}

export const startSpeed = (atMs: number, sentBytes: number): Speed => ({
  atMs,
  sentBytes,
  observedMs: 0,
  rate: null,
});

export const observeSpeed = (speed: Speed, atMs: number, sentBytes: number): Speed => {
  const elapsed = atMs - speed.atMs;
  if (elapsed < 50) return speed;
  const current = Math.max(0, sentBytes - speed.sentBytes) / elapsed;
  const weight = 2 ** (-elapsed / HALF_LIFE_MS);
  return {
    atMs,
    sentBytes,
    observedMs: speed.observedMs + elapsed,
    rate: speed.rate === null ? current : speed.rate * weight + current * (1 - weight),
  };
};

/** Bytes per second. Null while the speed is unknown. */
export const bytesPerSecond = (speed: Speed): number | null =>
  speed.rate === null || speed.observedMs < SETTLE_MS ? null : speed.rate * 1000;

/** In ms. Progress is reported at most this often, because some browsers report every packet. */
const PROGRESS_MS = 100;
/** In ms. The hash checkpoint is reported at most this often, because each one is written to the store. */
const CHECKPOINT_MS = 1_000;
/** A part that arrives damaged this many times is not sent again. */
const MAX_REFUTATIONS = 5;
/** In bytes. If hashing is this far behind sending, parts are no longer hashed separately. */
const MAX_LAG = 16 * 1024 * 1024;
/** In ms. A URL without an expiry counts as valid for this long. */
const FRESH_MS = 60_000;

interface UploadedPartsOptions {
  /** The job to continue, with its plan, ETags and hashes. */
  readonly job: Pick<
    Job,
    'plan' | 'plannedAtMs' | 'etags' | 'opaqueEtags' | 'hashPoint' | 'partMd5s'
  >;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly clock: Pick<Clock, 'now' | 'skewMs'>;
  /** Called with each change, so that the session state follows. */
  readonly report: (event: SessionEvent) => void;
  /** Called when a part has arrived damaged too often. */
  readonly onDamaged: (error: TranscribeError) => void;
}

export type UploadedParts = ReturnType<typeof createUploadedParts>;

/** Holds the bytes, ETags and MD5s of an upload, and compares each ETag with its MD5 as soon as both are known. */
export const createUploadedParts = (options: UploadedPartsOptions) => {
  const { job, size, clock, report, onDamaged } = options;
  // Data about the file.
  const md5s = new Map(job.partMd5s);
  let checkpoint = job.hashPoint;
  let hashedBytes = checkpoint?.bytes ?? 0;
  let checkpointAtMs = -Infinity;
  /** The host has stored a part, of this plan or of an earlier one. */
  let everStored = job.etags.size > 0;
  // Data of the current plan, set by `use`.
  let plan: UploadPlan | null = null;
  let plannedAtMs = 0;
  let parts: readonly Part[] = [];
  let etags = new Map<number, string>();
  /** Bytes by part number. */
  let sent = new Map<number, number>();
  let totalSent = 0;
  let speed: Speed;
  let reportedAtMs: number;
  /** When the URLs expire, in ms since the epoch. Null if unknown. */
  let expiresAtMs: number | null;
  let etagCheck: EtagCheck = job.opaqueEtags ? { ...NO_ETAG_CHECK, kind: 'opaque' } : NO_ETAG_CHECK;
  let isHashBehind = false;

  const expiryOf = (part: Part | undefined, atMs: number): number | null =>
    addressExpiry(part?.url ?? '', atMs, clock.skewMs?.() ?? null);

  const use = (next: UploadPlan, atMs: number, stored: Job['etags']): void => {
    parts = cutParts(next, size);
    plan = next;
    plannedAtMs = atMs;
    etags = new Map(stored);
    sent = new Map(parts.map((p) => [p.number, etags.has(p.number) ? p.end - p.start : 0]));
    totalSent = 0;
    for (const bytes of sent.values()) totalSent += bytes;
    speed = startSpeed(clock.now(), totalSent);
    expiresAtMs = expiryOf(missing()[0], atMs);
    if (!hasOpaqueEtags()) etagCheck = NO_ETAG_CHECK;
    isHashBehind = false;
    reportedAtMs = -Infinity;
    if (totalSent > 0) reportProgress();
    parts.forEach(compare);
  };

  const hasOpaqueEtags = (): boolean => etagCheck.kind === 'opaque';

  /** The parts that are not stored. */
  const missing = (): readonly Part[] => parts.filter(({ number }) => !etags.has(number));

  const reportProgress = (): void => {
    reportedAtMs = clock.now();
    const rate = bytesPerSecond(speed);
    const late =
      expiresAtMs !== null &&
      rate !== null &&
      (rate === 0 || reportedAtMs + ((size - totalSent) / rate) * 1000 > expiresAtMs);
    report({ type: 'sending', sentBytes: totalSent, bytesPerSecond: rate, late });
  };

  /** Sets the number of bytes of this part that are sent or stored. It decreases if the part is sent again. */
  const setSent = (part: Part, sentBytes: number): void => {
    totalSent += sentBytes - (sent.get(part.number) ?? 0);
    sent.set(part.number, sentBytes);
    speed = observeSpeed(speed, clock.now(), totalSent);
    const isDue = clock.now() - reportedAtMs >= PROGRESS_MS;
    if (isDue || sentBytes === part.end - part.start) reportProgress();
  };

  /** Compares the ETag of a part with its MD5. Does nothing until both are known. */
  const compare = (part: Part): void => {
    const { number } = part;
    const etag = etags.get(number);
    const md5 = md5s.get(rangeKey(part));
    if (etag === undefined || md5 === undefined) return;
    const [check, verdict] = compareEtag(etagCheck, { number, etag, md5 });
    const isNews = check.kind === 'opaque' && !hasOpaqueEtags();
    etagCheck = check;
    if (isNews) report({ type: 'etags-opaque' });
    if (verdict !== 'mismatch') return;
    if ((check.refuted.get(number) ?? 0) >= MAX_REFUTATIONS) {
      onDamaged(errorFor('part-damaged', {}));
      return;
    }
    etags.delete(number);
    setSent(part, 0);
    report({ type: 'part-refuted', partNumber: number });
  };

  if (job.plan !== undefined) use(job.plan, job.plannedAtMs ?? clock.now(), job.etags);

  return {
    /** The plan in use. Null before the first one and after `losePlan`. */
    plan: (): UploadPlan | null => plan,
    /** Uses a plan that has just arrived. Throws TranscribeError `plan-invalid` if it does not cover the file. */
    startPlan(next: UploadPlan): void {
      const atMs = clock.now();
      use(next, atMs, new Map());
      report({ type: 'planned', plan: next, totalBytes: size, atMs });
    },
    /** Drops the plan and its ETags. The hashes are kept. */
    losePlan(): void {
      plan = null;
      report({ type: 'plan-lost' });
    },
    /** True if the URLs of the plan cannot have expired at this time, in ms since the epoch. */
    isFresh: (atMs: number): boolean =>
      atMs < (expiryOf(parts[0], plannedAtMs) ?? plannedAtMs + FRESH_MS),

    missing,
    /** True if the host has stored a part of this plan. */
    hasStored: (): boolean => etags.size > 0,
    everStored: (): boolean => everStored,
    /** `part_list` of the completion (4.6). Throws if a part is missing. */
    partList: (): UploadedPart[] =>
      parts.map(({ number }) => {
        const etag = etags.get(number);
        if (etag === undefined) throw new Error(`part ${number} has no ETag`);
        return { PartNumber: number, ETag: strongEtag(etag) };
      }),
    setSent,
    addStored(part: Part, etag: string): void {
      etags.set(part.number, etag);
      everStored = true;
      report({ type: 'part-stored', partNumber: part.number, etag });
      compare(part);
    },

    checkpoint: () => checkpoint,
    setHashedBytes: (bytes: number): void => void (hashedBytes = bytes),
    addHashed(hashed: HashedPart): void {
      const { start, end, md5, point } = hashed;
      hashedBytes = end;
      checkpoint = point;
      if (md5 !== null) md5s.set(rangeKey(hashed), md5);
      if (clock.now() - checkpointAtMs >= CHECKPOINT_MS || end === size) {
        checkpointAtMs = clock.now();
        report({ type: 'hash-point', point, partMd5s: new Map(md5s) });
      }
      // There is no plan while a new one is requested.
      const part = plan === null ? undefined : parts[Math.floor(start / plan.ChunkSize)];
      if (part !== undefined) compare(part);
    },
    /** False if the MD5s of single parts are useless, or take too much time. */
    wantsPartMd5(): boolean {
      isHashBehind ||= totalSent - hashedBytes > MAX_LAG;
      return !hasOpaqueEtags() && !isHashBehind;
    },
  };
};
