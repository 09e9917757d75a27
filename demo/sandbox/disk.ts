/** Streams to disk with the MD5 taken on the way; nothing is ever whole in memory. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

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

/** Writes a file; where anything fails, the file is removed and the error passed on. */
export const writeStream = async (
  source: AsyncIterable<Uint8Array>,
  file: string,
  { limit = Infinity, signal }: WriteOptions = {},
): Promise<Written> => {
  const hash = createHash('md5');
  let size = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      size += bytes.length;
      if (size > limit) throw new TooManyBytes(`More than ${limit} bytes.`);
      hash.update(bytes);
      yield bytes;
    }
  }
  try {
    const target = createWriteStream(file);
    await (signal === undefined
      ? pipeline(measured, target)
      : pipeline(measured, target, { signal }));
  } catch (error) {
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
