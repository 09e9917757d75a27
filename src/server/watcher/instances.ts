/**
 * The instances that share the work. Each has a lease, its heartbeat. The tasks of an ended lease are free: the others
 * take them over.
 */
import type { Clock } from '../time.js';
import type { WatcherClock } from './options.js';
import { intervalAt, LONGEST_PAUSE_MS } from './steps.js';
import type { Heartbeat, TaskKey, TaskStore } from './store.js';
import type { TaskState } from './task.js';

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

/** Tasks that are read at the same time. */
const LOAD_AT_ONCE = 50;

interface TakeOverPorts {
  readonly store: TaskStore;
  readonly instances: Instances;
  /** True if this instance is the only one that works, such as a cron job. */
  readonly isOneShot: () => boolean;
  /** True if this instance watches the task already. */
  readonly isWatched: (key: TaskKey) => boolean;
  /** Makes the task one of this instance. */
  readonly adopt: (key: TaskKey, state: TaskState) => Promise<void>;
  readonly alarm: (message: string) => void;
  readonly clock: Clock;
}

/**
 * Spreads queries that are overdue after a restart, unless a cron job waits for them. A time that is too far away comes
 * from the clock of another instance.
 */
const withNearTimes = (state: TaskState, now: number, isOneShot: boolean): TaskState => {
  const latest = now + LONGEST_PAUSE_MS;
  const { hookAt, queryAt } = state;
  const isOverdue = queryAt !== null && queryAt <= now && !isOneShot;
  const soon = now + Math.random() * intervalAt(now - state.submittedAt);
  return {
    ...state,
    queryAt: queryAt === null ? null : isOverdue ? soon : Math.min(queryAt, latest),
    hookAt: hookAt === null ? null : Math.min(hookAt, latest),
  };
};

/**
 * Finds the tasks of instances that have ended, and tasks that no instance watches yet. Takes them over, but leaves the other
 * instances their share. Rejects if the storage fails.
 */
export const createTakeOver = ({
  store,
  instances,
  isOneShot,
  isWatched,
  adopt,
  alarm,
  clock,
}: TakeOverPorts): (() => Promise<void>) => {
  /** Tasks that other instances watch, with their owners, so that they need not be read again. */
  const foreign = new Map<TaskKey, string>();

  return async () => {
    const active = new Set(await store.activeKeys());
    for (const key of foreign.keys()) if (!active.has(key)) foreign.delete(key);
    const candidates = [...active].filter((key) => {
      const owner = foreign.get(key);
      return !isWatched(key) && (owner === undefined || !instances.isAlive(owner));
    });
    const share = Math.ceil(candidates.length / (isOneShot() ? 1 : instances.count()));
    // Instances begin at different places, so that they rarely take the same task.
    const start = Math.floor(Math.random() * candidates.length);
    const order = [...candidates.slice(start), ...candidates.slice(0, start)];
    let taken = 0;

    const visit = async (key: TaskKey): Promise<void> => {
      const stored = await store.loadActive(key);
      if (stored === null || isWatched(key)) return;
      if (stored === 'unreadable') {
        alarm('The storage of the task watcher holds an entry that is not a task.');
        return;
      }
      const { owner, state } = stored;
      if (owner !== null && owner !== instances.self && instances.isAlive(owner)) {
        foreign.set(key, owner);
        return;
      }
      if (taken >= share) return;
      taken += 1;
      foreign.delete(key);
      await adopt(key, withNearTimes(state, clock.now(), isOneShot()));
    };
    for (let at = 0; at < order.length; at += LOAD_AT_ONCE) {
      await Promise.all(order.slice(at, at + LOAD_AT_ONCE).map(visit));
    }
  };
};
