/**
 * Several recordings: each has a session and a stored job of its own. One is uploaded at a time; their tasks are polled
 * side by side. A failure concerns one recording only.
 */
import type { AudioFile, Source } from '../engine/session/job.js';
import { describeProgress, type StateName } from '../engine/session/state.js';
import { isScopeOf } from '../engine/resume/scope.js';
import { rowOf } from '../engine/session/session-events.js';
import type { Listener } from '../engine/session/session.js';
import {
  createEntries,
  describe,
  identityOf,
  isPreparing,
  isSameFile,
  isUnchecked,
  isUploading,
  needsUpload,
  NO_PROGRESS,
  overallState,
  sessionStateOf,
  stateOf,
  type Entry,
  type FileIdentity,
  type QueueItem,
  type Work,
} from './entries.js';
import { createJobs, type JobsOptions } from './jobs.js';
import { createResuming } from './resuming.js';
import { createListStore, type ListStoreOptions } from './stored-list.js';

/** How many files are checked at the same time. */
const CHECKED_AT_ONCE = 4;

export interface QueueOptions extends JobsOptions, ListStoreOptions {
  /** True to upload nothing until `start()`. */
  readonly manualStart: () => boolean;
  /** Something in the list has changed. `paced` if it happens many times a second. */
  readonly onChange: (when: 'at-once' | 'paced') => void;
  /** The session of an item has changed. Called before `onChange`. */
  readonly onEvent: (entry: Entry, ...change: Parameters<Listener>) => void;
}

export interface Queue {
  readonly entries: readonly Entry[];
  readonly items: readonly QueueItem[];
  readonly state: StateName;
  /** True while `pause()` holds the uploads back. */
  readonly isPaused: boolean;
  /**
   * Adds files. A file that an item needs goes to that item. Returns the names of those that are in the list already,
   * which are not added again.
   */
  add(files: readonly AudioFile[]): readonly string[];
  /** Continues an interrupted item with the file that the user has chosen for it. */
  provide(id: string, file: AudioFile): Promise<void>;
  /** Continues an item: resumes, retries, or takes it over from another tab. Call it in a user gesture. */
  continue(id: string): void;
  pauseItem(id: string): void;
  /** Cancels the work and removes the item. A job of another tab stays there. */
  remove(id: string): void;
  /** Fetches the transcript of an item that was finished before a reload. */
  fetch(id: string): void;
  /** Starts what `manual-start` holds back. */
  start(): void;
  pause(): void;
  resume(): void;
  /** Cancels everything that is not finished. */
  cancel(): void;
  clear(): void;
  /** Continues after the element was added to the page, and restores the list the first time. Returns a function that stops. */
  connect(): () => void;
  /** The user may have changed. Shows the list and the stored jobs of the current one. */
  userChanged(): void;
  /** Removes everything of this user key; null means all. */
  forget(scope: string | null): Promise<void>;
  /** True while leaving the page would lose data. */
  atRisk(): boolean;
  /** False if a reload loses something, because the browser refuses to store it. */
  isKeeping(): boolean;
}

const isFinished = (entry: Entry): boolean => ['ready', 'failed'].includes(stateOf(entry));

export const createQueue = (options: QueueOptions): Queue => {
  const { newId, onChange, onEvent } = options;
  const jobs = createJobs(options);
  const list = createListStore(options);
  const entries = createEntries();
  const unchecked: (readonly [id: string, file: AudioFile])[] = [];
  let isPaused = false;
  let isStarted = false;
  let isConnected = false;
  let isRestored = false;

  const { find, change, drop } = entries;

  const changed = (when: 'at-once' | 'paced' = 'at-once'): void => {
    checkNext();
    advance();
    if (isRestored && when === 'at-once') list.save(entries.all);
    onChange(when);
  };

  /* ---- Whose turn it is ---- */

  /** Checks the next files, so that a file that can't be used is refused at once. */
  const checkNext = (): void => {
    const isBeingChecked = (entry: Entry): boolean =>
      isUnchecked(entry) && sessionStateOf(entry).name === 'preparing';
    while (isConnected && entries.all.filter(isBeingChecked).length < CHECKED_AT_ONCE) {
      const [id, file] = unchecked.shift() ?? [];
      if (id === undefined || file === undefined) return;
      const entry = find(id);
      if (entry !== undefined) select(entry, { kind: 'file', file });
    }
  };

  /** Lets the first recording that waits be uploaded, unless one before it is still being checked or converted. */
  const advance = (): void => {
    if (!isConnected || isPaused || entries.all.some(isUploading)) return;
    const next = entries.all.find((entry) => entry.startUpload !== null || isPreparing(entry));
    if (next === undefined || next.startUpload === null) return;
    change(next.id, { startUpload: null });
    next.startUpload();
  };

  /** Continues at once, or when no other recording is uploaded. */
  const inTurn = (id: string, isUpload: boolean, go: () => void): void => {
    if (isUpload) change(id, { startUpload: go });
    else go();
    changed();
  };

  /* ---- Sessions ---- */

  const begin = (identity: FileIdentity, id = newId()): Entry => {
    const known = find(id);
    const entry: Entry = {
      ...identity,
      id,
      isOwn: true,
      progress: NO_PROGRESS,
      startUpload: null,
      content: jobs.createWork(id, (...change) => listen(id, ...change)),
    };
    if (known?.content.kind === 'work') known.content.disconnect();
    entries.put(entry);
    return entry;
  };

  const select = ({ content }: Entry, source: Source): void => {
    if (content.kind !== 'work') return;
    content.session.dispatch({ type: 'select', source, options: options.transcription() });
  };

  const dispatch = (id: string, type: 'start' | 'pause' | 'resume' | 'suspend' | 'wake'): void => {
    const entry = find(id);
    if (entry?.content.kind === 'work') entry.content.session.dispatch({ type });
  };

  const mayStart = (): boolean => isStarted || !options.manualStart();

  const listen = (id: string, ...[state, previous, event]: Parameters<Listener>): void => {
    const entry = find(id);
    if (entry === undefined) return;
    const isNewJob = event.type === 'selected';
    const progress = describeProgress(state, isNewJob ? null : entry.progress);
    change(id, { progress });
    if (event.type === 'checked' && event.wait && mayStart()) {
      change(id, { startUpload: () => dispatch(id, 'start') });
    }
    onEvent(find(id) ?? entry, state, previous, event);
    // Another tab has taken the job over.
    if (event.type === 'cleared' && find(id) !== undefined) {
      drop(id);
      void resuming.refresh();
    }
    changed(state.name === previous.name ? rowOf(event).drawn : 'at-once');
  };

  const resuming = createResuming({
    entries,
    jobs,
    list,
    transcription: options.transcription,
    listen,
    inTurn,
    changed,
    isPaused: () => isPaused,
    add: (files) => void add(files),
  });

  const restore = async (): Promise<void> => {
    isRestored = false;
    for (const { id, content } of entries.all) if (content.kind !== 'work') drop(id);
    if (!(await resuming.restore())) return;
    isRestored = true;
    changed();
  };

  /* ---- Files ---- */

  const wantsFile = ({ content }: Entry): boolean =>
    content.kind === 'lost' || (content.kind === 'stored' && content.job.kind === 'interrupted');

  const add = (files: readonly AudioFile[]): readonly string[] => {
    const known: string[] = [];
    for (const file of files) {
      const identity = identityOf(file);
      const same = entries.all.find(
        (entry) => isSameFile(entry, identity) && stateOf(entry) !== 'failed',
      );
      const failed = entries.all.find((entry) => isSameFile(entry, identity));
      if (same === undefined) {
        if (failed !== undefined) remove(failed.id);
        unchecked.push([begin(identity).id, file]);
      } else if (wantsFile(same)) void provide(same.id, file);
      else known.push(file.name);
    }
    changed();
    return known;
  };

  const provide = async (id: string, file: AudioFile): Promise<void> => {
    const { content } = find(id) ?? {};
    if (content?.kind === 'stored') await resuming.accept(id, content.job, file);
    else if (content !== undefined && content.kind !== 'finished') {
      unchecked.push([begin(identityOf(file), id).id, file]);
      changed();
    }
  };

  const remove = (id: string): void => {
    const entry = find(id);
    if (entry === undefined) return;
    drop(id);
    const { content } = entry;
    if (content.kind === 'work') {
      const state = content.session.getState();
      content.session.dispatch({ type: 'cancel' });
      content.disconnect();
      onEvent(entry, content.session.getState(), state, { type: 'cleared' });
    } else if (content.kind === 'stored') {
      jobs.stored.decline(content.job).catch(() => undefined);
    }
    changed();
  };

  const pauseItem = (id: string): void => dispatch(id, 'pause');

  const continueItem = (id: string): void => {
    const { content } = find(id) ?? {};
    isPaused = false;
    if (content?.kind === 'stored') resuming.resume(id);
    if (content?.kind !== 'work') return;
    const { session } = content;
    const state = session.getState();
    const retry = (): void => session.dispatch({ type: 'retry', options: options.transcription() });
    if (state.name === 'paused') inTurn(id, needsUpload(state), () => dispatch(id, 'resume'));
    if (state.name === 'failed') inTurn(id, needsUpload(state), retry);
  };

  const resumeAll = (): void => {
    isPaused = false;
    for (const entry of entries.all) if (stateOf(entry) === 'paused') continueItem(entry.id);
    changed();
  };

  const works = (): readonly Work[] =>
    entries.all.flatMap(({ content }) => (content.kind === 'work' ? content : []));

  return {
    get entries() {
      return entries.all;
    },
    get items() {
      return entries.all.map(describe);
    },
    get state() {
      return overallState(entries.all.map(stateOf), isPaused);
    },
    get isPaused() {
      return isPaused;
    },
    add,
    provide,
    continue: continueItem,
    pauseItem,
    remove,
    fetch(id) {
      const entry = find(id);
      if (entry?.content.kind !== 'finished') return;
      const { transcriptionId } = entry.content;
      select(begin(entry, id), { kind: 'task', transcriptionId });
    },
    start() {
      isStarted = true;
      for (const entry of entries.all) {
        const state = sessionStateOf(entry);
        if (state.name === 'preparing' && state.step === 'waiting-for-start')
          change(entry.id, { startUpload: () => dispatch(entry.id, 'start') });
      }
      changed();
    },
    pause() {
      isPaused = true;
      for (const entry of entries.all) if (isUploading(entry)) pauseItem(entry.id);
      changed();
    },
    resume: resumeAll,
    cancel() {
      for (const entry of entries.all) if (entry.isOwn && !isFinished(entry)) remove(entry.id);
      isPaused = false;
    },
    clear() {
      for (const entry of entries.all) if (entry.isOwn) remove(entry.id);
      isPaused = false;
      isStarted = false;
    },
    connect() {
      isConnected = true;
      const stop = jobs.watch(() => void resuming.refresh());
      for (const { session } of works()) session.dispatch({ type: 'wake' });
      if (isRestored) void resuming.refresh();
      else void restore();
      return () => {
        isConnected = false;
        stop();
        for (const { session } of works()) session.dispatch({ type: 'suspend' });
      };
    },
    userChanged() {
      const now = options.scope.now();
      if (isConnected && (now === null || now !== list.scope)) void restore();
    },
    async forget(scope) {
      await Promise.all(works().map(({ persistence }) => persistence.forget(scope)));
      const owner = list.scope ?? options.scope.now();
      const isMeant = owner !== null && (owner === undefined || isScopeOf(owner, scope ?? ''));
      if (scope === null || isMeant) for (const { id } of entries.all) remove(id);
      await list.settled();
    },
    atRisk: () =>
      works().some(({ persistence }) => persistence.atRisk()) ||
      (!list.isKeeping() && entries.all.some((entry) => stateOf(entry) === 'waiting')),
    isKeeping: () =>
      list.isKeeping() && works().every(({ persistence }) => persistence.isKeeping()),
  };
};
