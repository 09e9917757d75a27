import type { Lock, Locks, TabChannel } from '../engine/ports.js';

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
