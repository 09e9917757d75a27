import { createMd5, type Md5, type Md5Engine } from './md5.js';
import { createPartedMd5 } from './part-md5.js';
import { isHashCheckpoint, type HashedPart, type HashCheckpoint } from './hash-checkpoint.js';
import { readBlob } from './read-blob.js';

/** Bytes hashed in one go where others want to run too; some 5 ms with the slower engine, twice that with parts. */
const SLICE_BYTES = 512 * 1024;

export interface HashOptions {
  readonly engine?: Md5Engine;
  readonly signal?: AbortSignal;
  readonly onProgress?: (hashedBytes: number) => void;
  /** Called between slices, so that a thread that must stay responsive can yield. */
  readonly breathe?: () => Promise<void>;
  /** Bytes of a part, the last one excepted; the whole blob is one part where it is left out. */
  readonly partSize?: number;
  /** Goes on from here where that can be done, else begins at the start. */
  readonly from?: HashCheckpoint;
  /** Told at the end of each part, in order; hashing goes on when it has resolved. */
  readonly onPart?: (part: HashedPart) => void | Promise<void>;
  /** Asked first and after each part; once it is false, no further part is hashed on its own. Default: no. */
  readonly wantsPartMd5?: () => boolean;
}

export interface HashResult {
  readonly md5: string;
  readonly engine: Md5Engine;
}

/** Goes on from a point, and gives its place in the blob; 0 where this engine cannot take it for what it says. */
const resumeFrom = (md5: Md5, point: unknown, size: number, partSize: number): number => {
  if (!isHashCheckpoint(point) || point.state.engine !== md5.engine || point.bytes > size) return 0;
  if (point.bytes % partSize !== 0 && point.bytes !== size) return 0;
  try {
    md5.load(point.state.bytes, point.bytes);
    if (md5.digest() === point.md5) return point.bytes;
  } catch {
    // A state that was damaged, or written by another version: what it saved is only time.
  }
  md5.reset();
  return 0;
};

/**
 * MD5 of a blob in one pass over its stream, and what its parts come to on the way: memory stays flat whatever
 * its size. Rejects with UnreadableError where the bytes cannot be read, with the signal's reason, or with
 * RangeError where `partSize` is no size.
 */
export const hashBlob = async (blob: Blob, options: HashOptions = {}): Promise<HashResult> => {
  const { engine, signal, onProgress, breathe, from, onPart, wantsPartMd5 } = options;
  signal?.throwIfAborted();
  const { size } = blob;
  const partSize = options.partSize ?? Math.max(1, size);
  if (!Number.isSafeInteger(partSize) || partSize < 1) throw new RangeError('not a size of parts');
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
        breathe ? SLICE_BYTES : piece.byteLength,
        partSize - (hashedBytes % partSize),
      );
      const slice = piece.subarray(at, at + step);
      parts.update(slice);
      at += slice.byteLength;
      hashedBytes += slice.byteLength;
      if (hashedBytes % partSize === 0 || hashedBytes === size) await endPart();
      await breathe?.();
      signal?.throwIfAborted();
    }
    onProgress?.(hashedBytes);
  }
  return { md5: whole.digest(), engine: whole.engine };
};
