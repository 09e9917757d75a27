/** The list as it is stored for a reload: the order of the jobs, and the tasks that have succeeded. */
import type { Clock, EditStore, StoredRecord } from '../engine/ports.js';
import { LIFETIMES_MS, type OwnScope } from '../engine/resume/scope.js';
import { createWriteQueue } from '../engine/resume/held-job.js';
import type { ResumableJob } from '../engine/resume/stored-job.js';
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
  newEntry,
  sessionStateOf,
  stateOf,
  transcriptionIdOf,
  type Content,
  type Entry,
  type FileIdentity,
} from './entries.js';

interface StoredItem extends FileIdentity {
  readonly id: string;
  readonly transcriptionId: string | null;
  /** True if it continues by itself after a reload. False if it had failed or was paused. */
  readonly continues: boolean;
}

/** A file that can't be used is not kept. */
const isKept = (entry: Entry): boolean => {
  const state = sessionStateOf(entry);
  return entry.isOwn && !(state.name === 'failed' && !state.error.recoverable);
};

const toStoredItem = (entry: Entry): StoredItem => {
  const { id, name, size, lastModifiedMs } = entry;
  const state = stateOf(entry);
  return {
    id,
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

/** Lists are stored beside the corrections. No task has an id that begins like this. */
const PREFIX = 'list ';

export interface ListStoreOptions {
  readonly lists: EditStore;
  readonly clock: Clock;
  readonly scope: OwnScope;
  /** Identifies the tab, the page and the element. Null if nothing identifies the tab. */
  readonly listKey: string | null;
  /** True if the page was reloaded or is shown again. On a new visit, the stored list is not shown. */
  readonly isRevisited: boolean;
  readonly onUnavailable: (cause: unknown) => void;
}

export const createListStore = (options: ListStoreOptions) => {
  const { lists, clock, onUnavailable } = options;
  const key = options.listKey === null ? null : PREFIX + options.listKey;
  const writes = createWriteQueue(onUnavailable);
  let scope: string | null = null;
  /** Aborted when there is nothing left to store. */
  let asking = new AbortController();
  let unsaved: readonly Entry[] | null = null;
  let written = '';

  /** A list whose tab was closed. It names tasks that were paid for. */
  const isExpired = ({ id, savedAtMs }: StoredRecord): boolean =>
    id.startsWith(PREFIX) && Math.abs(clock.now() - savedAtMs) > LIFETIMES_MS.task;

  const write = async (list: ReturnType<typeof toStoredList>): Promise<void> => {
    const text = JSON.stringify(list);
    if (key === null || text === written) return;
    const known = options.scope.now();
    // Nothing is stored under an unknown user, so there is nothing to delete.
    if (known === undefined && list === null) return;
    const { signal } = asking;
    scope =
      known === undefined
        ? await options.scope.requestFromToken(signal).catch((cause: unknown) => {
            if (signal.aborted) return null;
            throw cause;
          })
        : known;
    if (scope === null) return;
    await (list === null ? lists.remove(scope, key) : lists.save(scope, key, list));
    written = text;
  };

  return {
    /** Whose list it is. Null until the user is known, and if nothing is stored. */
    get scope(): string | null {
      return scope;
    },
    async load(): Promise<readonly StoredItem[]> {
      if (key === null) return [];
      try {
        scope = await options.scope.resolve();
        if (scope === null) return [];
        await lists.removeWhere(isExpired);
        if (options.isRevisited) return parseStoredList(await lists.load(scope, key));
        await lists.remove(scope, key);
      } catch (cause) {
        onUnavailable(cause);
      }
      return [];
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
        const list = toStoredList(unsaved ?? []);
        unsaved = null;
        await write(list);
      });
    },
    settled: writes.settled,
    isKeeping: () => key !== null && options.scope.now() !== null && writes.isKeeping(),
  };
};

const storedContent = (job: ResumableJob): Content => ({
  kind: 'stored',
  job,
  problem: null,
  isResuming: false,
});

/** The entry of a stored job that this tab does not work on. */
export const entryOfJob = (job: ResumableJob, isOwn: boolean): Entry =>
  newEntry(
    { id: job.id, name: job.title, size: job.size, lastModifiedMs: null },
    storedContent(job),
    isOwn,
  );

/** Joins a stored list with the stored jobs, those of others last. `continues`: the job continues without being asked. */
export const restoreEntries = (
  items: readonly StoredItem[],
  jobs: readonly ResumableJob[],
): readonly { readonly entry: Entry; readonly continues: boolean }[] => {
  const listed = new Set(items.map(({ id }) => id));
  const own = items.map((stored) => {
    const job = jobs.find(({ id }) => id === stored.id);
    const { transcriptionId } = stored;
    const left: Content =
      transcriptionId === null ? { kind: 'lost' } : { kind: 'finished', transcriptionId };
    const canContinue = job?.kind === 'interrupted' && job.needs === 'nothing';
    return {
      entry: newEntry(stored, job === undefined ? left : storedContent(job), true),
      continues: stored.continues && canContinue,
    };
  });
  const others = jobs
    .filter(({ id }) => !listed.has(id))
    .map((job) => ({ entry: entryOfJob(job, false), continues: false }));
  return [...own, ...others];
};
