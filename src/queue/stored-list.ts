/**
 * The list as it is stored for a reload. Unfinished jobs are stored by the engine; the list adds their order, and what
 * the engine no longer stores: the tasks that have succeeded.
 */
import type { ResumableJob } from '../engine/resume/resumable-job.js';
import {
  array,
  ContractError,
  field,
  filledText,
  finite,
  flag,
  object,
  orNull,
  text,
  type Reader,
} from '../protocol/read.js';
import {
  NO_PROGRESS,
  sessionStateOf,
  stateOf,
  transcriptionIdOf,
  type Content,
  type Entry,
  type FileIdentity,
} from './entry.js';

interface StoredItem extends FileIdentity {
  readonly id: string;
  readonly transcriptionId: string | null;
  /** True if it continues by itself after a reload. False if it had failed or was paused. */
  readonly continues: boolean;
}

/** Plain data. */
export interface StoredList {
  readonly version: 1;
  readonly items: readonly StoredItem[];
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
    ...{ id, name, size, lastModifiedMs, transcriptionId: transcriptionIdOf(entry) },
    continues: state !== 'failed' && state !== 'paused' && state !== 'interrupted',
  };
};

/** Null if there is nothing to store. */
export const toStoredList = (entries: readonly Entry[]): StoredList | null => {
  const items = entries.filter(isKept).map(toStoredItem);
  return items.length === 0 ? null : { version: 1, items };
};

const item: Reader<StoredItem> = (value, path) => {
  const from = object(value, path);
  return {
    id: field(from, path, 'id', filledText),
    name: field(from, path, 'name', text),
    size: field(from, path, 'size', orNull(finite)),
    lastModifiedMs: field(from, path, 'lastModifiedMs', orNull(finite)),
    transcriptionId: field(from, path, 'transcriptionId', orNull(filledText)),
    continues: field(from, path, 'continues', flag),
  };
};

/** Returns the items of a stored list. Empty if there is none, or if another version has written it. */
export const parseStoredList = (record: unknown): readonly StoredItem[] => {
  try {
    const from = object(record, '');
    if (from['version'] !== 1) return [];
    return field(from, '', 'items', array).map((it, index) => item(it, `items[${index}]`));
  } catch (error) {
    if (error instanceof ContractError) return [];
    throw error;
  }
};

export interface RestoredEntry {
  readonly entry: Entry;
  /** True if it continues without being asked. */
  readonly continues: boolean;
}

const restored = (
  identity: FileIdentity & { readonly id: string },
  content: Content,
  isOwn: boolean,
): Entry => {
  const { id, name, size, lastModifiedMs } = identity;
  return { id, name, size, lastModifiedMs, content, isOwn, progress: NO_PROGRESS, turn: null };
};

const storedContent = (job: ResumableJob): Content => ({
  ...{ kind: 'stored', job },
  ...{ problem: null, isResuming: false },
});

/** The entry of a stored job that this tab does not work on. */
export const entryOfJob = (job: ResumableJob, isOwn: boolean): Entry =>
  restored(
    { id: job.id, name: job.title, size: job.size, lastModifiedMs: null },
    storedContent(job),
    isOwn,
  );

/** Joins a stored list with the stored jobs. Jobs that are not in the list come last. */
export const restoreEntries = (
  items: readonly StoredItem[],
  jobs: readonly ResumableJob[],
): readonly RestoredEntry[] => {
  const listed = new Set(items.map(({ id }) => id));
  const own = items.map((stored): RestoredEntry => {
    const job = jobs.find(({ id }) => id === stored.id);
    const { transcriptionId, continues } = stored;
    if (job !== undefined) {
      const canContinue = job.kind === 'interrupted' && job.needs === 'nothing';
      return {
        entry: restored(stored, storedContent(job), true),
        continues: continues && canContinue,
      };
    }
    const content: Content =
      transcriptionId === null ? { kind: 'lost' } : { kind: 'finished', transcriptionId };
    return { entry: restored(stored, content, true), continues: false };
  });
  const others = jobs
    .filter(({ id }) => !listed.has(id))
    .map((job) => ({ entry: entryOfJob(job, false), continues: false }));
  return [...own, ...others];
};
