/** The hashing worker: started as a module, from beside the script or from a Blob. */
import { hashBlob } from './hash-blob.js';
import type { WorkerReply, WorkerRequest } from './messages.js';

declare const self: DedicatedWorkerGlobalScope;

const running = new Map<number, AbortController>();
const reply = (message: WorkerReply): void => self.postMessage(message);

const hash = async (id: number, blob: Blob): Promise<void> => {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const result = await hashBlob(blob, {
      signal: controller.signal,
      onProgress: (hashedBytes) => reply({ type: 'progress', id, hashedBytes }),
    });
    reply({ type: 'done', id, ...result });
  } catch (error) {
    if (controller.signal.aborted) return;
    reply({ type: 'unreadable', id, message: error instanceof Error ? error.message : '' });
  } finally {
    running.delete(id);
  }
};

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'hash') void hash(data.id, data.blob);
  else running.get(data.id)?.abort();
});

reply({ type: 'ready' });
