/** Checks the index of an m4a file: each table must fit its box, the other tables and the file. */
import { refuse, type FileBytes, refuseTooLong, type Structure } from './file-bytes.js';

// The boxes of an mp4 file (ISO/IEC 14496-12).

interface Box {
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
const boxesOfFile = async (file: FileBytes): Promise<readonly Box[]> => {
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER <= file.size; at = boxes.at(-1)?.end ?? file.size) {
    boxes.push(boxAt(await file.read(at, LONG_HEADER), at, file.size));
    if (boxes.length > MOST_BOXES) refuse(`The file has more than ${MOST_BOXES} boxes.`);
  }
  return boxes;
};

/** The boxes in a buffer, from `start` to `end`. */
const boxesIn = (bytes: Buffer, start: number, end: number): readonly Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at + HEADER <= end; at = boxes.at(-1)?.end ?? end)
    boxes.push(boxAt(bytes.subarray(at, Math.min(at + LONG_HEADER, end)), at, end));
  return boxes;
};

interface Table {
  readonly type: string;
  readonly count: number;
  /** Field `field` of entry `index`, 32 bits each. */
  readonly at: (index: number, field?: number) => number;
  /** The position of field 0 of entry `index`. */
  readonly place: (index: number) => number;
}

/** The table after the first `skipped` bytes of a box. Its entries must fit the box. */
const tableOf = (bytes: Buffer, box: Box, fields: number, skipped = 4): Table => {
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

/** Size in bytes of the index of six hours of audio with the shortest common frames. */
const LARGEST_INDEX = 64 * 1024 ** 2;

/** Sample tables of one track. `size` is the size of every sample; 0 if each has its own. */
interface Track {
  readonly sizes: { readonly count: number; readonly size: number; readonly table: Table | null };
  readonly chunks: { readonly count: number; readonly offset: (index: number) => number };
  readonly runs: Table;
  readonly times: Table;
}

const PATHS = ['mdia', 'minf', 'stbl'];

/** Finds a box by its path, and checks each box on the path; undefined if there is none. */
const find = (bytes: Buffer, from: Box, ...path: readonly string[]): Box | undefined => {
  const [type, ...rest] = path;
  if (type === undefined) return from;
  const next = boxesIn(bytes, from.body, from.end).find((box) => box.type === type);
  return next && find(bytes, next, ...rest);
};

const need = <T>(value: T | undefined, what: string): T =>
  value ?? refuse(`This m4a file has no ${what}.`);

/** Timescale and duration of `mvhd` or `mdhd`. Version 1 has longer time fields. */
const timesOf = (bytes: Buffer, { type, body, end }: Box): { scale: number; duration: number } => {
  const isLong = bytes[body] === 1;
  const at = body + (isLong ? 20 : 12);
  if (at + (isLong ? 12 : 8) > end) refuse(`The box "${type}" is too short.`);
  const scale = bytes.readUInt32BE(at);
  if (scale === 0) refuse(`The box "${type}" says that a second has 0 units.`);
  const duration = isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4);
  return { scale, duration };
};

const sizesOf = (bytes: Buffer, box: Box, fileSize: number): Track['sizes'] => {
  if (box.body + 12 > box.end) refuse('The box "stsz" is too short for its count.');
  const size = bytes.readUInt32BE(box.body + 4);
  const count = bytes.readUInt32BE(box.body + 8);
  if (size * count > fileSize)
    refuse(`${count} samples of ${size} bytes are said to lie in a file of ${fileSize} bytes.`);
  return { size, count, table: size === 0 ? tableOf(bytes, box, 1, 8) : null };
};

const offsetsOf = (bytes: Buffer, box: Box): Track['chunks'] => {
  const isLong = box.type === 'co64';
  const table = tableOf(bytes, box, isLong ? 2 : 1);
  return {
    count: table.count,
    offset: (index) => (isLong ? table.at(index) * 2 ** 32 + table.at(index, 1) : table.at(index)),
  };
};

/** The samples must lie in the chunks, and the chunks within the file, in order and without overlap. */
const checkPlaces = ({ sizes, chunks, runs }: Track, fileSize: number): void => {
  let sample = 0;
  let end = 0;
  const sizeOf = (index: number): number => sizes.table?.at(index) ?? sizes.size;
  for (let run = 0; run < runs.count; run += 1) {
    const first = runs.at(run) - 1;
    const next = run + 1 < runs.count ? runs.at(run + 1) - 1 : chunks.count;
    if (first < 0 || (run === 0 && first !== 0) || next <= first || next > chunks.count)
      refuse('The chunks of the box "stsc" are not those of the box "stco".');
    const perChunk = runs.at(run, 1);
    if (perChunk * (next - first) > sizes.count - sample)
      refuse('The box "stsc" puts more samples into chunks than the box "stsz" has.');
    for (let chunk = first; chunk < next; chunk += 1) {
      const start = chunks.offset(chunk);
      if (start < end) refuse('The chunks of the box "stco" overlap, or are not in order.');
      end = start;
      if (sizes.table === null) end += perChunk * sizes.size;
      else for (let i = sample; i < sample + perChunk; i += 1) end += sizeOf(i);
      sample += perChunk;
      if (end > fileSize)
        refuse(`The file is incomplete: audio is said to lie at byte ${end} of ${fileSize}.`);
    }
  }
  if (sample !== sizes.count)
    refuse(`The box "stsz" has ${sizes.count} samples, of which ${sample} are in chunks.`);
};

const totalOf = (times: Table): { samples: number; duration: number } => {
  let samples = 0;
  let duration = 0;
  for (let index = 0; index < times.count; index += 1) {
    samples += times.at(index);
    duration += times.at(index) * times.at(index, 1);
  }
  return { samples, duration };
};

/** Duration after the edit list is applied, in units of the movie; Infinity without an edit list. */
const editedUnits = (bytes: Buffer, track: Box): number => {
  const box = find(bytes, track, 'edts', 'elst');
  if (box === undefined) return Infinity;
  const isLong = bytes[box.body] === 1;
  const table = tableOf(bytes, box, isLong ? 5 : 3);
  let units = 0;
  for (let index = 0; index < table.count; index += 1)
    units += isLong ? table.at(index) * 2 ** 32 + table.at(index, 1) : table.at(index);
  return units === 0 ? Infinity : units;
};

/** Checks the tables of a track. Returns its duration in seconds. */
const checkTrack = (bytes: Buffer, track: Box, movie: { scale: number }, size: number): number => {
  const { scale, duration: stated } = timesOf(
    bytes,
    need(find(bytes, track, 'mdia', 'mdhd'), 'box "mdhd"'),
  );
  refuseTooLong(stated / scale);
  const of = (...types: readonly string[]): Box | undefined =>
    types.map((type) => find(bytes, track, ...PATHS, type)).find((box) => box !== undefined);
  const tables: Track = {
    sizes: sizesOf(bytes, need(of('stsz'), 'box "stsz"'), size),
    chunks: offsetsOf(bytes, need(of('stco', 'co64'), 'box "stco"')),
    runs: tableOf(bytes, need(of('stsc'), 'box "stsc"'), 3),
    times: tableOf(bytes, need(of('stts'), 'box "stts"'), 2),
  };
  checkPlaces(tables, size);
  const { samples, duration } = totalOf(tables.times);
  if (samples !== tables.sizes.count)
    refuse(`The box "stts" has ${samples} samples, and the box "stsz" ${tables.sizes.count}.`);
  refuseTooLong(duration / scale);
  return Math.min(duration / scale, editedUnits(bytes, track) / movie.scale);
};

/** The decoder reads the tables of every track, so each must fit its box. */
const checkCounts = (bytes: Buffer, track: Box, size: number): void => {
  const tables = find(bytes, track, ...PATHS);
  if (tables === undefined) return;
  for (const box of boxesIn(bytes, tables.body, tables.end)) {
    if (box.type === 'stsz') sizesOf(bytes, box, size);
    if (box.type === 'stco' || box.type === 'co64') offsetsOf(bytes, box);
    if (box.type === 'stsc') tableOf(bytes, box, 3);
    if (box.type === 'stts' || box.type === 'ctts') tableOf(bytes, box, 2);
  }
};

const isSound = (bytes: Buffer, track: Box): boolean => {
  const handler = find(bytes, track, 'mdia', 'hdlr');
  return (
    handler !== undefined &&
    bytes.toString('latin1', handler.body + 8, handler.body + 12) === 'soun'
  );
};

/** Checks that each run of samples in a fragment fits its box, or the file if its samples have no fields. */
const checkFragments = async (file: FileBytes, boxes: readonly Box[]): Promise<void> => {
  for (const { type, start, end } of boxes) {
    if (type !== 'moof') continue;
    if (end - start > LARGEST_INDEX) refuse('The index of a fragment is too large.');
    const bytes = await file.read(start, end - start);
    const fragment = { type, start: 0, body: 8, end: end - start };
    for (const track of boxesIn(bytes, fragment.body, fragment.end))
      for (const box of track.type === 'traf' ? boxesIn(bytes, track.body, track.end) : []) {
        if (box.type !== 'trun') continue;
        if (box.body + 8 > box.end) refuse('The box "trun" is too short for its count.');
        const flags = bytes.readUInt32BE(box.body);
        const count = bytes.readUInt32BE(box.body + 4);
        const has = (flag: number): number => ((flags & flag) === 0 ? 0 : 4);
        const perSample = has(0x100) + has(0x200) + has(0x400) + has(0x800);
        const room = perSample === 0 ? file.size : box.end - box.body - 8 - has(1) - has(4);
        if (count * Math.max(1, perSample) > room)
          refuse(`The box "trun" is said to have ${count} samples, which it has no room for.`);
      }
  }
};

/** The index with the offsets that apply once it is first in the file. */
const movedToFront = (bytes: Buffer, tracks: readonly Box[], indexAt: number): Buffer => {
  const moved = Buffer.from(bytes);
  for (const track of tracks) {
    const stbl = find(bytes, track, ...PATHS);
    for (const box of stbl ? boxesIn(bytes, stbl.body, stbl.end) : []) {
      if (box.type !== 'stco' && box.type !== 'co64') continue;
      const isLong = box.type === 'co64';
      const table = tableOf(bytes, box, isLong ? 2 : 1);
      for (let index = 0; index < table.count; index += 1) {
        const place = table.place(index);
        const offset = isLong ? Number(bytes.readBigUInt64BE(place)) : bytes.readUInt32BE(place);
        const shifted = offset < indexAt ? offset + bytes.length : offset;
        if (isLong) moved.writeBigUInt64BE(BigInt(shifted), place);
        else if (shifted < 2 ** 32) moved.writeUInt32BE(shifted, place);
        else refuse('The file is too large for the offsets of the box "stco".');
      }
    }
  }
  return moved;
};

/**
 * Passes the index to the decoder first, wherever it is in the file. The decoder then does not collect all audio while
 * it waits for the index, and decodes in small pieces.
 */
export const readM4a = async (file: FileBytes): Promise<Structure> => {
  const boxes = await boxesOfFile(file);
  const index = need(
    boxes.find(({ type }) => type === 'moov'),
    'index (box "moov"), so that its audio cannot be found',
  );
  const size = index.end - index.start;
  if (size > LARGEST_INDEX) refuse(`The index of this m4a file has ${size} bytes.`);
  const bytes = await file.read(index.start, size);
  const moov: Box = { type: 'moov', start: 0, body: index.body - index.start, end: size };
  const children = boxesIn(bytes, moov.body, moov.end);
  const tracks = children.filter(({ type }) => type === 'trak');
  for (const track of tracks) checkCounts(bytes, track, file.size);
  const sound = need(
    tracks.find((track) => isSound(bytes, track)),
    'track with sound',
  );
  const movie = timesOf(bytes, need(find(bytes, moov, 'mvhd'), 'box "mvhd"'));
  const isFragmented = children.some(({ type }) => type === 'mvex');
  if (isFragmented) await checkFragments(file, boxes);
  return {
    // The duration of fragments is known only after decoding.
    seconds: isFragmented ? 0 : checkTrack(bytes, sound, movie, file.size),
    pieces: [
      { bytes: movedToFront(bytes, tracks, index.start) },
      { start: 0, end: index.start },
      { start: index.end, end: file.size },
    ],
  };
};
