/** Keeps tasks in a key-value storage. Every method rejects if the storage fails or takes too long. */
import { isObject } from '../../protocol/read.js';
import { hashOf, ttlOf } from '../storage.js';
import { withDeadline } from '../deadlines.js';
import type { WatcherSettings } from './watcher-options.js';
import { mayFollow, readTaskState, type TaskName, type TaskState } from './task.js';

/** `<user>:<task>`, two hashes. */
export type TaskKey = string;

const STORE_TIMEOUT_MS = 5_000;
/** Listing all keys may take a storage several round trips. */
const LIST_TIMEOUT_MS = 60_000;
/** Handled at the same time. */
const BATCH = 50;
/** Ten digits of base 36 last for 100 000 years, and are exact as numbers. */
const TIME_DIGITS = 10;
const LAST_TIME = 36 ** TIME_DIGITS - 1;

const TASK = /^[0-9a-f]{32}:[0-9a-f]{32}$/;
const LISTED = /^[0-9a-f]{32}:[0-9a-z]{10}-[0-9a-f]{32}$/;

const hexOf = (subject: readonly string[]): Promise<string> => hashOf(subject, 16);

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
const timeOf = (listed: string): number =>
  LAST_TIME - Number.parseInt(listed.slice(33, 33 + TIME_DIGITS), 36);

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

export const inBatches = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < items.length; start += BATCH) {
    await Promise.all(items.slice(start, start + BATCH).map(work));
  }
};

export type TaskStore = ReturnType<typeof createTaskStore>;

export const createTaskStore = (settings: WatcherSettings) => {
  const { storage, clock, listMs, resultMs } = settings;
  /** A page can ask for a task at least this long after it was forgotten, in ms. */
  const forgottenMs = Math.max(settings.taskMs, listMs);
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
  /** By this process or another one. */
  const isForgotten = async (key: TaskKey): Promise<boolean> =>
    parsed(await get('forgotten', key)) !== undefined;
  /** Undefined if there is none. */
  const loadResult = async (key: TaskKey): Promise<unknown> => {
    const value = parsed(await get('result', key));
    return isObject(value) ? value['data'] : undefined;
  };
  const loadFinished = async (key: TaskKey): Promise<TaskState | null> =>
    readTaskState(await get('done', key));

  /** A task in progress, or one whose hooks are not done. Null if there is none. */
  const loadActive = async (key: TaskKey): Promise<TaskState | 'unreadable' | null> => {
    const value = await get('active', key);
    if (value === null || value === undefined) return null;
    return readTaskState(value) ?? 'unreadable';
  };
  const load = async (key: TaskKey): Promise<TaskState | 'unreadable' | null> => {
    const [active, finished] = await Promise.all([loadActive(key), loadFinished(key)]);
    return finished ?? active;
  };

  const finish = async (key: TaskKey, state: TaskState): Promise<void> => {
    const listedMs = state.submittedAt + listMs - clock.now();
    await set('done', key, state, Math.max(listedMs, resultMs));
    const data = state.status === 'SUCCESS' ? await loadResult(key) : undefined;
    if (data !== undefined) await set('result', key, { data }, resultMs);
    await remove('active', key);
  };

  return {
    keyOf: async ({ userId, transcriptionId }: TaskName): Promise<TaskKey> =>
      `${await hexOf([userId])}:${await hexOf([userId, transcriptionId])}`,
    /** Keeps a new task, and lists it for its user. Returns what is stored: an earlier process may have kept the task. */
    async add(key: TaskKey, state: TaskState): Promise<TaskState> {
      const stored = await load(key);
      if (stored !== null && stored !== 'unreadable') return stored;
      // The list first: an entry without a task is ignored, a task without an entry is never listed.
      await set('list', listKey(key, state), 1, listMs);
      await set('active', key, state);
      return state;
    },
    /**
     * Stores an active task; moves it to the finished ones if its hooks are done. Returns what is stored: another process may
     * have stored the end of the task meanwhile.
     */
    async save(key: TaskKey, state: TaskState): Promise<TaskState> {
      const stored = await load(key);
      if (stored === 'unreadable') {
        // A file that another process is writing. Only the end of a task may replace it; anything else is tried again.
        if (state.endedAt === null) throw new Error('the stored task cannot be read');
      } else if (stored !== null && !mayFollow(stored, state)) return stored;
      await (state.doneAt === null ? set('active', key, state) : finish(key, state));
      return state;
    },
    loadActive,
    activeKeys: () => keysOf('active', TASK),
    loadFinished,
    saveResult: (key: TaskKey, data: unknown) => set('result', key, { data }),
    loadResult,
    /** Deletes a task, and leaves a mark so that nothing adds it again. */
    async forget(key: TaskKey): Promise<void> {
      await set('forgotten', key, clock.now(), forgottenMs);
      const [user = ''] = key.split(':');
      const listed = await keysOf('list', LISTED, `${user}:`);
      await inBatches(
        listed.filter((each) => taskKey(each) === key),
        (each) => remove('list', each),
      );
      for (const area of ['active', 'result', 'done']) await remove(area, key);
    },
    isForgotten,
    /** The keys of a user's tasks, newest first, each with its position in the list. */
    async listOf(userId: string) {
      const listed = await keysOf('list', LISTED, `${await hexOf([userId])}:`);
      return [...listed].sort().map((each) => ({ key: taskKey(each), at: each.slice(33) }));
    },
    /** Deletes what has expired, for storages that ignore `ttl`. */
    async sweepExpired(): Promise<void> {
      const now = clock.now();
      const listed = await keysOf('list', LISTED);
      await inBatches(
        listed.filter((each) => now - timeOf(each) > listMs),
        async (each) => {
          await remove('done', taskKey(each));
          await remove('list', each);
        },
      );
      await inBatches(await keysOf('forgotten', TASK), async (key) => {
        const at = Number(parsed(await get('forgotten', key)));
        if (!(now - at <= forgottenMs)) await remove('forgotten', key);
      });
      await inBatches(await keysOf('result', TASK), async (key) => {
        const finished = await loadFinished(key);
        const isExpired = finished
          ? now - (finished.doneAt ?? 0) >= resultMs
          : parsed(await get('active', key)) === undefined;
        if (isExpired) await remove('result', key);
      });
    },
  };
};
