/**
 * The messages between the page and the worker about conversion. Both sides ignore other messages. If they change, raise
 * `WORKER_CONTRACT` in `hashing/hash-messages.ts`.
 */
import type { ConvertProblem } from '../engine/ports.js';
import type { ModuleHashes } from '../peaks/load-module.js';

/** The converter's function, as a property of the worker's global object. Some bundlers drop the exports of its module. */
export const CONVERT = 'audioTranscribeConvert';

/** The page ends the work with `terminate()`. What was converted until then is kept on disk. */
export interface ConvertMessage {
  readonly type: 'convert';
  readonly file: Blob;
  /** Hexadecimal digits that name the files on disk. A conversion with the same key continues. */
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
