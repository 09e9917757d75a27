/** Uploads a checked file, from the plan to the completion (4.4 to 4.6). */
import { isTranscribeError, type TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import type { UploadedFile } from '../../protocol/types.js';
import { networkError } from '../calls/call.js';
import { PATIENT_RETRY, RetryableError, withRetries } from '../calls/retry.js';
import { withOwnAbort, type CallOptions } from '../calls/waiting.js';
import type { UploadCallOptions, UploadService } from '../calls/upload-service.js';
import type { HashRequest } from '../ports.js';
import { CONSUMED_URL } from '../resume/stored-job.js';
import type { SessionEvent } from '../session/session-events.js';
import type { JobRun } from '../session/session.js';
import { verifiedJob, type AudioFile, type FileFacts, type Job } from '../session/job.js';
import { sendParts } from './send-parts.js';
import { afterRefusal, PartRefused } from './storage-answers.js';
import { createUploadedParts, type UploadedParts } from './uploaded-parts.js';

interface UploadRun extends Pick<JobRun, 'ports' | 'signal' | 'report'> {
  readonly file: AudioFile;
  readonly facts: FileFacts;
  /** The job when the upload starts or continues. */
  readonly job: Job;
  readonly service: UploadService;
  /** See `UploadCallOptions`. */
  readonly onToken: UploadCallOptions['onToken'];
}

/** Maximum number of plans in one run. Each new plan sends the whole file again. */
const MAX_PLANS = 3;

/**
 * Uploads the file, continuing where the job stopped. The file is hashed at the same time; only the
 * completion waits for the hash. URLs cannot be renewed: if a plan is lost, a new one is requested and the
 * hash is kept.
 */
export const runUpload = (run: UploadRun): Promise<UploadedFile> =>
  withOwnAbort(run.signal, async (stop) => {
    const { facts, ports, report, service } = run;
    const { signal } = stop;
    const job = await verifyPickedAgain(run);
    const parts = createUploadedParts({
      job,
      size: facts.size,
      clock: ports.clock,
      report,
      onDamaged: (error) => stop.abort(error),
    });
    let md5: Promise<string> | undefined;
    let wasRenewed = false;
    for (let plans = 1; ; plans++) {
      if (parts.plan() === null) {
        const request = { filesize: facts.size, filetype: facts.fileType };
        const plan = await service.plan(request, {
          ...callOptions(signal, report),
          onToken: run.onToken,
        });
        signal.throwIfAborted();
        parts.startPlan(plan);
      }
      if (md5 === undefined) {
        md5 = job.md5 === undefined ? hashFile(run, parts) : Promise.resolve(job.md5);
        // If the file cannot be read, stop sending at once.
        md5.catch((error: unknown) => stop.abort(error));
      }
      try {
        await sendMissing({ ...run, signal }, parts, md5);
        return await complete({ ...run, signal }, parts, await md5);
      } catch (error) {
        let failure = error;
        if (error instanceof PartRefused) {
          const next = afterRefusal(error, {
            hasStored: parts.hasStored(),
            isFresh: parts.isFresh(error.triedAtMs),
            wasRenewed,
          });
          wasRenewed ||= next === 'renew';
          failure = typeof next === 'string' ? uploadExpired(error) : next;
        }
        const isLost = isTranscribeError(failure) && failure.code === 'upload-expired';
        if (!isLost || plans >= MAX_PLANS) throw failure;
        parts.losePlan();
      }
    }
  });

/** Options for every call of a run. They report an interruption as an event. */
export const callOptions = (
  signal: AbortSignal,
  report: (event: SessionEvent) => void,
): CallOptions => ({
  signal,
  onTrouble: (trouble, seen) => report({ type: 'trouble', trouble, ...(seen && { seen }) }),
});

/** Compares a file that was chosen again with the stored hash, before anything is sent. */
const verifyPickedAgain = async (run: UploadRun): Promise<Job> => {
  const { job, file, signal, report } = run;
  const { unverified, hashPoint, file: facts } = job;
  if (!unverified) return job;
  report({ type: 'verifying' });
  if (hashPoint !== undefined) {
    const beginning = file.slice(0, hashPoint.bytes);
    const md5 = await hashWithRetries(beginning, run, () => ({ signal }));
    signal.throwIfAborted();
    if (md5 !== hashPoint.md5) {
      const expected = facts === undefined || facts.name === file.name ? null : facts.name;
      throw errorFor('another-file', { name: file.name, expected });
    }
  }
  report({ type: 'verified' });
  return verifiedJob(job);
};

/** Hashes the file from its checkpoint. Resolves with the hexadecimal MD5 of the whole file. */
const hashFile = async (run: UploadRun, parts: UploadedParts): Promise<string> => {
  const partSize = parts.plan()?.ChunkSize ?? run.facts.size;
  const md5 = await hashWithRetries(run.file, run, () => {
    const from = parts.checkpoint();
    return {
      signal: run.signal,
      partSize,
      ...(from === undefined ? {} : { from }),
      wantsPartMd5: parts.wantsPartMd5,
      onProgress: parts.setHashedBytes,
      onPart: parts.addHashed,
    };
  });
  run.report({ type: 'hashed', md5 });
  return md5;
};

/** The code that hashes may have to be loaded first, which fails while the network is down. */
export const hashWithRetries = (
  blob: Blob,
  { ports, signal }: Pick<UploadRun, 'ports' | 'signal'>,
  request: () => HashRequest,
): Promise<string> => {
  const attempt = async (): Promise<string> => {
    try {
      return await ports.hash(blob, request());
    } catch (error) {
      signal.throwIfAborted();
      throw isTranscribeError(error) ? error : new RetryableError(networkError(error), null);
    }
  };
  return withRetries(attempt, { ports, signal, policy: PATIENT_RETRY });
};

/** Sends parts until all are stored and confirmed by the hash of the file. */
const sendMissing = async (
  { file, ports, signal, report }: UploadRun,
  parts: UploadedParts,
  md5: Promise<string>,
): Promise<void> => {
  for (;;) {
    // A stored part must be sent again after a reload, but the URL of a stored part is not kept.
    if (parts.missing().some(({ url }) => url === CONSUMED_URL))
      throw uploadExpired(
        new Error('the address of a part that has to be sent again was not kept'),
      );
    await sendParts({ file, parts, ports, report, signal });
    if (parts.missing().length > 0) continue;
    report({ type: 'completing' });
    await md5;
    signal.throwIfAborted();
    // The end of the hash may have shown that an earlier part was damaged.
    if (parts.missing().length === 0) return;
  }
};

const complete = async (
  { facts, service, signal, report, onToken }: UploadRun,
  parts: UploadedParts,
  md5: string,
): Promise<UploadedFile> => {
  const plan = parts.plan();
  const uploaded = await service.complete(
    {
      file_id: plan?.FileId ?? '',
      upload_id: plan?.UploadId ?? '',
      part_list: parts.partList(),
      filetype: facts.fileType,
      file_md5: md5,
    },
    { ...callOptions(signal, report), onToken },
  );
  if (uploaded.FileMd5 === md5) return uploaded;
  throw errorFor('upload-differs', {});
};

const uploadExpired = (cause: unknown): TranscribeError =>
  errorFor('upload-expired', {}, { cause });
