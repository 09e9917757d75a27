import type { Interruption } from '../calls/waiting.js';
import { storedBytes, type ConversionProgress } from './job.js';
import { isWorking, progressOf, type SessionState, type StateName } from './state.js';

/** The element's `progress`, also in the event `transcribe-progress`. */
export interface TranscribeProgress {
  /** The current state; `converting` while the file is converted, which is part of the state `preparing`. */
  readonly phase: StateName | 'converting';
  /** Bytes sent so far, including those of parts that are not stored yet. */
  readonly sentBytes: number;
  /** Bytes of the parts that the storage host has confirmed. */
  readonly storedBytes: number;
  readonly totalBytes: number;
  /** Stored fraction, 0 to 1. Decreases only if the upload starts over. */
  readonly fraction: number;
  /** Null while the speed is unknown. */
  readonly bytesPerSecond: number | null;
  /** Seconds until the upload is done. Null while unknown. */
  readonly secondsLeft: number | null;
  /** True if, at this speed, the upload's URLs expire before it is done, so that it must start over. */
  readonly willExpire: boolean;
  /** @deprecated Use `willExpire`. */
  readonly late: boolean;
  /** The conversion of the chosen file. Null if it is uploaded as it is. */
  readonly conversion: ConversionProgress | null;
  /** Why the work is interrupted. Null while work is in progress. */
  readonly interruption: Interruption | null;
  /** @deprecated Use `interruption`. */
  readonly trouble: Interruption | null;
  /** The parts of the upload (4.4). Null while there is no plan. */
  readonly parts: PartsProgress | null;
}

export interface PartsProgress {
  readonly stored: number;
  readonly total: number;
  /** The parts that are being sent again, with the number of the attempt (from 2). */
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

const sizes = (state: SessionState): { sent: number; stored: number; total: number } => {
  if (state.name === 'idle' || state.job === null) return { sent: 0, stored: 0, total: 0 };
  const { job } = state;
  const total = job.file?.size ?? 0;
  if (job.uploaded !== undefined) return { sent: total, stored: total, total };
  return { sent: progressOf(state)?.sentBytes ?? 0, stored: storedBytes(job), total };
};

/** True from the plan of an upload on, until the upload starts over. */
const hasUpload = (state: SessionState): boolean =>
  state.name !== 'idle' && (state.job?.plan !== undefined || state.job?.uploaded !== undefined);

/**
 * Derives the progress from the state. `previous` is the last progress of the same recording; no value falls
 * below it, unless the upload starts over.
 */
export const describeProgress = (
  state: SessionState,
  previous: TranscribeProgress | null,
): TranscribeProgress => {
  const { sent, stored, total } = sizes(state);
  const least = hasUpload(state) ? previous : null;
  const beyondUpload =
    state.name === 'submitting' || state.name === 'transcribing' || state.name === 'ready';
  const fraction = beyondUpload ? 1 : total === 0 ? 0 : stored / total;
  const moves = state.name === 'uploading' && state.trouble === null;
  const speed = moves ? state.progress.bytesPerSecond : null;
  const willExpire = state.name === 'uploading' && state.progress.late;
  const interruption = isWorking(state) ? state.trouble : null;
  return {
    phase: state.name === 'preparing' && state.step === 'converting' ? 'converting' : state.name,
    sentBytes: Math.max(sent, least?.sentBytes ?? 0),
    storedBytes: Math.max(stored, least?.storedBytes ?? 0),
    totalBytes: total,
    fraction: Math.max(fraction, least?.fraction ?? 0),
    bytesPerSecond: speed,
    secondsLeft: speed !== null && speed > 0 ? (total - sent) / speed : null,
    conversion: ('job' in state && state.job?.conversion?.progress) || null,
    willExpire,
    late: willExpire,
    interruption,
    trouble: interruption,
    parts: partsOf(state),
  };
};
