/**
 * The messages between the page and the worker about conversion. Both sides ignore other messages. If they change, raise
 * `WORKER_CONTRACT` in `hashing/hash-messages.ts`.
 */
import type { ConvertProblem } from '../../engine/index.js';
import { parseHashes, type ModuleHashes } from '../../peaks/load-module.js';
import { isRecord } from '../../peaks/peaks-messages.js';

/** The converter's function, as a property of the worker's global object. Some bundlers drop the exports of its module. */
export const CONVERT = 'audioTranscribeConvert';

/** The page ends the work with `terminate()`. What was converted until then is kept on disk. */
export interface ConvertMessage {
  readonly type: 'convert';
  readonly file: Blob;
  /** Names the files on disk. A conversion with the same key continues. */
  readonly key: string;
  /** Index of the audio track. */
  readonly track: number;
  /** The URL of the module that converts; null if there is none. */
  readonly converterUrl: string | null;
  /** The URL of the AAC encoder; null if there is none. */
  readonly encoderUrl: string | null;
  /** Of these two modules. */
  readonly hashes?: ModuleHashes;
}

export interface AudioTrackFacts {
  /** BCP 47; null if the file does not say it. */
  readonly language: string | null;
}

export interface ConvertProgress {
  /** Converted part of the recording, 0 to 1. */
  readonly fraction: number;
  /** Bytes of the result so far. */
  readonly bytes: number;
}

export type ConvertEnd =
  /** `isOnDisk`: true if the result is in the file `resultName(key)` of `names.ts`. */
  | {
      readonly kind: 'converted';
      readonly result: Blob;
      readonly isOnDisk: boolean;
      /** Where the recording ends, in seconds, if its file was cut off; else null. */
      readonly cutOffAt: number | null;
    }
  | { readonly kind: 'cannot'; readonly problem: ConvertProblem; readonly codec: string };

export type ConvertReply =
  | { readonly type: 'convert-tracks'; readonly tracks: readonly AudioTrackFacts[] }
  | { readonly type: 'convert-progress'; readonly progress: ConvertProgress }
  | { readonly type: 'convert-end'; readonly end: ConvertEnd };

const PROBLEMS: ReadonlySet<unknown> = new Set<ConvertProblem>([
  ...(['undecodable', 'no-sound', 'unreadable', 'no-space', 'too-long'] as const),
  ...(['unavailable', 'not-loaded', 'file-changed'] as const),
]);

const isProblem = (value: unknown): value is ConvertProblem => PROBLEMS.has(value);

const isAddress = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Keys become names of files. */
const KEY = /^[0-9a-f]{8,64}$/;

/** Parses a message of the page. */
export const parseConvertMessage = (value: unknown): ConvertMessage | null => {
  if (!isRecord(value)) return null;
  const { type, file, key, track, converterUrl, encoderUrl } = value;
  if (type !== 'convert' || !(file instanceof Blob)) return null;
  if (typeof key !== 'string' || !KEY.test(key) || !isIndex(track)) return null;
  const hashes = parseHashes(value['hashes']);
  if (!isAddress(converterUrl) || !isAddress(encoderUrl) || hashes === undefined) return null;
  return { type, file, key, track, converterUrl, encoderUrl, hashes };
};

const parseEnd = (value: unknown): ConvertEnd | null => {
  if (!isRecord(value)) return null;
  const { kind, result, isOnDisk, cutOffAt, problem, codec } = value;
  if (kind === 'converted' && result instanceof Blob && typeof isOnDisk === 'boolean') {
    return { kind, result, isOnDisk, cutOffAt: typeof cutOffAt === 'number' ? cutOffAt : null };
  }
  return kind === 'cannot' && isProblem(problem) && typeof codec === 'string'
    ? { kind, problem, codec }
    : null;
};

const parseProgress = (value: unknown): ConvertProgress | null => {
  if (!isRecord(value)) return null;
  const { fraction, bytes } = value;
  const isFraction = typeof fraction === 'number' && fraction >= 0 && fraction <= 1;
  return isFraction && isIndex(bytes) ? { fraction, bytes } : null;
};

const parseTrack = (value: unknown): AudioTrackFacts => ({
  language: isRecord(value) && typeof value['language'] === 'string' ? value['language'] : null,
});

/** Parses a message of the worker. */
export const parseConvertReply = (value: unknown): ConvertReply | null => {
  if (!isRecord(value)) return null;
  const { type, tracks } = value;
  if (type === 'convert-tracks' && Array.isArray(tracks)) {
    return { type, tracks: tracks.map(parseTrack) };
  }
  const progress = type === 'convert-progress' ? parseProgress(value['progress']) : null;
  if (progress !== null) return { type: 'convert-progress', progress };
  const end = type === 'convert-end' ? parseEnd(value['end']) : null;
  return end === null ? null : { type: 'convert-end', end };
};
