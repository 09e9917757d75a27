/** The sessions of an element: one for each recording that it works on. */
import type { Backend } from '../engine/calls/backend.js';
import type { JobStore, Ports } from '../engine/ports.js';
import type { KnownJobs } from '../engine/resume/held-job.js';
import { persistSession, type JobPersistenceOptions } from '../engine/resume/job-persistence.js';
import { isPaid } from '../engine/resume/scope.js';
import { looksLike } from '../engine/resume/stored-job.js';
import { jobWithOptions, type AudioFile, type Source } from '../engine/session/job.js';
import { drawnWhen, type SessionEvent } from '../engine/session/session-events.js';
import {
  createSessionOf,
  type Command,
  type Listener,
  type RunJob,
  type Session,
  type SessionContext,
} from '../engine/session/session.js';
import { describeProgress, IDLE, jobOf } from '../engine/session/state.js';
import type { TranscriptionOptions } from '../protocol/types.js';
import {
  createEntries,
  newEntry,
  NO_PROGRESS,
  sessionStateOf,
  type Entry,
  type FileIdentity,
  type Work,
} from './entries.js';
import type { StoredJobs } from './stored-jobs.js';

interface StoredSessionOptions extends Omit<JobPersistenceOptions, 'session' | 'copy'> {
  readonly ports: Ports;
  readonly context: () => SessionContext;
  readonly load: (session: Session) => Promise<RunJob>;
}

/** A session whose job is stored. `known`: the stored jobs of its user. */
const createStoredSession = (
  { ports, context, load, ...options }: StoredSessionOptions,
  known: KnownJobs,
) => {
  const session = createSessionOf(
    ports,
    () => ({
      ...context(),
      flushed: () => persistence.flushed(),
      discard: () => persistence.discard(),
      stable: (file, signal) => persistence.stable(file, signal),
    }),
    () => load(session),
  );
  const persistence = persistSession({ ...options, session, copy: ports.copy }, known);
  return { session, persistence };
};

export interface SessionsOptions extends Omit<StoredSessionOptions, 'context'> {
  readonly context: () => Pick<
    SessionContext,
    'service' | 'backend' | 'limits' | 'tokenScope' | 'tokenAliases' | 'userKey' | 'needToken'
  >;
  /** How a new recording is transcribed. */
  readonly transcription: () => TranscriptionOptions;
  /** True to upload nothing until `start()`. */
  readonly manualStart: () => boolean;
  /** Something has changed. `paced` if it happens many times a second. */
  readonly onChange: (when: 'at-once' | 'paced') => void;
  /** The session of an entry has changed. Called before `onChange`. */
  readonly onEvent: (entry: Entry, ...change: Parameters<Listener>) => void;
}

export interface OwnOptions extends SessionsOptions {
  /** The job of an entry was deleted, or another tab has taken it over. The entry is removed. */
  readonly onTaken: () => void;
}

/** The list that shows the entries. Without one, only a single entry works, which the element shows as itself. */
export interface EntryList {
  /** The session of an entry has reported an event. Called before the page hears of it. */
  noticed(id: string, event: SessionEvent): void;
  /** Something has changed: begins what can begin now. */
  advance(): void;
  /** Stores the list. */
  save(): void;
  /** Limits how many calls are under way at the same time. */
  limited(backend: Backend): Backend;
  /** Stores one recording after the other, because each is held in memory until then. */
  saveRecording(id: string, file: AudioFile): Promise<boolean>;
  /** Looks up what is stored. */
  look(): Promise<unknown>;
  ownerChanged(): void;
  /** Removes everything of this user key; null means all. */
  forget(userKey: string | null): Promise<unknown>;
  isKeeping(): boolean;
  isAtRisk(): boolean;
  start(): void;
  pause(): void;
  resume(): void;
  retry(): void;
  cancel(): void;
  clear(): void;
}

export type Sessions = ReturnType<typeof createSessions>;

/** `stored`: the stored jobs of the user. */
export const createSessions = (options: OwnOptions, stored: StoredJobs) => {
  const { newId, onChange, onEvent } = options;
  const entries = createEntries();
  const { find, change, drop } = entries;
  const flags = {
    /** What shows all entries: the list of `multiple`. Null: only `front` works. */
    list: null as EntryList | null,
    /** The entry that the element shows as itself. Null for none. */
    front: null as string | null,
    /** `SessionContext.lookAgain` for what the element shows as itself. */
    lookAgain: null as SessionContext['lookAgain'],
    /** False while the element is not in the page. Then nothing begins in a list. */
    isConnected: false,
  };
  // Not copied, because a store loads its methods late.
  const store = Object.create(options.store) as JobStore;
  store.saveRecording = (id, file) => (flags.list ?? options.store).saveRecording(id, file);

  /* ---- Sessions ---- */

  const backend = async (): Promise<Backend> => {
    const plain = await options.context().backend();
    return flags.list?.limited(plain) ?? plain;
  };

  /** A session whose first job is stored under this id. In a list, it waits for `start` once its file has been checked. */
  const createWork = (id: string, listener: Listener): Work => {
    let firstId: string | null = id;
    const { session, persistence } = createStoredSession(
      {
        ...options,
        store,
        // In a list, a file that waits for its turn is stored before its upload needs a token.
        ...(flags.list && { asksForScope: true }),
        context: () => ({
          ...options.context(),
          backend,
          manualStart: flags.list !== null || options.manualStart(),
          lookAgain: flags.lookAgain,
        }),
        newId() {
          const next = firstId ?? newId();
          firstId = null;
          return next;
        },
      },
      stored,
    );
    // After the persistence, so that the listener finds the change stored or queued.
    const unsubscribe = session.subscribe(listener);
    let stop: (() => void) | null = null;
    const work: Work = {
      kind: 'work',
      session,
      persistence,
      connect() {
        if (stop !== null) return;
        stop = persistence.connect();
        session.dispatch({ type: 'wake' });
      },
      disconnect() {
        stop?.();
        if (stop !== null) session.dispatch({ type: 'suspend' });
        stop = null;
      },
      leave() {
        unsubscribe();
        persistence.leave();
        session.dispatch({ type: 'cancel' });
        work.disconnect();
      },
    };
    return work;
  };

  const works = (): readonly Work[] =>
    entries.all.flatMap(({ content }) => (content.kind === 'work' ? content : []));

  /** True if the entry may work now. Without a list, the items of an earlier list wait for the next one. */
  const isActive = ({ id, content }: Entry): boolean =>
    flags.isConnected && (flags.list !== null || id === flags.front || content.kind === 'stored');

  /** Connects the sessions that may work, and disconnects the others. */
  const sync = (): void => {
    for (const entry of entries.all)
      if (entry.content.kind === 'work') {
        if (isActive(entry)) entry.content.connect();
        else entry.content.disconnect();
      }
  };

  /** Removes the entry without a word. See `Work.leave`. */
  const leave = (id: string): void => {
    const content = find(id)?.content;
    drop(id);
    if (content?.kind === 'work') content.leave();
  };

  /** Shows this entry as the element itself, in place of another one. Null for none. */
  const setFront = (id: string | null): void => {
    const before = flags.front;
    flags.front = id;
    if (before !== null && before !== id) leave(before);
    sync();
  };

  /** Makes a session for a file, in the place of the entry with this id if there is one. */
  const begin = (identity: FileIdentity, id = newId()): Entry => {
    const known = find(id)?.content;
    // What is stored of the other job may have been paid for.
    const jobId = known?.kind === 'work' ? newId() : id;
    const entry = newEntry(
      { ...identity, id },
      createWork(jobId, (...event) => listen(id, ...event)),
      true,
    );
    entries.put(entry);
    if (known?.kind === 'work') known.leave();
    sync();
    return entry;
  };

  const select = ({ content }: Entry, source: Source, isAutomatic = false): void => {
    if (content.kind !== 'work') return;
    const wanted = options.transcription();
    content.session.dispatch({ type: 'select', source, options: wanted, isAutomatic });
  };

  /**
   * The file of an entry was chosen again: continues what was paid for, with its key, also where nothing may be stored. False
   * if there is nothing to continue.
   */
  const repeat = (id: string | null, file: AudioFile): boolean => {
    const entry = find(id);
    const state = entry ? sessionStateOf(entry) : IDLE;
    const job = state.name === 'ready' ? null : jobOf(state);
    if (!job || !isPaid(job) || !looksLike({ job }, file)) return false;
    dispatch(id, { type: 'restore', job: jobWithOptions(job, options.transcription()) });
    return true;
  };

  /** Does nothing if there is no such entry. */
  const dispatch = (id: string | null, command: Command): void => {
    const entry = find(id);
    if (entry?.content.kind === 'work') entry.content.session.dispatch(command);
  };

  /** Cancels the work and removes the entry, if there is one. A job of another tab stays there. `leaves`: see `Work.leave`. */
  const remove = (id: string | null, leaves = false): void => {
    const entry = find(id);
    if (entry === undefined) return;
    const { content } = entry;
    drop(entry.id);
    if (content.kind === 'work') {
      const state = content.session.getState();
      if (leaves) content.persistence.leave();
      content.session.dispatch({ type: 'cancel' });
      content.disconnect();
      onEvent({ ...entry, progress: NO_PROGRESS }, IDLE, state, { type: 'cleared' });
      if (flags.front === id) flags.front = null;
    } else if (content.kind === 'stored') {
      void stored.decline(content.job);
    }
    changed();
  };

  /** Takes every change of an entry's session. */
  const listen = (id: string, ...[state, previous, event]: Parameters<Listener>): void => {
    const entry = find(id);
    if (entry === undefined) return;
    const isNew = event.type === 'selected' || event.type === 'cleared';
    const progress = describeProgress(state, isNew ? null : entry.progress);
    change(id, { progress });
    flags.list?.noticed(id, event);
    if (event.type === 'cleared') drop(id);
    onEvent(find(id) ?? { ...entry, progress }, state, previous, event);
    if (event.type === 'cleared') {
      if (flags.front === id) flags.front = null;
      options.onTaken();
    }
    changed(drawnWhen(state, previous, event));
  };

  /** Call it after each change. */
  const changed = (when: 'at-once' | 'paced' = 'at-once'): void => {
    flags.list?.advance();
    onChange(when);
  };

  return {
    entries,
    flags,
    works,
    createWork,
    listen,
    sync,
    setFront,
    begin,
    leave,
    remove,
    repeat,
    select,
    dispatch,
    changed,
    isActive,
  };
};
