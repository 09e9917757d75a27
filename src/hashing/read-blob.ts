/** Reads the bytes of a file: as a stream, or in slices where streams of large files fail. */
import { readAgain } from '../engine/read-again.js';

/** Bytes read at once. Larger chunks than a stream's default are a quarter faster in Chromium. */
const READ_BYTES = 4 * 1024 * 1024;

/** A stream that gives nothing for so long, in ms, is given up. The file itself may be slow, so slices have no limit. */
const SILENCE_MS = 15_000;

/** The bytes could not be read: the file was moved, changed or deleted. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** True for Safari and every other browser on Apple's engine, and for WebKitGTK. */
export const isWebKit = (userAgent: string): boolean =>
  userAgent.includes('AppleWebKit/') && !/Chrom(?:e|ium)\//.test(userAgent);

/** Node.js has no `navigator` before version 21. */
const userAgent = (): string =>
  (globalThis as { readonly navigator?: { readonly userAgent: string } }).navigator?.userAgent ??
  '';

/** Reads a blob piece by piece; null at its end. Reading the next piece invalidates the previous one. */
interface PieceReader {
  next(): Promise<Uint8Array | null>;
  cancel(): Promise<void>;
}

/** Reuses one buffer, so that there is no garbage to collect. */
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

const openStream = (blob: Blob): PieceReader => {
  const stream = blob.stream();
  try {
    return intoOneBuffer(stream.getReader({ mode: 'byob' }), blob.size);
  } catch {
    // Not every browser supports BYOB readers for blobs.
    return asTheyCome(stream.getReader());
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads with `arrayBuffer()`, from the byte `start`. */
const openSlices = (blob: Blob, start: number): PieceReader => {
  let at = start;
  return {
    next: async () => {
      if (at >= blob.size) return null;
      const end = Math.min(at + READ_BYTES, blob.size);
      const bytes = new Uint8Array(await readAgain(() => blob.slice(at, end).arrayBuffer(), pause));
      if (bytes.byteLength !== end - at) throw new Error('the file is shorter than its size');
      at = end;
      return bytes;
    },
    cancel: () => Promise.resolve(),
  };
};

/** The next piece of a stream. Null at its end, and if it gives nothing for `SILENCE_MS`. */
const unlessSilent = <T>(piece: Promise<T>): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, SILENCE_MS, null);
    const end = (): void => clearTimeout(timer);
    piece.then(resolve, reject);
    piece.then(end, end);
  });

interface ReadOptions {
  /** True to read slices only. Default: on WebKit, where streams of large files fail or crash a phone. */
  readonly slices?: boolean;
}

/**
 * Yields the bytes of a blob in pieces of a few MiB; reading the next piece invalidates the previous one. If a stream
 * fails or gives nothing for 15 s, reads the rest in slices. Throws UnreadableError if that fails too, or if there are more bytes than the blob's
 * size.
 */
export async function* readBlob(
  blob: Blob,
  { slices = isWebKit(userAgent()) }: ReadOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  let readBytes = 0;
  let isStream = !slices;
  let pieces: PieceReader | null = null;
  try {
    for (;;) {
      let piece: Uint8Array | null;
      try {
        pieces ??= isStream ? openStream(blob) : openSlices(blob, readBytes);
        piece = await (isStream ? unlessSilent(pieces.next()) : pieces.next());
        if (piece === null && readBytes < blob.size) throw new Error('the stream ended early');
      } catch (error) {
        if (!isStream) throw new UnreadableError(error instanceof Error ? error.message : '');
        pieces?.cancel().catch(() => undefined);
        [pieces, isStream] = [null, false];
        continue;
      }
      if (piece === null) return;
      readBytes += piece.byteLength;
      if (readBytes > blob.size) throw new UnreadableError('the file is longer than its size');
      yield piece;
    }
  } finally {
    pieces?.cancel().catch(() => undefined);
  }
}
