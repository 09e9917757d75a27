/** What the element transcribes as itself: what is chosen, or the stored job that belongs to it. */
import type { Choice, ResumableJob, ResumeOffer } from '../engine/resume/scope.js';
import { identityOf, titleOf, newJob, type AudioFile, type Source } from '../engine/session/job.js';
import type { TranscriptionOptions } from '../protocol/types.js';
import { entryOfJob, type Entry } from './entries.js';
import type { Sessions } from './sessions.js';
import type { StoredJobs } from './stored-jobs.js';
import type { SetAside } from './set-aside.js';
import { offeredOf, type TakingOver } from './taking-over.js';

export interface FrontOptions {
  readonly transcription: () => TranscriptionOptions;
  readonly manualStart: () => boolean;
  /** False while nothing may be stored. */
  readonly isStoring: () => boolean;
  /** True while the user can do nothing. Then no work of before a reload continues by itself. */
  readonly isDisabled: () => boolean;
}

export type Front = ReturnType<typeof createFront>;

export const createFront = (
  options: FrontOptions,
  sessions: Sessions,
  stored: StoredJobs,
  taking: TakingOver,
  aside: SetAside,
) => {
  const { entries, flags, setFront } = sessions;
  const { find, change } = entries;
  /** What the page or the user asks for. Aborted by the next request. */
  let request = new AbortController();
  /** `start()` resumes this job with this file. */
  let waiting: { readonly job: ResumableJob; readonly file: AudioFile } | null = null;
  /** The job of a task or an address is being looked up. It is resumed without asking, so nothing is offered. */
  let isReturning = false;
  /** The job that continues by itself, so it is not offered. */
  let continuing: string | null = null;

  const entry = (): Entry | null => find(flags.front) ?? null;

  const nextRequest = (): AbortSignal => {
    request.abort();
    request = new AbortController();
    return request.signal;
  };

  /** Drops what was chosen, even while its stored job is being looked up. */
  const forgetChoice = (): void => {
    nextRequest();
    waiting = null;
    isReturning = false;
    for (const { id, content } of entries.all)
      if (content.kind === 'stored' && content.file !== null)
        change(id, { content: { ...content, file: null } });
  };

  /** Starts with this source, in place of what is shown. */
  const select = (source: Source, isAutomatic = false): void => {
    forgetChoice();
    const identity =
      source.kind === 'file'
        ? identityOf(source.file)
        : { name: titleOf(newJob(source, {})), size: null, lastModifiedMs: null };
    const begun = sessions.begin(identity);
    setFront(begun.id);
    sessions.select(begun, source, isAutomatic);
  };

  const offered = () => {
    if (flags.list !== null || flags.front !== null || isReturning) return null;
    const found = offeredOf(entries.all);
    return found?.id === continuing ? null : found;
  };

  const accept = async (job: ResumableJob, choice?: Choice): Promise<void> => {
    const signal = nextRequest();
    await taking.accept(job, { ...(choice && { choice }), signal, isFront: true });
    continuing = null;
    await lookUp();
  };

  /** After a reload, the work of this place continues by itself. `task`: another tab has finished the chosen file. */
  const continueOwn = (task: string | null): void => {
    if (task !== null && flags.front === null && !isReturning) {
      select({ kind: 'task', transcriptionId: task });
      return;
    }
    const found = offered();
    if (found === null || found.content.file !== null || options.isDisabled()) return;
    const { job } = found.content;
    if (!stored.continues(job)) return;
    continuing = job.id;
    void accept(job);
  };

  /** Looks up what can be offered or continued. */
  const lookUp = async (): Promise<void> => {
    if (flags.list === null && flags.front === null && !isReturning)
      await taking.refresh(continueOwn);
  };

  const resume = async (job: ResumableJob, file: AudioFile, signal: AbortSignal): Promise<void> => {
    const choice = { file, options: options.transcription() };
    const result = await taking.accept(job, { choice, signal, isFront: true });
    if (signal.aborted || result === 'resumed') return;
    // Another tab has taken the job or finished it: look it up again.
    if (result === 'gone') await choose(file);
    else select({ kind: 'file', file });
  };

  /**
   * Transcribes a file: resumes its stored job if there is one. If another tab is working on that, the user is asked first.
   */
  const choose = async (file: AudioFile): Promise<void> => {
    forgetChoice();
    if (aside.takeBack(file)) return;
    const { signal } = request;
    const match = options.isStoring() ? await stored.findMatch(file) : null;
    if (signal.aborted) return;
    if (match === null) {
      if (!sessions.repeat(flags.front, file)) select({ kind: 'file', file });
    } else if (match.kind === 'in-other-tab') {
      sessions.remove(flags.front);
      entries.drop(match.id);
      entries.put(entryOfJob(match, false, file));
      await lookUp();
    } else if (options.manualStart()) {
      select({ kind: 'file', file });
      waiting = { job: match, file };
    } else await resume(match, file, signal);
  };

  /** Removes what is shown, and offers what is stored. */
  const reset = async (): Promise<void> => {
    forgetChoice();
    if (flags.front === null) return;
    sessions.remove(flags.front);
    await lookUp();
  };

  /** A script has reset the form: what is shown is offered. */
  const setAside = async (): Promise<void> => {
    forgetChoice();
    if (aside.put()) await lookUp();
    else await reset();
  };

  type Look = () => Promise<ResumableJob | null>;

  /** Resumes the stored job if no other tab works on it. Otherwise shows its task. False if there is neither. */
  const reopen = async (look: Look, signal: AbortSignal): Promise<boolean> => {
    const job = options.isStoring() ? await look() : null;
    if (signal.aborted) return true;
    const isResumed =
      job?.kind === 'interrupted' &&
      (await taking.accept(job, { signal, isFront: true })) === 'resumed';
    if (isResumed || signal.aborted) return true;
    if (job?.kind !== 'in-other-tab' || job.transcriptionId === null) return false;
    select({ kind: 'task', transcriptionId: job.transcriptionId });
    return true;
  };

  /** Continues the stored job of this source, or starts with the source. */
  const open = async (source: Source, look: Look, isAutomatic?: boolean): Promise<void> => {
    forgetChoice();
    isReturning = true;
    const { signal } = request;
    const isFound = await reopen(look, signal);
    if (signal.aborted) return;
    isReturning = false;
    if (isFound) return;
    select(source, isAutomatic);
    const selected = request.signal;
    flags.lookAgain = () => reopen(look, selected);
  };

  return {
    entry,
    select,
    choose,
    reset,
    setAside,
    forgetChoice,
    lookUp,
    /**
     * Transcribes the recording at this URL, or resumes its stored job, which may have a task already. `isAutomatic`: without
     * a click of the user.
     */
    openAddress(fileUrl: string, isAutomatic: boolean): Promise<void> {
      sessions.remove(flags.front, true);
      const wanted = options.transcription();
      const look = () => stored.findAddress(fileUrl, wanted);
      return open({ kind: 'address', fileUrl }, look, isAutomatic);
    },
    /** Shows this task, or resumes its stored job. */
    openTask: (transcriptionId: string): Promise<void> =>
      open({ kind: 'task', transcriptionId }, () => stored.findTask(transcriptionId)),
    pause: (): void => sessions.dispatch(flags.front, { type: 'pause' }),
    resume: (): void => sessions.dispatch(flags.front, { type: 'resume' }),
    /** Tries again what has failed. */
    retry: (): void =>
      sessions.dispatch(flags.front, { type: 'retry', options: options.transcription() }),
    /** Starts what `manual-start` holds back, or resumes its stored job. */
    start(): void {
      if (waiting === null) {
        sessions.dispatch(flags.front, { type: 'start' });
        return;
      }
      const { job, file } = waiting;
      waiting = null;
      void resume(job, file, nextRequest());
    },
    /** The job to offer. Null for none. */
    get offer(): ResumeOffer | null {
      return (isReturning ? null : aside.offer) ?? offered()?.content ?? null;
    },
    /** The user accepts the offered job. `chosen`: the file that they have chosen for it. */
    async accept(chosen?: AudioFile): Promise<void> {
      if (aside.takeBack()) return;
      const found = offered();
      if (found === null) return;
      const { job, file } = found.content;
      const known = file && { file, options: options.transcription() };
      await accept(job, chosen === undefined ? (known ?? undefined) : { file: chosen });
    },
    /** The user declines the offered job. An interrupted one is deleted; that of another tab is left alone. */
    async decline(): Promise<void> {
      if (aside.drop()) return;
      const found = offered();
      if (found === null) return;
      forgetChoice();
      entries.drop(found.id);
      await stored.decline(found.content.job);
      await lookUp();
    },
  };
};
