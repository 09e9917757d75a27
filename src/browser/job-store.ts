/** Unfinished jobs and their files, in IndexedDB and on the disk of the origin. */
import type { JobStore, RecordingAccess } from '../engine/ports.js';
import { parseStoredJob } from '../engine/resume/parse-stored-job.js';
import type { StoredJob } from '../engine/resume/stored-job.js';
import type { AudioFile } from '../engine/session/job.js';
import type { OpenDatabase, StoredFile } from './database.js';
import { diskNameOf, readFromDisk, STORED_BYTES_LIMIT, sweepDisk } from './disk-files.js';
import { handleOf, mayRead, readPermission } from './file-handles.js';

const toStored = async (file: AudioFile, limit: number): Promise<StoredFile | null> => {
  const diskName = diskNameOf(file);
  if (diskName !== null) {
    return { kind: 'disk', diskName, name: file.name, lastModified: file.lastModified ?? 0 };
  }
  if (file.size <= limit) {
    const content = await file.arrayBuffer();
    return { kind: 'bytes', content, name: file.name, lastModified: file.lastModified ?? 0 };
  }
  const handle = await handleOf(file);
  return handle === null ? null : { kind: 'handle', handle };
};

const load = ({ diskName, name, lastModified }: Extract<StoredFile, { kind: 'disk' }>) =>
  readFromDisk(diskName, name, lastModified);

const accessTo = async (recording: StoredFile): Promise<RecordingAccess> => {
  if (recording.kind === 'bytes') return 'ready';
  if (recording.kind === 'disk') return (await load(recording)) === null ? 'missing' : 'ready';
  const permission = await readPermission(recording.handle);
  if (permission !== 'granted') return permission === 'prompt' ? 'asks' : 'missing';
  return recording.handle.getFile().then(
    () => 'ready',
    () => 'missing',
  );
};

interface JobRecords {
  getAll(): Promise<readonly unknown[]>;
  getAllKeys(): Promise<readonly string[]>;
}

/** All records with their keys. The job is null if the record is not valid. */
const readRecords = async (jobs: JobRecords) => {
  const [keys, records] = await Promise.all([jobs.getAllKeys(), jobs.getAll()]);
  return keys.map((key, index) => {
    const job = parseStoredJob(records[index]);
    return { key, job: job?.id === key ? job : null };
  });
};

export interface BrowserJobStore extends JobStore {
  /** Deletes the files on disk that no stored job and no live page needs. */
  sweep(): Promise<void>;
}

/** `JobStore` over IndexedDB. Files of at most `storedBytesLimit` bytes are stored in it. */
export const createJobStore = (
  open: OpenDatabase,
  storedBytesLimit = STORED_BYTES_LIMIT,
): BrowserJobStore => {
  /** Uses one transaction, so that records that another tab stores meanwhile are kept. */
  const removeWhere = async (unwanted: (job: StoredJob) => boolean): Promise<void> => {
    const transaction = (await open()).transaction(['jobs', 'files'], 'readwrite');
    const [jobs, files] = [transaction.objectStore('jobs'), transaction.objectStore('files')];
    const [records, keys] = await Promise.all([readRecords(jobs), files.getAllKeys()]);
    const kept = new Set(
      records.filter(({ job }) => job !== null && !unwanted(job)).map(({ key }) => key),
    );
    await Promise.all([
      ...records.filter(({ key }) => !kept.has(key)).map(({ key }) => jobs.delete(key)),
      // Also delete files whose job could not be written.
      ...keys.filter((key) => !kept.has(key)).map((key) => files.delete(key)),
      transaction.done,
    ]);
    await sweep(records.map(({ key }) => key)).catch(() => undefined);
  };
  /** `deleted`: ids of jobs that were just deleted. */
  const sweep = (deleted: readonly string[] = []): Promise<void> =>
    sweepDisk(async () => {
      const records = await readRecords((await open()).transaction('jobs').store);
      const jobs = records.flatMap(({ job }) => job ?? []);
      // The service has the file of an uploaded job, so its copy is no longer needed.
      const unsent = jobs.filter(({ job }) => job.uploaded === undefined);
      const conversions = jobs.flatMap(({ job }) => job.conversion?.key ?? []);
      return {
        needed: new Set([...conversions, ...unsent.map(({ id }) => id)]),
        known: new Set([...jobs.map(({ id }) => id), ...deleted]),
      };
    });
  return {
    async save(job, isNew) {
      const transaction = (await open()).transaction('jobs', 'readwrite');
      const isWanted = isNew || (await transaction.store.getKey(job.id)) !== undefined;
      if (isWanted) void transaction.store.put(job, job.id);
      await transaction.done;
      if (job.job.uploaded !== undefined) await sweep().catch(() => undefined);
      return isWanted;
    },
    async saveRecording(id, file) {
      const recording = await toStored(file, storedBytesLimit);
      if (recording === null) return false;
      const transaction = (await open()).transaction(['jobs', 'files'], 'readwrite');
      const isWanted = (await transaction.objectStore('jobs').getKey(id)) !== undefined;
      if (isWanted) void transaction.objectStore('files').put(recording, id);
      await transaction.done;
      return isWanted;
    },
    async recordingAccess(id) {
      const recording = await (await open()).get('files', id);
      return recording === undefined ? 'missing' : accessTo(recording);
    },
    async loadRecording(id) {
      const recording = await (await open()).get('files', id);
      if (recording?.kind === 'bytes') {
        const { content, name, lastModified } = recording;
        return new File([content], name, { lastModified });
      }
      if (recording?.kind === 'disk') return load(recording);
      if (recording === undefined || !(await mayRead(recording.handle))) return null;
      return recording.handle.getFile();
    },
    async list(scope) {
      const records = await readRecords((await open()).transaction('jobs').store);
      return records
        .flatMap(({ job }) => (job !== null && (scope ?? job.scope) === job.scope ? [job] : []))
        .sort((one, other) => other.savedAtMs - one.savedAtMs);
    },
    async remove(id) {
      const transaction = (await open()).transaction(['jobs', 'files'], 'readwrite');
      await Promise.all([
        transaction.objectStore('jobs').delete(id),
        transaction.objectStore('files').delete(id),
        transaction.done,
      ]);
      await sweep([id]).catch(() => undefined);
    },
    sweep: () => sweep(),
    removeWhere,
  };
};
