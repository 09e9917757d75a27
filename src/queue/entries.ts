/** The recordings of a list: what is known of each, and what a page and a person see of it. */
import {
  describeProgress,
  IDLE,
  jobOf,
  type SessionState,
  type StateName,
  type TranscribeProgress,
} from '../engine/session/state.js';
import type { TranscribeError } from '../protocol/errors.js';
import type { ResumableJob, ResumeProblem } from '../engine/resume/stored-job.js';
import type { StoredSession } from '../engine/resume/job-persistence.js';

type ItemState =
  /** It was checked, and waits for its turn. */
  | 'waiting'
  /** It was left unfinished. It continues when the person asks for it. */
  | 'interrupted'
  | 'in-other-tab'
  | Exclude<StateName, 'idle'>;

/** A recording in the list, as a page sees it. */
export interface QueueItem {
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  /** Bytes. Null if it is not known. */
  readonly size: number | null;
  readonly state: ItemState;
  /** Stored fraction of the upload, 0 to 1. */
  readonly progress: number;
  /** Null until the task exists. */
  readonly transcriptionId: string | null;
  /** Null unless the state is `failed`. */
  readonly error: TranscribeError | null;
}

/** What is known of a file without reading it. */
export interface FileIdentity {
  readonly name: string;
  /** Bytes. Null if it is not known. */
  readonly size: number | null;
  /** Milliseconds since the epoch. Null if it is not known. */
  readonly lastModifiedMs: number | null;
}

/** A session of its own, and what stores its job. */
export interface Work extends StoredSession {
  readonly kind: 'work';
  /** Releases the lock of the job. */
  readonly disconnect: () => void;
}

export type Content =
  | Work
  /** A stored job that this tab does not work on. */
  | {
      readonly kind: 'stored';
      readonly job: ResumableJob;
      readonly problem: ResumeProblem | null;
      /** True while its recording is being read, or its lock taken. */
      readonly isResuming: boolean;
    }
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
}

/** The entries of a list, in its order. An entry is never changed; it is replaced. */
export const createEntries = () => {
  let all: readonly Entry[] = [];
  const find = (id: string): Entry | undefined => all.find((entry) => entry.id === id);
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

const NO_PROGRESS = describeProgress(IDLE, null);

/** An entry that waits for nothing. */
export const newEntry = (
  { id, name, size, lastModifiedMs }: FileIdentity & { readonly id: string },
  content: Content,
  isOwn: boolean,
): Entry => ({
  ...{ id, name, size, lastModifiedMs, content, isOwn },
  progress: NO_PROGRESS,
  startUpload: null,
});

/** True if both are known to be the same file. An unknown value matches any. */
export const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.name === other.name &&
  one.size === other.size &&
  (one.lastModifiedMs ?? other.lastModifiedMs) === (other.lastModifiedMs ?? one.lastModifiedMs);

export const sessionStateOf = ({ content }: Entry): SessionState =>
  content.kind === 'work' ? content.session.getState() : IDLE;

export const stateOf = (entry: Entry): ItemState => {
  const { content } = entry;
  switch (content.kind) {
    case 'finished':
      return 'ready';
    case 'lost':
      return 'interrupted';
    case 'stored':
      return entry.startUpload !== null || content.isResuming ? 'waiting' : content.job.kind;
    case 'work': {
      const state = content.session.getState();
      if (state.name === 'idle' || entry.startUpload !== null) return 'waiting';
      const isHeldBack = state.name === 'preparing' && state.step === 'waiting-for-start';
      return isHeldBack ? 'waiting' : state.name;
    }
  }
};

/** True while the recording takes the only upload: from the plan until the service has the file. */
export const isUploading = (entry: Entry): boolean => {
  if (entry.content.kind === 'stored') return entry.content.isResuming;
  const state = sessionStateOf(entry);
  if (state.name === 'uploading') return true;
  return state.name === 'preparing' && (state.step === 'planning' || state.step === 'verifying');
};

/** True until the file has been checked, and converted if that is needed. */
export const isPreparing = (entry: Entry): boolean => {
  if (isUnchecked(entry)) return true;
  const state = sessionStateOf(entry);
  return state.name === 'preparing' && state.step === 'converting';
};

/** True until the file has been checked. */
export const isUnchecked = ({ content }: Entry): boolean => {
  if (content.kind !== 'work') return false;
  const state = content.session.getState();
  return state.name === 'idle' || (state.name === 'preparing' && state.step === 'checking');
};

/** True if continuing this work sends the file. */
export const needsUpload = (state: SessionState): boolean => {
  const { source, uploaded, transcriptionId } = jobOf(state) ?? {};
  return source?.kind === 'file' && uploaded === undefined && transcriptionId === undefined;
};

/** The task that exists and has not failed (2.4). Null for none. */
export const transcriptionIdOf = (entry: Entry): string | null => {
  if (entry.content.kind === 'finished') return entry.content.transcriptionId;
  return jobOf(sessionStateOf(entry))?.transcriptionId ?? null;
};

export const describe = (entry: Entry): QueueItem => {
  const { id, name, size, content, progress } = entry;
  const session = sessionStateOf(entry);
  const state = stateOf(entry);
  return {
    id,
    name,
    size,
    state,
    progress:
      state === 'ready'
        ? 1
        : content.kind === 'stored'
          ? content.job.uploadedFraction
          : progress.fraction,
    transcriptionId: transcriptionIdOf(entry),
    error: session.name === 'failed' && state === 'failed' ? session.error : null,
  };
};

/** How many recordings are in each state. */
type Counts = Readonly<Record<ItemState, number>>;

export const countStates = (states: readonly ItemState[]): Counts => {
  const counts = {
    waiting: 0,
    interrupted: 0,
    'in-other-tab': 0,
    preparing: 0,
    uploading: 0,
    paused: 0,
    submitting: 0,
    transcribing: 0,
    ready: 0,
    failed: 0,
  };
  for (const state of states) counts[state] += 1;
  return counts;
};

/** The state of the whole list: what is still being done comes first. Nothing left to do: `ready`, or `failed` if all have failed. */
export const overallState = (states: readonly ItemState[], isPaused: boolean): StateName => {
  const counts = countStates(states);
  if (counts.uploading > 0) return 'uploading';
  if (counts.waiting > 0 && isPaused) return 'paused';
  if (counts.preparing > 0 || counts.waiting > 0) return 'preparing';
  if (counts.paused > 0) return 'paused';
  if (counts.submitting > 0) return 'submitting';
  if (counts.transcribing > 0) return 'transcribing';
  if (counts.ready > 0) return 'ready';
  return counts.failed > 0 ? 'failed' : 'idle';
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The progress of all uploads together. Recordings that failed before their upload do not count. */
export const overallProgress = (
  entries: readonly Entry[],
  phase: StateName,
): TranscribeProgress => {
  const counted = entries
    .filter((entry) => stateOf(entry) !== 'failed' && stateOf(entry) !== 'in-other-tab')
    .map((entry) => {
      const total = entry.size ?? 0;
      const stored = describe(entry).progress * total;
      return { total, stored, sent: Math.max(stored, entry.progress.sentBytes) };
    });
  const all = entries.map(({ progress }) => progress);
  const totalBytes = sum(counted.map(({ total }) => total));
  const storedBytes = Math.round(sum(counted.map(({ stored }) => stored)));
  const sentBytes = Math.round(sum(counted.map(({ sent }) => sent)));
  const speeds = all.flatMap(({ bytesPerSecond }) => bytesPerSecond ?? []);
  const bytesPerSecond = speeds.length === 0 ? null : sum(speeds);
  const interruption = all.find((one) => one.interruption !== null)?.interruption ?? null;
  const willExpire = all.some((one) => one.willExpire);
  return {
    phase,
    sentBytes,
    storedBytes,
    totalBytes,
    bytesPerSecond,
    willExpire,
    interruption,
    fraction: totalBytes === 0 ? 0 : storedBytes / totalBytes,
    secondsLeft:
      bytesPerSecond !== null && bytesPerSecond > 0
        ? (totalBytes - sentBytes) / bytesPerSecond
        : null,
    parts: null,
    conversion: null,
  };
};
