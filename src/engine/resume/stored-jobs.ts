/** The stored jobs of a user: finds those that can be resumed, and their recordings, and drops those that are declined. */
import type { TranscriptionOptions } from '../../protocol/types.js';
import { areSameOptions, type AudioFile } from '../session/job.js';
import type { Clock, JobStore } from '../ports.js';
import {
  toResumableJob,
  type ResumableJob,
  type ResumeNeeds,
  chosenFacts,
  looksLike,
  restoreJob,
  type Recording,
  type StoredJob,
} from './stored-job.js';
import type { JobPersistenceOptions } from './held-job.js';
import { jobLockName } from './scope.js';

/** Where the recording of a stored job can be read: this tab's memory, the store, or a file that the user chooses. */
const createRecordings = (store: JobStore, clock: Clock) => {
  const remembered = new Map<string, AudioFile>();
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
    /** Keeps a recording in memory, so that this tab can resume its job later. */
    remember: (id: string, file: AudioFile): void => void remembered.set(id, file),
    forget: (): void => remembered.clear(),
  };
};

/** In ms. If the store does not respond within this time, nothing is offered. */
const STORE_TIMEOUT_MS = 5_000;

/** Returns null if there is no storage, or if it does not respond in time. */
export const orNull = async <T>(clock: Clock, look: () => Promise<T | null>): Promise<T | null> => {
  const stop = new AbortController();
  const timeout = clock.sleep(STORE_TIMEOUT_MS, stop.signal).then(() => null);
  timeout.catch(() => undefined);
  try {
    return await Promise.race([look().catch(() => null), timeout]);
  } finally {
    stop.abort();
  }
};

export type StoredJobs = ReturnType<typeof createStoredJobs>;

export const createStoredJobs = (
  options: Pick<JobPersistenceOptions, 'store' | 'locks' | 'news' | 'clock' | 'scope'>,
) => {
  const { store, locks, news, clock } = options;
  const recordings = createRecordings(store, clock);
  const own = new Set<string>();
  const declined = new Set<string>();
  let watcher: {
    readonly onChange: () => void;
    readonly stop: AbortController;
    /** Jobs of other tabs. A tab that crashes posts no message, but its lock becomes free. */
    readonly awaited: Set<string>;
  } | null = null;

  const awaitFree = (id: string): void => {
    const mine = watcher;
    if (mine === null || mine.awaited.has(id)) return;
    mine.awaited.add(id);
    const isFree = locks.whenFree(jobLockName(id), mine.stop.signal);
    const tell = (): void => void (watcher === mine && mine.onChange());
    isFree.finally(() => mine.awaited.delete(id)).then(tell, () => undefined);
  };

  const list = async (retry: boolean): Promise<readonly StoredJob[]> => {
    const scope = await options.scope.resolve({ retry });
    return scope === null ? [] : store.list(scope);
  };

  const toOffer = async (stored: StoredJob, needs: ResumeNeeds): Promise<ResumableJob> => {
    const isInOtherTab = !own.has(stored.id) && (await locks.isTaken(jobLockName(stored.id)));
    if (isInOtherTab) awaitFree(stored.id);
    const kind = isInOtherTab ? 'in-other-tab' : 'interrupted';
    return toResumableJob(stored, kind, needs, clock.now());
  };

  /** False for jobs that this page works on, declined ones, and finished ones. */
  const mayOffer = ({ id, job }: StoredJob): boolean =>
    !own.has(id) && !declined.has(id) && !job.finished;

  /** All jobs of this scope that can be offered, newest first. Null if the store does not respond. */
  const findAll = (except?: ReadonlySet<string>): Promise<readonly ResumableJob[] | null> =>
    orNull(clock, async () => {
      const others = (await list(false)).filter((one) => mayOffer(one) && !except?.has(one.id));
      return Promise.all(others.map(async (one) => toOffer(one, await recordings.needs(one))));
    });

  /** The first job that fits, also one that would not be offered. */
  const findFirst = (fits: (stored: StoredJob) => boolean): Promise<ResumableJob | null> =>
    orNull(clock, async () => {
      const match = (await list(true)).find(fits);
      return match === undefined ? null : toOffer(match, 'nothing');
    });

  return {
    recordings,
    /** The jobs that this page works on. They are not offered. */
    own,
    async findOffer(except?: ReadonlySet<string>): Promise<ResumableJob | null> {
      const offers = (await findAll(except)) ?? [];
      return offers.find(({ kind }) => kind === 'interrupted') ?? offers[0] ?? null;
    },
    findAll,
    /** The job whose recording matches this file; null for none. It is offered again if it was declined. */
    async findMatch(file: AudioFile): Promise<ResumableJob | null> {
      const match = await findFirst((stored) => looksLike(stored, file));
      if (match !== null) declined.delete(match.id);
      return match;
    },
    findTask: (transcriptionId: string) =>
      findFirst(({ job }) => job.transcriptionId === transcriptionId),
    findAddress: (fileUrl: string, wanted: TranscriptionOptions) =>
      findFirst(
        ({ source, job }) =>
          source.kind === 'address' &&
          source.fileUrl === fileUrl &&
          areSameOptions(job.options, wanted),
      ),
    find: async (id: string): Promise<StoredJob | null> =>
      (await list(true)).find((stored) => stored.id === id) ?? null,
    async decline({ id, kind }: ResumableJob): Promise<void> {
      declined.add(id);
      if (kind === 'in-other-tab' || (await locks.isTaken(jobLockName(id)))) return;
      await store.remove(id);
      news.post();
    },
    isDeclined: (id: string): boolean => declined.has(id),
    /** Calls the listener whenever the offers may have changed. Returns an unsubscribe function. */
    watch(listener: () => void): () => void {
      const stop = new AbortController();
      watcher = { onChange: listener, stop, awaited: new Set() };
      const unsubscribe = news.listen(listener);
      const disconnect = options.scope.connect();
      return () => {
        unsubscribe();
        disconnect();
        watcher = null;
        stop.abort();
      };
    },
  };
};
