import type { Lock, Locks, TabChannel } from '../engine/index.js';

/** A page that is not served securely has no Web Locks: then every tab is on its own. */
const manager = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks;

const ALONE: Lock = { release: () => undefined, lost: new Promise(() => undefined) };

const isHeld = async (name: string): Promise<boolean> => {
  const { held = [] } = (await manager()?.query()) ?? {};
  // Those who wait until it is free hold it shared, for a moment.
  return held.some((lock) => lock.name === name && lock.mode === 'exclusive');
};

/** Null where it is not available. */
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
        // Of a lock that was had, the only failure is that it was stolen.
        lose();
        reject(error);
      });
  });

/** `Locks` over the Web Locks API: a lock ends with its tab, however the tab ends. */
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

/** Null where the browser has none, or forbids it: then every tab learns what it asks for itself. */
const open = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
};

/** `News` over BroadcastChannel: that there is some, never what, as any script of the page's origin can listen. */
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
