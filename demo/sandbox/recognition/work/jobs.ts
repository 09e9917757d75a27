/** CPU-intensive jobs, which run in this process or in another. */
import { listen, type Heard, type ListenRequest } from '../listen.js';
import { recognizeWords, type WordsRequest } from '../moonshine/recognize-words.js';
import type { Vector } from '../speakers/clustering.js';
import { groupVoices, type GroupRequest, type Speakers } from '../speakers/group-voices.js';
import { voiceprints, type VoiceprintsRequest } from '../speakers/voiceprints.js';
import type { Utterance } from '../word-finder.js';

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
