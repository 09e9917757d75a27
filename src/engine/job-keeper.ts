import type { AudioFile } from './check-file.js';
import type { Job } from './job.js';
import type { Clock, JobStore, Locks } from './ports.js';
import type { Session } from './session.js';
import type { Fact, SessionState } from './state.js';
import { restoreJob, STORED_JOB_LIFETIME_MS, toStoredJob, type StoredJob } from './stored-job.js';

/** Recordings up to this size are stored with their bytes, so that a reload needs no second pick. */
export const STORED_BYTES_LIMIT = 64 * 1024 * 1024;

/** Work that was interrupted and can go on. */
export interface Offer {
  readonly id: string;
  readonly title: string;
  readonly savedAtMs: number;
}

export interface JobKeeper {
  /** The newest interrupted work of this scope that no other tab is at; null where there is none. */
  findOffer(): Promise<Offer | null>;
  /** Goes on with it; false where another tab has taken it meanwhile, or it is gone. */
  accept(offer: Offer): Promise<boolean>;
  /** Forgets it. */
  decline(offer: Offer): Promise<void>;
  /** True while leaving the page would lose work: the bytes are not all at the service, and are not stored here. */
  atRisk(): boolean;
  /** Resolves once everything so far is stored. */
  settled(): Promise<void>;
}

export interface JobKeeperOptions {
  readonly session: Session;
  readonly store: JobStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Makes a file of stored bytes. */
  readonly toFile: (bytes: Blob, name: string) => AudioFile;
  /** Null to store nothing. */
  readonly scope: () => string | null;
  /** Told once where nothing can be stored: the work goes on without. */
  readonly onUnavailable: (cause: unknown) => void;
}

const lockName = (id: string): string => `audio-transcribe:${id}`;

/** The facts after which a reload would go on somewhere else. */
const WORTH_SAVING: ReadonlySet<Fact['type']> = new Set<Fact['type']>([
  'checked',
  'planned',
  'plan-lost',
  'part-stored',
  'hashed',
  'uploaded',
  'submitted',
]);

const endsWork = (state: SessionState): boolean =>
  state.name === 'idle' ||
  state.name === 'ready' ||
  (state.name === 'failed' && !state.error.recoverable);

/** Follows a session and keeps its work in the store, in order, for as long as it is unfinished. */
export const createJobKeeper = (options: JobKeeperOptions): JobKeeper => {
  const { session, store, locks, clock } = options;
  let current: { readonly id: string; readonly scope: string } | null = null;
  let release: (() => void) | null = null;
  let queue: Promise<void> = Promise.resolve();
  let unsaved: StoredJob | null = null;
  let told = false;
  /** The job whose recording is in the store. */
  let keptRecording: string | null = null;

  const enqueue = (write: () => Promise<void>): void => {
    queue = queue.then(write).catch((cause: unknown) => {
      if (!told) options.onUnavailable(cause);
      told = true;
    });
  };

  /** Several changes while a write is under way become one write. */
  const save = (job: Job): void => {
    if (current === null) return;
    const idle = unsaved === null;
    unsaved = toStoredJob(job, { ...current, savedAtMs: clock.now() });
    if (!idle || unsaved === null) return;
    enqueue(async () => {
      const latest = unsaved;
      unsaved = null;
      if (latest !== null) await store.save(latest);
    });
  };

  const saveBytes = (job: Job): void => {
    if (current === null || job.source.kind !== 'file') return;
    const { id } = current;
    const { file } = job.source;
    if (file.size > STORED_BYTES_LIMIT) return;
    enqueue(async () => {
      await store.saveBytes(id, file);
      keptRecording = id;
    });
  };

  const hold = async (id: string): Promise<boolean> => {
    const taken = await locks.take(lockName(id));
    if (taken === null) return false;
    if (current?.id === id) release = taken;
    else taken();
    return true;
  };

  const finish = (): void => {
    if (current === null) return;
    const { id } = current;
    current = null;
    unsaved = null;
    enqueue(() => store.remove(id));
    release?.();
    release = null;
  };

  const begin = (job: Job): void => {
    finish();
    const scope = options.scope();
    if (scope === null || job.source.kind === 'task') return;
    const id = options.newId();
    current = { id, scope };
    void hold(id);
  };

  let restoring: Job | null = null;
  session.subscribe((state, _previous, fact) => {
    if (fact.type === 'selected') {
      if (fact.job !== restoring) begin(fact.job);
      restoring = null;
    } else if (endsWork(state)) {
      finish();
    } else if (WORTH_SAVING.has(fact.type) && state.name !== 'idle' && state.job !== null) {
      save(state.job);
      if (fact.type === 'checked') saveBytes(state.job);
    }
  });

  const fileOf = async (stored: StoredJob): Promise<AudioFile | null> => {
    if (stored.source.kind !== 'file') return null;
    const bytes = await store.loadBytes(stored.id);
    // Half a recording would be a wrong recording.
    const whole = bytes !== null && bytes.size === stored.facts.facts?.size;
    return whole ? options.toFile(bytes, stored.title) : null;
  };

  const usable = async (stored: StoredJob): Promise<Job | null> =>
    (await locks.isTaken(lockName(stored.id))) ? null : restoreJob(stored, await fileOf(stored));

  /** As `usable`, without reading a recording that nothing needs any more. */
  const isUsable = async (stored: StoredJob): Promise<boolean> =>
    !(await locks.isTaken(lockName(stored.id))) &&
    (restoreJob(stored, null) !== null || (await fileOf(stored)) !== null);

  const isFresh = ({ savedAtMs }: StoredJob): boolean =>
    clock.now() - savedAtMs < STORED_JOB_LIFETIME_MS;

  return {
    async findOffer() {
      const scope = options.scope();
      if (scope === null) return null;
      try {
        for (const stored of await store.list(scope)) {
          if (!isFresh(stored)) await store.remove(stored.id);
          else if (await isUsable(stored)) return stored;
        }
      } catch {
        // Where there is no storage there is nothing to go on with.
      }
      return null;
    },
    async accept({ id }) {
      const scope = options.scope();
      const stored = (await store.list(scope ?? '')).find((it) => it.id === id);
      const job = stored === undefined ? null : await usable(stored);
      if (job === null || scope === null) return false;
      finish();
      current = { id, scope };
      if (!(await hold(id))) {
        current = null;
        return false;
      }
      restoring = job;
      keptRecording = id;
      session.dispatch({ type: 'restore', job });
      return true;
    },
    async decline({ id }) {
      await store.remove(id);
    },
    atRisk() {
      const state = session.getState();
      if (state.name === 'submitting') return true;
      if (state.name !== 'uploading' && state.name !== 'paused') return false;
      return state.job.source.kind === 'file' && (current === null || keptRecording !== current.id);
    },
    settled: async () => {
      for (let last: Promise<void> | null = null; last !== queue;) {
        last = queue;
        await last;
      }
    },
  };
};
