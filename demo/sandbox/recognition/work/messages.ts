/** What the main thread and a worker say to each other: one job in, one outcome out. */
import type { Heard, ListenRequest } from '../listen.js';
import { RecognitionFailed, UndecodableAudio } from '../recognizer.js';
import type { Speakers, TellApartRequest } from '../speakers/tell-apart.js';

export type Job =
  | { readonly kind: 'listen'; readonly request: ListenRequest }
  | { readonly kind: 'tell-apart'; readonly request: TellApartRequest };

export type Outcome =
  | { readonly kind: 'heard'; readonly heard: Heard }
  | { readonly kind: 'speakers'; readonly speakers: Speakers }
  | { readonly kind: 'undecodable'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** The class of an error does not survive the way between threads. */
export const outcomeOfError = (error: unknown): Outcome => ({
  kind: error instanceof UndecodableAudio ? 'undecodable' : 'failed',
  message: error instanceof Error ? error.message : String(error),
});

export const errorOfOutcome = (outcome: Outcome): Error =>
  outcome.kind === 'undecodable'
    ? new UndecodableAudio(outcome.message)
    : new RecognitionFailed(
        outcome.kind === 'failed' ? outcome.message : `A worker gave ${outcome.kind} unasked.`,
      );
