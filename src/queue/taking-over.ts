/** The stored jobs of an element's user, those of earlier visits and of other tabs: what is found, and taken over. */
import type { Choice, ResumableJob, ResumeResult } from '../engine/resume/scope.js';
import { titleOf } from '../engine/session/job.js';
import {
  entryOfJob,
  isOfJob,
  type Content,
  type Entry,
  type StoredContent,
  type Work,
} from './entries.js';
import type { Sessions } from './sessions.js';
import type { StoredJobs } from './stored-jobs.js';

type StoredEntry = Entry & { readonly content: StoredContent };

/** The entry to offer: one that matches a chosen file, then one of this place, then the newest. Null for none. */
export const offeredOf = (all: readonly Entry[]): StoredEntry | null => {
  const newest = all
    .filter((entry): entry is StoredEntry => entry.content.kind === 'stored')
    .sort((one, other) => other.content.job.savedAtMs - one.content.job.savedAtMs);
  const mine = newest.filter(({ content }) => content.job.whose === 'mine');
  const offers = [...newest.filter(({ content }) => content.file !== null), ...mine, ...newest];
  const isChosen = offers[0]?.content.file !== null;
  const interrupted = offers.find(({ content }) => content.job.kind === 'interrupted');
  return (isChosen ? offers[0] : (interrupted ?? offers[0])) ?? null;
};

/** What another tab has left of a job that it has ended. */
const leftBy = ({ transcriptionId }: ResumableJob): Content =>
  transcriptionId === null ? { kind: 'lost' } : { kind: 'finished', transcriptionId };

export interface Acceptance {
  readonly choice?: Choice;
  readonly signal?: AbortSignal;
  /** True if the element shows the job as itself. Default: false, so it is an item of the list. */
  readonly isFront?: boolean;
}

/** `ignored`: it is being resumed already, or the user has removed it meanwhile. */
type Accepted = ResumeResult | 'ignored';

export type TakingOver = ReturnType<typeof createTakingOver>;

export const createTakingOver = (sessions: Sessions, stored: StoredJobs) => {
  const { entries, flags, changed } = sessions;
  const { find, change, drop } = entries;
  let lookUps = 0;

  /** The stored jobs, the oldest first. Undefined if they cannot be read. */
  const findStored = async (): Promise<readonly ResumableJob[] | undefined> => {
    const found = await stored.findAll();
    // The user may have removed some meanwhile.
    return found?.filter(({ id }) => !stored.isDeclined(id)).reverse();
  };

  /**
   * Shows the stored jobs as they are now, and removes those that are gone. `beforeShown` is called just before that, with
   * the task that another tab has finished of the file that was chosen for what the element shows as itself. Null for none.
   */
  const refresh = async (beforeShown?: (task: string | null) => void): Promise<void> => {
    const call = ++lookUps;
    const found = await findStored();
    // What was found before stays if it cannot be read now.
    if (call !== lookUps || found === undefined) return;
    let task: string | null = null;
    for (const { id, content } of entries.all) {
      if (content.kind !== 'stored' || content.isResuming) continue;
      const job = found.find((one) => one.id === id);
      const { file, job: before } = content;
      if (job !== undefined) {
        // Its task has ended without a transcript. Only the user submits the recording again.
        const hasEnded = before.transcriptionId !== null && job.transcriptionId === null;
        change(id, { content: { ...content, job, file: hasEnded ? null : file } });
      } else {
        // The file was chosen here, too: another tab has finished it, or has discarded it.
        const isLeft = file !== null && before.kind === 'in-other-tab';
        if (isLeft && flags.list !== null) change(id, { content: leftBy(before) });
        else drop(id);
        if (isLeft) task = before.transcriptionId;
      }
    }
    for (const job of found) {
      const isKnown = entries.all.some((one) => isOfJob(one, job.id));
      if (!isKnown && !stored.isDeclined(job.id)) entries.put(entryOfJob(job, false));
    }
    beforeShown?.(task);
    changed();
  };

  const gone = (): ResumeResult => 'gone';

  /** Resumes a stored job, or takes it over from another tab. */
  const accept = async (job: ResumableJob, acceptance: Acceptance = {}): Promise<Accepted> => {
    const { choice, signal, isFront = false } = acceptance;
    const { id } = job;
    for (const one of entries.all)
      if (one.content.kind === 'work' && isOfJob(one, id))
        return one.content.persistence.accept(job, choice, signal).catch(gone);
    const entry = find(id) ?? entryOfJob(job, false, choice?.file);
    const { content } = entry;
    // An earlier request of the element itself was aborted.
    if (content.kind !== 'stored' || (content.isResuming && !isFront)) return 'ignored';
    entries.put({ ...entry, startUpload: null, content: { ...content, isResuming: true } });
    const work: Work = sessions.createWork(id, (state, previous, event) => {
      if (event.type === 'selected' && find(id)?.content.kind === 'stored') {
        // The chosen file keeps its name, although the converted one may have another.
        const name = event.job.conversion?.from.name ?? titleOf(event.job);
        change(id, { content: work, isOwn: true, name: name || entry.name });
        if (isFront) sessions.setFront(id);
        else sessions.sync();
      }
      sessions.listen(id, state, previous, event);
    });
    if (flags.isConnected) work.connect();
    const result = await work.persistence.accept(job, choice, signal).catch(gone);
    if (result === 'resumed' && find(id) !== undefined) return result;
    // The user may have removed it meanwhile.
    work.session.dispatch({ type: 'cancel' });
    work.disconnect();
    if (result === 'resumed' || stored.isDeclined(id)) return 'ignored';
    if (find(id)?.content.kind !== 'stored') return result;
    const problem = result === 'gone' ? null : result;
    change(id, { content: { ...content, problem, isResuming: false } });
    // Another tab has finished or taken it.
    if (result === 'gone') await refresh();
    changed();
    return result;
  };

  return { findStored, refresh, accept };
};
