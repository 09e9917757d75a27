/** Which recordings exist: begins them, finds those that were not sent, and follows those that were. */
import type { Clock, Lock, Locks, Origin } from '../engine/ports.js';
import { jobLockName } from '../engine/resume/scope.js';
import { within } from '../engine/resume/stored-job.js';
import type { KeptRecording, RecordingPlace } from '../browser/database.js';
import type { RecordingStore } from '../browser/recording-store.js';
import {
  createMemoryStore,
  createOwnStore,
  limitedLocks,
  limitedStore,
  type OwnStore,
} from './own-store.js';
import { secondsOf } from './samples.js';

/** A recording that this page works on. */
export interface OwnRecording {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly store: OwnStore;
  /** Where it was begun. */
  readonly place: RecordingPlace;
  /** Null without storage. */
  readonly lock: Lock | null;
}

/** A recording that was not sent. */
export interface UnsentRecording {
  readonly id: string;
  readonly startedAtMs: number;
  readonly seconds: number;
}

export interface RecordingsOptions {
  readonly store: RecordingStore;
  readonly locks: Pick<Locks, 'take' | 'held' | 'whenFree'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The names of the files whose stored jobs are unfinished. */
  readonly unfinished: (scope: string) => Promise<readonly string[]>;
  /** Where recordings are made now. Another backend has another key for the same user. */
  readonly origin: () => Origin;
  /** Whose recording it is. Null: nothing may be stored. */
  readonly scope: () => Promise<string | null>;
  /** The scope of recordings that were begun without a token in this session of the page; null for none. */
  readonly sessionScope: () => string | null;
  /** Aborted when the element is disconnected. */
  readonly connected: () => AbortSignal;
  /** A recording that another tab or element worked on may be unsent now. */
  readonly onFree: () => void;
  /** The store takes no more of a recording, so that only this page has the rest of it. */
  readonly onAtRisk: () => void;
}

/** Maximum wait for the names of unfinished jobs, in ms. */
const UNFINISHED_MS = 5_000;

export const createRecordings = (options: RecordingsOptions) => {
  const { clock, onAtRisk } = options;
  const store = limitedStore(options.store, clock);
  const locks = limitedLocks(options.locks, clock);
  const memory = createMemoryStore();
  /** Recordings that this page has sent, by the name of their file. */
  const sent = new Map<string, OwnRecording>();

  /** Those that are known. Where it matters that there is none, `store.list` tells. */
  const list = (): Promise<readonly KeptRecording[]> => store.list().catch(() => []);

  const sentAs = async (name: string): Promise<readonly KeptRecording[]> =>
    (await list()).filter((one) => one.name === name && one.stage !== 'open');

  const remove = (id: string): Promise<void> => store.remove(id).catch(() => undefined);

  /** Other tabs and elements work on these. They send no message when they stop, but the lock becomes free. */
  const awaited = new Set<string>();
  const awaitFree = async (id: string): Promise<void> => {
    if (awaited.has(id)) return;
    awaited.add(id);
    const isFree = await locks.whenFree(jobLockName(id), options.connected()).then(
      () => true,
      () => false,
    );
    awaited.delete(id);
    if (isFree) options.onFree();
  };

  return {
    async begin(): Promise<OwnRecording> {
      const id = options.newId();
      const startedAtMs = clock.now();
      const scope = await options.scope();
      if (scope !== null) {
        let lock: Lock | null = null;
        try {
          // The lock comes first: a recording without one is offered in other tabs.
          lock = await locks.take(jobLockName(id));
          const times = { startedAtMs, savedAtMs: startedAtMs };
          const from = { scope, origin: options.origin() };
          const place = await store.create({ id, ...from, ...times, stage: 'open', name: '' });
          return { id, startedAtMs, store: createOwnStore(store, onAtRisk), place, lock };
        } catch {
          // Storage is forbidden or full, or does not answer.
          lock?.release();
        }
      }
      memory.create(id);
      return { id, startedAtMs, store: memory, place: 'memory', lock: null };
    },
    /** Null if the recording was deleted or another tab works on it. Rejects if it cannot be read. */
    async open(id: string): Promise<OwnRecording | null> {
      const lock = await locks.take(jobLockName(id));
      try {
        const kept = (await store.list()).find((one) => one.id === id);
        if (lock === null || kept === undefined) {
          lock?.release();
          return null;
        }
        await store.mark(id, 'open');
        const { startedAtMs, place } = kept;
        return { id, startedAtMs, store: createOwnStore(store, onAtRisk), place, lock };
      } catch (error) {
        lock?.release();
        throw error;
      }
    },
    /**
     * The recordings of this user that were not sent and that no tab works on, newest first. What was begun in this session
     * of the page belongs to this user from now on.
     */
    async unsent(scope: string): Promise<readonly UnsentRecording[]> {
      const session = options.sessionScope();
      for (const one of session === null || session === scope ? [] : await list()) {
        if (one.scope === session) await store.adopt(one.id, scope).catch(() => undefined);
      }
      const [all, held, unfinished] = await Promise.all([
        list(),
        locks.held().catch(() => null),
        // Without an answer, one that was sent may be under way.
        within(clock, UNFINISHED_MS, () => options.unfinished(scope)).catch(() => null),
      ]);
      // It is not known which ones are being made.
      if (held === null) return [];
      const isHeld = ({ id }: KeptRecording): boolean => held.has(jobLockName(id));
      const ofUser = all.filter((one) => one.scope === scope);
      for (const { id, stage, name } of ofUser.filter(isHeld)) {
        if (stage !== 'done' && !sent.has(name)) void awaitFree(id);
      }
      const own = ofUser.filter((one) => !isHeld(one));
      for (const { id } of own.filter(({ stage }) => stage === 'done')) await remove(id);
      const offered = own
        .filter(
          ({ stage, name }) =>
            stage === 'open' || (stage === 'sent' && unfinished?.includes(name) === false),
        )
        .sort((one, other) => other.startedAtMs - one.startedAtMs);
      const found: UnsentRecording[] = [];
      for (const { id, startedAtMs } of offered) {
        const audio = await store.read(id).catch(() => null);
        // It ended before anything was written.
        if (audio?.size === 0) await remove(id);
        else if (audio) found.push({ id, startedAtMs, seconds: secondsOf(audio.size) });
      }
      return found;
    },
    /** Deletes a recording that this page works on, and releases its lock. */
    async drop({ id, store: own, lock }: OwnRecording): Promise<void> {
      await own.remove(id).catch(() => undefined);
      lock?.release();
    },
    /** The recording is sent as a file with this name. */
    sent: (recording: OwnRecording, name: string) => void sent.set(name, recording),
    /** Whether there is a task for the file with this name, so that its recording is not called unsent. */
    async submitted(name: string, hasTask: boolean): Promise<void> {
      for (const { id, stage } of await sentAs(name)) {
        const next = hasTask ? 'submitted' : 'sent';
        if (stage !== 'done' && stage !== next) await store.mark(id, next).catch(() => undefined);
      }
    },
    /** The file with this name is transcribed, so its recording is not needed after this page. */
    async transcribed(name: string): Promise<void> {
      if (sent.get(name)?.store.isAtRisk() === true) sent.delete(name);
      for (const { id } of await sentAs(name)) {
        // Until this page is closed, it may play the file.
        if (!sent.has(name)) await locks.take(jobLockName(id)).catch(() => undefined);
        await store.mark(id, 'done').catch(() => undefined);
      }
    },
    /**
     * The element shows another job. If the file with this name was not transcribed, its recording can be sent again. Returns
     * it if it is only in memory.
     */
    async over(name: string): Promise<OwnRecording | null> {
      const known = sent.get(name);
      sent.delete(name);
      if (known?.store.isAtRisk() === true) return known;
      for (const { id, stage } of await sentAs(name)) {
        if (stage === 'done') await remove(id);
        else if (stage === 'sent') await store.mark(id, 'open').catch(() => undefined);
      }
      known?.lock?.release();
      return null;
    },
    /** True if the stored data of the recording is gone. False if that cannot be read. */
    async isDeleted({ id, place }: OwnRecording): Promise<boolean> {
      if (place === 'memory') return false;
      return store.list().then(
        (all) => !all.some((one) => one.id === id),
        () => false,
      );
    },
  };
};
