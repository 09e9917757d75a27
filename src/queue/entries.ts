/** The recordings of an element: what is known of each, and what a page and a person see of it. */
import {
  describeProgress,
  IDLE,
  type SessionState,
  type TranscribeProgress,
} from '../engine/session/state.js';
import type { AudioFile } from '../engine/session/job.js';
import type { JobPersistence } from '../engine/resume/job-persistence.js';
import type { ResumableJob, ResumeProblem } from '../engine/resume/scope.js';
import type { Session } from '../engine/session/session.js';

/** What is known of a file without reading it. */
export interface FileIdentity {
  readonly name: string;
  /** Bytes. Null if it is not known. */
  readonly size: number | null;
  /** Milliseconds since the epoch. Null if it is not known. */
  readonly lastModifiedMs: number | null;
}

/** A session of its own, and what stores its job. */
export interface Work {
  readonly kind: 'work';
  readonly session: Session;
  readonly persistence: JobPersistence;
  /** Takes the lock of the job, and continues. */
  readonly connect: () => void;
  /** Stops, and releases the lock of the job. */
  readonly disconnect: () => void;
  /** Ends it without a word, because something else takes its place. What was paid for stays stored, and is offered later. */
  readonly leave: () => void;
}

/** A stored job that this element does not work on. */
export interface StoredContent {
  readonly kind: 'stored';
  readonly job: ResumableJob;
  readonly problem: ResumeProblem | null;
  /** The chosen file that matched the job. Null if the job was found without a file. */
  readonly file: AudioFile | null;
  /** True while its recording is being read, or its lock taken. */
  readonly isResuming: boolean;
}

export type Content =
  | Work
  | StoredContent
  /** The page was left before the job could be stored, so the file must be chosen again. */
  | { readonly kind: 'lost' }
  /** The task had succeeded before the reload. Its transcript is fetched when it is opened. */
  | { readonly kind: 'finished'; readonly transcriptionId: string };

export interface Entry extends FileIdentity {
  /** Also the id of its stored job. */
  readonly id: string;
  readonly content: Content;
  readonly progress: TranscribeProgress;
  /** Continues the work. Called when no other recording is uploaded. Null if it does not wait for that. */
  readonly startUpload: (() => void) | null;
  /** False for a job that another page has left. It does not belong to the list until the person continues it. */
  readonly isOwn: boolean;
  /** Not null if the person has removed it and can still put it back. `wasWorking`: it then continues. */
  readonly removed: { readonly wasWorking: boolean } | null;
}

/** The entries of an element, in their order. An entry is never changed; it is replaced. */
export const createEntries = () => {
  let all: readonly Entry[] = [];
  /** Null for none. */
  const find = (id: string | null): Entry | undefined => all.find((entry) => entry.id === id);
  return {
    get all(): readonly Entry[] {
      return all;
    },
    find,
    /** Replaces the entry with this id, or adds one at the end. */
    put(entry: Entry): void {
      const isNew = find(entry.id) === undefined;
      all = isNew ? [...all, entry] : all.map((one) => (one.id === entry.id ? entry : one));
    },
    /** Does nothing if there is no such entry. */
    change(id: string, changes: Partial<Entry>): void {
      all = all.map((one) => (one.id === id ? { ...one, ...changes } : one));
    },
    drop(id: string): void {
      all = all.filter((one) => one.id !== id);
    },
    prepend(entries: readonly Entry[]): void {
      all = [...entries, ...all];
    },
  };
};

export const NO_PROGRESS = describeProgress(IDLE, null);

/** An entry that waits for nothing. */
export const newEntry = (
  { id, name, size, lastModifiedMs }: FileIdentity & { readonly id: string },
  content: Content,
  isOwn: boolean,
): Entry => ({
  ...{ id, name, size, lastModifiedMs, content, isOwn },
  progress: NO_PROGRESS,
  startUpload: null,
  removed: null,
});

/** The entry of a stored job that this element does not work on. */
export const entryOfJob = (
  job: ResumableJob,
  isOwn: boolean,
  file: AudioFile | null = null,
): Entry =>
  newEntry(
    { id: job.id, name: job.title, size: job.size, lastModifiedMs: null },
    { kind: 'stored', job, problem: null, file, isResuming: false },
    isOwn,
  );

/** True if the entry is that of the stored job with this id. */
export const isOfJob = ({ id, content }: Entry, jobId: string): boolean =>
  id === jobId || (content.kind === 'work' && content.persistence.heldId === jobId);

export const sessionStateOf = ({ content }: Entry): SessionState =>
  content.kind === 'work' ? content.session.getState() : IDLE;
