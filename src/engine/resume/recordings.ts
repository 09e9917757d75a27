import type { AudioFile } from '../check-file.js';
import type { ResumeNeeds } from './resumable-job.js';
import type { Clock, JobStore } from '../ports.js';
import { restoreJob, type Recording, type StoredJob } from './stored-job.js';

/** Where the recording of stored work is to be had: in this tab's memory, in the store, or from the person. */
export interface Recordings {
  needs(stored: StoredJob): Promise<ResumeNeeds>;
  /** Null where it cannot be had; from then on the person is asked to pick it. Call it on a gesture: it may ask. */
  load(stored: StoredJob): Promise<Recording | null>;
  /** This tab had it, and may be asked to go on with it. */
  remember(id: string, file: AudioFile): void;
  /** Drops what `remember` was told. */
  forget(): void;
}

export const createRecordings = (store: JobStore, clock: Clock): Recordings => {
  const remembered = new Map<string, AudioFile>();
  const refused = new Set<string>();
  return {
    async needs(stored) {
      if (remembered.has(stored.id) || restoreJob(stored, null, clock.now()) !== null) {
        return 'nothing';
      }
      if (refused.has(stored.id)) return 'recording';
      const access = await store.recordingAccess(stored.id);
      return access === 'ready' ? 'nothing' : access === 'asks' ? 'permission' : 'recording';
    },
    async load(stored) {
      const { id, facts } = stored;
      const own = remembered.get(id);
      if (own !== undefined) return { file: own, trusted: true };
      const file = refused.has(id) ? null : await store.loadRecording(id).catch(() => null);
      // Another size is another recording, whatever its name.
      if (file === null || file.size !== facts.file?.size) {
        refused.add(id);
        return null;
      }
      const { lastModifiedMs } = facts.file;
      return { file, trusted: lastModifiedMs === (file.lastModified ?? null) };
    },
    remember: (id, file) => void remembered.set(id, file),
    forget: () => remembered.clear(),
  };
};
