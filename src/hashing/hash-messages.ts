/** The messages between page and worker about hashing, and the checkpoints in them. Both sides ignore other messages. */
import type { HashedPart } from '../engine/ports.js';
import type { HashCheckpoint } from '../engine/session/job.js';
import type { Md5Engine } from './md5.js';

/** Longer than any state of either engine. */
const MAX_STATE_BYTES = 1024;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isByteCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

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
 * Raised when the messages of the worker change, also those in `copy-messages.ts`, `peaks/peaks-messages.ts` and
 * `convert/convert-messages.ts`. A copy at `worker-url` can be older
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

/** Recognises messages by their types. After `ready`, page and worker have the same version, so their fields fit. */
export const messagesOf =
  <Message extends { readonly type: string }>(...types: readonly Message['type'][]) =>
  (value: unknown): Message | null =>
    isRecord(value) && types.includes(value['type'] as string) ? (value as Message) : null;

/** A message of the page; null for another one. */
export const parseWorkerRequest = messagesOf<WorkerRequest>('hash', 'whole-only');

const parseReply = messagesOf<WorkerReply>(
  ...(['ready', 'progress', 'part', 'done', 'unreadable', 'failed'] as const),
);

/** A message of the worker; null for another one, and for `ready` of another script or version. */
export const parseWorkerReply = (value: unknown): WorkerReply | null => {
  const reply = parseReply(value);
  const isOther =
    reply?.type === 'ready' && (reply.worker !== WORKER_NAME || reply.contract !== WORKER_CONTRACT);
  return isOther ? null : reply;
};
