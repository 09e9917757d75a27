/** The stored jobs in a list: those of an earlier visit, and those of other tabs. */
import { titleOf, type AudioFile } from '../engine/session/job.js';
import type { Listener } from '../engine/session/session.js';
import type { TranscriptionOptions } from '../protocol/types.js';
import type { ResumableJob } from '../engine/resume/resumable-job.js';
import { isUploading, needsUpload, type Entries, type Work } from './entries.js';
import type { Jobs } from './jobs.js';
import { entryOfJob, restoreEntries, type ListStore } from './stored-list.js';

export interface ResumingOptions {
  readonly entries: Entries;
  readonly jobs: Jobs;
  readonly list: ListStore;
  readonly transcription: () => TranscriptionOptions;
  readonly isPaused: () => boolean;
  /** Takes every change of an item's session. */
  readonly listen: (id: string, ...change: Parameters<Listener>) => void;
  /** Continues at once, or when no other recording is uploaded. */
  readonly inTurn: (id: string, isUpload: boolean, go: () => void) => void;
  readonly add: (files: readonly AudioFile[]) => void;
  readonly changed: () => void;
}

export interface Resuming {
  /**
   * Adds what is stored: the list of this page, and unfinished jobs of other pages and tabs. Resolves with false and adds
   * nothing if it was called again meanwhile.
   */
  restore(): Promise<boolean>;
  /** Shows the stored jobs as they are now, and removes those that are gone. */
  refresh(): Promise<void>;
  /** Continues a stored job in its turn. Its recording is read only then. */
  resume(id: string): void;
  /** Resumes a stored job at once, or takes it over from another tab. `file`: what the user has chosen for it. */
  accept(id: string, job: ResumableJob, file?: AudioFile): Promise<void>;
}

export const createResuming = (options: ResumingOptions): Resuming => {
  const { entries, jobs, list, listen, inTurn, changed } = options;
  let restorations = 0;

  /** The oldest first. The user may have removed some meanwhile. */
  const findStored = async (): Promise<readonly ResumableJob[]> => {
    const found = (await jobs.stored.findAll()) ?? [];
    return found.filter(({ id }) => !jobs.stored.isDeclined(id)).reverse();
  };

  const refresh = async (): Promise<void> => {
    const stored = await findStored();
    for (const { id, content } of entries.all) {
      if (content.kind !== 'stored') continue;
      const job = stored.find((one) => one.id === id);
      if (job === undefined) entries.drop(id);
      else entries.change(id, { content: { ...content, job } });
    }
    for (const job of stored) {
      const isNew = entries.find(job.id) === undefined && !jobs.stored.isDeclined(job.id);
      if (isNew) entries.put(entryOfJob(job, false));
    }
    changed();
  };

  /** A file can be read only in a gesture of the user, so its job is accepted although another one is being uploaded. */
  const waitForTurn = (id: string, { session }: Work): void => {
    const isBusy = entries.all.some((one) => one.id !== id && isUploading(one));
    if (!needsUpload(session.getState()) || !(isBusy || options.isPaused())) return;
    entries.change(id, { startUpload: () => session.dispatch({ type: 'resume' }) });
    session.dispatch({ type: 'pause' });
  };

  const accept: Resuming['accept'] = async (id, job, file) => {
    const entry = entries.find(id);
    if (entry?.content.kind !== 'stored' || entry.content.isResuming) return;
    const { content } = entry;
    entries.change(id, { startUpload: null, content: { ...content, isResuming: true } });
    const work: Work = jobs.createWork(id, (state, previous, event) => {
      if (event.type === 'selected') {
        // The chosen file keeps its name, although the converted one may have another.
        const name = event.job.conversion?.from.name ?? titleOf(event.job);
        entries.change(id, { content: work, isOwn: true, name: name || entry.name });
      }
      listen(id, state, previous, event);
    });
    const choice = file && { file, options: options.transcription() };
    const result = await work.persistence.accept(job, choice).catch(() => 'gone' as const);
    if (result === 'resumed' && entries.find(id) !== undefined) {
      waitForTurn(id, work);
      return;
    }
    // The user may have removed it meanwhile.
    work.session.dispatch({ type: 'cancel' });
    work.disconnect();
    if (result === 'resumed' || jobs.stored.isDeclined(id)) return;
    const problem = result === 'gone' ? null : result;
    entries.change(id, { content: { ...content, problem } });
    // Another tab has finished or taken it.
    if (result === 'gone') await refresh();
    if (file !== undefined && entries.find(id) === undefined) options.add([file]);
    changed();
  };

  const resume = (id: string): void => {
    const { content } = entries.find(id) ?? {};
    if (content?.kind !== 'stored') return;
    const { job } = content;
    const go = (): void => void accept(id, job);
    // The browser asks for permission only in the gesture of the user.
    if (job.needs === 'permission' || job.kind === 'in-other-tab') go();
    else inTurn(id, job.size !== null && job.uploadedFraction < 1, go);
  };

  return {
    refresh,
    accept,
    resume,
    async restore() {
      const call = ++restorations;
      const items = await list.load();
      const found = restoreEntries(items, await findStored());
      if (call !== restorations) return false;
      // What was added while the list was being read comes last.
      entries.prepend(found.map(({ entry }) => entry).filter(({ id }) => !entries.find(id)));
      for (const { entry, continues } of found) if (continues) resume(entry.id);
      return true;
    },
  };
};
