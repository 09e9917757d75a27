/** Chunks on disk: a file's name is its record, so that storing one is a single rename and nothing else. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PartFacts } from './store.js';

/** A chunk that is stored. */
export interface StoredPart extends PartFacts {
  readonly number: number;
  readonly file: string;
}

/** Not yet stored when the process ended. */
export const RECEIVING = '.receiving';

/** The ETag may be any text, as faults make one up; a file's name may not. */
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
 * The chunks in a folder. What was still being received is removed, and so is what has not the planned size; of two
 * for the same number, as one that was being replaced leaves them, the one that was written last is kept.
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
