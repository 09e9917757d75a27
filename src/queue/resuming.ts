/** Continues stored jobs of a list: those of an earlier visit, and those of other tabs. */
import { titleOf } from '../engine/session/job.js';
import type { Choice, ResumableJob } from '../engine/resume/stored-job.js';
import { isUploading, needsUpload, type Work } from './entries.js';
import { restoreEntries, type ListStore } from './stored-list.js';
import type { ListSessions } from './list-sessions.js';

/** A file can be read only in a gesture of the user, so its job is accepted although another one is being uploaded. */
const waitForTurn = ({ entries, isPaused }: ListSessions, id: string, { session }: Work): void => {
  const isBusy = entries.all.some((one) => one.id !== id && isUploading(one));
  if (!needsUpload(session.getState()) || !(isBusy || isPaused)) return;
  entries.change(id, { startUpload: () => session.dispatch({ type: 'resume' }) });
  session.dispatch({ type: 'pause' });
};

/** Resumes a stored job, or takes it over from another tab. Resolves with false if there is nothing to resume any more. */
export const acceptStored = async (
  sessions: ListSessions,
  job: ResumableJob,
  choice?: Choice,
): Promise<boolean> => {
  const { entries, jobs } = sessions;
  const { id } = job;
  const entry = entries.find(id);
  if (entry?.content.kind !== 'stored' || entry.content.isResuming) return true;
  const { content } = entry;
  entries.change(id, { startUpload: null, content: { ...content, isResuming: true } });
  const work: Work = jobs.createWork(id, (state, previous, event) => {
    if (event.type === 'selected') {
      // The chosen file keeps its name, although the converted one may have another.
      const name = event.job.conversion?.from.name ?? titleOf(event.job);
      entries.change(id, { content: work, isOwn: true, name: name || entry.name });
    }
    sessions.listen(id, state, previous, event);
  });
  const result = await work.persistence.accept(job, choice).catch(() => 'gone' as const);
  if (result === 'resumed' && entries.find(id) !== undefined) {
    waitForTurn(sessions, id, work);
    return true;
  }
  // The user may have removed it meanwhile.
  work.session.dispatch({ type: 'cancel' });
  work.disconnect();
  if (result === 'resumed' || jobs.stored.isDeclined(id)) return true;
  const problem = result === 'gone' ? null : result;
  entries.change(id, { content: { ...content, problem } });
  // Another tab has finished or taken it.
  if (result === 'gone') await sessions.refresh();
  sessions.changed();
  return entries.find(id) !== undefined;
};

/** Continues a stored job in its turn. Its recording is read only then. */
export const resumeStored = (sessions: ListSessions, job: ResumableJob): void => {
  const go = (): void => void acceptStored(sessions, job);
  // The browser asks for permission only in the gesture of the user.
  if (job.needs === 'permission' || job.kind === 'in-other-tab') go();
  else sessions.inTurn(job.id, job.size !== null && job.uploadedFraction < 1, go);
};

/** Adds what is stored: the list of this page, and unfinished jobs of other pages and tabs. Does nothing once `isOutdated`. */
export const restoreList = async (
  sessions: ListSessions,
  list: ListStore,
  isOutdated: () => boolean,
): Promise<void> => {
  const { entries } = sessions;
  const items = await list.load();
  const found = restoreEntries(items, await sessions.findStored());
  if (isOutdated()) return;
  // What was added while the list was being read comes last.
  entries.prepend(found.map(({ entry }) => entry).filter(({ id }) => !entries.find(id)));
  for (const { entry, continues } of found)
    if (continues && entry.content.kind === 'stored') resumeStored(sessions, entry.content.job);
};
