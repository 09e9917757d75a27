/** What this page stores: opening the stores, and deleting what is in them. */
import type { EditStore, JobStore } from '../engine/ports.js';
import { createLivePage, type StorageCleanup } from '../engine/resume/scope.js';
import { orNull } from '../engine/resume/stored-job.js';
import { sessionError } from '../protocol/errors.js';
import { isNotSet } from '../protocol/not-set.js';
import { onDemand, whenIdle } from '../ui/on-demand.js';
import { broadcastTabChannel, systemClock, webLocks } from './browser-ports.js';
import { noteOf } from './forget-note.js';
import type { Stores } from './job-store.js';
import { newId, pageSession } from './tab-session.js';

const CHANNEL = 'audio-transcribe:forget';

/** The user key whose data is deleted; null for all data. */
type Forgotten = string | null;
type Listener = (id: Forgotten) => Promise<void>;

/** Ends it. It ends by itself when nobody keeps this function. */
interface Subscription {
  (): void;
  readonly listener: Listener;
}

/** Undefined for a message of another script that uses the same channel. */
const read = (message: unknown): Forgotten | undefined => {
  const { forget } = Object(message) as { readonly forget?: unknown };
  return forget === null || typeof forget === 'string' ? forget : undefined;
};

/** Those of all elements that exist, also of one that is out of the page for a moment. */
const forgetListeners = new Set<WeakRef<Subscription>>();
let forgetChannel: BroadcastChannel | null = null;

const tellHere = (id: Forgotten): Promise<unknown> =>
  // Old polyfills of a page have no `Promise.allSettled`.
  Promise.all(
    [...forgetListeners].map(async (one) => {
      await one
        .deref()
        ?.listener(id)
        .catch(() => undefined);
    }),
  );

/** Null if there is no BroadcastChannel, or it is forbidden. Other pages notice the deletion at their next write. */
const openForgetChannel = (): BroadcastChannel | null => {
  try {
    const opened = new BroadcastChannel(CHANNEL);
    opened.addEventListener('message', ({ data }) => {
      const id = read(data);
      if (id !== undefined) void tellHere(id);
    });
    return opened;
  } catch {
    return null;
  }
};

export const forgetting = {
  /** Calls the listener when any page of this origin deletes data, as long as the caller keeps what is returned. */
  listen(listener: Listener): Subscription {
    const stop = Object.assign(() => void forgetListeners.delete(own), { listener });
    const own = new WeakRef<Subscription>(stop);
    forgetListeners.add(own);
    forgetChannel ??= openForgetChannel();
    return stop;
  },
  /** Tells all pages. Resolves when the listeners of this page are done. */
  async tell(id: Forgotten): Promise<void> {
    const post = (): void => {
      forgetChannel ??= openForgetChannel();
      // A channel does not receive its own messages.
      forgetChannel?.postMessage({ forget: id });
    };
    try {
      post();
    } catch {
      // The channel is dead, so it hears nothing any more either.
      forgetChannel = null;
      post();
    }
    await tellHere(id);
  },
};

const loadStores = onDemand('openStores', () => import('./job-store.js'));

/** The stores of this page. Their code is loaded at the first call. */
export const openStores = async (): Promise<Stores> => (await loadStores()).openStores();

/** A store. Its code is loaded at the first call of a method. It has no `then`, or who awaits it would wait for ever. */
const late = <Name extends 'jobs' | 'edits' | 'cleanup'>(store: Name): Stores[Name] =>
  new Proxy({} as Stores[Name], {
    get: (_target, method) =>
      method === 'then'
        ? undefined
        : async (...call: readonly unknown[]): Promise<unknown> => {
            const opened = (await openStores())[store];
            return (opened[method as never] as (...call: readonly unknown[]) => unknown)(...call);
          },
  });

const jobStore: JobStore = late('jobs');

export const editStore: EditStore = late('edits');

/** What stores the jobs of a page, besides its ports. */
export const browserKeeping = {
  store: jobStore,
  locks: webLocks,
  news: broadcastTabChannel,
  clock: systemClock,
  newId,
  page: createLivePage(),
};

export const storageCleanup: Omit<StorageCleanup, 'forget'> = late('cleanup');

/** False if the browser certainly stores nothing of this package. Opening a database would create it. */
const mayHoldRecords = async (): Promise<boolean> => {
  if (typeof indexedDB === 'undefined') return false;
  if (!('databases' in indexedDB)) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === 'audio-transcribe');
};

/**
 * Deletes all data of this user key, or all data if it is not set, and cancels the jobs under way. Rejects after 5 s, also if its code
 * cannot be loaded; what is left is deleted when a page is next opened.
 */
export const forgetStored = async (userKey: string | null = null): Promise<void> => {
  const id = isNotSet(userKey) ? null : String(userKey);
  const stop = (): Promise<void> => forgetting.tell(id);
  const askedMs = systemClock.now();
  const stores = await orNull(systemClock, openStores);
  if (stores === null) {
    void stop();
    localStorage.setItem(noteOf(id), String(Date.now()));
    throw sessionError('network');
  }
  await stores.forget(id, stop, mayHoldRecords, askedMs);
  broadcastTabChannel.post();
};

/** Maximum wait for an idle moment, in ms. */
const SWEEP_WITHIN_MS = 10_000;

/** Deletes expired data and data of ended sessions when the page is idle. */
export const sweepStored = (): void => {
  if (typeof window === 'undefined') return;
  // Take the session's lock now, so that a reloaded session does not look ended.
  const session = pageSession.existing();
  const sweep = async (): Promise<void> => {
    if (await mayHoldRecords()) await storageCleanup.run(session);
  };
  // If storage is forbidden, there is nothing to delete.
  const run = (): void => void sweep().catch(() => undefined);
  whenIdle(run, { timeout: SWEEP_WITHIN_MS });
};
