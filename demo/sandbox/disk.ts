/** Writes streams to disk and computes their MD5, without holding a whole file in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

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

/** In bytes: writing each arriving chunk separately would be slower. */
const BUFFER = 1024 * 1024;

/** Writes a file. On any error, removes the file and rethrows. */
export const writeStream = async (
  source: AsyncIterable<Uint8Array>,
  file: string,
  { limit = Infinity, signal }: WriteOptions = {},
): Promise<Written> => {
  const hash = createHash('md5');
  let size = 0;
  const measured = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      signal?.throwIfAborted();
      size += bytes.length;
      if (size > limit) throw new TooManyBytes(`More than ${limit} bytes.`);
      hash.update(bytes);
      yield bytes;
    }
  };
  const target = await open(file, 'w');
  try {
    await pipeline(measured, target.createWriteStream({ highWaterMark: BUFFER }));
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { size, md5: hash.digest('hex') };
};

/** Concatenates files into one stream. */
export async function* concatenated(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files)
    yield* createReadStream(file, { highWaterMark: BUFFER }) as AsyncIterable<Uint8Array>;
}
