import {
  addressExpiry,
  isTranscribeError,
  TranscribeError,
  type UploadedFile,
  type UploadPlan,
} from '../../protocol/index.js';
import { trackBytes, type ByteTracking } from './byte-tracking.js';
import type { CallOptions } from '../calls/call.js';
import type { AudioFile, FileFacts } from '../check-file.js';
import { hashPatiently, startHashing, type FileHashing } from './file-hashing.js';
import type { ByteRange, Job } from '../session/job.js';
import { withLinkedAbort } from '../calls/linked-abort.js';
import { createPartIntegrity, type PartIntegrity } from './part-integrity.js';
import { cutParts, type Part } from './parts.js';
import type { Ports } from '../ports.js';
import { AddressRefused } from './send-part.js';
import type { UploadService } from '../calls/service.js';
import type { SessionEvent } from '../session/state.js';
import { CONSUMED_URL } from '../resume/stored-job.js';
import { uploadParts, type UploadObserver } from './upload.js';

export interface UploadRun {
  readonly file: AudioFile;
  readonly facts: FileFacts;
  readonly service: UploadService;
  readonly ports: Ports;
  readonly signal: AbortSignal;
  /** The facts so far, with those that were just reported. */
  readonly currentJob: () => Job;
  readonly report: (fact: SessionEvent) => void;
}

/** New plans in one run; each one sends the whole recording anew. */
const MOST_PLANS = 3;

/** An address that does not name its lifetime has not expired before it is this old, in ms. */
const FRESH_MS = 60_000;

/** Made once the first plan says how the file is cut, and kept when a plan is lost. */
interface Hashing {
  of(plan: UploadPlan, integrity: PartIntegrity, onPart: (range: ByteRange) => void): FileHashing;
}

const createHashing = ({ file, ports, signal, report, currentJob }: UploadRun): Hashing => {
  let hashing: FileHashing | null = null;
  let watching: { integrity: PartIntegrity; onPart: (range: ByteRange) => void };
  return {
    of(plan, integrity, onPart) {
      watching = { integrity, onPart };
      hashing ??= startHashing({
        file,
        job: currentJob(),
        ports,
        signal,
        report,
        partSize: plan.ChunkSize,
        wantsPartMd5: () => watching.integrity.wantsPartMd5(),
        onPart: (range) => watching.onPart(range),
      });
      return hashing;
    },
  };
};

/** For every call of a run: its trouble becomes a fact. */
export const callOptions = ({
  signal,
  report,
}: Pick<UploadRun, 'signal' | 'report'>): Required<CallOptions> => ({
  signal,
  onTrouble: (trouble) => report({ type: 'trouble', trouble }),
});

/** A recording that was picked again must begin with what was hashed, before a byte of it is sent. */
const verifyPickedAgain = async (run: UploadRun): Promise<void> => {
  const { file, ports, signal, currentJob, report } = run;
  const { unverified, hashPoint, file: facts } = currentJob();
  if (!unverified) return;
  report({ type: 'verifying' });
  if (hashPoint !== undefined) {
    const beginning = file.slice(0, hashPoint.bytes);
    const md5 = await hashPatiently(beginning, ports, () => ({ signal }));
    signal.throwIfAborted();
    if (md5 !== hashPoint.md5) {
      const expected = facts === undefined || facts.name === file.name ? '' : ` (“${facts.name}”)`;
      throw new TranscribeError(
        'file-changed',
        `“${file.name}” is not the recording whose upload was interrupted${expected}: what it holds differs. Choose that recording, or try again to send this one from its beginning.`,
      );
    }
  }
  report({ type: 'verified' });
};

const completeUpload = async (
  run: UploadRun,
  plan: UploadPlan,
  parts: readonly Part[],
  md5: string,
): Promise<UploadedFile> => {
  const { service, facts, currentJob } = run;
  const { etags } = currentJob();
  const part_list = parts.map(({ number }) => {
    const etag = etags.get(number);
    if (etag === undefined) throw new Error(`part ${number} has no ETag`);
    return { PartNumber: number, ETag: etag };
  });
  const uploaded = await service.complete(
    {
      file_id: plan.FileId,
      upload_id: plan.UploadId,
      part_list,
      filetype: facts.fileType,
      file_md5: md5,
    },
    callOptions(run),
  );
  if (uploaded.FileMd5 !== md5) {
    throw new TranscribeError(
      'integrity-mismatch',
      'The recording did not arrive as it is on this device. Try again: it is sent anew.',
    );
  }
  return uploaded;
};

const observerOf = (
  { signal, report }: UploadRun,
  tracking: ByteTracking,
  integrity: PartIntegrity,
): UploadObserver => ({
  onStarted: ({ number }, attempt) => report({ type: 'part-started', partNumber: number, attempt }),
  onProgress: (part, sentBytes) => tracking.observe(part, sentBytes),
  onTried: (attempt) => report({ type: 'part-tried', attempt }),
  onTrouble: callOptions({ signal, report }).onTrouble,
  onStored: (part, etag) => {
    report({ type: 'part-stored', partNumber: part.number, etag });
    integrity.check(part);
  },
});

const uploadExpired = (cause: unknown): TranscribeError =>
  new TranscribeError(
    'upload-expired',
    'The time for this upload has run out. Try again: the recording is sent from its beginning.',
    { cause },
  );

const storageRefuses = ({ status }: AddressRefused): TranscribeError =>
  new TranscribeError(
    'storage-rejected',
    'The storage host refuses this upload. Try again; if it happens again, contact support.',
    { cause: new Error(`status ${status} to an address that has just been issued`) },
  );

/** A part that was thought done has to be sent again after a reload, and its address was not kept. */
const addressSpent = (): TranscribeError =>
  uploadExpired(new Error('the address of a part that has to be sent again was not kept'));

/** True where an address that came at `plannedAtMs` cannot have expired when it was refused. */
const isFresh = (part: Part | undefined, plannedAtMs: number, { triedAtMs }: AddressRefused) =>
  triedAtMs < (addressExpiry(part?.url ?? '', plannedAtMs) ?? plannedAtMs + FRESH_MS);

/** One plan, from its first part to its completion. Rejects with `upload-expired` where the plan is lost. */
const runPlan = (
  run: UploadRun,
  plan: UploadPlan,
  parts: readonly Part[],
  hashing: Hashing,
): Promise<UploadedFile> =>
  withLinkedAbort(run.signal, async (stop) => {
    const { file, facts, ports, currentJob, report } = run;
    const { etags: stored, plannedAtMs } = currentJob();
    const tracking = trackBytes({
      parts,
      stored,
      size: facts.size,
      deadlineMs: addressExpiry(
        parts.find(({ number }) => !stored.has(number))?.url ?? '',
        plannedAtMs ?? ports.clock.now(),
      ),
      clock: ports.clock,
      report,
    });
    const integrity = createPartIntegrity({
      etagOf: ({ number }) => currentJob().etags.get(number),
      md5Of: (part) => hashed.md5Of(part),
      lag: () => tracking.total() - hashed.hashedBytes(),
      onRefuted: (part) => {
        tracking.observe(part, 0);
        report({ type: 'part-refuted', partNumber: part.number });
      },
      isOpaque: currentJob().opaqueEtags === true,
      onOpaque: () => report({ type: 'etags-opaque' }),
      onGivenUp: (error) => stop.abort(error),
    });
    const hashed = hashing.of(plan, integrity, ({ start }) => {
      const part = parts[Math.floor(start / plan.ChunkSize)];
      if (part !== undefined) integrity.check(part);
    });
    // A file that cannot be read must end the sending too, not wait for the completion to notice.
    hashed.md5.catch((error: unknown) => stop.abort(error));
    for (const part of parts) integrity.check(part);

    const missing = (): readonly Part[] =>
      parts.filter(({ number }) => !currentJob().etags.has(number));
    for (;;) {
      const unsent = missing();
      if (unsent.some(({ url }) => url === CONSUMED_URL)) throw addressSpent();
      await uploadParts({
        file,
        parts: unsent,
        proven: currentJob().etags.size > 0,
        ports,
        observer: observerOf(run, tracking, integrity),
        signal: stop.signal,
      });
      if (missing().length > 0) continue;
      report({ type: 'completing' });
      const md5 = await hashed.md5;
      stop.signal.throwIfAborted();
      // The end of the hash may have refuted a part that was stored long ago.
      if (missing().length > 0) continue;
      return completeUpload({ ...run, signal: stop.signal }, plan, parts, md5);
    }
  });

/**
 * Takes a checked file from plan to completion (4.4 to 4.6), going on where the job stands. The hash runs beside
 * the sending; only the completion waits for it. An address cannot be renewed: where a plan is lost a new one is
 * asked for, and the hash is kept.
 */
export const runUpload = async (run: UploadRun): Promise<UploadedFile> => {
  const { service, facts, ports, signal, currentJob, report } = run;
  const hashing = createHashing(run);
  await verifyPickedAgain(run);
  for (let plans = 1; ; plans++) {
    const known = currentJob().plan;
    const plan =
      known ??
      (await service.plan({ filesize: facts.size, filetype: facts.fileType }, callOptions(run)));
    signal.throwIfAborted();
    const parts = cutParts(plan, facts.size);
    if (plan !== known) {
      report({ type: 'planned', plan, totalBytes: facts.size, atMs: ports.clock.now() });
    }
    try {
      return await runPlan(run, plan, parts, hashing);
    } catch (error) {
      const { etags, plannedAtMs = 0 } = currentJob();
      const isRefused = error instanceof AddressRefused;
      // A host that took no part and refuses addresses that are still good refuses the next ones too.
      if (isRefused && etags.size === 0 && isFresh(parts[0], plannedAtMs, error)) {
        throw storageRefuses(error);
      }
      const lost = isRefused ? uploadExpired(error) : error;
      const isLost = isTranscribeError(lost) && lost.code === 'upload-expired';
      if (!isLost || plans >= MOST_PLANS) throw lost;
      report({ type: 'plan-lost' });
    }
  }
};
