/** The list as it is stored for a reload: the order of the jobs, and the tasks that have succeeded. */
import type { Clock, EditStore, StoredRecord } from '../engine/ports.js';
import {
  isOfKind,
  isPaid,
  LIFETIMES_MS,
  type OwnScope,
  type ResumableJob,
} from '../engine/resume/scope.js';
import { createWriteQueue } from '../engine/resume/stored-job.js';
import {
  ContractError,
  filledText,
  finite,
  flag,
  listOf,
  object,
  orNull,
  record,
  text,
  type Reader,
} from '../protocol/read.js';
import {
  entryOfJob,
  newEntry,
  sessionStateOf,
  type Content,
  type Entry,
  type FileIdentity,
} from './entries.js';
import { stateOf, transcriptionIdOf } from './items.js';

interface StoredItem extends FileIdentity {
  /** That of its stored job, if it has one. */
  readonly id: string;
  readonly transcriptionId: string | null;
  /** True if it continues by itself after a reload. False if it had failed or was paused. */
  readonly continues: boolean;
}

/** A file that can't be used is not kept, unless it was paid for. */
const isKept = (entry: Entry): boolean => {
  const state = sessionStateOf(entry);
  const isUnusable = state.name === 'failed' && !state.error.recoverable && !isPaid(state.job);
  return entry.isOwn && !isUnusable;
};

const toStoredItem = (entry: Entry): StoredItem => {
  const { id, name, size, lastModifiedMs, content } = entry;
  const state = stateOf(entry);
  return {
    id: (content.kind === 'work' ? content.persistence.heldId : null) ?? id,
    name,
    size,
    lastModifiedMs,
    transcriptionId: transcriptionIdOf(entry),
    continues: state !== 'failed' && state !== 'paused' && state !== 'interrupted',
  };
};

/** Plain data. Null if there is nothing to store. */
const toStoredList = (entries: readonly Entry[]) => {
  const items = entries.filter(isKept).map(toStoredItem);
  return items.length === 0 ? null : ({ version: 1, items } as const);
};

const item: Reader<StoredItem> = record({
  id: filledText,
  name: text,
  size: orNull(finite),
  lastModifiedMs: orNull(finite),
  transcriptionId: orNull(filledText),
  continues: flag,
});

/** Returns the items of a stored list. Empty if there is none, or if another version has written it. */
const parseStoredList = (stored: unknown): readonly StoredItem[] => {
  try {
    const { version, items } = object(stored, '');
    return version === 1 ? listOf(item)(items, 'items') : [];
  } catch (error) {
    if (error instanceof ContractError) return [];
    throw error;
  }
};

export interface RestoredEntry {
  readonly entry: Entry;
  /** True if its job continues without being asked. */
  readonly continues: boolean;
}

/** Joins a stored list with the stored jobs, those of others last. */
const restoreEntries = (
  items: readonly StoredItem[],
  jobs: readonly ResumableJob[],
): readonly RestoredEntry[] => {
  const listed = new Set(items.map(({ id }) => id));
  const own = items.map((stored) => {
    const job = jobs.find(({ id }) => id === stored.id);
    const { transcriptionId } = stored;
    const left: Content =
      transcriptionId === null ? { kind: 'lost' } : { kind: 'finished', transcriptionId };
    const canContinue =
      job?.kind === 'interrupted' && job.whose === 'mine' && job.needs === 'nothing';
    return {
      entry: newEntry(stored, job === undefined ? left : entryOfJob(job, true).content, true),
      continues: stored.continues && canContinue,
    };
  });
  const others = jobs
    .filter(({ id }) => !listed.has(id))
    .map((job) => ({ entry: entryOfJob(job, false), continues: false }));
  return [...own, ...others];
};

/** Lists are stored beside the corrections. No task has an id that begins like this. */
const PREFIX = 'list ';

export interface ListStoreOptions {
  readonly lists: EditStore;
  readonly clock: Clock;
  readonly scope: OwnScope;
  /** Identifies the tab and the place of the element. Null if nothing identifies the tab. */
  readonly listKey: () => string | null;
  /** The session and the list of the tab of which this one is a copy. Null for none. Default: none. */
  readonly copied?: () => { readonly session: string; readonly listKey: string } | null;
  /** What version 1.0.0 has stored the list under. Null for nothing. Default: nothing. */
  readonly formerKey?: () => string | null;
  /**
   * True if the page was reloaded or is shown again, or if the element has come back to its page. On a new visit, the stored
   * list is not shown.
   */
  readonly isRevisited: (listKey: string) => boolean;
  readonly onUnavailable: (cause: unknown) => void;
}

export type ListStore = ReturnType<typeof createListStore>;

export const createListStore = (options: ListStoreOptions) => {
  const { lists, clock, onUnavailable } = options;
  const writes = createWriteQueue(onUnavailable);
  let scope: string | null = null;
  /**
   * What `listKey` was when the list was loaded. Null if it could not be read: it is not overwritten, because it may name paid
   * tasks.
   */
  let listKey: string | null = null;
  let isRevisited = false;
  let isCopied = false;
  /** Aborted when there is nothing left to store. */
  let asking = new AbortController();
  let unsaved: readonly Entry[] | null = null;
  let written = '';

  /** A list whose tab was closed. It names tasks that were paid for. */
  const isExpired = ({ id, savedAtMs }: StoredRecord): boolean =>
    id.startsWith(PREFIX) && Math.abs(clock.now() - savedAtMs) > LIFETIMES_MS.task;

  /** True if the list belongs to another user than this one. False while either is not known. */
  const isOfAnother = (owner = options.scope.now()): boolean =>
    scope !== null && typeof owner === 'string' && options.scope.current(scope) !== owner;

  const write = async (list: ReturnType<typeof toStoredList>): Promise<void> => {
    const text = JSON.stringify(list);
    if (listKey === null || text === written) return;
    const key = PREFIX + listKey;
    const known = options.scope.now();
    // Nothing is stored under an unknown user, so there is nothing to delete.
    if (known === undefined && list === null) return;
    const { signal } = asking;
    const owner =
      known === undefined
        ? await options.scope.requestFromToken(signal).catch((cause: unknown) => {
            if (signal.aborted) return null;
            throw cause;
          })
        : known;
    // Another user has signed in, whose list is still to be loaded.
    if (owner === null || isOfAnother(owner)) return;
    scope = owner;
    await (list === null ? lists.remove(scope, key) : lists.save(scope, key, list));
    const former = formerId();
    if (former !== null) await lists.remove(scope, former);
    written = text;
  };

  const formerId = (): string | null => {
    const former = options.formerKey?.() ?? null;
    return former === null ? null : PREFIX + former;
  };

  /** What has a task in the list of the other tab. Nothing of it continues by itself: the other tab works on it. */
  const loadCopied = async (owner: string): Promise<readonly StoredItem[]> => {
    const copied = options.copied?.() ?? null;
    if (copied === null || isCopied) return [];
    isCopied = true;
    const from = isOfKind(owner, 'session') ? copied.session : owner;
    const items = parseStoredList(await lists.load(from, PREFIX + copied.listKey));
    return items
      .filter(({ transcriptionId }) => transcriptionId !== null)
      .map((item) => ({ ...item, continues: false }));
  };

  const loadItems = async (): Promise<readonly StoredItem[]> => {
    // What waits to be written may belong to another user. The rest is written again.
    unsaved = null;
    written = '';
    await options.scope.named?.();
    const nextKey = options.listKey();
    if (nextKey !== null && nextKey !== listKey) isRevisited = options.isRevisited(nextKey);
    listKey = nextKey;
    if (listKey === null) return [];
    try {
      const owner = await options.scope.resolve();
      if (owner === null) return [];
      scope = owner;
      await lists.removeWhere(isExpired);
      const key = PREFIX + listKey;
      const copied = await loadCopied(scope);
      if (copied.length > 0) return copied;
      if (isRevisited) {
        const former = formerId();
        const list = await lists.load(scope, key);
        const isFormer = list === undefined && former !== null;
        return parseStoredList(isFormer ? await lists.load(scope, former) : list);
      }
      await lists.remove(scope, key);
      written = '';
    } catch (cause) {
      listKey = null;
      onUnavailable(cause);
    }
    return [];
  };

  return {
    /** Whose list it was when its user was last known. Null if that was never known, and if nothing is stored. */
    get scope(): string | null {
      return scope;
    },
    isOfAnother,
    /** The list of before a reload, joined with the stored jobs that are found. */
    async load(
      findJobs: () => Promise<readonly ResumableJob[] | undefined>,
    ): Promise<readonly RestoredEntry[]> {
      const items = await loadItems();
      const jobs = await findJobs();
      // Which of its recordings are lost is not known.
      if (jobs === undefined) listKey = null;
      return restoreEntries(items, jobs ?? []);
    },
    /** Several calls in a row write once. */
    save(entries: readonly Entry[]): void {
      if (toStoredList(entries) === null) {
        asking.abort();
        asking = new AbortController();
      }
      const isQueued = unsaved !== null;
      unsaved = entries;
      if (isQueued) return;
      writes.add(async () => {
        if (unsaved === null) return;
        const list = toStoredList(unsaved);
        unsaved = null;
        await write(list);
      });
    },
    settled: writes.settled,
    /** True if the list belongs to the user, the service and the backend of now. */
    isCurrent(): boolean {
      const now = options.scope.now();
      return now !== null && now === scope && options.listKey() === listKey;
    },
    isKeeping: () => listKey !== null && options.scope.now() !== null && writes.isKeeping(),
  };
};
