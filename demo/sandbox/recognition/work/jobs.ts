/** The two pieces of work that keep a processor busy: a port, so that they run on this thread or on another. */
import { listen, type Heard, type ListenRequest } from '../listen.js';
import { tellApart, type Speakers, type TellApartRequest } from '../speakers/tell-apart.js';

export interface Jobs {
  /** Rejects with UndecodableAudio where the file holds no audio that can be decoded. */
  readonly listen: (request: ListenRequest, signal: AbortSignal) => Promise<Heard>;
  readonly tellApart: (request: TellApartRequest, signal: AbortSignal) => Promise<Speakers>;
}

/** On the thread that asks. */
export const jobsHere: Jobs = { listen, tellApart };
