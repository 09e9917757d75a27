/** The sample tables of a track in ISO base media (ISO/IEC 14496-12, 8.7): where its first and its last samples are. */
import { byte, type ByteSource, uint32, uint64 } from './bytes.js';

export const BOX_HEADER_BYTES = 8;

/** Positions in the file: [start, end). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where the samples of a track are. `unknown` if their tables are damaged. */
interface Samples {
  readonly first: Range | 'unknown';
  /** The last samples: those of the last chunk. */
  readonly last: Range | 'unknown';
}

/** Tables of a track by type, such as `stsz`: the content of their boxes. */
type Tables = ReadonlyMap<string, Range>;

/** A table that ends before its entries do, or that may no longer be read. */
class TableError extends Error {
  override readonly name = 'TableError';
}

/** Reads bytes of a table. */
const readTable = async (source: ByteSource, table: Range, offset: number, length: number) => {
  const at = table.start + offset;
  const bytes = at + length <= table.end ? await source.read(at, length) : [];
  if (!(bytes instanceof Uint8Array) || bytes.length < length) throw new TableError();
  return bytes;
};

/** Samples whose sizes are added. More of them say no more about the end of the file. */
const MOST_SIZES = 1024;

/** The number of samples, and a function for the bytes of consecutive ones, which may return too few. Null without sizes. */
const readSizes = async (source: ByteSource, tables: Tables) => {
  const [table, compact] = [tables.get('stsz'), tables.get('stz2')];
  const sizes = table ?? compact;
  if (sizes === undefined) return null;
  const head = await readTable(source, sizes, 0, 12);
  const common = table === undefined ? 0 : uint32(head, 4);
  const bytesEach = table === undefined ? byte(head, 7) / 8 : 4;
  const bytesOf = async (from: number, until: number): Promise<number> => {
    if (common > 0) return common * (until - from);
    // Two sizes in one byte are rare. Each sample has a byte or more.
    if (bytesEach < 1) return until - from;
    const count = Math.min(until - from, MOST_SIZES);
    const entries = await readTable(source, sizes, 12 + from * bytesEach, count * bytesEach);
    return sumOf(entries, bytesEach);
  };
  return { count: uint32(head, 8), bytesOf };
};

const sumOf = (entries: Uint8Array, bytesEach: number): number => {
  let sum = 0;
  for (let at = 0; at < entries.length; at += bytesEach) {
    const entry = entries.subarray(at, at + bytesEach);
    sum += entry.reduce((value, digit) => value * 256 + digit, 0);
  }
  return sum;
};

/** The number of chunks, and a function for where one begins. Null without chunks. */
const readChunks = async (source: ByteSource, tables: Tables) => {
  const [short, long] = [tables.get('stco'), tables.get('co64')];
  const table = short ?? long;
  if (table === undefined) return null;
  const bytesEach = short === undefined ? 8 : 4;
  const startOf = async (index: number): Promise<number> => {
    const entry = await readTable(source, table, 8 + index * bytesEach, bytesEach);
    return short === undefined ? uint64(entry, 0) : uint32(entry, 0);
  };
  return { count: uint32(await readTable(source, table, 4, 4), 0), startOf };
};

/** The number of samples in the last chunk. */
const readLastCount = async (source: ByteSource, tables: Tables): Promise<number> => {
  const table = tables.get('stsc');
  if (table === undefined) throw new TableError();
  const count = uint32(await readTable(source, table, 4, 4), 0);
  return uint32(await readTable(source, table, 8 + 12 * (count - 1) + 4, 4), 0);
};

const unlessDamaged = async <T, Other>(work: Promise<T>, other: Other): Promise<T | Other> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TableError) return other;
    throw error;
  }
};

const readSamples = async (source: ByteSource, tables: Tables): Promise<Samples | 'none'> => {
  const sizes = await readSizes(source, tables);
  const chunks = await readChunks(source, tables);
  if (!sizes?.count || !chunks?.count) return 'none';
  const findFirst = async (): Promise<Range> => {
    const start = await chunks.startOf(0);
    return { start, end: start + (await sizes.bytesOf(0, 1)) };
  };
  const findLast = async (): Promise<Range> => {
    const start = await chunks.startOf(chunks.count - 1);
    const from = Math.max(0, sizes.count - (await readLastCount(source, tables)));
    return { start, end: start + (await sizes.bytesOf(from, sizes.count)) };
  };
  return {
    first: await unlessDamaged(findFirst(), 'unknown'),
    last: await unlessDamaged(findLast(), 'unknown'),
  };
};

const NOT_FOUND: Samples = { first: 'unknown', last: 'unknown' };

/** Finds the samples of a track by its tables. Reads a few kB, however long the recording is. */
export const findSamples = (source: ByteSource, tables: Tables): Promise<Samples | 'none'> =>
  unlessDamaged(readSamples(source, tables), NOT_FOUND);

/** Bytes at the start of a sample that are looked at. A sample that begins with so many zeros was never written. */
const LOOK_BYTES = 64;
const FEWEST_BYTES = 8;

/** True for sound that is encoded, but was never written. */
export const isBlank = async (source: ByteSource, { start, end }: Range): Promise<boolean> => {
  const bytes = await source.read(start, Math.min(LOOK_BYTES, end - start));
  return bytes.length >= FEWEST_BYTES && bytes.every((value) => value === 0);
};

/** What is known about the file of a track. */
interface Content {
  /** The contents of its `mdat` boxes, as far as its boxes could be followed. */
  readonly media: readonly Range[];
  /** Where the last of these boxes ends. */
  readonly reached: number;
  /** The sound must be there to its end. Else its start is enough. */
  readonly isWhole: boolean;
  /** In this coding, no sample consists of zeros. */
  readonly isEncoded: boolean;
}

/** False if the samples were never written, were left out, or are after the end of the file. */
export const areThere = async (
  source: ByteSource,
  { first, last }: Samples,
  { media, reached, isWhole, isEncoded }: Content,
): Promise<boolean> => {
  const isWritten = async (range: Range): Promise<boolean> =>
    !isEncoded || !(await isBlank(source, range));
  const isThere = async (range: Range): Promise<boolean> => {
    const { start, end } = range;
    const isInMedia = media.some((box) => start >= box.start && start < box.end);
    return end <= source.size && (isInMedia || reached < end) && isWritten(range);
  };
  /** The samples may be anywhere in the media. */
  const isSomewhere = async (): Promise<boolean> => {
    for (const box of media) if (box.end > box.start && (await isWritten(box))) return true;
    return reached + BOX_HEADER_BYTES <= source.size;
  };
  const isEmpty = (range: Range | 'unknown') => range !== 'unknown' && range.end === range.start;
  if (isEmpty(first) && isEmpty(last)) return false;
  if (!(await (first === 'unknown' ? isSomewhere() : isThere(first)))) return false;
  return !isWhole || last === 'unknown' || isThere(last);
};
