import { createLeftovers, type Locks, scopeLockName, storageScope } from '../engine/index.js';
import { systemClock } from './clock.js';
import { broadcastTabChannel, webLocks } from './tabs.js';
import { createIndexedDbEditStore, createIndexedDbStore } from './stores.js';

const KEY = 'audio-transcribe-session';

/** What names the session of a page: it survives a reload and a crash of the tab, and is not known in another tab. */
interface PageSession {
  /** The scope of what this session stores; null where the browser forbids `sessionStorage`. */
  scope(): string | null;
  /** The same, but null also where nothing has been stored in this session yet. */
  existing(): string | null;
}

interface PageSessionOptions {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly locks: Pick<Locks, 'share'>;
  readonly newId: () => string;
}

/** While the page lives it holds the lock of its session: what a session without a lock stored is left behind. */
const createPageSession = ({ storage, locks, newId }: PageSessionOptions): PageSession => {
  let known: string | null = null;
  const take = (id: string): string => {
    const scope = storageScope('session', id);
    known = scope;
    locks.share(scopeLockName(scope)).catch(() => undefined);
    return scope;
  };
  const find = (begin: boolean): string | null => {
    if (known !== null) return known;
    try {
      const kept = storage().getItem(KEY);
      if (kept !== null && kept !== '') return take(kept);
      if (!begin) return null;
      const id = newId();
      storage().setItem(KEY, id);
      return take(id);
    } catch {
      return null;
    }
  };
  return { scope: () => find(true), existing: () => find(false) };
};

/** Tells every page of this origin that stored work is to be forgotten. */

const CHANNEL = 'audio-transcribe:forget';

/** A `resume-scope` or a `storage_scope`; null for everything. */
type Forgotten = string | null;
type Listener = (id: Forgotten) => Promise<void>;

interface Forgetting {
  /** Calls the listener whenever some page of this origin forgets; returns what ends that. */
  listen(listener: Listener): () => void;
  /** Resolves once the listeners of this page are done; those of other pages are told, and not waited for. */
  tell(id: Forgotten): Promise<void>;
}

/** Undefined where another script of the page uses the channel for something else. */
const read = (message: unknown): Forgotten | undefined => {
  if (typeof message !== 'object' || message === null || !('forget' in message)) return undefined;
  const { forget } = message;
  return forget === null || typeof forget === 'string' ? forget : undefined;
};

const createForgetting = (): Forgetting => {
  const listeners = new Set<Listener>();
  let channel: BroadcastChannel | null = null;
  const tellHere = (id: Forgotten): Promise<unknown> =>
    Promise.allSettled([...listeners].map((listener) => listener(id)));
  const open = (): BroadcastChannel | null => {
    try {
      const opened = new BroadcastChannel(CHANNEL);
      opened.addEventListener('message', ({ data }) => {
        const id = read(data);
        if (id !== undefined) void tellHere(id);
      });
      return opened;
    } catch {
      // The browser has none, or forbids it: then a page that stores work finds it deleted at its next write.
      return null;
    }
  };
  return {
    listen(listener) {
      listeners.add(listener);
      channel ??= open();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channel?.close();
        channel = null;
      };
    },
    async tell(id) {
      const own = channel ?? open();
      // A channel does not hear itself.
      own?.postMessage({ forget: id });
      if (own !== channel) own?.close();
      await tellHere(id);
    },
  };
};

/** What this origin stores in the browser, and how it is deleted. */

/** 32 random hexadecimal digits. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export const jobStore = createIndexedDbStore();
export const editStore = createIndexedDbEditStore();
export const leftovers = createLeftovers({
  jobs: jobStore,
  edits: editStore,
  locks: webLocks,
  clock: systemClock,
});
export const pageSession = createPageSession({
  storage: () => sessionStorage,
  locks: webLocks,
  newId,
});
export const forgetting = createForgetting();

/** False where the browser surely stores nothing of ours, so that nothing is created by a look. */
const mayHoldRecords = async (): Promise<boolean> => {
  if (typeof indexedDB === 'undefined') return false;
  if (!('databases' in indexedDB)) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name?.startsWith('audio-transcribe'));
};

/** Deletes everything of this `resume-scope` or `storage_scope`, or all there is for null, and stops who works on it. */
export const forgetStored = async (id: string | null): Promise<void> => {
  await forgetting.tell(id);
  if (await mayHoldRecords()) await leftovers.forget(id);
  broadcastTabChannel.post();
};

/** Longest wait for a quiet moment, in ms. */
const SWEEP_WITHIN_MS = 10_000;

/** Deletes what is too old, and what sessions that are over left behind, once the page has a quiet moment. */
export const sweepStored = (): void => {
  if (typeof window === 'undefined') return;
  // Before that moment: a session that a reload goes on with must not look as if it were over.
  const session = pageSession.existing();
  const sweep = async (): Promise<void> => {
    if (await mayHoldRecords()) await leftovers.tidy(session);
  };
  // Where storage is forbidden nothing is stored.
  const run = (): void => void sweep().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: SWEEP_WITHIN_MS });
  else setTimeout(run, 0);
};
