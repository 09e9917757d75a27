/**
 * Several recordings: each has a session and a stored job of its own. One is uploaded at a time; their tasks are polled
 * side by side. A failure concerns one recording only.
 */
import type { AudioFile } from '../engine/session/job.js';
import type { StateName } from '../engine/session/state.js';
import { isScopeOf } from '../engine/resume/scope.js';
import {
  describe,
  identityOf,
  isSameFile,
  isUploading,
  needsUpload,
  overallState,
  sessionStateOf,
  stateOf,
  type Entry,
  type QueueItem,
  type Work,
} from './entries.js';
import { acceptStored, restoreList, resumeStored } from './resuming.js';
import { createListStore, type ListStoreOptions } from './stored-list.js';
import { createListSessions, type ListSessionsOptions } from './list-sessions.js';

interface QueueOptions extends ListSessionsOptions, ListStoreOptions {}

export interface Queue {
  readonly entries: readonly Entry[];
  readonly items: readonly QueueItem[];
  readonly state: StateName;
  /** True while `pause()` holds the uploads back. */
  readonly isPaused: boolean;
  /** Adds files; one that an item needs goes to that item. Returns the names of those that were in the list already. */
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
  const { onChange, onEvent } = options;
  const list = createListStore(options);
  let isRestored = false;
  let restorations = 0;
  const sessions = createListSessions({
    ...options,
    onChange: (when) => {
      if (isRestored && when === 'at-once') list.save(entries.all);
      onChange(when);
    },
  });
  const { entries, jobs, changed, begin, dispatch } = sessions;
  const { find, change, drop } = entries;

  const restore = async (): Promise<void> => {
    isRestored = false;
    for (const { id, content } of entries.all) if (content.kind !== 'work') drop(id);
    const call = ++restorations;
    const isOutdated = (): boolean => call !== restorations;
    await restoreList(sessions, list, isOutdated);
    if (isOutdated()) return;
    isRestored = true;
    changed();
  };

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
        sessions.check(begin(identity), file);
      } else if (wantsFile(same)) void provide(same.id, file);
      else known.push(file.name);
    }
    changed();
    return known;
  };

  const provide = async (id: string, file: AudioFile): Promise<void> => {
    const { content } = find(id) ?? {};
    if (content?.kind === 'stored') {
      const choice = { file, options: options.transcription() };
      if (!(await acceptStored(sessions, content.job, choice))) add([file]);
    } else if (content !== undefined && content.kind !== 'finished') {
      sessions.check(begin(identityOf(file), id), file);
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
    sessions.isPaused = false;
    if (content?.kind === 'stored') resumeStored(sessions, content.job);
    if (content?.kind !== 'work') return;
    const { session } = content;
    const state = session.getState();
    const retry = (): void => session.dispatch({ type: 'retry', options: options.transcription() });
    if (state.name === 'paused')
      sessions.inTurn(id, needsUpload(state), () => dispatch(id, 'resume'));
    if (state.name === 'failed') sessions.inTurn(id, needsUpload(state), retry);
  };

  const resumeAll = (): void => {
    sessions.isPaused = false;
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
      return overallState(entries.all.map(stateOf), sessions.isPaused);
    },
    get isPaused() {
      return sessions.isPaused;
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
      sessions.select(begin(entry, id), { kind: 'task', transcriptionId });
    },
    start() {
      sessions.isStarted = true;
      for (const entry of entries.all) {
        const state = sessionStateOf(entry);
        if (state.name === 'preparing' && state.step === 'waiting-for-start')
          change(entry.id, { startUpload: () => dispatch(entry.id, 'start') });
      }
      changed();
    },
    pause() {
      sessions.isPaused = true;
      for (const entry of entries.all) if (isUploading(entry)) pauseItem(entry.id);
      changed();
    },
    resume: resumeAll,
    cancel() {
      for (const entry of entries.all) if (entry.isOwn && !isFinished(entry)) remove(entry.id);
      sessions.isPaused = false;
    },
    clear() {
      for (const entry of entries.all) if (entry.isOwn) remove(entry.id);
      sessions.isPaused = false;
      sessions.isStarted = false;
    },
    connect() {
      sessions.isConnected = true;
      const stop = jobs.watch(() => void sessions.refresh());
      for (const { session } of works()) session.dispatch({ type: 'wake' });
      if (isRestored) void sessions.refresh();
      else void restore();
      return () => {
        sessions.isConnected = false;
        stop();
        for (const { session } of works()) session.dispatch({ type: 'suspend' });
      };
    },
    userChanged() {
      const now = options.scope.now();
      if (sessions.isConnected && (now === null || now !== list.scope)) void restore();
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
