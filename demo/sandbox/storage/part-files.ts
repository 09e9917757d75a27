/** Chunks on disk. The file name is the record, so that storing a chunk is a single rename. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PartFacts } from './store.js';

/** A stored chunk. */
export interface StoredPart extends PartFacts {
  readonly number: number;
  readonly file: string;
}

/** Extension of chunks that are not completely stored. */
export const RECEIVING = '.receiving';

/** Encodes an ETag for a file name, because faults can produce any text. */
export const partFileName = (number: number, etag: string): string =>
  `${number}.${Buffer.from(etag).toString('base64url')}`;

export const parsePartFileName = (
  name: string,
): { readonly number: number; readonly etag: string } | null => {
  const match = /^([1-9]\d*)\.([\w-]+)$/.exec(name);
  return match === null
    ? null
    : { number: Number(match[1]), etag: Buffer.from(match[2] ?? '', 'base64url').toString() };
};

/**
 * Lists the chunks in a folder. Deletes incomplete chunks and those of the wrong size. If there are two of the same
 * number, keeps the one that was written last.
 */
export const loadParts = async (
  folder: string,
  plannedSize: (number: number) => number,
): Promise<Map<number, StoredPart>> => {
  const parts = new Map<number, StoredPart & { readonly written: bigint }>();
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const named = parsePartFileName(name);
    if (named === null) {
      if (name.endsWith(RECEIVING)) await rm(file, { force: true });
      continue;
    }
    const { size, mtimeNs: written } = await stat(file, { bigint: true });
    const other = parts.get(named.number);
    const isOlder = other !== undefined && other.written > written;
    if (Number(size) !== plannedSize(named.number) || isOlder) {
      await rm(file, { force: true });
      continue;
    }
    if (other !== undefined) await rm(other.file, { force: true });
    parts.set(named.number, { ...named, size: Number(size), file, written });
  }
  return new Map([...parts].map(([number, { written: _, ...part }]) => [number, part]));
};
