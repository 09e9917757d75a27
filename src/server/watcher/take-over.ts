/** Finds the tasks of instances that have ended, and tasks that no instance watches yet. */
import type { Clock } from '../time.js';
import type { Instances } from './instances.js';
import { intervalAt, LONGEST_PAUSE_MS } from './steps.js';
import type { TaskKey, TaskStore } from './store.js';
import type { TaskState } from './task.js';

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

/** Takes over free tasks, but leaves the other instances their share. Rejects if the storage fails. */
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
