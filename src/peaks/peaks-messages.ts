/**
 * The messages between the page and the worker about peaks. Both sides ignore other messages. If they change, raise
 * `WORKER_CONTRACT` in `hashing/hash-messages.ts`.
 */
import { parseHashes, type ModuleHashes } from './load-module.js';
import { isPeaks, type Peaks } from './peaks.js';

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

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Parses a message of the page. */
export const parsePeaksRequest = (value: unknown): PeaksRequest | null => {
  if (!isRecord(value)) return null;
  const { type, source, decoderUrl } = value;
  const hashes = parseHashes(value['hashes']);
  if (hashes === undefined) return null;
  if (type !== 'peaks' || !(typeof source === 'string' || source instanceof Blob)) return null;
  if (typeof decoderUrl !== 'string' && decoderUrl !== null) return null;
  return { type, source, decoderUrl, hashes };
};

const parseEnd = (value: unknown): ReadEnd | null => {
  if (!isRecord(value)) return null;
  const { kind, lengthMs } = value;
  if (kind === 'read' || kind === 'unreadable' || kind === 'unsupported') return { kind };
  if (kind !== 'no-decoder') return null;
  return { kind, lengthMs: typeof lengthMs === 'number' && lengthMs >= 0 ? lengthMs : null };
};

/** Parses a message of the worker. */
export const parsePeaksReply = (value: unknown): PeaksReply | null => {
  if (!isRecord(value)) return null;
  const { type, peaks } = value;
  if (type === 'peaks') return isPeaks(peaks) ? { type, peaks } : null;
  const end = type === 'peaks-end' ? parseEnd(value['end']) : null;
  return end === null ? null : { type: 'peaks-end', end };
};
