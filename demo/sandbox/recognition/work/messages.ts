/** Messages between the sandbox and a worker process: one job in, one outcome out. */
import { AudioRefused, RecognitionFailed, UndecodableAudio } from '../recognizer.js';
import type { JobKind, Jobs } from './jobs.js';

export type Job = {
  readonly [Kind in JobKind]: { readonly kind: Kind; readonly request: Parameters<Jobs[Kind]>[0] };
}[JobKind];

const ERRORS = {
  refused: AudioRefused,
  undecodable: UndecodableAudio,
  failed: RecognitionFailed,
} as const;

export type Outcome =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: keyof typeof ERRORS; readonly message: string };

/** Sent by a worker process: first that it is ready, then an outcome for each job. */
export type FromProcess = { readonly kind: 'ready' } | Outcome;

/** The kind of an error, because its class is lost between processes. */
export const outcomeOfError = (error: unknown): Outcome => ({
  kind:
    error instanceof AudioRefused
      ? 'refused'
      : error instanceof UndecodableAudio
        ? 'undecodable'
        : 'failed',
  message: error instanceof Error ? error.message : String(error),
});

/** The result of a job. Throws what the job has thrown. */
export const resultOf = (outcome: Outcome): unknown => {
  if (outcome.kind === 'done') return outcome.result;
  throw new ERRORS[outcome.kind](outcome.message);
};
