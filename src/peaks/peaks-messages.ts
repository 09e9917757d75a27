/**
 * The messages between the page and the worker about peaks. Both sides ignore other messages. If they change, raise
 * `WORKER_CONTRACT` in `hashing/hash-messages.ts`.
 */
import type { ModuleHashes } from './load-module.js';
import type { Peaks } from './peaks.js';

/** The decoder's function, as a property of the worker's global object. Some bundlers drop the exports of its module. */
export const DECODE = 'audioTranscribeDecode';

/** The page ends the work with `terminate()`. */
export interface PeaksRequest {
  readonly type: 'peaks';
  /** The recording, or its absolute URL. */
  readonly source: Blob | string;
  /** The URL of the module that decodes compressed formats; null if there is none. */
  readonly decoderUrl: string | null;
  /** Of the decoder. */
  readonly hashes?: ModuleHashes;
}

/** How reading a recording in the worker has ended. */
export type ReadEnd =
  /** The peaks were sent before. They may be incomplete if the recording is damaged. */
  | { readonly kind: 'read' }
  /** The bytes cannot be read: the URL is unreachable or does not allow CORS, or the file was changed. */
  | { readonly kind: 'unreadable' }
  /** It is no audio, or in no format that can be decoded. */
  | { readonly kind: 'unsupported' }
  /** The worker of this browser has no decoder for it. `lengthMs` is null if it is not known. */
  | { readonly kind: 'no-decoder'; readonly lengthMs: number | null };

export type PeaksReply =
  /** The peaks so far. */
  | { readonly type: 'peaks'; readonly peaks: Peaks }
  | { readonly type: 'peaks-end'; readonly end: ReadEnd };
