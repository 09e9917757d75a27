/** The boxes of an mp4 file (ISO/IEC 14496-12). */
import { refuse, type FileBytes } from './file-bytes.js';

export interface Box {
  readonly type: string;
  /** Its start, in bytes from the start of the file or buffer. */
  readonly start: number;
  /** The start of its content. */
  readonly body: number;
  readonly end: number;
}

/** More boxes on one level than any recording has. */
const MOST_BOXES = 200_000;
const HEADER = 8;
const LONG_HEADER = 16;

const printable = (type: string): string => type.replace(/[^\x20-\x7e]/g, '?');

/** Parses a box header. The box must end within `limit`. */
const boxAt = (header: Buffer, start: number, limit: number): Box => {
  const type = header.toString('latin1', 4, HEADER);
  const short = header.readUInt32BE(0);
  const isLong = short === 1 && header.length >= LONG_HEADER;
  // 0 means up to the end of the file or parent box.
  const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? limit - start : short;
  const own = isLong ? LONG_HEADER : HEADER;
  if (size < own || start + size > limit)
    refuse(
      `The box "${printable(type)}" is said to have ${size} bytes, but ${limit - start} are there.`,
    );
  return { type, start, body: start + own, end: start + size };
};

/** The boxes of a whole file, in order. Only their headers are read. */
export const boxesOfFile = async (file: FileBytes): Promise<readonly Box[]> => {
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER <= file.size; at = boxes.at(-1)?.end ?? file.size) {
    boxes.push(boxAt(await file.read(at, LONG_HEADER), at, file.size));
    if (boxes.length > MOST_BOXES) refuse(`The file has more than ${MOST_BOXES} boxes.`);
  }
  return boxes;
};

/** The boxes in a buffer, from `start` to `end`. */
export const boxesIn = (bytes: Buffer, start: number, end: number): readonly Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at + HEADER <= end; at = boxes.at(-1)?.end ?? end)
    boxes.push(boxAt(bytes.subarray(at, Math.min(at + LONG_HEADER, end)), at, end));
  return boxes;
};

export interface Table {
  readonly type: string;
  readonly count: number;
  /** Field `field` of entry `index`, 32 bits each. */
  readonly at: (index: number, field?: number) => number;
  /** The position of field 0 of entry `index`. */
  readonly place: (index: number) => number;
}

/** The table after the first `skipped` bytes of a box. Its entries must fit the box. */
export const tableOf = (bytes: Buffer, box: Box, fields: number, skipped = 4): Table => {
  const first = box.body + skipped + 4;
  if (first > box.end) refuse(`The box "${box.type}" is too short for its count.`);
  const count = bytes.readUInt32BE(first - 4);
  const room = Math.floor((box.end - first) / (4 * fields));
  if (count > room)
    refuse(`The box "${box.type}" is said to have ${count} entries, but has room for ${room}.`);
  const place = (index: number): number => first + 4 * fields * index;
  return {
    ...{ type: box.type, count, place },
    at: (index, field = 0) => bytes.readUInt32BE(place(index) + 4 * field),
  };
};
