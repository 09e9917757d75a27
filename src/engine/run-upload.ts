import { TranscribeError, type UploadedFile } from '../protocol/index.js';
import type { AudioFile, FileFacts } from './check-file.js';
import type { Job } from './job.js';
import { cutParts, type Part } from './parts.js';
import type { Ports } from './ports.js';
import type { UploadService } from './service.js';
import { bytesPerSecond, observeSpeed, startSpeed } from './speed.js';
import type { Fact } from './state.js';
import { uploadParts } from './upload.js';

export interface UploadRun {
  readonly job: Job;
  readonly file: AudioFile;
  readonly facts: FileFacts;
  readonly service: UploadService;
  readonly ports: Ports;
  readonly signal: AbortSignal;
  readonly report: (fact: Fact) => void;
}

/** Sums the bytes under way, part by part, and what is stored already. */
const trackBytes = (
  { ports, report }: UploadRun,
  parts: readonly Part[],
  stored: ReadonlySet<number>,
): ((part: Part, sentBytes: number) => void) => {
  const sent = new Map(parts.map((p) => [p.number, stored.has(p.number) ? p.end - p.start : 0]));
  let total = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  let speed = startSpeed(ports.clock.now(), total);
  const tell = (): void => {
    speed = observeSpeed(speed, ports.clock.now(), total);
    report({ type: 'sending', sentBytes: total, bytesPerSecond: bytesPerSecond(speed) });
  };
  if (total > 0) tell();
  return (part, sentBytes) => {
    // Some browsers count what is on the wire beside the body: never more than the part has.
    const bytes = Math.min(sentBytes, part.end - part.start);
    total += bytes - (sent.get(part.number) ?? 0);
    sent.set(part.number, bytes);
    tell();
  };
};

const sendMissingParts = async (run: UploadRun, plan: NonNullable<Job['plan']>): Promise<void> => {
  const { job, file, facts, ports, signal, report } = run;
  const parts = cutParts(plan, facts.size);
  const stored = new Set(job.plan === plan ? job.etags.keys() : []);
  if (job.plan !== plan) report({ type: 'planned', plan, totalBytes: facts.size });
  const track = trackBytes(run, parts, stored);
  await uploadParts(
    file,
    parts.filter(({ number }) => !stored.has(number)),
    ports,
    {
      onProgress: track,
      onStored: (part, etag) => {
        track(part, part.end - part.start);
        report({ type: 'part-stored', partNumber: part.number, etag });
      },
    },
    signal,
  );
};

/**
 * Takes a checked file from plan to completion (4.4 to 4.6), going on where the job stands. The hash runs beside
 * the sending; only the completion waits for it.
 */
export const runUpload = async (
  run: UploadRun,
  hashing: Promise<string>,
  currentJob: () => Job,
): Promise<UploadedFile> => {
  const { job, facts, service, signal, report } = run;
  const plan =
    job.plan ?? (await service.plan({ filesize: facts.size, filetype: facts.fileType }, signal));
  await sendMissingParts(run, plan);
  report({ type: 'completing' });
  const md5 = await hashing;
  const { etags } = currentJob();
  const part_list = cutParts(plan, facts.size).map(({ number }) => {
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
    signal,
  );
  if (uploaded.FileMd5 !== md5) {
    throw new TranscribeError(
      'integrity-mismatch',
      'The recording did not arrive as it is on this device. Try again: it is sent anew.',
    );
  }
  return uploaded;
};
