/** The stores of a page, over one database. */
import type { Clock, EditStore, StoredRecord } from '../engine/ports.js';
import { systemClock } from './clock.js';
import { createDatabase, type OpenDatabase, type TaskRecords } from './database.js';
import { createDiskFiles, type DiskFiles } from './disk-files.js';
import { createJobStore, type BrowserJobStore } from './job-store.js';
import { persistStorage } from './persist.js';
import { createRecordingStore, type RecordingStore } from './recording-store.js';

/** Corrections and the lists of `multiple`, or the peaks of recordings. */
export const createTaskStore = (
  open: OpenDatabase,
  name: 'edits' | 'peaks',
  clock: Pick<Clock, 'now'> = systemClock,
): EditStore => {
  const recordsOf = (
    keys: readonly TaskRecords['key'][],
    values: readonly TaskRecords['value'][],
  ): readonly StoredRecord[] =>
    keys.map(([scope, id], index) => ({ scope, id, savedAtMs: values[index]?.savedAtMs ?? 0 }));
  return {
    async load(scope, transcriptionId) {
      return (await (await open()).get(name, [scope, transcriptionId]))?.record;
    },
    async save(scope, transcriptionId, record) {
      await (await open()).put(name, { savedAtMs: clock.now(), record }, [scope, transcriptionId]);
      // Unlike a waveform, a person's work cannot be computed again.
      if (name === 'edits') persistStorage();
    },
    async remove(scope, transcriptionId) {
      await (await open()).delete(name, [scope, transcriptionId]);
    },
    async list() {
      const { store } = (await open()).transaction(name);
      return recordsOf(...(await Promise.all([store.getAllKeys(), store.getAll()])));
    },
    async removeWhere(unwanted) {
      const { store, done } = (await open()).transaction(name, 'readwrite');
      const records = recordsOf(...(await Promise.all([store.getAllKeys(), store.getAll()])));
      const old = records.filter(unwanted);
      await Promise.all([...old.map(({ scope, id }) => store.delete([scope, id])), done]);
    },
  };
};

export interface Stores {
  readonly jobs: BrowserJobStore;
  readonly edits: EditStore;
  readonly peaks: EditStore;
  readonly disk: DiskFiles;
  readonly recordings: RecordingStore;
}

let opened: Stores | null = null;

const openAll = (): Stores => {
  const open = createDatabase();
  const jobs = createJobStore(open);
  return {
    jobs,
    edits: createTaskStore(open, 'edits'),
    peaks: createTaskStore(open, 'peaks'),
    disk: createDiskFiles(() => jobs.sweep()),
    recordings: createRecordingStore(open),
  };
};

/** The stores of this page, which share their connections. */
export const openStores = (): Stores => (opened ??= openAll());
