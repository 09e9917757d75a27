import type { Locks } from '../engine/index.js';

/** A page that is not served securely has no Web Locks: then every tab is on its own. */
const manager = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks;

/** `Locks` over the Web Locks API: a lock ends with its tab, however the tab ends. */
export const webLocks: Locks = {
  take: (name) => {
    const locks = manager();
    if (!locks) return Promise.resolve(() => undefined);
    return new Promise((resolve, reject) => {
      locks
        .request(name, { ifAvailable: true }, (lock) => {
          if (lock === null) {
            resolve(null);
            return undefined;
          }
          return new Promise<void>((release) => resolve(release));
        })
        .catch(reject);
    });
  },
  isTaken: async (name) => {
    const { held = [] } = (await manager()?.query()) ?? {};
    return held.some((lock) => lock.name === name);
  },
};
