/** What is stored: a job and its recording, how both are written, and how the job is restored. */
import {
  isUploadOutdated,
  titleOf,
  withoutUpload,
  type AudioFile,
  identityOf,
  sameDecision,
  type Conversion,
  type Job,
  type Source,
} from '../session/job.js';
import type { StableFile } from '../session/session.js';
import type { Clock, FileCopier, JobStore, Origin, StoredJob, TabChannel } from '../ports.js';
import type { UploadPlan } from '../../protocol/types.js';

/** Placeholder for the presigned URL of a stored part, which is not kept. Nothing can be sent to it. */
export const CONSUMED_URL = 'about:blank';

/** The plan with only the URLs that may still be needed, also those of parts whose MD5 has not been compared yet. */
const neededPlan = (plan: UploadPlan, { etags, hashPoint }: Job): UploadPlan => ({
  ...plan,
  Parts: plan.Parts.filter(
    ({ PartNumber }) =>
      !etags.has(PartNumber) || PartNumber * plan.ChunkSize > (hashPoint?.bytes ?? 0),
  ),
});

const wholePlan = (plan: UploadPlan, { etags }: StoredJob): UploadPlan => {
  const planned = new Set(plan.Parts.map(({ PartNumber }) => PartNumber));
  const spent = etags
    .filter(([number]) => !planned.has(number))
    .map(([PartNumber]) => ({ PartNumber, PresignedUrl: CONSUMED_URL }));
  return { ...plan, Parts: [...plan.Parts, ...spent] };
};

/** Null for a task that is only shown, and for a file that is neither checked nor being converted. */
export const toStoredJob = (
  job: Job,
  identity: Pick<StoredJob, 'id' | 'scope' | 'savedAtMs'> & { readonly origin: Origin },
): StoredJob | null => {
  const { source, etags, unverified: _compared, plan, ...fields } = job;
  if (source.kind === 'task' || (source.kind === 'file' && !(fields.file ?? fields.conversion))) {
    return null;
  }
  return {
    version: 4,
    ...identity,
    // Nothing of an address is sent to the service.
    origin: { ...identity.origin, ...(source.kind === 'address' ? { service: null } : {}) },
    title: titleOf(job),
    source: source.kind === 'file' ? { kind: 'file' } : source,
    job: {
      ...fields,
      // After the upload the URLs are not needed any more.
      ...(plan === undefined || job.uploaded !== undefined ? {} : { plan: neededPlan(plan, job) }),
    },
    etags: job.uploaded === undefined ? [...etags] : [],
  };
};

/** The file that the user chose. Undefined for a URL. */
export const chosenFacts = ({ job }: Pick<StoredJob, 'job'>): Conversion['from'] | undefined =>
  job.conversion?.from ?? job.file;

/** True if name, size and time of change are those of the chosen file. The content is compared later. */
export const looksLike = (stored: Pick<StoredJob, 'job'>, file: AudioFile): boolean => {
  const { name, size, lastModifiedMs } = identityOf(file);
  const chosen = chosenFacts(stored);
  return chosen?.name === name && chosen.size === size && chosen.lastModifiedMs === lastModifiedMs;
};

export interface Recording {
  readonly file: AudioFile;
  /** False if the file was chosen again or has changed. Its content is then compared before anything is sent. */
  readonly trusted: boolean;
  /** The converted file that belongs to it. */
  readonly converted?: AudioFile;
}

/** The job for a file that may be different. Its content is compared before anything is sent. */
const withUnverifiedFile = (job: Job): Job => {
  if (job.hashPoint !== undefined) return { ...job, unverified: true };
  if (job.uploaded !== undefined) return job;
  // Nothing was hashed, so the files cannot be compared and the sent parts cannot be reused.
  const { md5: _unproved, ...rest } = withoutUpload(job);
  return rest;
};

/** Restores a stored job. Null without a recording, unless the file was uploaded and can still be submitted. */
export const restoreJob = (
  stored: StoredJob,
  recording: Recording | null,
  nowMs: number,
): Job | null => {
  const { job, title, etags } = stored;
  const { plan } = job;
  const rest = {
    ...job,
    ...(plan === undefined ? {} : { plan: wholePlan(plan, stored) }),
    etags: new Map(etags),
  };
  if (stored.source.kind === 'address') return { source: stored.source, ...rest };
  const isSent = (job.transcriptionId ?? job.submissionAskedAtMs) !== undefined;
  const needsUpload = !isSent && (job.uploaded === undefined || isUploadOutdated(job, nowMs));
  if (recording === null) {
    const fileUrl = job.uploaded?.DownloadUrl;
    const isGone = fileUrl === undefined || needsUpload;
    return isGone ? null : { source: { kind: 'address', fileUrl, title }, ...rest };
  }
  const { file, converted, trusted } = recording;
  if (job.conversion && needsUpload && (converted ?? file).size !== job.file?.size) {
    // The chosen file must be converted again, which may give other bytes.
    return { ...sameDecision(job, { kind: 'file', file }), conversion: job.conversion };
  }
  const source: Source = { kind: 'file', file, ...(converted === undefined ? {} : { converted }) };
  const known: Job = { source, ...rest };
  return trusted ? known : withUnverifiedFile(known);
};

/* ---- Its recording ---- */

/** What the user must do to resume the job, besides pressing the button. */
export type ResumeNeeds =
  | 'nothing'
  /** Allow the browser to read the recording again. */
  | 'permission'
  /** Choose the same file again. */
  | 'recording';

/** Where the recording of a stored job can be read: this tab's memory, the store, or a file that the user chooses. */
export const createRecordings = (
  store: JobStore,
  clock: Clock,
  remembered: Map<string, AudioFile>,
) => {
  const unreadable = new Set<string>();

  /** Null if it cannot be read; the user must then choose it again. May ask for permission, so call it in a gesture. */
  const load = async (stored: StoredJob): Promise<Recording | null> => {
    const { id, job } = stored;
    const own = remembered.get(id);
    if (own !== undefined) return { file: own, trusted: true };
    const file = unreadable.has(id) ? null : await store.loadRecording(id).catch(() => null);
    const chosen = chosenFacts(stored);
    // A file of another size is another recording.
    if (!file || !chosen || ![chosen.size, job.file?.size].includes(file.size)) {
      unreadable.add(id);
      return null;
    }
    return { file, trusted: chosen.lastModifiedMs === (file.lastModified ?? null) };
  };

  return {
    async needs(stored: StoredJob): Promise<ResumeNeeds> {
      if (remembered.has(stored.id) || restoreJob(stored, null, clock.now()) !== null) {
        return 'nothing';
      }
      if (unreadable.has(stored.id)) return 'recording';
      const access = await store.recordingAccess(stored.id);
      return access === 'ready' ? 'nothing' : access === 'asks' ? 'permission' : 'recording';
    },
    /** The recording to resume a job with: the chosen file, with what it was converted to, or else the stored one. */
    async forChoice(stored: StoredJob, chosen?: AudioFile): Promise<Recording | null> {
      if (chosen === undefined) return load(stored);
      // The file that was converted before is kept, so the chosen one need not be converted again.
      const { conversion, file } = stored.job;
      const kept = conversion && file ? await load(stored) : null;
      return kept?.file.size === file?.size && kept !== null
        ? { file: chosen, converted: kept.file, trusted: kept.trusted }
        : { file: chosen, trusted: false };
    },
    /** Keeps a recording in memory, so that this page can resume its job later. Undefined forgets it. */
    remember(id: string, file: AudioFile | undefined): void {
      if (file === undefined) remembered.delete(id);
      else remembered.set(id, file);
    },
    forget: (): void => remembered.clear(),
  };
};

/** The parts of a job under way that its copy changes. */
interface Copied {
  readonly id: string;
  /** Null before the job was stored. */
  readonly savedAtMs: number | null;
  hasRecording: boolean;
  /** The copy of the recording that is made beside the upload. Null before that. */
  copy: { readonly stop: AbortController; readonly ended: Promise<void> } | null;
}

/** Copies files that may vanish while they are read, and files beside their upload, so that it outlives a reload. */
export const createJobCopies = (
  { store, news }: { readonly store: JobStore; readonly news: TabChannel },
  /** Default: nothing is copied. */
  copy?: FileCopier,
) => {
  let hasVanished = false;
  return {
    /** A file could not be read. From then on, files are copied before they are used. */
    fileVanished(): void {
      hasVanished = true;
    },
    /** Copies the recording while it is uploaded, unless its bytes are stored. Other writes do not wait for it. */
    beside(own: Copied, file: AudioFile | null): void {
      if (file === null || own.savedAtMs === null || own.copy !== null) return;
      const stop = new AbortController();
      const copying = async (): Promise<void> => {
        const request = { jobId: own.id, when: 'beside', signal: stop.signal } as const;
        const result = await copy?.(file, request);
        if (result?.kind !== 'copied' || stop.signal.aborted) return;
        own.hasRecording = await store.saveRecording(own.id, result.file);
        if (own.hasRecording) news.post();
      };
      own.copy = { stop, ended: copying().catch(() => undefined) };
    },
    /** `SessionContext.stable`. */
    async stable(file: AudioFile, jobId: string | null, signal: AbortSignal): Promise<StableFile> {
      const when = hasVanished ? 'after-failure' : 'first';
      const result = await copy?.(file, { jobId, when, signal });
      if (result?.kind === 'copied') return result.file;
      if (result?.problem === 'unreadable') return 'unreadable';
      return result?.problem === 'no-space' && hasVanished ? 'no-space' : file;
    },
  };
};

/* ---- Writing and reading ---- */

/** Runs writes one after the other, also after one that failed. `onFailure` is called for the first failure only. */
export const createWriteQueue = (onFailure: (cause: unknown) => void) => {
  let last: Promise<void> = Promise.resolve();
  let keeping = true;
  let reported = false;
  return {
    add(write: () => Promise<unknown>): void {
      last = last.then(write).then(
        () => {
          keeping = true;
        },
        (cause: unknown) => {
          keeping = false;
          if (!reported) onFailure(cause);
          reported = true;
        },
      );
    },
    /** Resolves when all writes so far have ended or failed. */
    async settled(): Promise<void> {
      for (let waited: Promise<void> | null = null; waited !== last;) {
        waited = last;
        await waited;
      }
    },
    /** False if the last write failed. */
    isKeeping: () => keeping,
  };
};

/** In ms. If the store does not respond within this time, nothing is offered. */
const STORE_TIMEOUT_MS = 5_000;

/** Settles like the work. Rejects with `late` after `ms`. */
export const within = async <T>(
  clock: Clock,
  ms: number,
  work: () => Promise<T>,
  late = 'There was no answer in time.',
): Promise<T> => {
  const stop = new AbortController();
  const tooLate = clock.sleep(ms, stop.signal).then(() => {
    throw new Error(late);
  });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    stop.abort();
  }
};

/** Returns null if there is no storage, or if it does not respond in time. */
export const orNull = <T>(
  clock: Clock,
  look: () => Promise<T | null>,
  timeoutMs = STORE_TIMEOUT_MS,
): Promise<T | null> => within(clock, timeoutMs, look).catch(() => null);
