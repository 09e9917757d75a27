/** The engine's ports in a browser that need little code, and the handles of files. */
import type {
  Clock,
  Connectivity,
  Lock,
  Locks,
  PageVisibility,
  PartMemory,
  Ports,
  TabChannel,
} from '../engine/ports.js';

/* ---- The clock ---- */

/** Longest delay of `setTimeout`, in ms. A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Like `Date.now`, but never goes back when the device's clock is set back. */
const createSteadyNow = (): (() => number) => {
  let last = -Infinity;
  let ahead = 0;
  return () => {
    const now = Date.now() + ahead;
    ahead += Math.max(0, last - now);
    last = Math.max(last, now);
    return last;
  };
};

const sleepOnce = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });

export const systemClock: Clock = {
  now: createSteadyNow(),
  sleep: async (ms, signal) => {
    let left = ms;
    for (; left > LONGEST_TIMER_MS; left -= LONGEST_TIMER_MS) {
      await sleepOnce(LONGEST_TIMER_MS, signal);
    }
    await sleepOnce(left, signal);
  },
};

/* ---- The network, and whether the page is seen ---- */

/** Resolves at the next event after which `condition` is true. Rejects with the signal's reason. */
const whenEvent = async (
  target: EventTarget,
  type: string,
  signal: AbortSignal,
  condition = (): boolean => true,
): Promise<void> => {
  signal.throwIfAborted();
  const waiting = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const listen = { signal: waiting.signal };
      target.addEventListener(type, () => condition() && resolve(), listen);
      signal.addEventListener('abort', () => reject(signal.reason as Error), listen);
    });
  } finally {
    waiting.abort();
  }
};

/** Counts `online` and `offline` events. */
let changes = 0;

/** True if a response arrived although the browser reports that it is offline, which happens with some VPNs. */
let disproved = false;

const forget = (): void => {
  changes += 1;
  disproved = false;
};

/**
 * Call it when a request starts, and the returned function when its response arrives. Ignores a response to a
 * request that started before the network was lost, because it may have been on its way already.
 */
export const noteRequest = (): (() => void) => {
  // A listener that is added again is still called once.
  window.addEventListener('online', forget);
  window.addEventListener('offline', forget);
  const before = changes;
  const wasOffline = !navigator.onLine;
  return () => {
    if (wasOffline && changes === before) disproved = true;
  };
};

const isOnline = (): boolean => navigator.onLine || disproved;

const whenBack: Connectivity['whenBack'] = (signal) => whenEvent(window, 'online', signal);

/** `navigator.onLine`, unless a response disproves it. */
export const browserConnectivity: Connectivity = {
  isOnline,
  whenOnline: (signal) => (isOnline() && !signal.aborted ? Promise.resolve() : whenBack(signal)),
  whenBack,
};

const isVisible = (): boolean => document.visibilityState === 'visible';

/** The Page Visibility API. */
const browserPageVisibility: PageVisibility = {
  isVisible,
  whenShown: (signal) => whenEvent(document, 'visibilitychange', signal, isVisible),
};

/* ---- Other tabs ---- */

/** Undefined in a page that is not a secure context. Tabs do not see each other then. */
const manager = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks;

const ALONE: Lock = { release: () => undefined, lost: new Promise(() => undefined) };

const isHeld = async (name: string): Promise<boolean> => {
  const { held = [] } = (await manager()?.query()) ?? {};
  // Tabs that wait for the lock hold it briefly in shared mode.
  return held.some((lock) => lock.name === name && lock.mode === 'exclusive');
};

/** Null if the lock is not available. */
const request = (locks: LockManager, name: string, options: LockOptions): Promise<Lock | null> =>
  new Promise((resolve, reject) => {
    let lose: () => void = () => undefined;
    const lost = new Promise<void>((resolve) => (lose = resolve));
    locks
      .request(name, options, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve({ release, lost }));
      })
      .catch((error: Error) => {
        // The request of a held lock rejects only if the lock is stolen.
        lose();
        reject(error);
      });
  });

/** `Locks` over the Web Locks API. A lock is released when its tab closes or crashes. */
export const webLocks: Locks = {
  async take(name) {
    const locks = manager();
    if (!locks) return ALONE;
    for (;;) {
      const lock = await request(locks, name, { ifAvailable: true });
      if (lock !== null || (await isHeld(name))) return lock;
    }
  },
  async steal(name) {
    const locks = manager();
    return (locks && (await request(locks, name, { steal: true }))) ?? ALONE;
  },
  isTaken: isHeld,
  async share(name) {
    const locks = manager();
    return (locks && (await request(locks, name, { mode: 'shared' }))) ?? ALONE;
  },
  async held() {
    const { held = [] } = (await manager()?.query()) ?? {};
    return new Set(held.flatMap(({ name }) => name ?? []));
  },
  async whenFree(name, signal) {
    await manager()?.request(name, { mode: 'shared', signal }, () => undefined);
  },
};

const CHANNEL = 'audio-transcribe';

/** Null if the browser has no BroadcastChannel, or forbids it. Tabs get no messages then. */
const open = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
};

/** `TabChannel` over BroadcastChannel. Messages have no content, as any script of the page's origin can read them. */
export const broadcastTabChannel: TabChannel = {
  post() {
    const channel = open();
    channel?.postMessage(null);
    channel?.close();
  },
  listen(listener) {
    const channel = open();
    channel?.addEventListener('message', listener);
    return () => channel?.close();
  },
};

/* ---- Parts in memory ---- */

/**
 * True for WebKit, on every system. The HTML standard allows three values of `vendor` ("navigator compatibility mode"),
 * and only WebKit has Apple's. Other browsers never have it, whatever user agent they pretend to be.
 */
export const isWebKit = ({ vendor }: Pick<Navigator, 'vendor'>): boolean =>
  vendor.startsWith('Apple');

let needed: boolean | null = null;

/** WebKit always needs parts in memory. Any other browser does once a part of this page was not answered. */
const pagePartMemory: PartMemory = {
  isNeeded: () => (needed ??= isWebKit(navigator)),
  need: () => (needed = true),
};

/* ---- File handles, which let the page read a file again after a reload (Chromium) ---- */

type HandleItem = DataTransferItem & {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
};

const handles = new WeakMap<Blob, Promise<FileSystemFileHandle | null>>();

const fileHandle = async (
  asked: Promise<FileSystemHandle | null>,
): Promise<FileSystemFileHandle | null> => {
  try {
    const handle = await asked;
    return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null;
  } catch {
    // The file is not on disk, or the frame has no permission.
    return null;
  }
};

/** Remembers the handle of a file. */
export const rememberHandle = (file: Blob, asked: Promise<FileSystemHandle | null>): void =>
  void handles.set(file, fileHandle(asked));

/** Remembers the handles of dropped files. Call it inside the drop event, as they are not available later. */
export const rememberDropped = (transfer: DataTransfer): void => {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file') as HandleItem[];
  [...transfer.files].forEach((file, index) => {
    const asked = items[index]?.getAsFileSystemHandle?.();
    if (asked !== undefined) rememberHandle(file, asked);
  });
};

export const handleOf = async (file: Blob): Promise<FileSystemFileHandle | null> =>
  (await handles.get(file)) ?? null;

/* ---- All ports ---- */

/** The ports that are needed once there is a recording. */
export type RecordingPorts = Required<
  Pick<
    Ports,
    'http' | 'reach' | 'sendPart' | 'hash' | 'probeDuration' | 'isSilent' | 'convert' | 'copy'
  >
>;

/** The engine's ports in a browser. `load` loads the larger ones when they are needed. */
export const createBrowserPorts = (load: () => Promise<RecordingPorts>): Ports => ({
  http: async (request) => (await load()).http(request),
  reach: async (url) => (await load()).reach(url),
  sendPart: async (request) => (await load()).sendPart(request),
  partMemory: pagePartMemory,
  hash: async (blob, request) => (await load()).hash(blob, request),
  probeDuration: async (file, signal) => (await load()).probeDuration(file, signal),
  isSilent: async (file, signal) => (await load()).isSilent(file, signal),
  convert: async (file, request) => (await load()).convert(file, request),
  copy: async (file, request) => (await load()).copy(file, request),
  clock: systemClock,
  connectivity: browserConnectivity,
  visibility: browserPageVisibility,
  random: Math.random,
});
