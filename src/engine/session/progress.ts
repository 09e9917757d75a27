import type { SessionState, StateName } from './state.js';
import { isWorking, progressOf } from './state.js';
import type { Trouble } from './waiting.js';

/** What `element.progress` and `transcribe-progress` tell. */
export interface TranscribeProgress {
  /** The state that the numbers belong to. */
  readonly phase: StateName;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Of the upload, 0 to 1; never goes back within one recording. */
  readonly fraction: number;
  /** Null while nothing honest can be said. */
  readonly bytesPerSecond: number | null;
  /** Of the upload, in s; null while nothing honest can be said. */
  readonly secondsLeft: number | null;
  /** True where, at this speed, the upload's addresses expire before it is done. */
  readonly late: boolean;
  /** Why nothing moves just now; null while it does. */
  readonly trouble: Trouble | null;
  /** The chunks of the upload (4.4); null while there is none. */
  readonly parts: PartsProgress | null;
}

export interface PartsProgress {
  readonly stored: number;
  readonly total: number;
  /** Those under way that failed before, with the number of their try, from 2. */
  readonly retrying: readonly { readonly part: number; readonly attempt: number }[];
}

const partsOf = (state: SessionState): PartsProgress | null => {
  if (state.name === 'idle' || state.job === null) return null;
  const { plan, file: facts, etags } = state.job;
  if (plan === undefined || facts === undefined) return null;
  const retrying = state.name === 'uploading' ? [...state.retrying] : [];
  return {
    stored: etags.size,
    total: Math.ceil(facts.size / plan.ChunkSize),
    retrying: retrying.map(([part, attempt]) => ({ part, attempt })),
  };
};

const sizes = (state: SessionState): { sent: number; total: number } => {
  const progress = progressOf(state);
  if (progress !== null) return { sent: progress.sentBytes, total: progress.totalBytes };
  if (state.name === 'idle' || state.job === null) return { sent: 0, total: 0 };
  const total = state.job.file?.size ?? 0;
  const done = state.job.uploaded !== undefined;
  return { sent: done ? total : 0, total };
};

/** Derives the progress from the state; what was told before for the same recording is the floor. */
export const describeProgress = (
  state: SessionState,
  previous: TranscribeProgress | null,
): TranscribeProgress => {
  const { sent, total } = sizes(state);
  const beyondUpload =
    state.name === 'submitting' || state.name === 'transcribing' || state.name === 'ready';
  const fraction = beyondUpload ? 1 : total === 0 ? 0 : sent / total;
  const moves = state.name === 'uploading' && state.trouble === null;
  const speed = moves ? state.progress.bytesPerSecond : null;
  return {
    phase: state.name,
    sentBytes: Math.max(sent, previous?.sentBytes ?? 0),
    totalBytes: total,
    fraction: Math.max(fraction, previous?.fraction ?? 0),
    bytesPerSecond: speed,
    secondsLeft: speed !== null && speed > 0 ? (total - sent) / speed : null,
    late: state.name === 'uploading' && state.progress.late,
    trouble: isWorking(state) ? state.trouble : null,
    parts: partsOf(state),
  };
};
