import { type HashCheckpoint, type HashedPart, isHashCheckpoint } from './hash-checkpoint.js';
import { createMd5, type Md5, type Md5Engine } from './md5.js';

/** Resolves in a later task: whatever waits, messages and drawing among it, comes first. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });

/** Bytes asked for at once: fewer and larger chunks than a stream gives unasked, a quarter faster in Chromium. */
const READ_BYTES = 4 * 1024 * 1024;

/** The bytes could not be read. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Reads a stream piece by piece; null at its end. A piece is good until the next one is asked for. */
interface PieceReader {
  next(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/** One buffer, handed to and fro: nothing is left to collect. */
const intoOneBuffer = (reader: ReadableStreamBYOBReader, size: number): PieceReader => {
  let buffer = new ArrayBuffer(Math.max(1, Math.min(READ_BYTES, size)));
  return {
    next: async () => {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return null;
      buffer = value.buffer;
      return value;
    },
    cancel: () => reader.cancel(),
  };
};

const asTheyCome = (reader: ReadableStreamDefaultReader<Uint8Array>): PieceReader => ({
  next: async () => (await reader.read()).value ?? null,
  cancel: () => reader.cancel(),
});

const openPieces = (blob: Blob): PieceReader => {
  const stream = blob.stream();
  try {
    return intoOneBuffer(stream.getReader({ mode: 'byob' }), blob.size);
  } catch {
    // Not every browser's blobs stream bytes into a buffer of the reader's.
    return asTheyCome(stream.getReader());
  }
};

/**
 * The bytes of a blob, a few MiB at most at a time; each piece is good until the next is asked for. Throws
 * UnreadableError where they cannot be read, or end before or behind the blob's size.
 */
export async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array, void, void> {
  const pieces = openPieces(blob);
  let readBytes = 0;
  try {
    for (;;) {
      const piece = await pieces.next().catch((error: unknown) => {
        throw new UnreadableError(error instanceof Error ? error.message : 'unreadable');
      });
      if (piece === null) break;
      readBytes += piece.byteLength;
      if (readBytes > blob.size) throw new UnreadableError('the file goes on behind its end');
      yield piece;
    }
  } finally {
    pieces.cancel().catch(() => undefined);
  }
  if (readBytes !== blob.size) throw new UnreadableError('the file ended early');
}

/** Bytes that both hashes take one after the other, while they are in the processor's cache. */
const SHARED_BYTES = 64 * 1024;

/** Hashes a whole and, beside it, the part of it that is under way. */
export interface PartedMd5 {
  /** Takes bytes of the part under way. */
  update(bytes: Uint8Array): void;
  /** Ends the part under way. */
  endPart(): HashedPart;
  /** Hashes the whole alone from here on. */
  dropParts(): void;
}

/** What hashes the part under way: the whole, as long as it has nothing else, or an MD5 of its own. */
type PartSource = 'whole' | 'own' | 'none';

/** Goes on with a whole that has taken `hashedBytes`; `own` is null where parts are not hashed on their own. */
export const createPartedMd5 = (whole: Md5, own: Md5 | null, hashedBytes: number): PartedMd5 => {
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
    update: (bytes) => {
      end += bytes.byteLength;
      if (own !== null && source === 'own') updateBoth(bytes, own);
      else whole.update(bytes);
    },
    endPart: () => {
      const md5 = whole.digest();
      const ofPart = { whole: md5, own: source === 'own' && own ? own.digest() : null, none: null };
      const state = { engine: whole.engine, bytes: whole.save() };
      const part = { start, end, md5: ofPart[source], point: { bytes: end, md5, state } };
      start = end;
      own?.reset();
      if (source === 'whole') source = 'own';
      return part;
    },
    dropParts: () => {
      source = 'none';
    },
  };
};

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
