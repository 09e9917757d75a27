import { TranscribeError } from '../protocol/index.js';
import type { HashedPart, Hasher, HashCheckpoint, HashRequest } from '../engine/index.js';
import { parseWorkerReply, type WorkerRequest } from '../hashing/messages.js';
import { nextTask } from '../hashing/hash-blob.js';
import { isHashCheckpoint } from '../hashing/hash-checkpoint.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { systemClock } from './clock.js';

const fileChanged = (cause: string): TranscribeError =>
  new TranscribeError(
    'file-changed',
    'The file cannot be read any more: it was moved, changed or deleted. Choose it again.',
    { cause: new Error(cause) },
  );

/** The worker itself failed, not the file: the page can go on in its place. */
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
      // What a worker had sent before it was ended can still arrive.
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
  const [{ hashBlob }, { UnreadableError }] = await Promise.all([
    import('../hashing/hash-blob.js'),
    import('../hashing/hash-blob.js'),
  ]);
  try {
    const { md5 } = await hashBlob(blob, { ...request, breathe: nextTask });
    return md5;
  } catch (error) {
    throw error instanceof UnreadableError ? fileChanged(error.message) : error;
  }
};

/** A request that remembers how far it came: what takes over from there tells nothing twice. */
interface Course {
  readonly request: HashRequest;
  /** The same request, to go on from the last point. */
  readonly rest: () => HashRequest;
}

const follow = ({ from, ...request }: HashRequest): Course => {
  const { onProgress, onPart } = request;
  // What comes out of a database may be anything; a worker could not even be sent some of it.
  let point: HashCheckpoint | undefined = isHashCheckpoint(from) ? from : undefined;
  let reported = 0;
  let told = 0;
  const followed: HashRequest = {
    ...request,
    onProgress: (hashedBytes) => {
      if (hashedBytes <= reported) return;
      reported = hashedBytes;
      onProgress?.(hashedBytes);
    },
    onPart: (part) => {
      if (part.end <= told) return;
      told = part.end;
      point = part.point;
      onPart?.(part);
    },
  };
  const rest = (): HashRequest => (point ? { ...followed, from: point } : followed);
  return { request: rest(), rest };
};

/**
 * Hashes in a worker where the page allows one, else on the page in slices that yield. If the worker dies, the page
 * continues from the last part.
 */
export const createHasher =
  (workerUrl: () => WorkerAddress | null): Hasher =>
  async (blob, request) => {
    const { signal } = request;
    const course = follow(request);
    const worker = await startWorker(workerUrl(), signal, systemClock.sleep);
    try {
      signal.throwIfAborted();
      if (worker !== null) return await hashInWorker(worker, blob, course.request);
    } catch (error) {
      if (!(error instanceof WorkerDeathError)) throw error;
    } finally {
      worker?.terminate();
    }
    return hashOnPage(blob, course.rest());
  };
