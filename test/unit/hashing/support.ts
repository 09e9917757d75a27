import { createHash } from 'node:crypto';
import { hashBlob, type HashOptions } from '../../../src/hashing/hash-blob.js';
import type { HashedPart } from '../../../src/engine.js';

export const ENGINES = ['hash-wasm', 'spark-md5'] as const;

/** MD5 by Node's own implementation. */
export const nodeMd5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Bytes that repeat only after about 16 million, so that a wrong offset gives a wrong hash. */
export const bytesOf = (size: number, seed = 1): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  let word = seed >>> 0;
  for (let at = 0; at < size; at += 1) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = word >>> 24;
  }
  return bytes;
};

/** A hash and the parts that were reported. */
export const hashParts = async (
  blob: Blob,
  options: HashOptions,
): Promise<{ md5: string; parts: readonly HashedPart[] }> => {
  const parts: HashedPart[] = [];
  const { md5 } = await hashBlob(blob, {
    ...options,
    onPart: (part) => {
      parts.push(part);
      return options.onPart?.(part);
    },
  });
  return { md5, parts };
};

/** Records where slices of the file start, i.e. where a resumed hash reads. */
export class WatchedBlob extends Blob {
  readonly slices: number[] = [];

  override slice(start?: number, end?: number, type?: string): Blob {
    this.slices.push(start ?? 0);
    return super.slice(start, end, type);
  }
}

/** The digest of a state. Two equivalent states may differ in bytes that no longer matter. */
export const factsOf = ({ start, end, md5, point }: HashedPart): readonly unknown[] => [
  ...[start, end, md5],
  ...[point.bytes, point.md5],
];
