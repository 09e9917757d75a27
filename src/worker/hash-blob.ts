import { createMd5 } from './md5.js';
import type { Md5Engine } from './messages.js';

/** Bytes hashed in one go where others want to run too; some 5 ms with the slower engine. */
const SLICE_BYTES = 512 * 1024;

export interface HashOptions {
  readonly engine?: Md5Engine;
  readonly signal?: AbortSignal;
  readonly onProgress?: (hashedBytes: number) => void;
  /** Called between slices, so that a thread that must stay responsive can yield. */
  readonly breathe?: () => Promise<void>;
}

export interface HashResult {
  readonly md5: string;
  readonly engine: Md5Engine;
}

/** The bytes could not be read. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/**
 * MD5 of a blob in one pass over its stream: memory stays flat whatever its size.
 * Rejects with UnreadableError where the bytes cannot be read, or with the signal's reason.
 */
export const hashBlob = async (blob: Blob, options: HashOptions = {}): Promise<HashResult> => {
  const { engine, signal, onProgress, breathe } = options;
  signal?.throwIfAborted();
  const md5 = await createMd5(engine);
  const reader = blob.stream().getReader();
  let hashedBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new UnreadableError(error instanceof Error ? error.message : 'unreadable');
      });
      signal?.throwIfAborted();
      if (done) break;
      const step = breathe ? SLICE_BYTES : value.byteLength;
      for (let start = 0; start < value.byteLength; start += step) {
        md5.update(value.subarray(start, start + step));
        await breathe?.();
        signal?.throwIfAborted();
      }
      hashedBytes += value.byteLength;
      onProgress?.(hashedBytes);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (hashedBytes !== blob.size) throw new UnreadableError('the file ended early');
  return { md5: md5.digest(), engine: md5.engine };
};
