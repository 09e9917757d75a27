/** Several recordings, each with a session and a stored job of its own. They are uploaded one by one, and polled side by side. */
import { identityOf, type AudioFile } from '../engine/session/job.js';
import type { StateName } from '../engine/session/state.js';
import { isScopeOf } from '../engine/resume/scope.js';
import {
  describe,
  isSameFile,
  isUploading,
  needsUpload,
  overallState,
  sessionStateOf,
  stateOf,
  type Entry,
  type QueueItem,
} from './entries.js';
import { createListStore, restoreEntries, type ListStoreOptions } from './stored-list.js';
import { createListSessions, type ListSessionsOptions } from './list-sessions.js';

interface QueueOptions extends ListSessionsOptions, ListStoreOptions {}

export type Queue = ReturnType<typeof createQueue>;

const isFinished = (entry: Entry): boolean => ['ready', 'failed'].includes(stateOf(entry));

export const createQueue = (options: QueueOptions) => {
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
  const { entries, flags, works, changed, begin, dispatch, acceptStored, resumeStored } = sessions;
  const { find, change, drop } = entries;

  /** Shows what is stored: the list of this page, and unfinished jobs of other pages and tabs. */
  const restore = async (): Promise<void> => {
    isRestored = false;
    for (const { id, content } of entries.all) if (content.kind !== 'work') drop(id);
    const call = ++restorations;
    const found = restoreEntries(await list.load(), await sessions.findStored());
    if (call !== restorations) return;
    // What was added while the list was being read comes last.
    entries.prepend(found.map(({ entry }) => entry).filter(({ id }) => !find(id)));
    for (const { entry, continues } of found)
      if (continues && entry.content.kind === 'stored') resumeStored(entry.content.job);
    isRestored = true;
    changed();
  };

  const wantsFile = ({ content }: Entry): boolean =>
    content.kind === 'lost' || (content.kind === 'stored' && content.job.kind === 'interrupted');

  /** Adds files; one that an item needs goes to that item. Returns the names of those that were in the list already. */
  const add = (files: readonly AudioFile[]): readonly string[] => {
    const known: string[] = [];
    for (const file of files) {
      const identity = identityOf(file);
      const same = entries.all.filter((entry) => isSameFile(entry, identity));
      const usable = same.find((entry) => stateOf(entry) !== 'failed');
      if (usable === undefined) {
        if (same[0] !== undefined) remove(same[0].id);
        sessions.check(begin(identity), file);
      } else if (wantsFile(usable)) void provide(usable.id, file);
      else known.push(file.name);
    }
    changed();
    return known;
  };

  /** Continues an interrupted item with the file that the user has chosen for it. */
  const provide = async (id: string, file: AudioFile): Promise<void> => {
    const { content } = find(id) ?? {};
    if (content?.kind === 'stored') {
      const choice = { file, options: options.transcription() };
      if (!(await acceptStored(content.job, choice))) add([file]);
    } else if (content !== undefined && content.kind !== 'finished') {
      sessions.check(begin(identityOf(file), id), file);
      changed();
    }
  };

  /** Cancels the work and removes the item. A job of another tab stays there. */
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
      sessions.decline(content.job).catch(() => undefined);
    }
    changed();
  };

  const pauseItem = (id: string): void => dispatch(id, 'pause');

  /** Continues an item: resumes, retries, or takes it over from another tab. Call it in a user gesture. */
  const continueItem = (id: string): void => {
    const { content } = find(id) ?? {};
    flags.isPaused = false;
    if (content?.kind === 'stored') resumeStored(content.job);
    if (content?.kind !== 'work') return;
    const { session } = content;
    const state = session.getState();
    const retry = (): void => session.dispatch({ type: 'retry', options: options.transcription() });
    if (state.name === 'paused')
      sessions.inTurn(id, needsUpload(state), () => dispatch(id, 'resume'));
    if (state.name === 'failed') sessions.inTurn(id, needsUpload(state), retry);
  };

  return {
    get entries(): readonly Entry[] {
      return entries.all;
    },
    get items(): readonly QueueItem[] {
      return entries.all.map(describe);
    },
    get state(): StateName {
      return overallState(entries.all.map(stateOf), flags.isPaused);
    },
    /** True while `pause()` holds the uploads back. */
    get isPaused(): boolean {
      return flags.isPaused;
    },
    add,
    provide,
    continue: continueItem,
    pauseItem,
    remove,
    /** Fetches the transcript of an item that was finished before a reload. */
    fetch(id: string): void {
      const entry = find(id);
      if (entry?.content.kind !== 'finished') return;
      const { transcriptionId } = entry.content;
      sessions.select(begin(entry, id), { kind: 'task', transcriptionId });
    },
    /** Starts what `manual-start` holds back. */
    start(): void {
      flags.isStarted = true;
      for (const entry of entries.all) {
        const state = sessionStateOf(entry);
        if (state.name === 'preparing' && state.step === 'waiting-for-start')
          change(entry.id, { startUpload: () => dispatch(entry.id, 'start') });
      }
      changed();
    },
    pause(): void {
      flags.isPaused = true;
      for (const entry of entries.all) if (isUploading(entry)) pauseItem(entry.id);
      changed();
    },
    resume(): void {
      flags.isPaused = false;
      for (const entry of entries.all) if (stateOf(entry) === 'paused') continueItem(entry.id);
      changed();
    },
    /** Cancels everything that is not finished. */
    cancel(): void {
      for (const entry of entries.all) if (entry.isOwn && !isFinished(entry)) remove(entry.id);
      flags.isPaused = false;
    },
    clear(): void {
      for (const entry of entries.all) if (entry.isOwn) remove(entry.id);
      flags.isPaused = false;
      flags.isStarted = false;
    },
    /** Continues after the element was added to the page, and restores the list the first time. Returns a function that stops. */
    connect(): () => void {
      const disconnect = sessions.connect();
      void (isRestored ? sessions.refresh() : restore());
      return disconnect;
    },
    /** The user may have changed. Shows the list and the stored jobs of the current one. */
    userChanged(): void {
      const now = options.scope.now();
      if (flags.isConnected && (now === null || now !== list.scope)) void restore();
    },
    /** Removes everything of this user key; null means all. */
    async forget(scope: string | null): Promise<void> {
      await Promise.all(works().map(({ persistence }) => persistence.forget(scope)));
      const owner = list.scope ?? options.scope.now();
      const isMeant = owner !== null && (owner === undefined || isScopeOf(owner, scope ?? ''));
      if (scope === null || isMeant) for (const { id } of entries.all) remove(id);
      await list.settled();
    },
    /** True while leaving the page would lose data. */
    atRisk: (): boolean =>
      works().some(({ persistence }) => persistence.atRisk()) ||
      (!list.isKeeping() && entries.all.some((entry) => stateOf(entry) === 'waiting')),
    /** False if a reload loses something, because the browser refuses to store it. */
    isKeeping: (): boolean =>
      list.isKeeping() && works().every(({ persistence }) => persistence.isKeeping()),
  };
};
