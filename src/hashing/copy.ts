/** Copies a file into the origin private file system, in the worker. */
import {
  isStop,
  parseCopyMessage,
  type CopyMessage,
  type CopyProblem,
  type CopyReply,
} from './copy-messages.js';
import { readBlob, UnreadableError } from './read-blob.js';

/** Not yet in TypeScript's library for pages. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}
interface SyncFile {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

const writeAll = (access: SyncHandle, bytes: Uint8Array, at: number): void => {
  for (let done = 0; done < bytes.byteLength;) {
    const written = access.write(bytes.subarray(done), { at: at + done });
    if (written === 0) throw new DOMException('the disk is full', 'QuotaExceededError');
    done += written;
  }
};

/** A paced copy works for one part of the time, and rests for this many. */
const REST = 6;
/** Longest rest after a few MiB, in ms. On a busy device, the work only seems to take long. */
const MAX_REST_MS = 250;

const rest = (workedMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(workedMs * REST, MAX_REST_MS)));

const write = async (
  { blob, isPaced }: CopyMessage,
  access: SyncHandle,
  isStopped: () => boolean,
): Promise<CopyReply> => {
  access.truncate(0);
  let [at, startedMs] = [0, performance.now()];
  for await (const piece of readBlob(blob)) {
    if (isStopped()) return { type: 'not-copied', problem: 'stopped' };
    writeAll(access, piece, at);
    at += piece.byteLength;
    // Also without a rest: otherwise `STOP_COPY` would not be received.
    await rest(isPaced ? performance.now() - startedMs : 0);
    startedMs = performance.now();
  }
  access.flush();
  return { type: 'copied' };
};

const problemOf = (error: unknown): CopyProblem => {
  if (error instanceof UnreadableError) return 'unreadable';
  // In some browsers it is not a DOMException any more.
  const { name } = error as { readonly name?: unknown };
  return name === 'QuotaExceededError' ? 'no-space' : 'unavailable';
};

const copy = async (message: CopyMessage, isStopped: () => boolean): Promise<CopyReply> => {
  let remove = (): Promise<void> => Promise.resolve();
  const attempt = async (): Promise<CopyReply> => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(message.folder, { create: true });
    const handle = await folder.getFileHandle(message.name, { create: true });
    const access = await (handle as unknown as SyncFile).createSyncAccessHandle();
    remove = () => folder.removeEntry(message.name);
    try {
      return await write(message, access, isStopped);
    } finally {
      access.close();
    }
  };
  const reply = await attempt().catch((error: unknown): CopyReply => ({
    type: 'not-copied',
    problem: problemOf(error),
  }));
  // A partial copy left by a crash is never used: only the page records that a copy is complete.
  if (reply.type === 'not-copied') await remove().catch(() => undefined);
  return reply;
};

declare const self: { postMessage(message: CopyReply): void };

let isStopped = false;

/** Returns false if this is not about a copy. */
export const takeCopyRequest = (message: unknown): boolean => {
  if (isStop(message) !== null) {
    isStopped = true;
    return true;
  }
  const request = parseCopyMessage(message);
  if (request === null) return false;
  void copy(request, () => isStopped).then((reply) => self.postMessage(reply));
  return true;
};
