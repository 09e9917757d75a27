/** Generates WAV files: 16 kHz, mono, 16 bits. Files over 4 GiB are RF64 (EBU Tech 3306). */
import { numbersFrom } from '../../sandbox/faults/chance.js';
import { latin1, repeated, zeros } from './pieces.js';
import { RecipeError, USUAL_SECONDS, type FileRecipe } from './recipe.js';

export const WAV_RATE = 16_000;
const BYTES_PER_SECOND = WAV_RATE * 2;
const UINT32_MAX = 0xffff_ffff;

/** Size of the header before the sound, in bytes. Padding comes between both, in its own chunk. */
export const WAV_HEADER_BYTES = 44;
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
export const makeWav = (recipe: FileRecipe): Blob => {
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
