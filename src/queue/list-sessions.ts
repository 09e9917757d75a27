/** The sessions of a list: when each file is checked, and whose turn it is to be uploaded. */
import type { AudioFile, Source } from '../engine/session/job.js';
import { describeProgress } from '../engine/session/state.js';
import type { ResumableJob } from '../engine/resume/stored-job.js';
import { drawnWhen } from '../engine/session/session-events.js';
import type { Listener } from '../engine/session/session.js';
import {
  createEntries,
  isPreparing,
  isUnchecked,
  isUploading,
  newEntry,
  sessionStateOf,
  type Entries,
  type Entry,
  type FileIdentity,
} from './entries.js';
import { createJobs, type Jobs, type JobsOptions } from './jobs.js';
import { entryOfJob } from './stored-list.js';

/** How many files are checked at the same time. */
const CHECKED_AT_ONCE = 4;

export interface ListSessionsOptions extends JobsOptions {
  /** True to upload nothing until `start()`. */
  readonly manualStart: () => boolean;
  /** Something in the list has changed. `paced` if it happens many times a second. */
  readonly onChange: (when: 'at-once' | 'paced') => void;
  /** The session of an item has changed. Called before `onChange`. */
  readonly onEvent: (entry: Entry, ...change: Parameters<Listener>) => void;
}

export interface ListSessions {
  readonly entries: Entries;
  readonly jobs: Jobs;
  /** Holds the uploads back. */
  isPaused: boolean;
  /** True once the user has started what `manual-start` holds back. */
  isStarted: boolean;
  /** False while the element is not in the page. Nothing begins then. */
  isConnected: boolean;
  /** Call it after each change: begins what can begin now. */
  changed(when?: 'at-once' | 'paced'): void;
  /** Continues at once, or when no other recording is uploaded. */
  inTurn(id: string, isUpload: boolean, go: () => void): void;
  /** Makes a session for a file, in the place of the entry with this id if there is one. */
  begin(identity: FileIdentity, id?: string): Entry;
  /** Checks the file when it is its turn. */
  check(entry: Entry, file: AudioFile): void;
  select(entry: Entry, source: Source): void;
  dispatch(id: string, type: 'start' | 'pause' | 'resume' | 'suspend' | 'wake'): void;
  /** Takes every change of an item's session. */
  listen(id: string, ...change: Parameters<Listener>): void;
  /** The stored jobs, the oldest first. */
  findStored(): Promise<readonly ResumableJob[]>;
  /** Shows the stored jobs as they are now, and removes those that are gone. */
  refresh(): Promise<void>;
}

export const createListSessions = (options: ListSessionsOptions): ListSessions => {
  const { newId, onChange, onEvent } = options;
  const jobs = createJobs(options);
  const entries = createEntries();
  const { find, change, drop } = entries;
  const unchecked: (readonly [id: string, file: AudioFile])[] = [];

  /** Checks the next files, so that a file that can't be used is refused at once. */
  const checkNext = (): void => {
    const isBeingChecked = (entry: Entry): boolean =>
      isUnchecked(entry) && sessionStateOf(entry).name === 'preparing';
    while (sessions.isConnected && entries.all.filter(isBeingChecked).length < CHECKED_AT_ONCE) {
      const [id, file] = unchecked.shift() ?? [];
      if (id === undefined || file === undefined) return;
      const entry = find(id);
      if (entry !== undefined) sessions.select(entry, { kind: 'file', file });
    }
  };

  /** Lets the first recording that waits be uploaded, unless one before it is still being checked or converted. */
  const advance = (): void => {
    if (!sessions.isConnected || sessions.isPaused || entries.all.some(isUploading)) return;
    const next = entries.all.find((entry) => entry.startUpload !== null || isPreparing(entry));
    if (next === undefined || next.startUpload === null) return;
    change(next.id, { startUpload: null });
    next.startUpload();
  };

  const sessions: ListSessions = {
    entries,
    jobs,
    isPaused: false,
    isStarted: false,
    isConnected: false,
    changed(when = 'at-once') {
      checkNext();
      advance();
      onChange(when);
    },
    inTurn(id, isUpload, go) {
      if (isUpload) change(id, { startUpload: go });
      else go();
      sessions.changed();
    },
    begin(identity, id = newId()) {
      const known = find(id);
      const work = jobs.createWork(id, (...event) => sessions.listen(id, ...event));
      const entry = newEntry({ ...identity, id }, work, true);
      if (known?.content.kind === 'work') known.content.disconnect();
      entries.put(entry);
      return entry;
    },
    check: ({ id }, file) => void unchecked.push([id, file]),
    select({ content }, source) {
      if (content.kind !== 'work') return;
      content.session.dispatch({ type: 'select', source, options: options.transcription() });
    },
    dispatch(id, type) {
      const entry = find(id);
      if (entry?.content.kind === 'work') entry.content.session.dispatch({ type });
    },
    listen(id, state, previous, event) {
      const entry = find(id);
      if (entry === undefined) return;
      const isNewJob = event.type === 'selected';
      const progress = describeProgress(state, isNewJob ? null : entry.progress);
      change(id, { progress });
      const mayStart = sessions.isStarted || !options.manualStart();
      if (event.type === 'checked' && event.wait && mayStart) {
        change(id, { startUpload: () => sessions.dispatch(id, 'start') });
      }
      onEvent(find(id) ?? entry, state, previous, event);
      // Another tab has taken the job over.
      if (event.type === 'cleared' && find(id) !== undefined) {
        drop(id);
        void sessions.refresh();
      }
      sessions.changed(drawnWhen(state, previous, event));
    },
    async findStored() {
      const found = (await jobs.stored.findAll()) ?? [];
      // The user may have removed some meanwhile.
      return found.filter(({ id }) => !jobs.stored.isDeclined(id)).reverse();
    },
    async refresh() {
      const stored = await sessions.findStored();
      for (const { id, content } of entries.all) {
        if (content.kind !== 'stored') continue;
        const job = stored.find((one) => one.id === id);
        if (job === undefined) drop(id);
        else change(id, { content: { ...content, job } });
      }
      for (const job of stored) {
        const isNew = find(job.id) === undefined && !jobs.stored.isDeclined(job.id);
        if (isNew) entries.put(entryOfJob(job, false));
      }
      sessions.changed();
    },
  };
  return sessions;
};
