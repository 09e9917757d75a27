import type { TranscribeError } from '../protocol/errors.js';
import { errorFor } from '../protocol/failures.js';
import type { HashedPart, Hasher, HashRequest } from '../engine/ports.js';
import type { HashCheckpoint } from '../engine/session/job.js';
import {
  parseWorkerReply,
  type WorkerRequest,
  isHashCheckpoint,
} from '../hashing/hash-messages.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { systemClock } from './clock.js';

const fileChanged = (cause: string): TranscribeError =>
  errorFor('file-unreadable', {}, { cause: new Error(cause) });

/** The worker failed, not the file. The page can continue the work. */
class WorkerDeathError extends Error {
  override readonly name = 'WorkerDeathError';
}

const hashInWorker = (
  worker: Worker,
  blob: Blob,
  { signal, onProgress, partSize, from, onPart, wantsPartMd5 }: HashRequest,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const send = (message: WorkerRequest): void => worker.postMessage(message);
    let partMd5 = wantsPartMd5?.() === true;
    const takePart = (part: HashedPart): void => {
      onPart?.(part);
      if (!partMd5 || wantsPartMd5?.() === true) return;
      partMd5 = false;
      send({ type: 'whole-only' });
    };
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const reply = parseWorkerReply(data);
      // A message sent before `terminate()` can still arrive.
      if (reply === null || signal.aborted) return;
      if (reply.type === 'progress') onProgress?.(reply.hashedBytes);
      if (reply.type === 'part') takePart(reply.part);
      if (reply.type === 'done') resolve(reply.md5);
      if (reply.type === 'unreadable') reject(fileChanged(reply.message));
      if (reply.type === 'failed') reject(new WorkerDeathError(reply.message));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new WorkerDeathError('the hashing worker failed'));
    };
    worker.onmessageerror = () => reject(new WorkerDeathError('a reply cannot be read'));
    send({ type: 'hash', blob, partSize: partSize ?? null, from: from ?? null, partMd5 });
  });

const hashOnPage = async (blob: Blob, request: HashRequest): Promise<string> => {
  const { hashBlob, UnreadableError, yieldToHost } = await import('../hashing/hash-blob.js');
  try {
    const { md5 } = await hashBlob(blob, { ...request, yieldToHost });
    return md5;
  } catch (error) {
    throw error instanceof UnreadableError ? fileChanged(error.message) : error;
  }
};

/** A request that remembers its progress, so that the page can continue it without reporting anything twice. */
interface TrackedRequest {
  readonly request: HashRequest;
  /** The same request from the last checkpoint. */
  readonly rest: () => HashRequest;
}

const track = ({ from, ...request }: HashRequest): TrackedRequest => {
  const { onProgress, onPart } = request;
  // `from` may come from a database, and an invalid one may not even be cloneable for a worker.
  let checkpoint: HashCheckpoint | undefined = isHashCheckpoint(from) ? from : undefined;
  let reported = 0;
  let reportedPart = 0;
  const tracked: HashRequest = {
    ...request,
    onProgress: (hashedBytes) => {
      if (hashedBytes <= reported) return;
      reported = hashedBytes;
      onProgress?.(hashedBytes);
    },
    onPart: (part) => {
      if (part.end <= reportedPart) return;
      reportedPart = part.end;
      checkpoint = part.point;
      onPart?.(part);
    },
  };
  const rest = (): HashRequest => (checkpoint ? { ...tracked, from: checkpoint } : tracked);
  return { request: rest(), rest };
};

/**
 * Hashes in a worker. If the page allows no worker, hashes on the page in slices that yield. If the worker
 * fails, the page continues after the last part.
 */
export const createHasher =
  (workerUrl: () => WorkerAddress | null): Hasher =>
  async (blob, request) => {
    const { signal } = request;
    const tracked = track(request);
    const worker = await startWorker(workerUrl(), signal, systemClock.sleep);
    try {
      signal.throwIfAborted();
      if (worker !== null) return await hashInWorker(worker, blob, tracked.request);
    } catch (error) {
      if (!(error instanceof WorkerDeathError)) throw error;
    } finally {
      worker?.terminate();
    }
    return hashOnPage(blob, tracked.rest());
  };
