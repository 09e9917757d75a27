/** Messages between the sandbox and a worker process: one job in, one outcome out. */
import type { Heard, ListenRequest } from '../listen.js';
import type { WordsRequest } from '../moonshine/recognize-words.js';
import { AudioRefused, RecognitionFailed, UndecodableAudio } from '../recognizer.js';
import type { Vector } from '../speakers/clustering.js';
import type { GroupRequest, Speakers } from '../speakers/group-voices.js';
import type { VoiceprintsRequest } from '../speakers/voiceprints.js';
import type { Utterance } from '../word-finder.js';

export type Job =
  | { readonly kind: 'listen'; readonly request: ListenRequest }
  | { readonly kind: 'words'; readonly request: WordsRequest }
  | { readonly kind: 'voiceprints'; readonly request: VoiceprintsRequest }
  | { readonly kind: 'group'; readonly request: GroupRequest };

export type Outcome =
  | { readonly kind: 'heard'; readonly heard: Heard }
  | { readonly kind: 'spoken'; readonly utterances: readonly Utterance[] }
  | { readonly kind: 'voices'; readonly vectors: readonly Vector[] }
  | { readonly kind: 'speakers'; readonly speakers: Speakers }
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
