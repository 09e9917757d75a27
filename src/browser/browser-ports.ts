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
import { sleep } from '../ui/sleep.js';

/* ---- The clock ---- */

/** Longest delay of `setTimeout`, in ms. A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Like `Date.now`, but never goes back when the device's clock is set back, and goes on if a page has frozen `Date`.
 * `performance.now` alone would not do: it stands still while some devices sleep.
 */
const createSteadyNow = (): (() => number) => {
  let last = -Infinity;
  let ahead = 0;
  let ticks = performance.now();
  return () => {
    const elapsed = Math.floor(performance.now() - ticks);
    ticks += elapsed;
    const now = Date.now() + ahead;
    const least = last + elapsed;
    ahead += Math.max(0, least - now);
    last = Math.max(least, now);
    return last;
  };
};

/** How far the device's clock is behind that of servers, in ms. Set by calls to the partner's handler. */
export const serverTime: { skewMs: number | null } = { skewMs: null };

export const systemClock: Clock = {
  now: createSteadyNow(),
  skewMs: () => serverTime.skewMs,
  sleep: async (ms, signal) => {
    let left = ms;
    for (; left > LONGEST_TIMER_MS; left -= LONGEST_TIMER_MS) {
      await sleep(LONGEST_TIMER_MS, signal);
    }
    await sleep(left, signal);
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
  let end: () => void = () => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const listen = (): void => void (condition() && resolve());
      const abort = (): void => reject(signal.reason as Error);
      // Without `signal`: an old zone.js then loses all later listeners of the same type.
      target.addEventListener(type, listen);
      signal.addEventListener('abort', abort);
      end = () => {
        target.removeEventListener(type, listen);
        signal.removeEventListener('abort', abort);
      };
    });
  } finally {
    end();
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
  // A person who has signed in elsewhere comes back to the tab, or to the window.
  whenShown: (signal) =>
    Promise.race([
      whenEvent(document, 'visibilitychange', signal, isVisible),
      whenEvent(window, 'focus', signal),
    ]),
};

/* ---- Other tabs ---- */

/** Undefined in a page that is not a secure context. Tabs do not see each other then. */
const manager = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks;

/** Runs the work, and once more if it fails. A frame without an origin has locks that it may not use: as if it had none. */
const unlessForbidden = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    return (error as Error).name === 'SecurityError' ? otherwise : work();
  }
};

const ALONE: Lock = { release: () => undefined, lost: new Promise(() => undefined) };

const held = (): Promise<readonly LockInfo[]> =>
  unlessForbidden(async () => (await manager()?.query())?.held ?? [], []);

const isHeld = async (name: string): Promise<boolean> => {
  // Tabs that wait for the lock hold it briefly in shared mode.
  return (await held()).some((lock) => lock.name === name && lock.mode === 'exclusive');
};

const requestOnce = (
  locks: LockManager,
  name: string,
  options: LockOptions,
): Promise<Lock | null> =>
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

/** Null if the lock is not available. */
const request = async (name: string, options: LockOptions): Promise<Lock | null> => {
  const locks = manager();
  return locks ? unlessForbidden(() => requestOnce(locks, name, options), ALONE) : ALONE;
};

/** `Locks` over the Web Locks API. A lock is released when its tab closes or crashes. */
export const webLocks: Locks = {
  async take(name) {
    for (;;) {
      const lock = await request(name, { ifAvailable: true });
      if (lock !== null || (await isHeld(name))) return lock;
    }
  },
  async steal(name) {
    return (await request(name, { steal: true })) ?? ALONE;
  },
  isTaken: isHeld,
  async share(name) {
    return (await request(name, { mode: 'shared' })) ?? ALONE;
  },
  async held() {
    return new Set((await held()).flatMap(({ name }) => name ?? []));
  },
  async whenFree(name, signal) {
    const wait = async () => manager()?.request(name, { mode: 'shared', signal }, () => undefined);
    await unlessForbidden(wait, undefined).catch((error: unknown) => {
      // WebKitGTK rejects with its own AbortError instead of the signal's reason.
      signal.throwIfAborted();
      throw error;
    });
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
    try {
      channel?.postMessage(null);
    } catch {
      // The page is being closed. The other tabs find out when they next read what is stored.
    }
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
