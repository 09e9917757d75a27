/** The pieces of work that keep a processor busy: a port, so that they run in this process or in another. */
import { listen, type Heard, type ListenRequest } from '../listen.js';
import { runProgram, type RunRequest } from '../run-program.js';
import { tellApart, type Speakers, type TellApartRequest } from '../speakers/tell-apart.js';

export interface Jobs {
  /** Rejects with UndecodableAudio where the file holds no audio that can be decoded. */
  readonly listen: (request: ListenRequest, signal: AbortSignal) => Promise<Heard>;
  readonly tellApart: (request: TellApartRequest, signal: AbortSignal) => Promise<Speakers>;
  /** Runs a program to its end. Rejects with RecognitionFailed. */
  readonly run: (request: RunRequest, signal: AbortSignal) => Promise<void>;
  /** Ends what waits for the next job; more jobs may follow. */
  readonly close?: () => Promise<void>;
}

/** On the thread that asks, without any limit: for tests, and inside a work process. */
export const jobsHere: Jobs = { listen, tellApart, run: runProgram };
