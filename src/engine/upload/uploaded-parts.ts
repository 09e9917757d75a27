/** What is known of one upload: the bytes that were sent, the ETags of stored parts, and the MD5s of the file. */
import {
  addressExpiry,
  TranscribeError,
  type UploadedPart,
  type UploadPlan,
} from '../../protocol/index.js';
import type { Clock, HashedPart } from '../ports.js';
import type { SessionEvent } from '../session/events.js';
import { rangeKey, type HashCheckpoint, type Job } from '../session/job.js';
import { compareEtag, NO_ETAG_CHECK, type EtagCheck } from './etag-check.js';
import { cutParts, type Part } from './parts.js';
import { bytesPerSecond, observeSpeed, startSpeed, type Speed } from './speed.js';

/** Progress is reported at most this often, in ms: some browsers report every packet. */
const PROGRESS_MS = 100;
/** The hash checkpoint is reported at most this often, in ms: each one is written to the store. */
const CHECKPOINT_MS = 1_000;
/** A part that arrives damaged this many times is not sent again. */
const MAX_REFUTATIONS = 5;
/** If hashing is this far behind sending, in bytes, parts are no longer hashed on their own. */
const MAX_LAG = 16 * 1024 * 1024;
/** An address without a lifetime in it counts as valid for this long, in ms. */
const FRESH_MS = 60_000;

export interface UploadedPartsOptions {
  /** The job to continue. Its plan, ETags and hashes are taken over. */
  readonly job: Pick<
    Job,
    'plan' | 'plannedAtMs' | 'etags' | 'opaqueEtags' | 'hashPoint' | 'partMd5s'
  >;
  /** Of the file, in bytes. */
  readonly size: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with each change, so that the session state follows. */
  readonly report: (event: SessionEvent) => void;
  /** Called when a part arrived damaged too often. */
  readonly onDamaged: (error: TranscribeError) => void;
}

export interface UploadedParts {
  /** The plan in use. Null before the first one and after `losePlan`. */
  plan(): UploadPlan | null;
  /** Uses a plan that has just arrived. Throws TranscribeError `plan-invalid` if it does not cover the file. */
  startPlan(plan: UploadPlan): void;
  /** Drops the plan and its ETags. The hashes are kept. */
  losePlan(): void;
  /** True if the addresses of the plan cannot have expired at this time, in ms since the epoch. */
  isFresh(atMs: number): boolean;

  /** The parts that are not stored. */
  missing(): readonly Part[];
  hasStored(): boolean;
  /** `part_list` of the completion (4.6). Throws if a part is missing. */
  partList(): UploadedPart[];
  /** Sets the bytes of this part that are sent or stored. Fewer than before if it is sent again. */
  setSent(part: Part, sentBytes: number): void;
  addStored(part: Part, etag: string): void;

  /** How far the file is hashed. Undefined before the first part is. */
  checkpoint(): HashCheckpoint | undefined;
  setHashedBytes(bytes: number): void;
  addHashed(part: HashedPart): void;
  /** False once the MD5s of single parts are of no use, or cost too much. */
  wantsPartMd5(): boolean;
}

/** What belongs to one plan. */
interface Planned {
  readonly plan: UploadPlan;
  readonly plannedAtMs: number;
  readonly parts: readonly Part[];
  readonly etags: Map<number, string>;
  /** Bytes by part number. */
  readonly sent: Map<number, number>;
  totalSent: number;
  speed: Speed;
  reportedAtMs: number;
  /** When the addresses expire, in ms since the epoch. Null if they do not say. */
  readonly expiresAtMs: number | null;
  etagCheck: EtagCheck;
  isHashBehind: boolean;
}

const damaged = (): TranscribeError =>
  new TranscribeError(
    'integrity-mismatch',
    'A piece of the recording arrives damaged, time after time: something on the way changes it. Try again over another network.',
  );

/** Owns the bytes, ETags and MD5s of an upload, and compares the ETags with the MD5s as soon as both are known. */
export const createUploadedParts = (options: UploadedPartsOptions): UploadedParts => {
  const { job, size, clock, report, onDamaged } = options;
  const md5s = new Map(job.partMd5s);
  let checkpoint = job.hashPoint;
  let hashedBytes = checkpoint?.bytes ?? 0;
  let checkpointAtMs = -Infinity;
  let hasOpaqueEtags = job.opaqueEtags === true;
  let current: Planned | null = null;

  const planned = (): Planned => {
    if (current === null) throw new Error('there is no upload plan');
    return current;
  };

  const use = (plan: UploadPlan, plannedAtMs: number, stored: Job['etags']): void => {
    const parts = cutParts(plan, size);
    const sent = new Map(parts.map((p) => [p.number, stored.has(p.number) ? p.end - p.start : 0]));
    const totalSent = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    const nextUrl = parts.find(({ number }) => !stored.has(number))?.url ?? '';
    current = {
      ...{ plan, plannedAtMs, parts, sent, totalSent, etags: new Map(stored) },
      speed: startSpeed(clock.now(), totalSent),
      reportedAtMs: -Infinity,
      expiresAtMs: addressExpiry(nextUrl, plannedAtMs),
      etagCheck: hasOpaqueEtags ? { ...NO_ETAG_CHECK, kind: 'opaque' } : NO_ETAG_CHECK,
      isHashBehind: false,
    };
    if (totalSent > 0) reportProgress(current);
    for (const part of parts) compare(current, part);
  };

  const reportProgress = (now: Planned): void => {
    now.reportedAtMs = clock.now();
    const rate = bytesPerSecond(now.speed);
    const late =
      now.expiresAtMs !== null &&
      rate !== null &&
      (rate === 0 || clock.now() + ((size - now.totalSent) / rate) * 1000 > now.expiresAtMs);
    report({ type: 'sending', sentBytes: now.totalSent, bytesPerSecond: rate, late });
  };

  const setSent = (part: Part, sentBytes: number): void => {
    const now = planned();
    now.totalSent += sentBytes - (now.sent.get(part.number) ?? 0);
    now.sent.set(part.number, sentBytes);
    now.speed = observeSpeed(now.speed, clock.now(), now.totalSent);
    const isDue = clock.now() - now.reportedAtMs >= PROGRESS_MS;
    if (isDue || sentBytes === part.end - part.start) reportProgress(now);
  };

  /** Compares the ETag of a part with its MD5. Does nothing until both are known. */
  const compare = (now: Planned, part: Part): void => {
    const { number } = part;
    const etag = now.etags.get(number);
    const md5 = md5s.get(rangeKey(part));
    if (etag === undefined || md5 === undefined) return;
    const [check, verdict] = compareEtag(now.etagCheck, { number, etag, md5 });
    now.etagCheck = check;
    if (check.kind === 'opaque' && !hasOpaqueEtags) {
      hasOpaqueEtags = true;
      report({ type: 'etags-opaque' });
    }
    if (verdict !== 'mismatch') return;
    if ((check.refuted.get(number) ?? 0) >= MAX_REFUTATIONS) {
      onDamaged(damaged());
      return;
    }
    now.etags.delete(number);
    setSent(part, 0);
    report({ type: 'part-refuted', partNumber: number });
  };

  if (job.plan !== undefined) use(job.plan, job.plannedAtMs ?? clock.now(), job.etags);

  return {
    plan: () => current?.plan ?? null,
    startPlan(plan) {
      const atMs = clock.now();
      use(plan, atMs, new Map());
      report({ type: 'planned', plan, totalBytes: size, atMs });
    },
    losePlan() {
      current = null;
      report({ type: 'plan-lost' });
    },
    isFresh(atMs) {
      const { parts, plannedAtMs } = planned();
      return atMs < (addressExpiry(parts[0]?.url ?? '', plannedAtMs) ?? plannedAtMs + FRESH_MS);
    },

    missing: () => planned().parts.filter(({ number }) => !planned().etags.has(number)),
    hasStored: () => planned().etags.size > 0,
    partList: () =>
      planned().parts.map(({ number }) => {
        const etag = planned().etags.get(number);
        if (etag === undefined) throw new Error(`part ${number} has no ETag`);
        return { PartNumber: number, ETag: etag };
      }),
    setSent,
    addStored(part, etag) {
      planned().etags.set(part.number, etag);
      report({ type: 'part-stored', partNumber: part.number, etag });
      compare(planned(), part);
    },

    checkpoint: () => checkpoint,
    setHashedBytes: (bytes) => void (hashedBytes = bytes),
    addHashed({ start, end, md5, point }) {
      hashedBytes = end;
      checkpoint = point;
      if (md5 !== null) md5s.set(rangeKey({ start, end }), md5);
      if (clock.now() - checkpointAtMs >= CHECKPOINT_MS || end === size) {
        checkpointAtMs = clock.now();
        report({ type: 'hash-point', point, partMd5s: new Map(md5s) });
      }
      // There is no plan while a new one is asked for.
      const part = current?.parts[Math.floor(start / current.plan.ChunkSize)];
      if (current !== null && part !== undefined) compare(current, part);
    },
    wantsPartMd5() {
      if (current === null) return !hasOpaqueEtags;
      current.isHashBehind ||= current.totalSent - hashedBytes > MAX_LAG;
      return current.etagCheck.kind !== 'opaque' && !current.isHashBehind;
    },
  };
};
