/** CPU-intensive jobs, which run in this process or in another. */
import { listen, type Heard, type ListenRequest } from '../listen.js';
import { runProgram, type RunRequest } from '../run-program.js';
import { tellApart, type Speakers, type TellApartRequest } from '../speakers/tell-apart.js';

export interface Jobs {
  /** Rejects with UndecodableAudio if the file contains no decodable audio. */
  readonly listen: (request: ListenRequest, signal: AbortSignal) => Promise<Heard>;
  readonly tellApart: (request: TellApartRequest, signal: AbortSignal) => Promise<Speakers>;
  /** Runs a program to its end. Rejects with RecognitionFailed. */
  readonly run: (request: RunRequest, signal: AbortSignal) => Promise<void>;
  /** Ends idle processes; more jobs may follow. */
  readonly close?: () => Promise<void>;
}

/** Runs jobs on the calling thread without limits: for tests, and inside a worker process. */
export const jobsHere: Jobs = { listen, tellApart, run: runProgram };
