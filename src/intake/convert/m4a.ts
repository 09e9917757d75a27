/** Writes m4a files (ISO/IEC 14496-12 and -14) with one AAC track. */
import { readFrames, type AacStream } from './aac.js';
import { PLAN_BYTES, type WorkFile, type WorkFolder } from './storage.js';

/** What the index says about the audio. */
export interface M4aAudio {
  readonly stream: AacStream;
  /** Bytes of each frame. */
  readonly sizes: Uint16Array;
  /** Samples at the start that a player skips: silence that the encoder has added. */
  readonly skip: number;
  /** Samples that a player plays. */
  readonly length: number;
}

const text = (value: string): readonly number[] => [...value].map((one) => one.charCodeAt(0));
const u16 = (value: number): readonly number[] => [(value >> 8) & 255, value & 255];
const u32 = (value: number): readonly number[] => [
  Math.floor(value / 0x1000000) & 255,
  ...[(value >> 16) & 255, (value >> 8) & 255, value & 255],
];
const zeros = (count: number): readonly number[] => new Array<number>(count).fill(0);

type Part = readonly number[] | Uint8Array;

const joined = (parts: readonly Part[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const box = (type: string, ...content: readonly Part[]): Uint8Array => {
  const size = content.reduce((sum, part) => sum + part.length, 8);
  return joined([u32(size), text(type), ...content]);
};

/** A table of 32-bit numbers. */
const table = (count: number, at: (index: number) => number): Uint8Array => {
  const bytes = new Uint8Array(count * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < count; index += 1) view.setUint32(index * 4, at(index));
  return bytes;
};

/** Full boxes begin with a version and flags. */
const PLAIN = zeros(4);

/** The identity matrix of a movie and of a track. */
const MATRIX = [...u32(0x10000), ...zeros(12), ...u32(0x10000), ...zeros(12), ...u32(0x40000000)];

/** Frames that follow each other in the file. About a second. */
const CHUNK_FRAMES = 48;

/** A descriptor of MPEG-4: its tag, its length, and its content. */
const descriptor = (tag: number, content: readonly number[]): readonly number[] => [
  ...[tag, 0x80, 0x80, 0x80, content.length],
  ...content,
];

const sampleDescription = ({ stream, sizes }: M4aAudio): Uint8Array => {
  const { config, sampleRate, channels, frameLength } = stream;
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const seconds = Math.max(1, (sizes.length * frameLength) / sampleRate);
  const bitRate = u32(Math.round((bytes * 8) / seconds));
  const decoder = descriptor(4, [
    // AAC, an audio stream, and the size of the decoder's buffer.
    ...[0x40, 0x15, 0, 0x18, 0],
    ...[...bitRate, ...bitRate],
    ...descriptor(5, [...config]),
  ]);
  const esds = box('esds', PLAIN, descriptor(3, [0, 0, 0, ...decoder, ...descriptor(6, [2])]));
  const rate = sampleRate < 0x10000 ? sampleRate : 0;
  return box(
    'stsd',
    ...[PLAIN, u32(1)],
    box(
      'mp4a',
      ...[zeros(6), u16(1), zeros(8)],
      ...[u16(channels), u16(16), zeros(4), u16(rate), u16(0)],
      esds,
    ),
  );
};

const sampleTable = (audio: M4aAudio, firstByte: number): Uint8Array => {
  const { sizes, stream } = audio;
  const chunks = Math.ceil(sizes.length / CHUNK_FRAMES);
  const rest = sizes.length - (chunks - 1) * CHUNK_FRAMES;
  const runs = [[1, Math.min(CHUNK_FRAMES, sizes.length)]];
  if (chunks > 1 && rest < CHUNK_FRAMES) runs.push([chunks, rest]);
  let at = firstByte;
  const offsets = table(chunks, (chunk) => {
    const offset = at;
    const end = Math.min(sizes.length, (chunk + 1) * CHUNK_FRAMES);
    for (let frame = chunk * CHUNK_FRAMES; frame < end; frame += 1) at += sizes[frame] ?? 0;
    return offset;
  });
  return box(
    'stbl',
    sampleDescription(audio),
    box('stts', PLAIN, u32(1), u32(sizes.length), u32(stream.frameLength)),
    box(
      'stsc',
      ...[PLAIN, u32(runs.length)],
      runs.flatMap(([first = 0, frames = 0]) => [...u32(first), ...u32(frames), ...u32(1)]),
    ),
    box(
      'stsz',
      PLAIN,
      u32(0),
      u32(sizes.length),
      table(sizes.length, (it) => sizes[it] ?? 0),
    ),
    box('stco', PLAIN, u32(chunks), offsets),
  );
};

const movie = (audio: M4aAudio, firstByte: number): Uint8Array => {
  const { stream, sizes, skip, length } = audio;
  const scale = u32(stream.sampleRate);
  const stored = u32(sizes.length * stream.frameLength);
  const played = u32(length);
  const edits = box('edts', box('elst', PLAIN, u32(1), played, u32(skip), u32(0x10000)));
  const media = box(
    'mdia',
    box('mdhd', PLAIN, zeros(8), scale, stored, [0x55, 0xc4, 0, 0]),
    box('hdlr', PLAIN, zeros(4), text('soun'), zeros(12), text('Sound'), [0]),
    box(
      'minf',
      box('smhd', PLAIN, zeros(4)),
      box('dinf', box('dref', PLAIN, u32(1), box('url ', [0, 0, 0, 1]))),
      sampleTable(audio, firstByte),
    ),
  );
  const header = box(
    'tkhd',
    // Enabled, and part of the movie.
    ...[[0, 0, 0, 3], zeros(8), u32(1), zeros(4), played, zeros(8)],
    ...[zeros(4), u16(0x100), zeros(2), MATRIX, zeros(8)],
  );
  return box(
    'moov',
    box(
      'mvhd',
      ...[PLAIN, zeros(8), scale, played, u32(0x10000), u16(0x100), zeros(10)],
      ...[MATRIX, zeros(24), u32(2)],
    ),
    box('trak', header, edits, media),
  );
};

/**
 * The bytes of an m4a file before its frames, which follow without gaps. The index comes first, so that the file can be
 * read as a stream. Throws RangeError if the file would have 4 GiB or more.
 */
export const m4aHeader = (audio: M4aAudio): Uint8Array => {
  const type = box('ftyp', text('M4A '), u32(0x200), text('M4A isommp42'));
  const content = audio.sizes.reduce((sum, size) => sum + size, 8);
  // The offsets do not change the size of the index.
  const firstByte = type.length + movie(audio, 0).length + 8;
  if (firstByte + content > 0xffffffff) throw new RangeError('the m4a file is too large');
  return joined([type, movie(audio, firstByte), u32(content), text('mdat')]);
};

/** Frame sizes in an array that grows. Two bytes each keep hours of audio small. */
const sizesOf = (work: WorkFile): Uint16Array => {
  let sizes = new Uint16Array(4096);
  let count = 0;
  readFrames(work, PLAN_BYTES, (frame) => {
    if (count === sizes.length) {
      const more = new Uint16Array(sizes.length * 2);
      more.set(sizes);
      sizes = more;
    }
    sizes[count] = frame.length;
    count += 1;
  });
  return sizes.subarray(0, count);
};

/** Samples that a player skips at the start, and those that it plays after them. */
interface Played {
  readonly skip: number;
  /** At most the samples of all frames. */
  readonly length: number;
}

/** Writes the file from the frames that were collected, and returns it. The work is deleted. Throws if there are no frames. */
export const finishM4a = async (
  folder: WorkFolder,
  stream: AacStream,
  played: (frames: number) => Played,
): Promise<Blob> => {
  const sizes = sizesOf(folder.part);
  if (sizes.length === 0) throw new Error('there is no sound');
  const result = await folder.createResult();
  result.append(m4aHeader({ stream, sizes, ...played(sizes.length) }));
  readFrames(folder.part, PLAN_BYTES, (frame) => result.append(frame));
  const file = await result.finish();
  await folder.removePart();
  return file;
};
