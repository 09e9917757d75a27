/**
 * Matroska and WebM files that were cut off, for example by an interrupted copy. A parser drops the last cluster, which has
 * some seconds, because it ends after the file. Its size is corrected here.
 */
import type { Budget } from '../engine/audio-headers/budget.js';
import { inBlocks, sourceOf, type ByteSource } from '../engine/audio-headers/bytes.js';

export const EBML = 0x1a45dfa3;
export const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;

/** The longest header of an element. */
const HEADER_BYTES = 12;

type Element = NonNullable<Awaited<ReturnType<typeof elementAt>>>;

export const elementAt = async (file: ByteSource, at: number) => {
  const bytes = await file.read(at, HEADER_BYTES);
  const lengthOf = (offset: number): number => Math.clz32(bytes[offset] ?? 0) - 23;
  const idBytes = lengthOf(0);
  const sizeBytes = lengthOf(idBytes);
  if (idBytes > 4 || sizeBytes > 8 || bytes.length < idBytes + sizeBytes) return null;
  const number = (offset: number, count: number): number =>
    bytes.subarray(offset, offset + count).reduce((sum, byte) => sum * 256 + byte, 0);
  const marker = 1 << (8 - sizeBytes);
  // Without its marker, the number is exact.
  const first = (bytes[idBytes] ?? 0) - marker;
  const size = first * 256 ** (sizeBytes - 1) + number(idBytes + 1, sizeBytes - 1);
  const isUnknown =
    first === marker - 1 &&
    bytes.subarray(idBytes + 1, idBytes + sizeBytes).every((it) => it === 255);
  const start = at + idBytes + sizeBytes;
  return {
    id: number(0, idBytes),
    /** Position of the size, and its bytes. */
    sizeAt: at + idBytes,
    sizeBytes,
    start,
    /** Infinity if the size is not known. */
    end: isUnknown ? Infinity : start + size,
  };
};

/** The element that ends after the file; null if all do not, or if sizes are not known. */
const findCutOff = async (file: ByteSource, from: number): Promise<Element | null> => {
  for (let at = from; at < file.size;) {
    const element = await elementAt(file, at);
    if (element === null || element.end === Infinity) return null;
    if (element.end > file.size) return element;
    at = element.end;
  }
  return null;
};

/** Bytes of a size with a known number of bytes. */
const sizeOf = (value: number, count: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(count);
  for (let at = count - 1, left = value; at >= 0; at -= 1, left = Math.floor(left / 256)) {
    bytes[at] = left % 256;
  }
  bytes[0] = (bytes[0] ?? 0) | (1 << (8 - count));
  return bytes;
};

/**
 * The file with a last cluster that ends where the file does, and true if the file was cut off. Other files are returned as
 * they are.
 */
export const mendCutOff = async (
  file: Blob,
  budget: Budget,
): Promise<{ readonly file: Blob; readonly endsEarly: boolean }> => {
  const source = inBlocks(sourceOf(file), (bytes) => {
    budget.read(bytes);
    return true;
  });
  const head = await elementAt(source, 0);
  const segment = head?.id === EBML ? await elementAt(source, head.end) : null;
  if (segment?.id !== SEGMENT || segment.end <= file.size) return { file, endsEarly: false };
  const cluster = await findCutOff(source, segment.start);
  if (cluster?.id !== CLUSTER) return { file, endsEarly: segment.end !== Infinity };
  const { sizeAt, sizeBytes, start } = cluster;
  // The last block is not complete, and neither is a block in a group.
  const last = await findCutOff(source, start);
  const end = last === null ? file.size : last.sizeAt - 1;
  const size = sizeOf(end - start, sizeBytes);
  return {
    file: new Blob([file.slice(0, sizeAt), size, file.slice(sizeAt + sizeBytes, end)]),
    endsEarly: true,
  };
};
