/** Makes an MP3 file of any length by repeating the frames of a sample. */
import { latin1, repeated, zeros } from './pieces.js';
import { RecipeError, USUAL_SECONDS, type FileRecipe } from './recipe.js';

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
export const makeMp3 = ({ bytes, seconds }: FileRecipe, sample: Uint8Array<ArrayBuffer>): Blob => {
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
