/** Streams to disk with the MD5 taken on the way; nothing is ever whole in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';

export interface Written {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly md5: string;
}

/** More bytes came than were allowed. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

export interface WriteOptions {
  /** Bytes; beyond it, TooManyBytes. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** What is gathered before it is written, in bytes: a write for each chunk that arrives costs more than the writing. */
const BATCH = 1024 * 1024;

/** Writes a file; where anything fails, the file is removed and the error passed on. */
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
  /** One batch is written while the next arrives. */
  const write = async (): Promise<void> => {
    await writing;
    const [only] = batch;
    const bytes = batch.length === 1 && only ? only : Buffer.concat(batch, batched);
    batch = [];
    batched = 0;
    writing = target.writeFile(bytes);
    // Its failure is told where it is waited for.
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

/** Files one after the other, as one stream. */
export async function* concatenated(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files)
    yield* createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>;
}
