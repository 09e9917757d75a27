/** What this page stores, and whose it is: the session of the tab, opening the stores, and deleting what is in them. */
import type { EditStore, JobStore } from '../engine/ports.js';
import type { OngoingJobs } from '../engine/resume/held-job.js';
import {
  createLivePage,
  storageScope,
  scopeLockName,
  type StorageCleanup,
} from '../engine/resume/scope.js';
import { orNull } from '../engine/resume/stored-job.js';
import { sessionError } from '../protocol/errors.js';
import { isNotSet } from '../protocol/not-set.js';
import { onDemand, whenIdle } from '../ui/on-demand.js';
import { broadcastTabChannel, systemClock, webLocks } from './browser-ports.js';
import { noteOf } from './forget-note.js';
import type { Stores } from './job-store.js';

/** 32 random hexadecimal digits. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const KEY = 'audio-transcribe-session';

/** True if the session with this id is that of the page that opened this one: `window.open` copies `sessionStorage`. */
const isSessionOfOpener = (id: string): boolean => {
  try {
    const { opener } = top as { readonly opener: Window | null };
    return opener?.sessionStorage.getItem(KEY) === id;
  } catch {
    // It is a page of another origin.
    return false;
  }
};

let session: string | null = null;
/** The session of the tab of which this one is a copy. */
let copied: string | null = null;
let named: Promise<unknown> = Promise.resolve();

/** Tells frames, and a second copy of this module, whose session this is. */
const MARK = Symbol.for(KEY);
const MARKED = globalThis as { [MARK]?: string };

/** True if a frame of this tab has the session: frames share `sessionStorage`. */
const isOfThisTab = (id: string, frame: Window | null = top): boolean => {
  if (frame === null) return false;
  const frames = [...Array(frame.length).keys()].map((at) => frame[at] ?? null);
  try {
    if ((frame as typeof MARKED)[MARK] === id && frame !== window) return true;
  } catch {
    // It is a frame of another origin.
  }
  return frames.some((each) => isOfThisTab(id, each));
};

/** In ms. The page that was here before gives the session back within a moment. */
const TAKE_WITHIN_MS = 2_000;

/** Holds the lock of the tab from when it is free, until the page is left. */
const holdTab = async (id: string): Promise<boolean> => {
  const name = `audio-transcribe:tab:${id}`;
  const lock = await webLocks.take(name);
  globalThis.addEventListener?.('pagehide', () => lock?.release(), { once: true });
  return lock !== null;
};

const whenTabFree = async (id: string): Promise<void> => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TAKE_WITHIN_MS);
  await webLocks.whenFree(`audio-transcribe:tab:${id}`, stop.signal).catch(() => undefined);
  clearTimeout(timer);
};

/** A live page holds the lock of its session. The data of a session without a lock can be deleted. */
const takeSession = (id: string): string => {
  session = storageScope('session', id);
  webLocks.share(scopeLockName(session)).catch(() => undefined);
  return session;
};

const beginSession = (): string => {
  const id = newId();
  sessionStorage.setItem(KEY, id);
  named = holdTab(id).catch(() => undefined);
  MARKED[MARK] ??= id;
  return takeSession(id);
};

/** A tab that was duplicated has the `sessionStorage` of the other one, which works on: it begins a session of its own. */
const claimSession = async (id: string): Promise<void> => {
  const isFirst = MARKED[MARK] === id || isOfThisTab(id);
  MARKED[MARK] ??= id;
  if ((await holdTab(id)) || isFirst) return;
  await whenTabFree(id);
  if (await holdTab(id)) return;
  copied = session;
  const notes = Object.keys(sessionStorage).filter((key) => key.startsWith(ONGOING));
  for (const note of notes) sessionStorage.removeItem(note);
  delete MARKED[MARK];
  beginSession();
};

const findSession = (begin: boolean): string | null => {
  if (session !== null) return session;
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null && kept !== '' && !isSessionOfOpener(kept)) {
      const scope = takeSession(kept);
      // Without locks, tabs cannot be told apart.
      named = claimSession(kept).catch(() => undefined);
      return scope;
    }
    return begin ? beginSession() : null;
  } catch {
    return null;
  }
};

/** The session of a page. It survives a reload and a crash of the tab, and other tabs do not know it. */
export const pageSession = {
  /** The scope of this session; null if the browser forbids `sessionStorage`. Starts a session if there is none. */
  scope: () => findSession(true),
  /** The scope of this session; null if none was started. */
  existing: () => findSession(false),
  /** Resolves when it is known whether the session is that of another tab. Only then `scope` may change, once. */
  async named(): Promise<void> {
    findSession(false);
    await named;
  },
  /** The scope of the session of the tab of which this one is a copy; null if it is none. */
  copied: (): string | null => copied,
};

/** True if the document is a page that was reloaded, also after a crash, or is shown again from the history. */
export const isReloaded = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'reload' || visit?.type === 'back_forward';
};

const ONGOING = 'audio-transcribe-ongoing-';

/** `OngoingJobs` in `sessionStorage`, which outlives a reload and a crash of the tab. */
export const createOngoingJobs = (
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  wasReloaded: () => boolean,
): OngoingJobs => {
  const noted = new Map<string, boolean>();
  const note = (method: 'getItem' | 'setItem' | 'removeItem', id: string): unknown => {
    try {
      return storage()?.[method](ONGOING + id, '1');
    } catch {
      // After a reload, the job is offered.
      return null;
    }
  };
  return {
    persist(id, isOngoing) {
      if (noted.get(id) === isOngoing) return;
      noted.set(id, isOngoing);
      note(isOngoing ? 'setItem' : 'removeItem', id);
    },
    take(id) {
      if (noted.has(id) || !wasReloaded()) return false;
      noted.set(id, true);
      return Boolean(note('getItem', id));
    },
  };
};

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

let isLeft = false;
for (const type of ['pagehide', 'pageshow'])
  globalThis.addEventListener?.(type, () => {
    isLeft = type === 'pagehide';
  });

/** In WebKit, scripts of a page that is being reloaded run on for a moment: its uploads fail, which is not for the next page. */
export const ongoingJobs = createOngoingJobs(() => (isLeft ? null : sessionStorage), isReloaded);

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
