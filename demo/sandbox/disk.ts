/** Writes streams to disk and computes their MD5, without holding a whole file in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';

export interface Written {
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly md5: string;
}

/** The stream exceeded the allowed size. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

export interface WriteOptions {
  /** Maximum size in bytes; beyond it, TooManyBytes. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Size of a batch in bytes: writing each arriving chunk separately would be slower. */
const BATCH = 1024 * 1024;

/** Writes a file. On any error, removes the file and rethrows. */
export const writeStream = async (
  source: AsyncIterable<Uint8Array>,
  file: string,
  { limit = Infinity, signal }: WriteOptions = {},
): Promise<Written> => {
  const hash = createHash('md5');
  let size = 0;
  let batch: Uint8Array[] = [];
  let batched = 0;
  let writing: Promise<void> = Promise.resolve();
  const target = await open(file, 'w');
  /** Writes one batch while the next arrives. */
  const write = async (): Promise<void> => {
    await writing;
    const [only] = batch;
    const bytes = batch.length === 1 && only ? only : Buffer.concat(batch, batched);
    batch = [];
    batched = 0;
    writing = target.writeFile(bytes);
    // Its rejection is handled where it is awaited.
    writing.catch(() => undefined);
  };
  try {
    for await (const bytes of source) {
      signal?.throwIfAborted();
      size += bytes.length;
      if (size > limit) throw new TooManyBytes(`More than ${limit} bytes.`);
      hash.update(bytes);
      batch.push(bytes);
      batched += bytes.length;
      if (batched >= BATCH) await write();
    }
    await write();
    await writing;
    await target.close();
  } catch (error) {
    await writing.catch(() => undefined);
    await target.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
  return { size, md5: hash.digest('hex') };
};

/** Concatenates files into one stream. */
export async function* concatenated(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files)
    yield* createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>;
}
