/** The messages between page and worker about copying. Both sides ignore other messages. */
import { messagesOf } from './hash-messages.js';

/** One worker copies one file. The page ends it with `terminate()`, after the reply. */
export interface CopyMessage {
  readonly type: 'copy';
  readonly blob: Blob;
  /** A folder of the origin private file system. */
  readonly folder: string;
  /** The name of the copy in it. */
  readonly name: string;
  /** True to leave most of the time to other work. */
  readonly isPaced: boolean;
}

/** Why a file was not copied. Nothing is left of the copy. */
export type CopyProblem =
  | 'no-space'
  | 'unreadable'
  /** The browser has no such file system, or forbids it here. */
  | 'unavailable'
  | 'stopped';

export type CopyReply =
  | { readonly type: 'copied' }
  | { readonly type: 'not-copied'; readonly problem: CopyProblem };

export const STOP_COPY = { type: 'stop-copy' } as const;

/** A message of the page; null for another one. */
export const parseCopyMessage = messagesOf<CopyMessage>('copy');

/** A message of the worker; null for another one. */
export const parseCopyReply = messagesOf<CopyReply>('copied', 'not-copied');

/** `STOP_COPY`; null for another message. */
export const isStop = messagesOf<typeof STOP_COPY>(STOP_COPY.type);
