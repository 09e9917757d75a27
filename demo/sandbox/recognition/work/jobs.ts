/** CPU-intensive jobs, which run in this process or in another. */
import { listen, type Heard, type ListenRequest } from '../listen.js';
import { recognizeWords, type WordsRequest } from '../moonshine/recognize-words.js';
import type { Vector } from '../speakers/clustering.js';
import { groupVoices, type GroupRequest, type Speakers } from '../speakers/group-voices.js';
import { voiceprints, type VoiceprintsRequest } from '../speakers/voiceprints.js';
import {
  type Utterance,
  AudioRefused,
  RecognitionFailed,
  UndecodableAudio,
} from '../recognizer.js';

export interface Jobs {
  /** Rejects with UndecodableAudio if the file contains no decodable audio. */
  readonly listen: (request: ListenRequest, signal: AbortSignal) => Promise<Heard>;
  /** The words of a section of speech. Rejects with RecognitionFailed. */
  readonly words: (request: WordsRequest, signal: AbortSignal) => Promise<readonly Utterance[]>;
  /** The voices of a section of speech. */
  readonly voiceprints: (
    request: VoiceprintsRequest,
    signal: AbortSignal,
  ) => Promise<readonly Vector[]>;
  /** The speakers of a whole recording. */
  readonly group: (request: GroupRequest, signal: AbortSignal) => Promise<Speakers>;
  /** Ends idle processes; more jobs may follow. */
  readonly close?: () => Promise<void>;
}

export type JobKind = Exclude<keyof Jobs, 'close'>;

/** Runs jobs on the calling thread without limits: for tests, and inside a worker process. */
export const jobsHere: Jobs = {
  listen,
  words: recognizeWords,
  voiceprints,
  group: (request) => Promise.resolve(groupVoices(request)),
};

// Messages between the sandbox and a worker process: one job in, one outcome out.

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
