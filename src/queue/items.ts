/** The items of a list: what a page and a person see of each, and of all together. */
import type { TranscribeError } from '../protocol/errors.js';
import {
  jobOf,
  type SessionState,
  type StateName,
  type TranscribeProgress,
} from '../engine/session/state.js';
import { sessionStateOf, type Entry, type FileIdentity } from './entries.js';

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

/** True if both are known to be the same file. An unknown value matches any. */
export const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.name === other.name &&
  one.size === other.size &&
  (one.lastModifiedMs ?? other.lastModifiedMs) === (other.lastModifiedMs ?? one.lastModifiedMs);

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

const sum = (values: readonly number[]): number => {
  let all = 0;
  for (const value of values) all += value;
  return all;
};

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
