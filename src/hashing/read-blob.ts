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
