/** What this page stores, and whose it is: the session of the tab, opening the stores, and deleting what is in them. */
import type { EditStore, JobStore, RecordStore } from '../engine/ports.js';
import type { OngoingJobs } from '../engine/resume/held-job.js';
import { createStorageCleanup, storageScope, scopeLockName } from '../engine/resume/scope.js';
import { onDemand, whenIdle } from '../ui/on-demand.js';
import { broadcastTabChannel, systemClock, webLocks } from './browser-ports.js';
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

/** A live page holds the lock of its session. The data of a session without a lock can be deleted. */
const takeSession = (id: string): string => {
  session = storageScope('session', id);
  webLocks.share(scopeLockName(session)).catch(() => undefined);
  return session;
};

const findSession = (begin: boolean): string | null => {
  if (session !== null) return session;
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null && kept !== '' && !isSessionOfOpener(kept)) return takeSession(kept);
    if (!begin) return null;
    const id = newId();
    sessionStorage.setItem(KEY, id);
    return takeSession(id);
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
};

/** True if the document is a page that was reloaded, also after a crash, or is shown again from the history. */
export const isReloaded = (): boolean => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'reload' || visit?.type === 'back_forward';
};

/** `OngoingJobs` in `sessionStorage`, which outlives a reload and a crash of the tab. */
export const createOngoingJobs = (
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  wasReloaded: () => boolean,
): OngoingJobs => {
  const noted = new Map<string, boolean>();
  const keyOf = (id: string): string => `audio-transcribe-ongoing-${id}`;
  return {
    persist(id, isOngoing) {
      if (noted.get(id) === isOngoing) return;
      noted.set(id, isOngoing);
      try {
        if (isOngoing) storage().setItem(keyOf(id), '1');
        else storage().removeItem(keyOf(id));
      } catch {
        // After a reload, the job is offered.
      }
    },
    take(id) {
      if (noted.has(id) || !wasReloaded()) return false;
      noted.set(id, true);
      try {
        return storage().getItem(keyOf(id)) !== null;
      } catch {
        return false;
      }
    },
  };
};

const CHANNEL = 'audio-transcribe:forget';

/** The user key whose data is deleted; null for all data. */
type Forgotten = string | null;
type Listener = (id: Forgotten) => Promise<void>;

/** Undefined for a message of another script that uses the same channel. */
const read = (message: unknown): Forgotten | undefined => {
  if (typeof message !== 'object' || message === null || !('forget' in message)) return undefined;
  const { forget } = message;
  return forget === null || typeof forget === 'string' ? forget : undefined;
};

const forgetListeners = new Set<Listener>();
let forgetChannel: BroadcastChannel | null = null;

const tellHere = (id: Forgotten): Promise<unknown> =>
  Promise.allSettled([...forgetListeners].map((listener) => listener(id)));

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
  /** Calls the listener when any page of this origin deletes data. Returns an unsubscribe function. */
  listen(listener: Listener): () => void {
    forgetListeners.add(listener);
    forgetChannel ??= openForgetChannel();
    return () => {
      forgetListeners.delete(listener);
      if (forgetListeners.size > 0) return;
      forgetChannel?.close();
      forgetChannel = null;
    };
  },
  /** Tells all pages. Resolves when the listeners of this page are done. */
  async tell(id: Forgotten): Promise<void> {
    const own = forgetChannel ?? openForgetChannel();
    // A channel does not receive its own messages.
    own?.postMessage({ forget: id });
    if (own !== forgetChannel) own?.close();
    await tellHere(id);
  },
};

const loadStores = onDemand('openStores', () => import('./job-store.js'));

/** The stores of this page. Their code is loaded at the first call. */
export const openStores = async (): Promise<Stores> => (await loadStores()).openStores();

const recordsOf = (name: 'jobs' | 'edits' | 'peaks' | 'recordings'): RecordStore => ({
  list: async () => (await openStores())[name].list(),
  removeWhere: async (unwanted) => (await openStores())[name].removeWhere(unwanted),
});

const jobStore: JobStore = {
  ...recordsOf('jobs'),
  list: async (scope) => (await openStores()).jobs.list(scope),
  save: async (job, isNew) => (await openStores()).jobs.save(job, isNew),
  saveRecording: async (id, file) => (await openStores()).jobs.saveRecording(id, file),
  recordingAccess: async (id) => (await openStores()).jobs.recordingAccess(id),
  loadRecording: async (id) => (await openStores()).jobs.loadRecording(id),
  remove: async (id) => (await openStores()).jobs.remove(id),
};

export const editStore: EditStore = {
  ...recordsOf('edits'),
  load: async (scope, id) => (await openStores()).edits.load(scope, id),
  save: async (scope, id, record) => (await openStores()).edits.save(scope, id, record),
  remove: async (scope, id) => (await openStores()).edits.remove(scope, id),
};

/** The options of `createJobPersistence` besides the ports. */
export const browserKeeping = {
  store: jobStore,
  locks: webLocks,
  news: broadcastTabChannel,
  clock: systemClock,
  newId,
};

export const storageCleanup = createStorageCleanup({
  jobs: jobStore,
  edits: editStore,
  peaks: recordsOf('peaks'),
  recordings: recordsOf('recordings'),
  locks: webLocks,
  clock: systemClock,
});
export const ongoingJobs = createOngoingJobs(() => sessionStorage, isReloaded);

/** False if the browser certainly stores nothing of this package. Opening a database would create it. */
const mayHoldRecords = async (): Promise<boolean> => {
  if (typeof indexedDB === 'undefined') return false;
  if (!('databases' in indexedDB)) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === 'audio-transcribe');
};

/** Deletes all data of this user key, or all data for null, and cancels the jobs under way. */
export const forgetStored = async (id: string | null): Promise<void> => {
  // Asked first, so that nothing delays the deletion: an element that finds records requests a token.
  const mayHold = mayHoldRecords();
  await forgetting.tell(id);
  if (await mayHold) await storageCleanup.forget(id);
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
