/** Makes an M4A file of any size: a sample, and a `free` box after it. */
import { latin1, zeros } from './pieces.js';
import { RecipeError, type FileRecipe } from './recipe.js';

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
export const makeM4a = ({ bytes }: FileRecipe, sample: Uint8Array<ArrayBuffer>): Blob => {
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
export const withoutIndex = (sample: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
  const index = boxesOf(sample).find(({ type }) => type === 'moov');
  if (index === undefined) throw new Error('the sample has no index');
  const file = new Uint8Array(sample.length - (index.end - index.start));
  file.set(sample.subarray(0, index.start));
  file.set(sample.subarray(index.end), index.start);
  return file;
};

/** Offset of the 32-bit size of the `mdat` box, which holds the sound. */
export const soundSizeAt = (sample: Uint8Array): number =>
  boxesOf(sample).find(({ type }) => type === 'mdat')?.start ?? 0;
