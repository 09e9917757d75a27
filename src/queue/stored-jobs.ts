/** The stored jobs of an element's user: finds those that can be resumed, and drops those that are declined. */
import type { StoredJob } from '../engine/ports.js';
import type { JobPersistenceOptions } from '../engine/resume/job-persistence.js';
import {
  jobLockName,
  toResumableJob,
  whoseIs,
  type ResumableJob,
  type Whose,
} from '../engine/resume/scope.js';
import {
  createRecordings,
  looksLike,
  orNull,
  type ResumeNeeds,
} from '../engine/resume/stored-job.js';
import { areSameOptions, type AudioFile } from '../engine/session/job.js';
import type { TranscriptionOptions } from '../protocol/types.js';

export type StoredJobs = ReturnType<typeof createStoredJobs>;

export const createStoredJobs = (
  options: Pick<
    JobPersistenceOptions,
    'store' | 'locks' | 'news' | 'clock' | 'scope' | 'origin' | 'page' | 'ongoing'
  >,
) => {
  const { store, locks, news, clock, origin, page } = options;
  const recordings = createRecordings(store, clock, page.files);
  const own = new Set<string>();
  const self = { origin, own };
  const declined = new Set<string>();
  /** Jobs whose file was chosen here, although another element of the page works on them. */
  const wanted = new Set<string>();
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
    const end = (): unknown => mine.awaited.delete(id);
    isFree.then(end, end);
    isFree.then(tell, () => undefined);
  };

  interface Found {
    readonly stored: StoredJob;
    readonly whose: Whose;
  }

  /** The jobs that this element may know, newest first. */
  const list = async (retry: boolean): Promise<readonly Found[]> => {
    const scope = await options.scope.resolve({ retry });
    if (scope === null) return [];
    const jobs = await store.list(scope);
    const asks = { ...origin(), scope };
    const neighbours = [...page.elements].filter((one) => one !== self);
    return jobs
      .map((stored) => ({ stored, whose: whoseIs(stored, asks, neighbours) }))
      .filter(({ whose }) => whose !== 'never');
  };

  const toOffer = async ({ stored, whose }: Found, needs: ResumeNeeds): Promise<ResumableJob> => {
    const isInOtherTab = !own.has(stored.id) && (await locks.isTaken(jobLockName(stored.id)));
    if (isInOtherTab) awaitFree(stored.id);
    const kind = isInOtherTab ? 'in-other-tab' : 'interrupted';
    return toResumableJob(stored, { kind, whose, needs }, clock.now());
  };

  /** False for jobs that this element works on, those of its neighbours, declined ones, and finished ones. */
  const mayOffer = ({ stored: { id, job }, whose }: Found): boolean =>
    (whose !== 'not-here' || wanted.has(id)) && !own.has(id) && !declined.has(id) && !job.finished;

  /** All jobs that can be offered here, newest first. Null if the store does not respond. */
  const findAll = (): Promise<readonly ResumableJob[] | null> =>
    orNull(clock, async () => {
      const others = (await list(false)).filter(mayOffer);
      return Promise.all(
        others.map(async (one) => toOffer(one, await recordings.needs(one.stored))),
      );
    });

  /** The first job that fits, also one that would not be offered. */
  const findFirst = (fits: (found: Found) => boolean): Promise<ResumableJob | null> =>
    orNull(clock, async () => {
      const match = (await list(true)).find(fits);
      return match === undefined ? null : toOffer(match, 'nothing');
    });

  return {
    recordings,
    /** The jobs that this element works on. They are not offered. */
    own,
    findAll,
    /**
     * The job whose recording matches this file; null for none. It is offered again if it was declined. `isItem`: also one
     * of another element of the page.
     */
    async findMatch(file: AudioFile, isItem = false): Promise<ResumableJob | null> {
      const match = await findFirst(
        ({ stored, whose }) => (isItem || whose !== 'not-here') && looksLike(stored, file),
      );
      if (match !== null) declined.delete(match.id);
      if (match?.kind === 'in-other-tab') wanted.add(match.id);
      return match;
    },
    findTask: (transcriptionId: string) =>
      findFirst(({ stored: { job } }) => job.transcriptionId === transcriptionId),
    findAddress: (fileUrl: string, wanted: TranscriptionOptions) =>
      findFirst(
        ({ stored: { id, source, job } }) =>
          !own.has(id) &&
          source.kind === 'address' &&
          source.fileUrl === fileUrl &&
          areSameOptions(job.options, wanted),
      ),
    find: async (id: string): Promise<StoredJob | null> =>
      (await list(true)).find(({ stored }) => stored.id === id)?.stored ?? null,
    /** Deletes the job if nobody works on it. Settles also if the store fails or never responds. */
    async decline({ id, kind }: ResumableJob): Promise<void> {
      declined.add(id);
      wanted.delete(id);
      await orNull(clock, async () => {
        if (kind === 'in-other-tab' || (await locks.isTaken(jobLockName(id)))) return null;
        recordings.remember(id, undefined);
        await store.remove(id);
        news.post();
        return null;
      });
    },
    isDeclined: (id: string): boolean => declined.has(id),
    /**
     * True once for a job of this place that this tab worked on until it was reloaded or the element was removed, if it can
     * continue without the user.
     */
    continues: ({ id, kind, whose, needs }: ResumableJob): boolean =>
      kind === 'interrupted' &&
      whose === 'mine' &&
      needs === 'nothing' &&
      (page.left.delete(id) || options.ongoing?.take(id) === true),
    /** Calls the listener whenever the offers may have changed. Returns an unsubscribe function. */
    watch(listener: () => void): () => void {
      const stop = new AbortController();
      watcher = { onChange: listener, stop, awaited: new Set() };
      const unsubscribe = news.listen(listener);
      const disconnect = options.scope.connect(listener);
      page.elements.add(self);
      return () => {
        page.elements.delete(self);
        unsubscribe();
        disconnect();
        watcher = null;
        stop.abort();
      };
    },
  };
};
