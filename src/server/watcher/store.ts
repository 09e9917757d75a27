/** Keeps tasks in a key-value storage. Every method rejects if the storage fails or takes too long. */
import { isObject } from '../../protocol/read.js';
import { hashOf, ttlOf } from '../storage.js';
import { withDeadline } from '../time.js';
import type { WatcherSettings } from './options.js';
import { readTaskState, type TaskName, type TaskState } from './task.js';

/** A task in progress, or one whose hooks are not done. */
export interface OwnedTask {
  readonly state: TaskState;
  /** The instance that watches it. Null if none does. */
  readonly owner: string | null;
}

/** `<user>:<task>`, two hashes. */
export type TaskKey = string;

/** The heartbeat of an instance. */
export interface Heartbeat {
  /** Changes with each beat. */
  readonly beat: number;
  /** Until when the instance counts as alive, in ms since the epoch, on its own clock. */
  readonly until: number;
}

export interface TaskStore {
  keyOf(task: TaskName): Promise<TaskKey>;
  /** Keeps a new task, and lists it for its user. */
  add(key: TaskKey, task: OwnedTask): Promise<void>;
  saveActive(key: TaskKey, task: OwnedTask): Promise<void>;
  /** Null if it is not active. `unreadable` if the stored value is not a task. */
  loadActive(key: TaskKey): Promise<OwnedTask | 'unreadable' | null>;
  activeKeys(): Promise<readonly TaskKey[]>;
  saveResult(key: TaskKey, data: unknown): Promise<void>;
  /** Undefined if there is none. */
  loadResult(key: TaskKey): Promise<unknown>;
  /** Moves an active task to the finished ones. */
  finish(key: TaskKey, state: TaskState): Promise<void>;
  loadFinished(key: TaskKey): Promise<TaskState | null>;
  /** Moves an active task to those whose hook failed for too long. */
  park(key: TaskKey, state: TaskState): Promise<void>;
  unpark(key: TaskKey, task: OwnedTask): Promise<void>;
  loadParked(key: TaskKey): Promise<TaskState | null>;
  parkedKeys(): Promise<readonly TaskKey[]>;
  forget(key: TaskKey): Promise<void>;
  /** The keys of a user's tasks, newest first, each with its position in the list. */
  listOf(userId: string): Promise<readonly { readonly key: TaskKey; readonly at: string }[]>;
  /** False if another instance is calling a hook of this task. Always true without `setIfAbsent`. */
  claim(key: TaskKey, owner: string): Promise<boolean>;
  unclaim(key: TaskKey): Promise<void>;
  beat(instance: string, heartbeat: Heartbeat): Promise<void>;
  removeInstance(instance: string): Promise<void>;
  instances(): Promise<ReadonlyMap<string, Heartbeat>>;
  /** Deletes what has expired, for storages that ignore `ttl`. */
  sweepExpired(): Promise<void>;
}

const STORE_TIMEOUT_MS = 5_000;
/** Listing all keys may take a storage several round trips. */
const LIST_TIMEOUT_MS = 60_000;
/** A claim outlives the longest call of a hook, and the writes after it. */
const CLAIM_MARGIN_MS = 60_000;
/** Storages that obey `ttl` delete the heartbeats of instances that ended without `stop`. */
const INSTANCE_TTL_MS = 86_400_000;
/** Deleted at the same time. */
const BATCH = 20;
/** Twelve digits of base 36 last for 100 000 years. */
const TIME_DIGITS = 12;
const LAST_TIME = 36 ** TIME_DIGITS - 1;

const hexOf = (subject: readonly string[]): Promise<string> => hashOf(subject, 16);

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

const readOwned = (value: unknown): OwnedTask | 'unreadable' | null => {
  if (value === null || value === undefined) return null;
  const source = parsed(value);
  if (!isObject(source)) return 'unreadable';
  const { state, owner } = source;
  const task = readTaskState(state);
  return task && (owner === null || typeof owner === 'string')
    ? { state: task, owner }
    : 'unreadable';
};

const readHeartbeat = (value: unknown): Heartbeat | null => {
  const source = parsed(value);
  if (!isObject(source)) return null;
  const { beat, until } = source;
  return typeof beat === 'number' && typeof until === 'number' ? { beat, until } : null;
};

export const createTaskStore = (
  settings: Pick<
    WatcherSettings,
    'storage' | 'serviceUrl' | 'clientId' | 'clock' | 'listMs' | 'resultMs' | 'hookTimeoutMs'
  >,
): TaskStore => {
  const { storage, clock, listMs, resultMs, hookTimeoutMs } = settings;
  let prefix: Promise<string> | null = null;
  const address = async (area: string, key = ''): Promise<string> =>
    `audio-transcribe:watcher:${await (prefix ??= hexOf([settings.serviceUrl, settings.clientId]))}:${area}:${key}`;

  const within = <T>(work: () => Promise<T>, ms = STORE_TIMEOUT_MS): Promise<T> =>
    withDeadline(ms, undefined, work);
  const get = async (area: string, key: string): Promise<unknown> => {
    const name = await address(area, key);
    return within(() => storage.getItem(name));
  };
  const set = async (area: string, key: string, value: unknown, ttlMs?: number): Promise<void> => {
    const name = await address(area, key);
    const options = ttlMs === undefined ? undefined : ttlOf(ttlMs);
    await within(() => storage.setItem(name, JSON.stringify(value), options));
  };
  const remove = async (area: string, key: string): Promise<void> => {
    const name = await address(area, key);
    await within(() => storage.removeItem(name));
  };
  /** The keys below `area:under` that have the shape `pattern`. Ignores others, which are not ours. */
  const keysOf = async (area: string, pattern: RegExp, under = ''): Promise<readonly string[]> => {
    const base = await address(area, under);
    const areaBase = base.slice(0, base.length - under.length);
    const keys: unknown = await within(() => storage.getKeys(base), LIST_TIMEOUT_MS);
    if (!Array.isArray(keys)) throw new TypeError('storage.getKeys must resolve with an array.');
    return keys
      .filter((key): key is string => typeof key === 'string' && key.startsWith(areaBase))
      .map((key) => key.slice(areaBase.length))
      .filter((key) => pattern.test(key));
  };
  const TASK = /^[0-9a-f]{32}:[0-9a-f]{32}$/;
  const LISTED = /^[0-9a-f]{32}:[0-9a-z]{12}-[0-9a-f]{32}$/;

  /** Later times come first in alphabetical order. */
  const listKey = (key: TaskKey, { submittedAt }: TaskState): string => {
    const [user = '', task = ''] = key.split(':');
    const time = (LAST_TIME - Math.max(0, Math.round(submittedAt))).toString(36);
    return `${user}:${time.padStart(TIME_DIGITS, '0')}-${task}`;
  };
  const taskKey = (listed: string): TaskKey => {
    const [user = '', rest = ''] = listed.split(':');
    return `${user}:${rest.slice(TIME_DIGITS + 1)}`;
  };
  const stateOf = async (area: string, key: TaskKey): Promise<TaskState | null> => {
    const owned = readOwned(await get(area, key));
    return owned === 'unreadable' ? null : (owned?.state ?? null);
  };
  const ownerless = (state: TaskState): OwnedTask => ({ state, owner: null });
  const inBatches = async (
    keys: readonly string[],
    work: (key: string) => Promise<unknown>,
  ): Promise<void> => {
    for (let start = 0; start < keys.length; start += BATCH) {
      await Promise.all(keys.slice(start, start + BATCH).map(work));
    }
  };

  const store: TaskStore = {
    keyOf: async ({ userId, transcriptionId }) =>
      `${await hexOf([userId])}:${await hexOf([userId, transcriptionId])}`,
    async add(key, task) {
      // The list first: an entry without a task is ignored, a task without an entry is never listed.
      await set('list', listKey(key, task.state), 1, listMs);
      await set('active', key, task);
    },
    saveActive: (key, task) => set('active', key, task),
    loadActive: async (key) => readOwned(await get('active', key)),
    activeKeys: () => keysOf('active', TASK),
    saveResult: (key, data) => set('result', key, { data }),
    async loadResult(key) {
      const value = parsed(await get('result', key));
      return isObject(value) ? value['data'] : undefined;
    },
    async finish(key, state) {
      const listedUntil = state.submittedAt + listMs - clock.now();
      await set('done', key, ownerless(state), Math.max(listedUntil, resultMs));
      const data = state.status === 'SUCCESS' ? await store.loadResult(key) : undefined;
      if (data !== undefined) await set('result', key, { data }, resultMs);
      await remove('active', key);
    },
    loadFinished: (key) => stateOf('done', key),
    async park(key, state) {
      await set('parked', key, ownerless(state));
      await remove('active', key);
    },
    async unpark(key, task) {
      await set('active', key, task);
      await remove('parked', key);
    },
    loadParked: (key) => stateOf('parked', key),
    parkedKeys: () => keysOf('parked', TASK),
    async forget(key) {
      const [user = ''] = key.split(':');
      const listed = await keysOf('list', LISTED, `${user}:`);
      await inBatches(
        listed.filter((each) => taskKey(each) === key),
        (each) => remove('list', each),
      );
      for (const area of ['active', 'parked', 'result', 'done']) await remove(area, key);
    },
    async listOf(userId) {
      const user = await hexOf([userId]);
      const listed = await keysOf('list', LISTED, `${user}:`);
      return [...listed].sort().map((each) => ({ key: taskKey(each), at: each.slice(33) }));
    },
    async claim(key, owner) {
      if (typeof storage.setIfAbsent !== 'function') return true;
      const name = await address('claim', key);
      const ttl = ttlOf(hookTimeoutMs + CLAIM_MARGIN_MS);
      return within(async () => (await storage.setIfAbsent?.(name, owner, ttl)) === true);
    },
    async unclaim(key) {
      if (typeof storage.setIfAbsent === 'function') await remove('claim', key);
    },
    beat: (instance, heartbeat) => set('instance', instance, heartbeat, INSTANCE_TTL_MS),
    removeInstance: (instance) => remove('instance', instance),
    async instances() {
      const found = new Map<string, Heartbeat>();
      await inBatches(await keysOf('instance', /^[0-9a-f-]{36}$/), async (id) => {
        const heartbeat = readHeartbeat(await get('instance', id));
        if (heartbeat) found.set(id, heartbeat);
      });
      return found;
    },
    async sweepExpired() {
      const oldest = LAST_TIME - (clock.now() - listMs);
      const expired = (await keysOf('list', LISTED)).filter(
        (key) => Number.parseInt(key.slice(33, 33 + TIME_DIGITS), 36) > oldest,
      );
      await inBatches(expired, async (key) => {
        await remove('done', taskKey(key));
        await remove('list', key);
      });
      await inBatches(await keysOf('result', TASK), async (key) => {
        const finished = await store.loadFinished(key);
        if (finished === null) {
          const isUsed = (await get('active', key)) ?? (await get('parked', key)) ?? null;
          if (isUsed === null) await remove('result', key);
        } else if (clock.now() - (finished.doneAt ?? 0) >= resultMs) {
          await remove('result', key);
        }
      });
    },
  };
  return store;
};
