/** Makes the odd files of the console. They refer to a few small parts, so that they take next to no memory. */
import { wavHeader } from '../../../src/convert/pcm.js';
import type { FileType } from '../../../src/protocol/types.js';
import { numbersFrom } from '../../sandbox/faults/chance.js';
import { MEDIA_TYPES } from '../../service/store.js';

export interface OddFile {
  /** `wav` is generated; the others are a sample. */
  readonly format: FileType;
  /** Exact size in bytes, even; only for wav. Default: ten seconds of sound. */
  readonly bytes?: number;
  /** Default: `recording` with the extension of the format. */
  readonly name?: string;
  /** `picture`: a picture with this name. `truncated`: without its second half. */
  readonly damage?: 'empty' | 'truncated' | 'picture';
}

/** Loads a sample. Rejects if it cannot be loaded. */
export type LoadSample = (format: 'mp3' | 'm4a') => Promise<Uint8Array<ArrayBuffer>>;

const RATE = 16_000;
const HEADER_BYTES = 44;
const USUAL_BYTES = HEADER_BYTES + 10 * RATE * 2;

/** Samples of the repeated part: a prime number, so that no two chunks of an upload are equal. */
const UNIT_SAMPLES = 1_048_583;

/** Babble: bursts of a voice-like tone with pauses, so that the sandbox finds speech in it. Always the same. */
const babble = (samples: number): Int16Array<ArrayBuffer> => {
  const next = numbersFrom(1);
  return Int16Array.from({ length: samples }, (_, index) => {
    const second = index / RATE;
    const speaks = second % 4 < 3;
    const syllable = Math.abs(Math.sin(Math.PI * 4 * second));
    const tone = ((index * 130) / RATE) % 1;
    const hiss = (next() - 0.5) * 600;
    return (speaks ? (tone - 0.5) * 14_000 * syllable : 0) + hiss;
  });
};

/** A WAV file of 16 kHz, mono, 16 bits. Its one part of sound is stored once. */
const makeWav = (bytes: number): Blob => {
  const sound = bytes - HEADER_BYTES;
  const unit = new Blob([babble(Math.min(UNIT_SAMPLES, sound / 2))]);
  const whole = Math.floor(sound / unit.size);
  return new Blob([
    wavHeader(RATE, Math.min(sound, 0xffff_ffff - HEADER_BYTES)),
    ...Array<Blob>(whole).fill(unit),
    unit.slice(0, sound - whole * unit.size),
  ]);
};

/** The smallest PNG picture: one transparent pixel. */
const PICTURE = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

/** Makes the file. Rejects with the error of `loadSample`. */
export const makeFile = async (
  { format, bytes = USUAL_BYTES, name = `recording.${format}`, damage }: OddFile,
  loadSample: LoadSample,
): Promise<File> => {
  const whole = format === 'wav' ? makeWav(bytes) : new Blob([await loadSample(format)]);
  const content = {
    none: whole,
    empty: new Blob([]),
    truncated: whole.slice(0, Math.ceil(whole.size / 2)),
    picture: new Blob([PICTURE]),
  }[damage ?? 'none'];
  return new File([content], name, { type: MEDIA_TYPES[format] });
};
