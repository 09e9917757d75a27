/** A list of recordings: they are checked side by side, uploaded one by one, and restored after a reload. */
import type { Backend } from '../engine/calls/backend.js';
import { isScopeOf, type ResumableJob } from '../engine/resume/scope.js';
import { orNull } from '../engine/resume/stored-job.js';
import { identityOf, type AudioFile } from '../engine/session/job.js';
import type { SessionEvent } from '../engine/session/session-events.js';
import type { StateName } from '../engine/session/state.js';
import { entryOfJob, isOfJob, sessionStateOf, type Entry, type Work } from './entries.js';
import {
  describe,
  isPreparing,
  isSameFile,
  isUnchecked,
  isUploading,
  needsUpload,
  overallState,
  stateOf,
  type QueueItem,
} from './items.js';
import { createLimit } from './limit.js';
import type { Queue } from './queue.js';
import { createRemoval, isRemoved } from './removal.js';
import type { ListStore } from './stored-list.js';

/** How many files are checked at the same time. */
const CHECKED_AT_ONCE = 4;
/** How many queries of tasks are sent at the same time. */
const QUERIES_AT_ONCE = 6;
/** How many recordings are submitted at the same time. The others wait here when the backend has a limit. */
const SUBMISSIONS_AT_ONCE = 4;

const isFinished = (entry: Entry): boolean => ['ready', 'failed'].includes(stateOf(entry));

const wantsFile = ({ content }: Entry): boolean =>
  content.kind === 'lost' || (content.kind === 'stored' && content.job.kind === 'interrupted');

export type List = ReturnType<typeof createList>;

/** `kept`: stores the list. Pass the result to `queue.setList`. */
export const createList = ({ options, sessions, stored, taking }: Queue, kept: ListStore) => {
  const { entries, flags, changed, begin, dispatch, leave, remove, repeat } = sessions;
  const { find, change, drop } = entries;
  /** Holds the uploads back. */
  let isPaused = false;
  /** True once the user has started what `manual-start` holds back. */
  let isStarted = false;
  let isRestored = false;
  let restorations = 0;
  /** Files that wait to be checked, by the ids of their entries. */
  const unchecked = new Map<string, AudioFile>();
  /** Files that were added before the stored list was read. */
  const early = new Map<string, AudioFile>();
  const queries = createLimit(QUERIES_AT_ONCE);
  const submissions = createLimit(SUBMISSIONS_AT_ONCE);
  /** Reads one recording at a time, because each is held in memory until it is stored. */
  const reading = createLimit(1);

  /** Also what was removed and can be put back. */
  const rows = (): readonly Entry[] => entries.all.filter(({ id }) => id !== flags.front);
  const items = (): readonly Entry[] => rows().filter((entry) => !isRemoved(entry));

  /* ---- Turns ---- */

  /** Checks the next files, so that a file that can't be used is refused at once. */
  const checkNext = (): void => {
    const isBeingChecked = (entry: Entry): boolean =>
      isUnchecked(entry) && sessionStateOf(entry).name === 'preparing';
    for (const [id, file] of unchecked) {
      if (entries.all.filter(isBeingChecked).length >= CHECKED_AT_ONCE) return;
      const entry = find(id);
      if (entry?.removed) continue;
      unchecked.delete(id);
      if (entry !== undefined) sessions.select(entry, { kind: 'file', file });
    }
  };

  /** Begins what can begin now. The first recording that waits is uploaded, unless one before it is still being checked. */
  const advance = (): void => {
    if (!flags.isConnected) return;
    checkNext();
    if (isPaused || entries.all.some(isUploading)) return;
    const next = entries.all.find(
      (entry) => !isRemoved(entry) && (entry.startUpload !== null || isPreparing(entry)),
    );
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

  const start = (id: string): void =>
    change(id, { startUpload: () => dispatch(id, { type: 'start' }) });

  /* ---- Stored jobs ---- */

  /** A file can be read only in a gesture of the user, so its job is accepted although another one is being uploaded. */
  const waitForTurn = (id: string, { session }: Work): void => {
    const isBusy = entries.all.some((one) => one.id !== id && isUploading(one));
    if (!needsUpload(session.getState()) || !(isBusy || isPaused)) return;
    change(id, { startUpload: () => session.dispatch({ type: 'resume' }) });
    session.dispatch({ type: 'pause' });
  };

  /** Resumes a stored job, with the file that the user has chosen for it. Resolves with false if it is gone. */
  const accept = async (job: ResumableJob, file: AudioFile | null = null): Promise<boolean> => {
    const result = await taking.accept(job, file === null ? {} : { choice: { file } });
    if (result !== 'resumed') return result !== 'gone';
    for (const entry of entries.all)
      if (entry.content.kind === 'work' && isOfJob(entry, job.id))
        waitForTurn(entry.id, entry.content);
    return true;
  };

  /** Continues a stored job in its turn. Its recording is read only then. `file`: the one that the user has chosen for it. */
  const continueStored = (job: ResumableJob, file: AudioFile | null = null): void => {
    const go = (): void => void accept(job, job.needs === 'nothing' ? null : file);
    // The browser asks for permission only in the gesture of the user.
    const asks = job.needs === 'permission' && file === null;
    if (asks || job.kind === 'in-other-tab') go();
    else inTurn(job.id, job.size !== null && job.uploadedFraction < 1, go);
  };

  /** Continues the jobs that other tabs have left, if their files were added here, too. */
  const continueLeft = (): void => {
    for (const { isOwn, content, startUpload } of items()) {
      if (content.kind !== 'stored' || content.file === null || content.problem !== null) continue;
      const isLeft = content.job.kind === 'interrupted' && !content.isResuming;
      if (isOwn && isLeft && startUpload === null) continueStored(content.job, content.file);
    }
  };

  /** Shows what is stored: the list of this page, and unfinished jobs of other pages and tabs. */
  const restore = async (): Promise<void> => {
    isRestored = false;
    for (const { id, content, removed } of entries.all)
      if (content.kind !== 'work') (removed ? remove : drop)(id);
    const call = ++restorations;
    const found = await kept.load(taking.findStored);
    if (call !== restorations) return;
    // What was added while the list was being read comes last.
    const isNew = ({ id }: Entry): boolean => !entries.all.some((one) => isOfJob(one, id));
    entries.prepend(found.map(({ entry }) => entry).filter(isNew));
    for (const { entry, continues } of found)
      if (entry.content.kind === 'stored' && (stored.continues(entry.content.job) || continues))
        continueStored(entry.content.job);
    isRestored = true;
    for (const [id, file] of early) {
      const isKnown = found.some(({ entry }) => isSameFile(entry, identityOf(file)));
      const { content } = find(id) ?? {};
      if (!isKnown || content?.kind !== 'work') continue;
      leave(id);
      add([file]);
    }
    early.clear();
    changed();
  };

  /* ---- What a page and a person do ---- */

  const addNew = (file: AudioFile, id?: string): void => {
    const entry = begin(identityOf(file), id);
    if (!isRestored) early.set(entry.id, file);
    unchecked.set(entry.id, file);
  };

  /** Another tab or element works on this file: it waits until that ends, in place of the item with this id if there is one. */
  const waitFor = (job: ResumableJob, file: AudioFile, id = job.id): void => {
    const { content } = find(id) ?? {};
    if (id !== job.id) drop(id);
    if (content?.kind === 'work') content.leave();
    entries.put(entryOfJob(job, true, file));
    changed();
  };

  /** Adds files, except those that another tab or element works on. `id`: the item of the only one. */
  const addUnlessBusy = async (files: readonly AudioFile[], id?: string): Promise<void> => {
    const matches = await Promise.all(files.map((file) => stored.findMatch(file, true)));
    if (id !== undefined && find(id) === undefined) return;
    files.forEach((file, at) => {
      const match = matches[at] ?? null;
      if (match?.kind === 'in-other-tab') waitFor(match, file, id);
      else addNew(file, id);
    });
    changed();
  };

  /** Continues the stored job of a failed entry with the same file. Without one, the file is added anew. */
  const replace = async (failed: Entry, file: AudioFile): Promise<void> => {
    const match = await stored.findMatch(file, true);
    if (match?.kind === 'in-other-tab') return waitFor(match, file, failed.id);
    const isContinued = match ? await accept(match, file) : repeat(failed.id, file);
    if (isContinued || find(failed.id) === undefined) return;
    addNew(file, failed.id);
    changed();
  };

  /** Continues an interrupted item with the file that the user has chosen for it. */
  const provide = async (id: string, file: AudioFile): Promise<void> => {
    const { content } = find(id) ?? {};
    if (content?.kind === 'stored') {
      if (!(await accept(content.job, file)) && find(id) === undefined) add([file]);
    } else if (content?.kind === 'lost') {
      await addUnlessBusy([file], id);
    } else if (content !== undefined && content.kind !== 'finished') {
      addNew(file, id);
      changed();
    }
  };

  /** Adds files; one that an item needs goes to that item. Returns the names of those that were in the list already. */
  const add = (files: readonly AudioFile[]): readonly string[] => {
    removal.settle();
    const known: string[] = [];
    const unknown: AudioFile[] = [];
    for (const file of files) {
      const same = items().filter((entry) => isSameFile(entry, identityOf(file)));
      const usable = same.find((entry) => stateOf(entry) !== 'failed');
      if (usable !== undefined && wantsFile(usable)) void provide(usable.id, file);
      else if (usable !== undefined) {
        known.push(file.name);
        const { content } = usable;
        if (content.kind === 'stored' && content.job.kind === 'in-other-tab')
          waitFor(content.job, file);
      } else if (same[0] !== undefined) void replace(same[0], file);
      else unknown.push(file);
    }
    if (options.page.elements.size > 1) void addUnlessBusy(unknown);
    else for (const file of unknown) addNew(file);
    changed();
    return known;
  };

  /** Continues an item: resumes, retries, or takes it over from another tab. Call it in a user gesture. */
  const continueItem = (id: string): void => {
    const { content } = find(id) ?? {};
    isPaused = false;
    if (content?.kind === 'stored') continueStored(content.job, content.file);
    if (content?.kind !== 'work') return;
    const state = content.session.getState();
    const type = state.name === 'paused' ? 'resume' : 'retry';
    const go = (): void => dispatch(id, { type, options: options.transcription() });
    if (state.name === 'paused' || state.name === 'failed') inTurn(id, needsUpload(state), go);
  };

  const removal = createRemoval(sessions, continueItem);

  /** Fetches the transcript of an item that was finished before a reload. */
  const fetch = (id: string): void => {
    const entry = find(id);
    if (entry?.content.kind !== 'finished') return;
    sessions.select(begin(entry, id), { ...entry.content, kind: 'task' });
  };

  return {
    get entries(): readonly Entry[] {
      return items();
    },
    get rows(): readonly Entry[] {
      return rows();
    },
    get items(): readonly QueueItem[] {
      return items().map(describe);
    },
    get state(): StateName {
      return overallState(items().map(stateOf), isPaused);
    },
    /** True while `pause()` holds the uploads back. */
    get isPaused(): boolean {
      return isPaused;
    },
    add,
    provide,
    continue: continueItem,
    pauseItem: (id: string): void => dispatch(id, { type: 'pause' }),
    remove,
    removal,
    fetch,
    /** Starts what `manual-start` holds back. */
    start(): void {
      isStarted = true;
      for (const entry of items()) {
        const state = sessionStateOf(entry);
        if (state.name === 'preparing' && state.step === 'waiting-for-start') start(entry.id);
      }
      changed();
    },
    pause(): void {
      isPaused = true;
      for (const entry of items()) if (isUploading(entry)) dispatch(entry.id, { type: 'pause' });
      changed();
    },
    resume(): void {
      isPaused = false;
      for (const entry of items()) if (stateOf(entry) === 'paused') continueItem(entry.id);
      changed();
    },
    /** Tries everything again that failed and can succeed. */
    retry(): void {
      for (const { id, error } of items().map(describe))
        if (error?.recoverable === true) continueItem(id);
    },
    /** Cancels everything that is not finished. */
    cancel(): void {
      for (const entry of items()) if (entry.isOwn && !isFinished(entry)) remove(entry.id);
      isPaused = false;
    },
    /** Removes everything that belongs to the list. */
    clear(): void {
      for (const entry of rows()) if (entry.isOwn) remove(entry.id);
      isPaused = false;
      isStarted = false;
    },
    /** The item that the element shows as itself when the list ends. Null for none. */
    first(): string | null {
      const first = items().find(({ isOwn, content }) => isOwn && content.kind !== 'lost');
      if (first === undefined || first.content.kind === 'stored') return null;
      fetch(first.id);
      return first.id;
    },

    /* ---- What the queue calls ---- */

    noticed(id: string, event: SessionEvent): void {
      const isHeldBack = event.type === 'checked' && event.wait;
      if (isHeldBack && (isStarted || !options.manualStart())) start(id);
    },
    advance,
    limited: (backend: Backend): Backend => ({
      ...backend,
      submit: (request, call) => submissions(() => backend.submit(request, call)),
      query: (id, call) => backend.query(id, { ...call, inTurn: queries }),
    }),
    saveRecording: (id: string, file: AudioFile): Promise<boolean> =>
      reading(() => options.store.saveRecording(id, file)),
    save(): void {
      if (isRestored) kept.save(items());
    },
    async look(): Promise<void> {
      if (!isRestored) return restore();
      await taking.refresh();
      continueLeft();
    },
    ownerChanged(): void {
      if (kept.isCurrent()) return;
      removal.settle();
      // The jobs of the other user stay with that user.
      if (kept.isOfAnother()) for (const { id } of items()) leave(id);
      isRestored = false;
      if (flags.isConnected) void restore();
      changed();
    },
    async forget(userKey: string | null): Promise<unknown> {
      const owner = kept.scope ?? options.scope.now();
      const isMeant = owner !== null && (owner === undefined || isScopeOf(owner, userKey ?? ''));
      if (userKey === null || isMeant) for (const { id } of rows()) remove(id);
      return orNull(options.clock, () => kept.settled().then(() => null), 2_000);
    },
    isKeeping: kept.isKeeping,
    isAtRisk: (): boolean =>
      !kept.isKeeping() && items().some((entry) => stateOf(entry) === 'waiting'),
  };
};
