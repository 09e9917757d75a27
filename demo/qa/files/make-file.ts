/** Makes the file of a recipe. It refers to a few small parts, so that it takes next to no memory. */
import { numbersFrom } from '../../sandbox/faults/chance.js';
import { RecipeError, USUAL_SECONDS, type FileRecipe, announcedFormat, nameOf } from './recipe.js';
import type { FileType } from '../../../src/protocol/types.js';
import { MEDIA_TYPES } from '../../service/store.js';

// Blobs that refer to one small part many times, so that a file of 8 GiB takes no memory.

/** This many bytes that repeat `unit`. It is stored once. */
const repeated = (unit: Blob, bytes: number): Blob => {
  const whole = Math.floor(bytes / unit.size);
  return new Blob([...Array<Blob>(whole).fill(unit), unit.slice(0, bytes - whole * unit.size)]);
};

const MEBIBYTE = 1024 ** 2;

const zeros = (bytes: number): Blob =>
  repeated(new Blob([new Uint8Array(Math.min(Math.max(bytes, 1), MEBIBYTE))]), bytes);

/** Random bytes, always the same; 0xff, which starts an MPEG frame, does not occur. */
const noise = (bytes: number): Blob => {
  const next = numbersFrom(7);
  const length = Math.min(Math.max(bytes, 1), MEBIBYTE + 1);
  return repeated(new Blob([Uint8Array.from({ length }, () => Math.floor(next() * 255))]), bytes);
};

/** The bytes of a text of one byte per character. */
const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The blob with other bytes at this offset. */
const replaced = (blob: Blob, offset: number, bytes: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([blob.slice(0, offset), bytes, blob.slice(offset + bytes.length)]);

// Generates WAV files: 16 kHz, mono, 16 bits. Files over 4 GiB are RF64 (EBU Tech 3306).

const WAV_RATE = 16_000;
const BYTES_PER_SECOND = WAV_RATE * 2;
const UINT32_MAX = 0xffff_ffff;

/** Size of the header before the sound, in bytes. Padding comes between both, in its own chunk. */
const WAV_HEADER_BYTES = 44;
const RF64_HEADER_BYTES = 80;
const CHUNK_HEADER_BYTES = 8;

interface Layout {
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Size of the sound in bytes, even. */
  readonly sound: number;
  /** Size of the padding in bytes, without the header of its chunk; null without padding. */
  readonly padding: number | null;
}

/** Little-endian numbers: a size in bits and a value each. */
const numbers = (
  ...values: readonly (readonly [16 | 32 | 64, number])[]
): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(values.reduce((sum, [bits]) => sum + bits / 8, 0));
  const view = new DataView(bytes.buffer);
  let end = 0;
  for (const [bits, value] of values) {
    if (bits === 16) view.setUint16(end, value, true);
    else if (bits === 32) view.setUint32(end, value, true);
    else view.setBigUint64(end, BigInt(value), true);
    end += bits / 8;
  }
  return bytes;
};

type Bytes = readonly Uint8Array<ArrayBuffer>[];

const chunk = (name: string, bytes: number): Bytes => [latin1(name), numbers([32, bytes])];

const isRf64 = (bytes: number): boolean => bytes > UINT32_MAX;

/** The size of everything but the sound and the padding. */
const headerBytes = (bytes: number): number =>
  isRf64(bytes) ? RF64_HEADER_BYTES : WAV_HEADER_BYTES;

/** The header up to the sound, or up to the padding before it. */
const formatHeader = ({ bytes, sound }: Layout): Bytes => [
  ...chunk(isRf64(bytes) ? 'RF64' : 'RIFF', Math.min(bytes - 8, UINT32_MAX)),
  latin1('WAVE'),
  ...(isRf64(bytes)
    ? [...chunk('ds64', 28), numbers([64, bytes - 8], [64, sound], [64, sound / 2], [32, 0])]
    : []),
  ...chunk('fmt ', 16),
  numbers([16, 1], [16, 1], [32, WAV_RATE], [32, BYTES_PER_SECOND], [16, 2], [16, 16]),
];

const soundHeader = ({ bytes, sound }: Layout): Bytes =>
  chunk('data', isRf64(bytes) ? UINT32_MAX : sound);

/** Samples of the repeated part: a prime number, so that no two chunks of an upload are equal. */
const UNIT_SAMPLES = 1_048_583;

/** Babble: bursts of a voice-like tone with pauses, so that the sandbox finds speech in it. Always the same. */
const babble = (samples: number): Int16Array<ArrayBuffer> => {
  const next = numbersFrom(1);
  return Int16Array.from({ length: samples }, (_, index) => {
    const second = index / WAV_RATE;
    const speaks = second % 4 < 3;
    const syllable = Math.abs(Math.sin(Math.PI * 4 * second));
    const tone = ((index * 130) / WAV_RATE) % 1;
    const hiss = (next() - 0.5) * 600;
    return (speaks ? (tone - 0.5) * 14_000 * syllable : 0) + hiss;
  });
};

/** Bytes of sound in a length of time: whole samples. */
const soundBytes = (seconds: number): number => Math.max(1, Math.round(seconds * WAV_RATE)) * 2;

const layoutOf = ({ bytes, seconds }: FileRecipe): Layout => {
  if (bytes === undefined) {
    const sound = soundBytes(seconds ?? USUAL_SECONDS);
    return { bytes: headerBytes(sound + WAV_HEADER_BYTES) + sound, sound, padding: null };
  }
  const room = bytes - headerBytes(bytes);
  if (seconds === undefined) return { bytes, sound: room - (room % 2), padding: null };
  const sound = soundBytes(seconds);
  if (room === sound || room === sound + 1) return { bytes, sound, padding: null };
  const padding = room - sound - CHUNK_HEADER_BYTES;
  if (padding < 0)
    throw new RecipeError(
      `${seconds} s of sound take ${bytes - padding} bytes as a WAV file with padding: choose at least this size, or a shorter sound.`,
    );
  if (padding > UINT32_MAX)
    throw new RecipeError(
      'A WAV file can hold at most 4 GiB of padding: choose a longer sound or a smaller size.',
    );
  // A chunk of odd size would be followed by a byte that does not count.
  return { bytes, sound, padding: padding - (padding % 2) };
};

/** A WAV file. An odd size has one more zero after the sound. Throws RecipeError. */
const makeWav = (recipe: FileRecipe): Blob => {
  const layout = layoutOf(recipe);
  const { bytes, sound, padding } = layout;
  const unit = new Blob([babble(Math.min(UNIT_SAMPLES, sound / 2))]);
  const file = new Blob([
    ...formatHeader(layout),
    ...(padding === null ? [] : [...chunk('JUNK', padding), zeros(padding)]),
    ...soundHeader(layout),
    repeated(unit, sound),
  ]);
  return new Blob([file, zeros(bytes - file.size)]);
};

// Makes an MP3 file of any length by repeating the frames of a sample.

/** The sample has MPEG-1 layer III frames of 64 kb/s at 44.1 kHz: 208 bytes, and one more if they are padded. */
const FRAME_BYTES = 208;
const FRAME_SECONDS = 1_152 / 44_100;
const TAG_HEADER_BYTES = 10;
const LONGEST_TAG = 2 ** 28 - 1;

/** The end of each frame, from the start of the first. The first frame of the sample is a summary, and left out. */
const readFrames = (sample: Uint8Array): { readonly start: number; readonly ends: number[] } => {
  const content = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (sample[at] ?? 0), 0);
  const tag = TAG_HEADER_BYTES + content;
  const lengthAt = (at: number): number => FRAME_BYTES + (((sample[at + 2] ?? 0) >> 1) & 1);
  const start = tag + lengthAt(tag);
  const ends: number[] = [];
  for (let at = start; sample[at] === 0xff && at + lengthAt(at) <= sample.length;) {
    at += lengthAt(at);
    ends.push(at - start);
  }
  return { start, ends };
};

/** An ID3v2 tag of exactly this many bytes, at least 10, that holds nothing. */
const emptyTag = (bytes: number): Blob => {
  const content = bytes - TAG_HEADER_BYTES;
  const size = [21, 14, 7, 0].map((bits) => (content >> bits) & 0x7f);
  return new Blob([latin1('ID3'), Uint8Array.of(4, 0, 0, ...size), zeros(content)]);
};

/** An MP3 file. The rest of its size is padding in its tag. Throws RecipeError. */
const makeMp3 = ({ bytes, seconds }: FileRecipe, sample: Uint8Array<ArrayBuffer>): Blob => {
  const { start, ends } = readFrames(sample);
  const unitBytes = ends.at(-1) ?? 0;
  const unit = new Blob([sample.subarray(start, start + unitBytes)]);
  const bytesOf = (frames: number): number =>
    Math.floor(frames / ends.length) * unitBytes + (ends[(frames % ends.length) - 1] ?? 0);

  /** The most frames that fit. The rest must be nothing, or a whole tag. */
  const framesIn = (room: number): number => {
    let frames = Math.floor(room / unitBytes) * ends.length;
    while (bytesOf(frames + 1) <= room) frames += 1;
    const rest = room - bytesOf(frames);
    return rest === 0 || rest >= TAG_HEADER_BYTES ? frames : frames - 1;
  };
  const frames =
    seconds === undefined && bytes !== undefined
      ? framesIn(bytes)
      : Math.max(2, Math.round((seconds ?? USUAL_SECONDS) / FRAME_SECONDS));
  const sound = bytesOf(frames);
  const padding = (bytes ?? sound) - sound;
  if (padding < 0 || (padding > 0 && padding < TAG_HEADER_BYTES))
    throw new RecipeError(
      `${seconds} s of sound take ${sound} bytes as an MP3 file: choose at least ${sound + TAG_HEADER_BYTES} bytes, or a shorter sound.`,
    );
  if (padding > LONGEST_TAG + TAG_HEADER_BYTES)
    throw new RecipeError(
      'An MP3 file can hold at most 256 MiB of padding: choose a longer sound or a smaller size.',
    );
  return new Blob([...(padding === 0 ? [] : [emptyTag(padding)]), repeated(unit, sound)]);
};

// Makes an M4A file of any size: a sample, and a `free` box after it.

const BOX_HEADER_BYTES = 8;
const LONG_BOX_HEADER_BYTES = 16;

/** A box of exactly this many bytes, at least 8, that players skip (ISO/IEC 14496-12). */
const freeBox = (bytes: number): Blob => {
  const isLong = bytes > 0xffff_ffff;
  const header = new Uint8Array(isLong ? LONG_BOX_HEADER_BYTES : BOX_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, isLong ? 1 : bytes);
  header.set(latin1('free'), 4);
  if (isLong) view.setBigUint64(8, BigInt(bytes));
  return new Blob([header, zeros(bytes - header.length)]);
};

/** An M4A file. Throws RecipeError. */
const makeM4a = ({ bytes }: FileRecipe, sample: Uint8Array<ArrayBuffer>): Blob => {
  const file = new Blob([sample]);
  if (bytes === undefined || bytes === sample.length) return file;
  const padding = bytes - sample.length;
  if (padding < BOX_HEADER_BYTES)
    throw new RecipeError(
      `The sound of the M4A sample takes ${sample.length} bytes: choose at least ${sample.length + BOX_HEADER_BYTES} bytes, or WAV or MP3.`,
    );
  return new Blob([file, freeBox(padding)]);
};

/** The name and the range of each box at the top level. */
const boxesOf = (
  file: Uint8Array,
): readonly { readonly type: string; readonly start: number; readonly end: number }[] => {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const boxes = [];
  for (let start = 0; start + BOX_HEADER_BYTES <= file.length;) {
    const end = start + Math.max(BOX_HEADER_BYTES, view.getUint32(start));
    boxes.push({ type: String.fromCharCode(...file.subarray(start + 4, start + 8)), start, end });
    start = end;
  }
  return boxes;
};

/** The sample without its index, as a recorder leaves it if its battery runs out. */
const withoutIndex = (sample: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const index = boxesOf(sample).find(({ type }) => type === 'moov');
  if (index === undefined) throw new Error('the sample has no index');
  const file = new Uint8Array(sample.length - (index.end - index.start));
  file.set(sample.subarray(0, index.start));
  file.set(sample.subarray(index.end), index.start);
  return file;
};

/** Offset of the 32-bit size of the `mdat` box, which holds the sound. */
const soundSizeAt = (sample: Uint8Array): number =>
  boxesOf(sample).find(({ type }) => type === 'mdat')?.start ?? 0;

/** Loads the sample whose frames are repeated. Rejects if it cannot be loaded. */
export type LoadSample = (format: 'mp3' | 'm4a') => Promise<Uint8Array<ArrayBuffer>>;

/** The first bytes by which each format is recognised. */
export const FIRST_BYTES: Readonly<Record<FileType, string>> = {
  mp3: 'ID3\x04\0\0\0\0\0\0',
  m4a: '\0\0\0\x1cftypM4A ',
  wav: 'RIFF\0\0\0\0WAVEfmt ',
};

/** The smallest PNG picture: one transparent pixel. */
const PICTURE = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

const FF = Uint8Array.of(0xff, 0xff, 0xff, 0x7f);

const makeSound = async (recipe: FileRecipe, loadSample: LoadSample): Promise<Blob> => {
  const { format } = recipe;
  if (format === 'wav') return makeWav(recipe);
  const sample = await loadSample(format);
  return format === 'mp3' ? makeMp3(recipe, sample) : makeM4a(recipe, sample);
};

/** The start of a file whose headers announce more bytes than follow. */
const withWrongSize = async (recipe: FileRecipe, loadSample: LoadSample): Promise<Blob> => {
  const sound = await makeSound(recipe, loadSample);
  switch (recipe.format) {
    case 'wav':
      return replaced(sound, 40, FF);
    case 'mp3':
      return new Blob([latin1('ID3\x04\0\0'), Uint8Array.of(127, 127, 127, 127), sound]).slice(
        0,
        sound.size,
      );
    case 'm4a':
      return replaced(sound, soundSizeAt(await loadSample('m4a')), FF.toReversed());
  }
};

const padded = (start: Blob, bytes: number): Blob =>
  new Blob([start, zeros(Math.max(0, bytes - start.size))]);

const makeContent = async (recipe: FileRecipe, loadSample: LoadSample): Promise<Blob> => {
  const { format, damage = 'none' } = recipe;
  const sound = (): Promise<Blob> => makeSound(recipe, loadSample);
  switch (damage) {
    case 'none':
    case 'wrong-extension':
      return sound();
    case 'empty':
      return new Blob([]);
    case 'truncated': {
      const whole = await sound();
      return whole.slice(0, Math.ceil(whole.size / 2));
    }
    case 'noise':
      return noise((await sound()).size);
    case 'zeros':
      return zeros((await sound()).size);
    case 'noise-after-header':
      return replaced(noise((await sound()).size), 0, latin1(FIRST_BYTES[format]));
    case 'wrong-header':
      // An m4a is recognised by its fourth to eighth byte.
      return replaced(await sound(), 0, latin1('XXXXXXXX'));
    case 'wrong-size':
      return withWrongSize(recipe, loadSample);
    case 'picture':
      return padded(new Blob([PICTURE]), (await sound()).size);
    case 'text':
      return new Blob(['This is a text, and no recording.\n']);
    case 'no-index':
      return padded(new Blob([withoutIndex(await loadSample('m4a'))]), recipe.bytes ?? 0);
  }
};

/**
 * Makes the file. Rejects with RecipeError if the size and the length do not go together, and with the error of
 * `loadSample`.
 */
export const makeFile = async (recipe: FileRecipe, loadSample: LoadSample): Promise<File> =>
  new File([await makeContent(recipe, loadSample)], nameOf(recipe), {
    type: MEDIA_TYPES[announcedFormat(recipe)],
  });
