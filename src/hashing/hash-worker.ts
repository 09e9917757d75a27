/** The part of the worker that hashes. */
import { hashBlob, UnreadableError, yieldToHost } from './hash-blob.js';
import { parseWorkerRequest, type HashMessage, type WorkerReply } from './hash-messages.js';

declare const self: DedicatedWorkerGlobalScope;

/** Bytes between two progress messages, each of which costs the page time. */
const REPORT_BYTES = 4 * 1024 * 1024;

const reply = (message: WorkerReply): void => self.postMessage(message);

let wantsPartMd5 = false;

const hash = async ({ blob, partSize, from }: HashMessage): Promise<void> => {
  let reported = 0;
  try {
    const result = await hashBlob(blob, {
      ...(partSize === null ? {} : { partSize }),
      ...(from === null ? {} : { from }),
      onProgress: (hashedBytes) => {
        if (hashedBytes - reported < REPORT_BYTES) return;
        reported = hashedBytes;
        reply({ type: 'progress', hashedBytes });
      },
      onPart: (part) => {
        reply({ type: 'part', part });
        // Yield. Otherwise `whole-only` would not be received while bytes can be read without waiting.
        return wantsPartMd5 ? yieldToHost() : undefined;
      },
      wantsPartMd5: () => wantsPartMd5,
    });
    reply({ type: 'done', ...result });
  } catch (error) {
    const type = error instanceof UnreadableError ? 'unreadable' : 'failed';
    reply({ type, message: error instanceof Error ? error.message : '' });
  }
};

/** Returns false if this is not a request for a hash. */
export const takeHashRequest = (message: unknown): boolean => {
  const request = parseWorkerRequest(message);
  if (request === null) return false;
  wantsPartMd5 = request.type === 'hash' && request.partMd5;
  if (request.type === 'hash') void hash(request);
  return true;
};
