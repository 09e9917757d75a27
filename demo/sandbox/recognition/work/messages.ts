/** Messages between the sandbox and a worker process: one job in, one outcome out. */
import type { Heard, ListenRequest } from '../listen.js';
import { AudioRefused, RecognitionFailed, UndecodableAudio } from '../recognizer.js';
import type { RunRequest } from '../run-program.js';
import type { Speakers, TellApartRequest } from '../speakers/tell-apart.js';

export type Job =
  | { readonly kind: 'listen'; readonly request: ListenRequest }
  | { readonly kind: 'tell-apart'; readonly request: TellApartRequest }
  | { readonly kind: 'run'; readonly request: RunRequest };

export type Outcome =
  | { readonly kind: 'heard'; readonly heard: Heard }
  | { readonly kind: 'speakers'; readonly speakers: Speakers }
  | { readonly kind: 'ran' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'undecodable'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Sent by a worker process: first that it is ready, then an outcome for each job. */
export type FromProcess = { readonly kind: 'ready' } | Outcome;

const failureKind = (error: unknown): 'refused' | 'undecodable' | 'failed' => {
  if (error instanceof AudioRefused) return 'refused';
  return error instanceof UndecodableAudio ? 'undecodable' : 'failed';
};

/** The kind of an error, because its class is lost between processes. */
export const outcomeOfError = (error: unknown): Outcome => ({
  kind: failureKind(error),
  message: error instanceof Error ? error.message : String(error),
});

export const errorOfOutcome = (outcome: Outcome): Error => {
  switch (outcome.kind) {
    case 'refused':
      return new AudioRefused(outcome.message);
    case 'undecodable':
      return new UndecodableAudio(outcome.message);
    case 'failed':
      return new RecognitionFailed(outcome.message);
    default:
      return new RecognitionFailed(`A work process answered "${outcome.kind}" to another job.`);
  }
};
