/** Which tab this is: its session, which survives a reload and a crash, and what of it was under way. */
import type { OngoingJobs } from '../engine/resume/held-job.js';
import { scopeLockName, storageScope } from '../engine/resume/scope.js';
import { orNull } from '../engine/resume/stored-job.js';
import { systemClock, webLocks } from './browser-ports.js';

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

const lockOf = (id: string): string => `audio-transcribe:tab:${id}`;

/** Holds the lock of the tab while its page is shown, also when the page comes back from the history. False if it is taken. */
const holdTab = async (id: string): Promise<boolean> => {
  const lock = await webLocks.take(lockOf(id));
  if (lock === null) return false;
  const again = (): void => void holdTab(id).catch(() => undefined);
  const leave = (): void => {
    lock.release();
    globalThis.addEventListener('pageshow', again, { once: true });
  };
  globalThis.addEventListener?.('pagehide', leave, { once: true });
  return true;
};

const whenTabFree = async (id: string): Promise<void> => {
  const stop = new AbortController();
  await orNull(systemClock, () => webLocks.whenFree(lockOf(id), stop.signal), TAKE_WITHIN_MS);
  stop.abort();
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

let isLeft = false;
for (const type of ['pagehide', 'pageshow'])
  globalThis.addEventListener?.(type, () => {
    isLeft = type === 'pagehide';
  });

/** In WebKit, scripts of a page that is being reloaded run on for a moment: its uploads fail, which is not for the next page. */
export const ongoingJobs = createOngoingJobs(() => (isLeft ? null : sessionStorage), isReloaded);
