/** Hashes a blob: in the worker, or on the page where there is none. */
import type { HashedPart, HashRequest } from '../engine/ports.js';
import {
  isHashCheckpoint,
  parseWorkerRequest,
  type HashMessage,
  type WorkerReply,
} from './hash-messages.js';
import { createMd5, type Md5, type Md5Engine } from './md5.js';
import { readBlob, UnreadableError } from './read-blob.js';

export { readBlob, UnreadableError } from './read-blob.js';

/** Bytes hashed without yielding: about 5 ms with the slower engine, twice that with parts. */
const SLICE_BYTES = 512 * 1024;

export interface HashOptions extends Partial<Omit<HashRequest, 'onPart'>> {
  readonly engine?: Md5Engine;
  /** Called between slices, so that the page stays responsive. */
  readonly yieldToHost?: () => Promise<void>;
  /** Called at the end of each part, in order. Hashing waits for it. */
  readonly onPart?: (part: HashedPart) => void | Promise<void>;
}

/** Loads a checkpoint and returns its position in the blob; 0 if this engine cannot continue from it. */
const resumeFrom = (md5: Md5, checkpoint: unknown, size: number, partSize: number): number => {
  if (!isHashCheckpoint(checkpoint)) return 0;
  const { bytes, state } = checkpoint;
  if (state.engine !== md5.engine || bytes > size) return 0;
  if (bytes % partSize !== 0 && bytes !== size) return 0;
  try {
    md5.load(state.bytes, bytes);
    if (md5.digest() === checkpoint.md5) return bytes;
  } catch {
    // The state is damaged, or from another version: begin at the start.
  }
  md5.reset();
  return 0;
};

/** The MD5 of a blob and of its parts in one pass. Rejects with UnreadableError, RangeError (`partSize`) or the signal's reason. */
export const hashBlob = async (
  blob: Blob,
  options: HashOptions = {},
): Promise<{ readonly md5: string; readonly engine: Md5Engine }> => {
  const { engine, signal, onProgress, yieldToHost, from, onPart, wantsPartMd5 } = options;
  signal?.throwIfAborted();
  const { size } = blob;
  const partSize = options.partSize ?? Math.max(1, size);
  if (!Number.isSafeInteger(partSize) || partSize < 1)
    throw new RangeError('partSize must be a positive integer');
  const whole = await createMd5(engine);
  let hashedBytes = resumeFrom(whole, from, size, partSize);
  const own = wantsPartMd5?.() === true ? await createMd5(whole.engine) : null;
  const parts = createPartedMd5(whole, own, hashedBytes);

  const endPart = async (): Promise<void> => {
    await onPart?.(parts.endPart());
    signal?.throwIfAborted();
    if (wantsPartMd5?.() !== true) parts.dropParts();
  };

  if (size === 0) await endPart();
  if (hashedBytes === size) return { md5: whole.digest(), engine: whole.engine };
  for await (const piece of readBlob(hashedBytes === 0 ? blob : blob.slice(hashedBytes))) {
    signal?.throwIfAborted();
    for (let at = 0; at < piece.byteLength;) {
      const step = Math.min(
        yieldToHost ? SLICE_BYTES : piece.byteLength,
        partSize - (hashedBytes % partSize),
      );
      const slice = piece.subarray(at, at + step);
      parts.update(slice);
      at += slice.byteLength;
      hashedBytes += slice.byteLength;
      if (hashedBytes % partSize === 0 || hashedBytes === size) await endPart();
      await yieldToHost?.();
      signal?.throwIfAborted();
    }
    onProgress?.(hashedBytes);
  }
  return { md5: whole.digest(), engine: whole.engine };
};

/** Bytes that both hashes process in turn, while they are in the processor's cache. */
const SHARED_BYTES = 64 * 1024;

/** Where the MD5 of the current part comes from. The first part is hashed by the whole's MD5. */
type PartSource = 'whole' | 'own' | 'none';

/** Continues a hash of `hashedBytes` bytes. `own` is null if parts are not hashed separately. */
const createPartedMd5 = (whole: Md5, own: Md5 | null, hashedBytes: number) => {
  let start = hashedBytes;
  let end = hashedBytes;
  let source: PartSource = own === null ? 'none' : start === 0 ? 'whole' : 'own';

  const updateBoth = (bytes: Uint8Array, part: Md5): void => {
    for (let at = 0; at < bytes.byteLength; at += SHARED_BYTES) {
      const shared = bytes.subarray(at, at + SHARED_BYTES);
      whole.update(shared);
      part.update(shared);
    }
  };

  return {
    /** Adds bytes of the current part. */
    update: (bytes: Uint8Array): void => {
      end += bytes.byteLength;
      if (own !== null && source === 'own') updateBoth(bytes, own);
      else whole.update(bytes);
    },
    endPart: (): HashedPart => {
      const md5 = whole.digest();
      const ofPart = { whole: md5, own: source === 'own' && own ? own.digest() : null, none: null };
      const state = { engine: whole.engine, bytes: whole.save() };
      const part = { start, end, md5: ofPart[source], point: { bytes: end, md5, state } };
      start = end;
      own?.reset();
      if (source === 'whole') source = 'own';
      return part;
    },
    /** Stops hashing parts. */
    dropParts: (): void => void (source = 'none'),
  };
};

/** Resolves in a later task, so that pending messages and rendering come first. */
export const yieldToHost = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });

/* ---- In the worker ---- */

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
