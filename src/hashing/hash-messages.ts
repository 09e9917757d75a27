/**
 * The messages between the page and the worker about hashing, and the checkpoints in them. Both sides ignore other
 * messages.
 */
import type { HashCheckpoint, HashedPart } from '../engine/index.js';
import type { Md5Engine } from './md5.js';

/** Longer than any state of either engine. */
const MAX_STATE_BYTES = 1024;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A number of bytes, or a position in a file. */
const isByteCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** An MD5 as 32 lower-case hexadecimal digits. */
const isMd5 = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);

/** True if a checkpoint is well formed. It may come from a database. The engine validates the state itself. */
export const isHashCheckpoint = (value: unknown): value is HashCheckpoint =>
  isRecord(value) &&
  isByteCount(value['bytes']) &&
  isMd5(value['md5']) &&
  isRecord(value['state']) &&
  typeof value['state']['engine'] === 'string' &&
  value['state']['bytes'] instanceof Uint8Array &&
  value['state']['bytes'].byteLength <= MAX_STATE_BYTES;

const isHashedPart = (value: unknown): value is HashedPart =>
  isRecord(value) &&
  isByteCount(value['start']) &&
  isByteCount(value['end']) &&
  value['start'] <= value['end'] &&
  (value['md5'] === null || isMd5(value['md5'])) &&
  isHashCheckpoint(value['point']) &&
  value['point'].bytes === value['end'];

/** One worker hashes one blob. The page ends it with `terminate()`. */
export interface HashMessage {
  readonly type: 'hash';
  readonly blob: Blob;
  /** Bytes; null if the blob is one part. */
  readonly partSize: number | null;
  readonly from: HashCheckpoint | null;
  /** True if parts are hashed separately, until `whole-only` is sent. */
  readonly partMd5: boolean;
}

/** Distinguishes this package's worker from another script at the same URL. */
export const WORKER_NAME = 'audio-transcribe';

/**
 * Raised when the messages of the worker change, also those in `copy.ts`, `peaks/peaks-messages.ts` and
 * `intake/convert/convert-messages.ts`. A copy at `worker-url` can be older
 * than the page's script.
 */
export const WORKER_CONTRACT = 7;

export type WorkerRequest =
  | HashMessage
  /** Stop hashing parts separately. */
  | { readonly type: 'whole-only' };

export type WorkerReply =
  /** Sent once when the worker runs. The page uses the first worker that sends it. */
  | {
      readonly type: 'ready';
      readonly worker: typeof WORKER_NAME;
      readonly contract: typeof WORKER_CONTRACT;
    }
  | { readonly type: 'progress'; readonly hashedBytes: number }
  /** The state of less than 200 bytes is copied, which is cheaper than a transfer. */
  | { readonly type: 'part'; readonly part: HashedPart }
  | { readonly type: 'done'; readonly md5: string; readonly engine: Md5Engine }
  /** The bytes could not be read: the file was moved, changed or deleted. */
  | { readonly type: 'unreadable'; readonly message: string }
  /** The worker failed for a reason other than the file. */
  | { readonly type: 'failed'; readonly message: string };

const isEngine = (value: unknown): value is Md5Engine =>
  value === 'hash-wasm' || value === 'spark-md5';

/** Parses a message of the page. */
export const parseWorkerRequest = (value: unknown): WorkerRequest | null => {
  if (!isRecord(value)) return null;
  const { type, blob, partSize, from, partMd5 } = value;
  if (type === 'whole-only') return { type };
  if (type !== 'hash' || !(blob instanceof Blob) || typeof partMd5 !== 'boolean') return null;
  if (partSize !== null && !(isByteCount(partSize) && partSize > 0)) return null;
  if (from !== null && !isHashCheckpoint(from)) return null;
  return { type, blob, partSize, from, partMd5 };
};

/** Parses a message of the worker. */
export const parseWorkerReply = (value: unknown): WorkerReply | null => {
  if (!isRecord(value)) return null;
  const { type, worker, contract, hashedBytes, part, md5, engine, message } = value;
  switch (type) {
    case 'ready':
      return worker === WORKER_NAME && contract === WORKER_CONTRACT
        ? { type, worker, contract }
        : null;
    case 'progress':
      return isByteCount(hashedBytes) ? { type, hashedBytes } : null;
    case 'part':
      return isHashedPart(part) ? { type, part } : null;
    case 'done':
      return isMd5(md5) && isEngine(engine) ? { type, md5, engine } : null;
    case 'unreadable':
    case 'failed':
      return typeof message === 'string' ? { type, message } : null;
    default:
      return null;
  }
};
