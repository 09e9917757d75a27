/**
 * The start of an MP4 file (ISO/IEC 14496-12, 14496-14) that has the frames of an MP3 or raw AAC as they are. Its index has the
 * place of each frame, so a player finds each time exactly. The index in an MP3 (Xing) has only a hundred rounded places, and
 * raw AAC has none.
 */
import type { FrameIndex } from './frame-index.js';

/** The most frames of a chunk: about a second. */
const CHUNK_FRAMES = 40;

/** Bytes of the header of `mdat`, with a size of 64 bits. */
const MDAT_BYTES = 16;

type Bytes = Uint8Array<ArrayBuffer>;

const joined = (parts: readonly Uint8Array[]): Bytes => {
  let size = 0;
  for (const { length } of parts) size += length;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const u8 = (...values: readonly number[]): Bytes => Uint8Array.from(values);

const u32 = (values: readonly number[]): Bytes => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return new Uint8Array(view.buffer);
};

const u64 = (values: readonly number[]): Bytes => {
  const view = new DataView(new ArrayBuffer(values.length * 8));
  values.forEach((value, index) => view.setBigUint64(index * 8, BigInt(value)));
  return new Uint8Array(view.buffer);
};

const text = (value: string): Bytes =>
  Uint8Array.from(value, (character) => character.charCodeAt(0));

const box = (type: string, ...content: readonly Uint8Array[]): Bytes => {
  const inner = joined(content);
  return joined([u32([inner.length + 8]), text(type), inner]);
};

/** `mdat` that begins with its content: a size of 64 bits. */
const mdatHeader = (bytes: number): Bytes =>
  joined([u32([1]), text('mdat'), u64([MDAT_BYTES + bytes])]);

/** No rotation and no scaling (14496-12, 6.2.2). */
const MATRIX = u32([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]);

/** The sample entry (14496-14, 5.6). */
const sampleEntry = ({ sampleRate, channels, aac }: FrameIndex): Bytes => {
  // AAC, MPEG-1, or MPEG-2 with its lower rates (14496-1, table 5).
  const objectType = aac !== null ? 0x40 : sampleRate > 24_000 ? 0x6b : 0x69;
  const setup = aac === null ? [] : [5, aac.length, ...aac];
  const zeros = Array<number>(11).fill(0);
  const decoder = u8(4, 13 + setup.length, objectType, 0x15, ...zeros, ...setup);
  const stream = joined([u8(3, 3 + decoder.length + 3, 0, 1, 0), decoder, u8(6, 1, 2)]);
  return box(
    'mp4a',
    ...[u8(0, 0, 0, 0, 0, 0, 0, 1), u32([0, 0]), u8(0, channels, 0, 16, 0, 0, 0, 0)],
    ...[u32([sampleRate * 0x10000]), box('esds', u32([0]), stream)],
  );
};

/** Frames beside each other, as the index lists them. */
const chunksOf = ({ runs, sizes }: FrameIndex) => {
  const chunks: { readonly start: number; readonly count: number }[] = [];
  let frame = 0;
  for (const run of runs) {
    let { start } = run;
    for (let left = run.count; left > 0; left -= CHUNK_FRAMES) {
      const count = Math.min(left, CHUNK_FRAMES);
      chunks.push({ start, count });
      for (const end = frame + count; frame < end; frame += 1) start += sizes[frame] ?? 0;
    }
  }
  return { chunks, frames: frame };
};

/**
 * The bytes that go before those of the file from `from` to `end`, and how long the frames last, in seconds.
 */
export const mp4Around = (
  index: FrameIndex,
  end: number,
): { readonly head: Bytes; readonly from: number; readonly seconds: number } => {
  const { sampleRate, samples, sizes } = index;
  const { chunks, frames } = chunksOf(index);
  const from = chunks[0]?.start ?? 0;
  const length = frames * samples;
  // A chunk is listed if it has another number of frames than the one before.
  const counts = chunks.flatMap(({ count }, at) =>
    count === chunks[at - 1]?.count ? [] : [at + 1, count, 1],
  );
  const dates = [0, 0];
  const movie = (offset: number): Bytes =>
    box(
      'moov',
      box(
        'mvhd',
        ...[u32([0x01000000]), u64(dates), u32([sampleRate]), u64([length])],
        ...[u32([0x10000]), u8(1, 0, 0, 0), u32([0, 0]), MATRIX, u32([0, 0, 0, 0, 0, 0, 2])],
      ),
      box(
        'trak',
        box(
          'tkhd',
          ...[u32([0x01000003]), u64(dates), u32([1, 0]), u64([length])],
          ...[u32([0, 0]), u8(0, 0, 0, 0, 1, 0, 0, 0), MATRIX, u32([0, 0])],
        ),
        box(
          'mdia',
          box(
            'mdhd',
            ...[u32([0x01000000]), u64(dates), u32([sampleRate]), u64([length])],
            u8(0x55, 0xc4, 0, 0),
          ),
          box('hdlr', u32([0, 0]), text('soun'), u32([0, 0, 0]), u8(0)),
          box(
            'minf',
            box('smhd', u32([0, 0])),
            box('dinf', box('dref', u32([0, 1]), box('url ', u32([1])))),
            box(
              'stbl',
              box('stsd', u32([0, 1]), sampleEntry(index)),
              box('stts', u32([0, 1, frames, samples])),
              box('stsc', u32([0, counts.length / 3]), u32(counts)),
              box('stsz', u32([0, 0, frames]), u32(sizes)),
              box(
                'co64',
                u32([0, chunks.length]),
                u64(chunks.map(({ start }) => offset + start - from)),
              ),
            ),
          ),
        ),
      ),
    );
  const type = box('ftyp', text('isom'), u32([0x200]), text('isomiso2mp41'));
  const before = type.length + movie(0).length + MDAT_BYTES;
  return {
    head: joined([type, movie(before), mdatHeader(end - from)]),
    from,
    seconds: length / sampleRate,
  };
};
