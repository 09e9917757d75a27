import { TranscribeError } from '../protocol/index.js';
import type { Hasher } from '../engine/index.js';
import { isWorkerReply, type WorkerRequest } from '../worker/messages.js';
import { startWorker } from './worker-ladder.js';

const fileChanged = (cause: string): TranscribeError =>
  new TranscribeError(
    'file-changed',
    'The file cannot be read any more: it was moved, changed or deleted. Choose it again.',
    { cause: new Error(cause) },
  );

const hashInWorker = (
  worker: Worker,
  blob: Blob,
  { signal, onProgress }: Parameters<Hasher>[1],
): Promise<string> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!isWorkerReply(data)) return;
      if (data.type === 'progress') onProgress?.(data.hashedBytes);
      if (data.type === 'done') resolve(data.md5);
      if (data.type === 'unreadable') reject(fileChanged(data.message));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(fileChanged('the hashing worker failed'));
    };
    worker.postMessage({ type: 'hash', blob } satisfies WorkerRequest);
  });

/** Lets the page draw and answer before the next slice. */
const yieldToPage = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });

const hashOnPage = async (
  blob: Blob,
  { signal, onProgress }: Parameters<Hasher>[1],
): Promise<string> => {
  const { hashBlob, UnreadableError } = await import('../worker/hash-blob.js');
  try {
    const { md5 } = await hashBlob(blob, {
      signal: signal,
      breathe: yieldToPage,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    return md5;
  } catch (error) {
    throw error instanceof UnreadableError ? fileChanged(error.message) : error;
  }
};

/** Hashes in a worker where the page allows one, else on the page in slices that yield. */
export const createHasher =
  (workerUrl: () => string | null): Hasher =>
  async (blob, request) => {
    const worker = await startWorker(workerUrl());
    try {
      request.signal.throwIfAborted();
      return await (worker === null
        ? hashOnPage(blob, request)
        : hashInWorker(worker, blob, request));
    } finally {
      worker?.terminate();
    }
  };
