/** The instances that share the work. Each has a lease, its heartbeat. The tasks of an ended lease are free. */
import type { WatcherClock } from './options.js';
import type { Heartbeat, TaskStore } from './store.js';

/** How often each instance renews its lease and looks for free tasks, in ms. */
export const SWEEP_MS = 20_000;
/** An instance that has not renewed its lease for this long has ended, in ms. */
export const LEASE_MS = 60_000;

export interface Instances {
  readonly self: string;
  /** Renews the lease of this instance, and reads the leases of the others. */
  renew(): Promise<void>;
  /** Ends the lease, so that others take over at once. */
  leave(): Promise<void>;
  isAlive(instance: string): boolean;
  /** How many instances are alive, with this one. */
  count(): number;
}

/**
 * With `isOneShot`, leases are judged by the time that they contain. Otherwise by whether they change, as measured by
 * this instance's own clock, so that clocks may differ.
 */
export const createInstances = (
  store: TaskStore,
  clock: WatcherClock,
  isOneShot: () => boolean,
): Instances => {
  const self = crypto.randomUUID();
  const seen = new Map<string, Heartbeat & { readonly changedAt: number }>();
  let beat = 0;

  const isAlive = (instance: string): boolean => {
    if (instance === self) return true;
    const last = seen.get(instance);
    if (last === undefined) return false;
    const now = clock.now();
    return isOneShot() ? now < last.until : now - last.changedAt < LEASE_MS;
  };

  return {
    self,
    isAlive,
    count: () => [...seen.keys()].filter((each) => each !== self && isAlive(each)).length + 1,
    async renew() {
      beat += 1;
      await store.beat(self, { beat, until: clock.now() + LEASE_MS });
      const found = await store.instances();
      for (const instance of seen.keys()) if (!found.has(instance)) seen.delete(instance);
      for (const [instance, heartbeat] of found) {
        const last = seen.get(instance);
        const isSame = last !== undefined && last.beat === heartbeat.beat;
        if (!isSame) seen.set(instance, { ...heartbeat, changedAt: clock.now() });
      }
    },
    leave: () => store.removeInstance(self),
  };
};
