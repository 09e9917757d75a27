/** How a recording uses its store: no call waits for ever, and one that fails loses no sound. */
import type { Clock, Locks } from '../engine/ports.js';
import { within } from '../engine/resume/stored-job.js';
import type { RecordingStore } from '../browser/recording-store.js';

/**
 * Maximum wait, in ms. A database is blocked while another tab holds an older version of it, and then never answers. `seal` copies
 * the recording, which may have gigabytes, `remove` waits for the last write, and `read` may read all audio from the database.
 */
const LIMITS_MS: Partial<Record<keyof RecordingStore, number>> = {
  seal: 60_000,
  // Nothing is lost while it waits.
  append: 10_000,
  read: 10_000,
  remove: 5_000,
};
const LIMIT_MS = 2_000;

type Method = (...values: readonly unknown[]) => Promise<unknown>;

/** The same store. What does not answer in time rejects, as if storage were forbidden. */
export const limitedStore = (store: RecordingStore, clock: Clock): RecordingStore =>
  Object.fromEntries(
    Object.entries(store).map(([name, method]: [string, Method]) => [
      name,
      (...values: readonly unknown[]) =>
        within(clock, LIMITS_MS[name as keyof RecordingStore] ?? LIMIT_MS, () => method(...values)),
    ]),
  ) as unknown as RecordingStore;

type RecordingLocks = Pick<Locks, 'take' | 'held' | 'whenFree'>;

/** The same locks, with the same limit. A lock that comes later is released. */
export const limitedLocks = (locks: RecordingLocks, clock: Clock): RecordingLocks => ({
  async take(name) {
    const taken = locks.take(name);
    try {
      return await within(clock, LIMIT_MS, () => taken);
    } catch (error) {
      taken.then(
        (lock) => lock?.release(),
        () => undefined,
      );
      throw error;
    }
  },
  held: () => within(clock, LIMIT_MS, () => locks.held()),
  // Another tab may hold a lock for hours.
  whenFree: (name, signal) => locks.whenFree(name, signal),
});

/** The store of a recording that this page works on. */
export interface OwnStore extends Pick<RecordingStore, 'append' | 'read' | 'seal' | 'remove'> {
  /** True if only this page has some of the audio. */
  isAtRisk(): boolean;
}

/** A store of this page alone, for `no-storage` and for browsers that forbid storage. */
export const createMemoryStore = () => {
  const recordings = new Map<string, readonly Blob[]>();
  const audioOf = (id: string): readonly Blob[] => {
    const audio = recordings.get(id);
    if (audio === undefined) throw new DOMException('The recording was deleted.', 'NotFoundError');
    return audio;
  };
  return {
    create: (id: string) => void recordings.set(id, []),
    append: async (id, added) => void recordings.set(id, [...audioOf(id), new Blob([added])]),
    read: async (id) => (recordings.has(id) ? new Blob([...audioOf(id)]) : null),
    seal: async (id, header, name) =>
      new File([header, ...audioOf(id)], name, { type: 'audio/wav' }),
    remove: async (id) => void recordings.delete(id),
    isAtRisk: () => true,
  } satisfies OwnStore & { create(id: string): void };
};

/** The recording was deleted, or the disk is full. Any other failure is one of the store, such as a connection that died. */
const endsRecording = (error: unknown): boolean =>
  error instanceof DOMException && ['NotFoundError', 'QuotaExceededError'].includes(error.name);

/**
 * The store of one recording. If a write fails, the rest of the recording is kept in memory, and `onAtRisk` is called. Rejects if the
 * recording was deleted or the disk is full.
 */
export const createOwnStore = (
  store: Pick<RecordingStore, 'append' | 'read' | 'seal' | 'remove'>,
  onAtRisk: () => void,
): OwnStore => {
  /** Bytes that the store has for certain. A write that failed may be there in part, or come late. */
  let stored = 0;
  /** What the store did not take. Null as long as it takes everything. */
  let rest: Blob[] | null = null;

  /** What the store has. The rest can be used without it, if it can't be read. */
  const head = async (id: string): Promise<Blob | null> => {
    const read = store.read(id);
    const audio = await (rest === null ? read : read.catch(() => null));
    if (rest === null) stored = audio?.size ?? 0;
    return audio?.slice(0, stored) ?? null;
  };

  return {
    isAtRisk: () => rest !== null,
    async append(id, audio) {
      if (rest === null) {
        try {
          await store.append(id, audio);
          stored += audio.byteLength;
          return;
        } catch (error) {
          if (endsRecording(error)) throw error;
          rest = [];
          onAtRisk();
        }
      }
      rest.push(new Blob([audio]));
    },
    async read(id) {
      const audio = await head(id);
      return rest === null ? audio : new Blob([audio ?? [], rest].flat());
    },
    async seal(id, header, name) {
      if (rest === null) return store.seal(id, header, name);
      const audio = await head(id);
      // What the store has is sent, too, so it is not offered again. If it can't be read, it is.
      if (audio !== null) await store.seal(id, header, name).catch(() => undefined);
      return new File([header, audio ?? [], rest].flat(), name, { type: 'audio/wav' });
    },
    remove: (id) => store.remove(id),
  };
};
