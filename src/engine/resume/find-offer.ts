import type { AudioFile } from '../check-file.js';
import type { Clock, JobStore, Locks, TabChannel } from '../ports.js';
import { type ResumableJob, type ResumeNeeds, toResumableJob } from './resumable-job.js';
import { jobLockName, type OwnScope } from './scope.js';
import { looksLike, type Recording, restoreJob, type StoredJob } from './stored-job.js';

/** Where the recording of stored work is to be had: in this tab's memory, in the store, or from the person. */
interface Recordings {
  needs(stored: StoredJob): Promise<ResumeNeeds>;
  /** Null where it cannot be had; from then on the person is asked to pick it. Call it on a gesture: it may ask. */
  load(stored: StoredJob): Promise<Recording | null>;
  /** This tab had it, and may be asked to go on with it. */
  remember(id: string, file: AudioFile): void;
  /** Drops what `remember` was told. */
  forget(): void;
}

export const createRecordings = (store: JobStore, clock: Clock): Recordings => {
  const remembered = new Map<string, AudioFile>();
  const refused = new Set<string>();
  return {
    async needs(stored) {
      if (remembered.has(stored.id) || restoreJob(stored, null, clock.now()) !== null) {
        return 'nothing';
      }
      if (refused.has(stored.id)) return 'recording';
      const access = await store.recordingAccess(stored.id);
      return access === 'ready' ? 'nothing' : access === 'asks' ? 'permission' : 'recording';
    },
    async load(stored) {
      const { id, job } = stored;
      const own = remembered.get(id);
      if (own !== undefined) return { file: own, trusted: true };
      const file = refused.has(id) ? null : await store.loadRecording(id).catch(() => null);
      // Another size is another recording, whatever its name.
      if (file === null || file.size !== job.file?.size) {
        refused.add(id);
        return null;
      }
      const { lastModifiedMs } = job.file;
      return { file, trusted: lastModifiedMs === (file.lastModified ?? null) };
    },
    remember: (id, file) => void remembered.set(id, file),
    forget: () => remembered.clear(),
  };
};

/** A store that does not answer within this time holds nobody up, in ms. */
const STORE_PATIENCE_MS = 5_000;

interface OfferFinder {
  /** The newest work of this scope that nobody is at, else the newest that another tab is at; null for none. */
  findOffer(except: ReadonlySet<string>): Promise<ResumableJob | null>;
  /** The work that this file looks like the recording of; null for none. */
  findMatch(file: AudioFile): Promise<ResumableJob | null>;
  /** The work that has led to this task; null for none. */
  findTask(transcriptionId: string): Promise<ResumableJob | null>;
  find(id: string): Promise<StoredJob | null>;
  /** Calls the listener whenever there may be other offers; returns what ends that. */
  watch(listener: () => void): () => void;
}

interface OfferFinderOptions {
  readonly store: JobStore;
  readonly locks: Locks;
  readonly news: TabChannel;
  readonly clock: Clock;
  readonly recordings: Recordings;
  readonly scope: OwnScope;
  /** True for the work that this tab is at itself. */
  readonly isOwn: (id: string) => boolean;
}

export const createOfferFinder = (options: OfferFinderOptions): OfferFinder => {
  const { store, locks, news, clock, recordings, isOwn } = options;
  /** A tab that dies posts nothing: its locks tell. */
  const awaited = new Map<string, AbortController>();
  let onChange: (() => void) | null = null;

  const awaitFree = (id: string): void => {
    if (onChange === null || awaited.has(id)) return;
    const stop = new AbortController();
    awaited.set(id, stop);
    locks.whenFree(jobLockName(id), stop.signal).then(
      () => {
        awaited.delete(id);
        onChange?.();
      },
      () => {
        if (awaited.get(id) === stop) awaited.delete(id);
      },
    );
  };

  /** Where there is no storage, or it does not answer, there is nothing to go on with. */
  const orNothing = async (
    look: () => Promise<ResumableJob | null>,
  ): Promise<ResumableJob | null> => {
    const stop = new AbortController();
    const patience = clock.sleep(STORE_PATIENCE_MS, stop.signal).then(() => null);
    patience.catch(() => undefined);
    try {
      return await Promise.race([look().catch(() => null), patience]);
    } finally {
      stop.abort();
    }
  };

  const list = async (anew: boolean): Promise<readonly StoredJob[]> => {
    const scope = await options.scope.look(anew);
    return scope === null ? [] : store.list(scope);
  };

  const offer = async (stored: StoredJob, needs: ResumeNeeds): Promise<ResumableJob> => {
    const elsewhere = !isOwn(stored.id) && (await locks.isTaken(jobLockName(stored.id)));
    if (elsewhere) awaitFree(stored.id);
    return toResumableJob(stored, elsewhere ? 'in-other-tab' : 'interrupted', needs, clock.now());
  };

  return {
    findOffer: (except) =>
      orNothing(async () => {
        let elsewhere: ResumableJob | null = null;
        for (const stored of await list(false)) {
          if (except.has(stored.id) || isOwn(stored.id)) continue;
          const found = await offer(stored, await recordings.needs(stored));
          if (found.kind === 'interrupted') return found;
          elsewhere ??= found;
        }
        return elsewhere;
      }),
    findMatch: (file) =>
      orNothing(async () => {
        const match = (await list(true)).find((stored) => looksLike(stored, file));
        return match === undefined ? null : offer(match, 'nothing');
      }),
    findTask: (transcriptionId) =>
      orNothing(async () => {
        const jobs = await list(true);
        const match = jobs.find(({ job }) => job.transcriptionId === transcriptionId);
        return match === undefined ? null : offer(match, 'nothing');
      }),
    find: async (id) => (await list(true)).find((stored) => stored.id === id) ?? null,
    watch(listener) {
      onChange = listener;
      const stop = news.listen(listener);
      const disconnect = options.scope.connect();
      return () => {
        stop();
        disconnect();
        onChange = null;
        for (const wait of awaited.values()) wait.abort();
        awaited.clear();
      };
    },
  };
};
