/**
 * The recordings of an element, each with a session and a stored job of its own. One recording is a list of one: the element
 * shows it as itself. With `multiple`, `list.ts` shows them all.
 */
import { isPaid } from '../engine/resume/scope.js';
import type { Owner } from '../engine/session/job.js';
import { IDLE, isWorking, jobOf, type SessionState } from '../engine/session/state.js';
import { sessionStateOf, type Entry } from './entries.js';
import { createFront, type FrontOptions } from './front.js';
import { createSessions, type EntryList, type SessionsOptions } from './sessions.js';
import { createSetAside } from './set-aside.js';
import { createStoredJobs } from './stored-jobs.js';
import { createTakingOver } from './taking-over.js';

export interface QueueOptions extends SessionsOptions, Omit<FrontOptions, 'isStoring'> {
  /** True if somebody else than this owner of a recording is signed in now. Called once there is a task. */
  readonly isOfAnother: (owner: Owner) => boolean;
}

export type Queue = ReturnType<typeof createQueue>;

export const createQueue = (options: QueueOptions) => {
  const stored = createStoredJobs(options);

  /** Looks up again what is stored. */
  const look = (): Promise<unknown> => flags.list?.look() ?? front.lookUp();

  const sessions = createSessions(
    {
      ...options,
      onChange: (when) => {
        if (when === 'at-once') flags.list?.save();
        options.onChange(when);
      },
      onTaken: () => void look(),
    },
    stored,
  );
  const { flags, works } = sessions;
  const taking = createTakingOver(sessions, stored);
  const isStoring = (): boolean => options.scope.now() !== null;
  const aside = createSetAside(sessions, options.onEvent);
  const front = createFront({ ...options, isStoring }, sessions, stored, taking, aside);

  return {
    ...{ options, sessions, stored, taking, front },
    /** The state of what the element shows as itself. */
    get shown(): SessionState {
      const entry = front.entry();
      return entry === null ? IDLE : sessionStateOf(entry);
    },
    /** True if the element shows this entry as itself. */
    isShown: ({ id }: Entry): boolean => id === flags.front,
    /**
     * Shows all entries as a list, or, with null, only one of them, as the element itself. The others then wait until there
     * is a list again. `shown`: the id of what the element shows as itself; null for none.
     */
    setList(next: EntryList | null, shown: string | null): void {
      flags.list = next;
      flags.front = shown;
      sessions.sync();
      void look();
      sessions.changed();
    },
    /** What the page controls: the list, unless the page has set what the element shows as itself. */
    get controlled(): Pick<EntryList, 'start' | 'pause' | 'resume' | 'retry'> {
      return (flags.front === null ? flags.list : null) ?? front;
    },
    /** Cancels everything that is not finished. */
    cancel(): void {
      const { shown } = this;
      if (isWorking(shown) || shown.name === 'paused') void front.reset();
      else front.forgetChoice();
      flags.list?.cancel();
    },
    /** Removes everything that was chosen here. */
    clear(): void {
      void front.reset();
      flags.list?.clear();
    },
    /** Continues after the element was added to the page. Returns a function that stops. */
    connect(): () => void {
      flags.isConnected = true;
      const stop = stored.watch(() => void look());
      sessions.sync();
      void flags.list?.look();
      return () => {
        flags.isConnected = false;
        stop();
        sessions.sync();
      };
    },
    /** The user, the service or the backend may have changed. Shows the stored work of the current ones. */
    ownerChanged(): void {
      // What was paid for stays stored for its owner. Other work ends by itself, with a word, before anything is sent.
      const job = jobOf(this.shown);
      if (isPaid(job) && options.isOfAnother(job?.owner ?? {})) sessions.remove(flags.front, true);
      aside.leave((entry) => options.isOfAnother(jobOf(sessionStateOf(entry))?.owner ?? {}));
      if (flags.list === null) void front.lookUp();
      else flags.list.ownerChanged();
    },
    /** Removes everything of this user key; null means all. */
    async forget(scope: string | null): Promise<void> {
      front.forgetChoice();
      await Promise.all(works().map(({ persistence }) => persistence.forget(scope)));
      await flags.list?.forget(scope);
    },
    /** True while leaving the page would lose data. */
    isAtRisk: (): boolean =>
      works().some(({ persistence }) => persistence.atRisk()) || flags.list?.isAtRisk() === true,
    /** False if a reload loses something, because the browser refuses to store it. */
    isKeeping: (): boolean =>
      flags.list?.isKeeping() !== false &&
      works().every(({ persistence }) => persistence.isKeeping()),
  };
};
