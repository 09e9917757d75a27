/** The hashing worker: started as a module, from beside the script or from a Blob. */
import { hashBlob } from './hash-blob.js';
import type { WorkerReply, WorkerRequest } from './messages.js';

declare const self: DedicatedWorkerGlobalScope;

/** Bytes between two reports of progress: streams come in small chunks, and each message costs the page time. */
const REPORT_BYTES = 4 * 1024 * 1024;

const reply = (message: WorkerReply): void => self.postMessage(message);

const hash = async (blob: Blob): Promise<void> => {
  let reported = 0;
  try {
    const result = await hashBlob(blob, {
      onProgress: (hashedBytes) => {
        if (hashedBytes - reported < REPORT_BYTES) return;
        reported = hashedBytes;
        reply({ type: 'progress', hashedBytes });
      },
    });
    reply({ type: 'done', ...result });
  } catch (error) {
    reply({ type: 'unreadable', message: error instanceof Error ? error.message : '' });
  }
};

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void hash(data.blob));

reply({ type: 'ready' });
