/** The sessions of a list: what they share, when each file is checked, and whose turn it is to be uploaded. */
import type { Backend } from '../engine/calls/backend.js';
import type { JobStore } from '../engine/ports.js';
import {
  createStoredSession,
  type StoredSession,
  type StoredSessionOptions,
} from '../engine/resume/job-persistence.js';
import type { Choice, ResumableJob } from '../engine/resume/stored-job.js';
import { createStoredJobs } from '../engine/resume/stored-jobs.js';
import { titleOf, type AudioFile, type Source } from '../engine/session/job.js';
import { drawnWhen } from '../engine/session/session-events.js';
import type { Listener, SessionContext } from '../engine/session/session.js';
import { describeProgress } from '../engine/session/state.js';
import type { TranscriptionOptions } from '../protocol/types.js';
import {
  createEntries,
  isPreparing,
  isUnchecked,
  isUploading,
  needsUpload,
  newEntry,
  sessionStateOf,
  type Entry,
  type FileIdentity,
  type Work,
} from './entries.js';
import { entryOfJob } from './stored-list.js';

/** How many files are checked at the same time. */
const CHECKED_AT_ONCE = 4;
/** How many queries of tasks are sent at the same time. */
const QUERIES_AT_ONCE = 6;
/** How many recordings are submitted at the same time. The others wait here when the backend has a limit. */
const SUBMISSIONS_AT_ONCE = 4;

export interface ListSessionsOptions extends Omit<
  StoredSessionOptions,
  'context' | 'asksForScope' | 'ongoing'
> {
  readonly context: () => Pick<SessionContext, 'service' | 'backend' | 'limits' | 'tokenScope'>;
  /** How a new recording is transcribed. */
  readonly transcription: () => TranscriptionOptions;
  /** True to upload nothing until `start()`. */
  readonly manualStart: () => boolean;
  /** Something in the list has changed. `paced` if it happens many times a second. */
  readonly onChange: (when: 'at-once' | 'paced') => void;
  /** The session of an item has changed. Called before `onChange`. */
  readonly onEvent: (entry: Entry, ...change: Parameters<Listener>) => void;
}

/** Returns a function that runs at most `most` tasks at the same time. The others wait, in order. */
const createLimit = (most: number): (<T>(task: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to the next one, if there is one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

export const createListSessions = (options: ListSessionsOptions) => {
  const { newId, onChange, onEvent } = options;
  const entries = createEntries();
  const { find, change, drop } = entries;
  const flags = {
    /** Holds the uploads back. */
    isPaused: false,
    /** True once the user has started what `manual-start` holds back. */
    isStarted: false,
    /** False while the element is not in the page. Nothing begins then. */
    isConnected: false,
  };
  /** Reads one recording at a time, because each is held in memory until it is stored. */
  const reading = createLimit(1);
  const store: JobStore = {
    ...options.store,
    saveRecording: (id, file) => reading(() => options.store.saveRecording(id, file)),
  };
  /** All stored jobs of the user. */
  const stored = createStoredJobs({ ...options, store });

  /* ---- Sessions ---- */

  const queries = createLimit(QUERIES_AT_ONCE);
  const submissions = createLimit(SUBMISSIONS_AT_ONCE);
  const limitedBackend = async (): Promise<Backend> => {
    const backend = await options.context().backend();
    return {
      ...backend,
      submit: (request, call) => submissions(() => backend.submit(request, call)),
      query: (id, call) => backend.query(id, { ...call, inTurn: queries }),
    };
  };

  /** What to call when the list is disconnected, or a work ends. Null while the list is not connected. */
  const connections = new Map<StoredSession['persistence'], (() => void) | null>();

  /** A session whose job is stored under this id. It waits for `start` once its file has been checked. */
  const createWork = (id: string, listener: Listener): Work => {
    const { session, persistence } = createStoredSession(
      {
        ...options,
        store,
        context: () => ({ ...options.context(), backend: limitedBackend, manualStart: true }),
        newId: () => id,
        // A file that waits for its turn is stored before its upload needs a token.
        asksForScope: true,
      },
      stored,
    );
    // After the persistence, so that the listener finds the change stored or queued.
    session.subscribe(listener);
    connections.set(persistence, flags.isConnected ? persistence.connect() : null);
    return {
      kind: 'work',
      session,
      persistence,
      disconnect() {
        connections.get(persistence)?.();
        connections.delete(persistence);
      },
    };
  };

  const works = (): readonly Work[] =>
    entries.all.flatMap(({ content }) => (content.kind === 'work' ? content : []));

  const connect = (): (() => void) => {
    flags.isConnected = true;
    const stop = stored.watch(() => void refresh());
    for (const persistence of connections.keys())
      connections.set(persistence, persistence.connect());
    for (const { session } of works()) session.dispatch({ type: 'wake' });
    return () => {
      flags.isConnected = false;
      stop();
      for (const [persistence, disconnect] of connections) {
        disconnect?.();
        connections.set(persistence, null);
      }
      for (const { session } of works()) session.dispatch({ type: 'suspend' });
    };
  };

  /** Makes a session for a file, in the place of the entry with this id if there is one. */
  const begin = (identity: FileIdentity, id = newId()): Entry => {
    const known = find(id);
    const work = createWork(id, (...event) => listen(id, ...event));
    const entry = newEntry({ ...identity, id }, work, true);
    if (known?.content.kind === 'work') known.content.disconnect();
    entries.put(entry);
    return entry;
  };

  const select = ({ content }: Entry, source: Source): void => {
    if (content.kind !== 'work') return;
    content.session.dispatch({ type: 'select', source, options: options.transcription() });
  };

  const dispatch = (id: string, type: 'start' | 'pause' | 'resume'): void => {
    const entry = find(id);
    if (entry?.content.kind === 'work') entry.content.session.dispatch({ type });
  };

  /** Takes every change of an item's session. */
  const listen = (id: string, ...[state, previous, event]: Parameters<Listener>): void => {
    const entry = find(id);
    if (entry === undefined) return;
    const progress = describeProgress(state, event.type === 'selected' ? null : entry.progress);
    change(id, { progress });
    const mayStart = flags.isStarted || !options.manualStart();
    if (event.type === 'checked' && event.wait && mayStart) {
      change(id, { startUpload: () => dispatch(id, 'start') });
    }
    onEvent(find(id) ?? entry, state, previous, event);
    // Another tab has taken the job over.
    if (event.type === 'cleared' && find(id) !== undefined) {
      drop(id);
      void refresh();
    }
    changed(drawnWhen(state, previous, event));
  };

  /* ---- Turns ---- */

  const unchecked: (readonly [id: string, file: AudioFile])[] = [];

  /** Checks the next files, so that a file that can't be used is refused at once. */
  const checkNext = (): void => {
    const isBeingChecked = (entry: Entry): boolean =>
      isUnchecked(entry) && sessionStateOf(entry).name === 'preparing';
    while (flags.isConnected && entries.all.filter(isBeingChecked).length < CHECKED_AT_ONCE) {
      const [id, file] = unchecked.shift() ?? [];
      if (id === undefined || file === undefined) return;
      const entry = find(id);
      if (entry !== undefined) select(entry, { kind: 'file', file });
    }
  };

  /** Lets the first recording that waits be uploaded, unless one before it is still being checked or converted. */
  const advance = (): void => {
    if (!flags.isConnected || flags.isPaused || entries.all.some(isUploading)) return;
    const next = entries.all.find((entry) => entry.startUpload !== null || isPreparing(entry));
    if (next === undefined || next.startUpload === null) return;
    change(next.id, { startUpload: null });
    next.startUpload();
  };

  /** Call it after each change: begins what can begin now. */
  const changed = (when: 'at-once' | 'paced' = 'at-once'): void => {
    checkNext();
    advance();
    onChange(when);
  };

  /** Continues at once, or when no other recording is uploaded. */
  const inTurn = (id: string, isUpload: boolean, go: () => void): void => {
    if (isUpload) change(id, { startUpload: go });
    else go();
    changed();
  };

  /* ---- Stored jobs: those of an earlier visit, and those of other tabs ---- */

  /** The stored jobs, the oldest first. */
  const findStored = async (): Promise<readonly ResumableJob[]> => {
    const found = (await stored.findAll()) ?? [];
    // The user may have removed some meanwhile.
    return found.filter(({ id }) => !stored.isDeclined(id)).reverse();
  };

  /** Shows the stored jobs as they are now, and removes those that are gone. */
  const refresh = async (): Promise<void> => {
    const found = await findStored();
    for (const { id, content } of entries.all) {
      if (content.kind !== 'stored') continue;
      const job = found.find((one) => one.id === id);
      if (job === undefined) drop(id);
      else change(id, { content: { ...content, job } });
    }
    for (const job of found) {
      const isNew = find(job.id) === undefined && !stored.isDeclined(job.id);
      if (isNew) entries.put(entryOfJob(job, false));
    }
    changed();
  };

  /** A file can be read only in a gesture of the user, so its job is accepted although another one is being uploaded. */
  const waitForTurn = (id: string, { session }: Work): void => {
    const isBusy = entries.all.some((one) => one.id !== id && isUploading(one));
    if (!needsUpload(session.getState()) || !(isBusy || flags.isPaused)) return;
    change(id, { startUpload: () => session.dispatch({ type: 'resume' }) });
    session.dispatch({ type: 'pause' });
  };

  /** Resumes a stored job, or takes it over from another tab. Resolves with false if there is nothing to resume any more. */
  const acceptStored = async (job: ResumableJob, choice?: Choice): Promise<boolean> => {
    const { id } = job;
    const entry = find(id);
    if (entry?.content.kind !== 'stored' || entry.content.isResuming) return true;
    const { content } = entry;
    change(id, { startUpload: null, content: { ...content, isResuming: true } });
    const work: Work = createWork(id, (state, previous, event) => {
      if (event.type === 'selected') {
        // The chosen file keeps its name, although the converted one may have another.
        const name = event.job.conversion?.from.name ?? titleOf(event.job);
        change(id, { content: work, isOwn: true, name: name || entry.name });
      }
      listen(id, state, previous, event);
    });
    const result = await work.persistence.accept(job, choice).catch(() => 'gone' as const);
    if (result === 'resumed' && find(id) !== undefined) {
      waitForTurn(id, work);
      return true;
    }
    // The user may have removed it meanwhile.
    work.session.dispatch({ type: 'cancel' });
    work.disconnect();
    if (result === 'resumed' || stored.isDeclined(id)) return true;
    change(id, { content: { ...content, problem: result === 'gone' ? null : result } });
    // Another tab has finished or taken it.
    if (result === 'gone') await refresh();
    changed();
    return find(id) !== undefined;
  };

  /** Continues a stored job in its turn. Its recording is read only then. */
  const resumeStored = (job: ResumableJob): void => {
    const go = (): void => void acceptStored(job);
    // The browser asks for permission only in the gesture of the user.
    if (job.needs === 'permission' || job.kind === 'in-other-tab') go();
    else inTurn(job.id, job.size !== null && job.uploadedFraction < 1, go);
  };

  return {
    entries,
    flags,
    works,
    connect,
    begin,
    /** Checks the file when it is its turn. */
    check: ({ id }: Entry, file: AudioFile): void => void unchecked.push([id, file]),
    select,
    dispatch,
    changed,
    inTurn,
    decline: stored.decline,
    findStored,
    refresh,
    acceptStored,
    resumeStored,
  };
};
