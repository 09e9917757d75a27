/** Reads matrices and vectors from Kaldi's binary files, where each follows its name. */

import { RecognitionFailed } from '../recognizer.js';

/** Row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** A file of the model is invalid. */
export class ModelUnreadable extends RecognitionFailed {
  override readonly name = 'ModelUnreadable';
  constructor(what: string) {
    super(`The speaker model cannot be read: ${what}. Delete .cache/models and run: npm run setup`);
  }
}

const INTEGER_BYTES = 4;
/** Kaldi writes the size of a number, in bytes, before the number. */
const integerAt = (bytes: Buffer, at: number): number => {
  if (bytes[at] !== INTEGER_BYTES || at + 5 > bytes.length) throw new ModelUnreadable('no number');
  return bytes.readInt32LE(at + 1);
};

const floatsAt = (bytes: Buffer, at: number, count: number): Float32Array => {
  if (count < 0 || at + 4 * count > bytes.length) throw new ModelUnreadable('it is cut short');
  // Copies the bytes, because a Float32Array needs an offset that is a multiple of four.
  return new Float32Array(new Uint8Array(bytes.subarray(at, at + 4 * count)).buffer);
};

const afterText = (bytes: Buffer, text: string): number => {
  const at = bytes.indexOf(text, 0, 'latin1');
  if (at < 0) throw new ModelUnreadable(`${text.trim()} is missing`);
  return at + text.length;
};

/** The matrix after this text, e.g. `<LinearParams> `. Use `''` for a file that contains only one matrix. */
export const matrixAfter = (bytes: Buffer, text: string): Matrix => {
  const at = afterText(bytes, `${text}FM `);
  const rows = integerAt(bytes, at);
  const columns = integerAt(bytes, at + 5);
  return { rows, columns, values: floatsAt(bytes, at + 10, rows * columns) };
};

export const vectorAfter = (bytes: Buffer, text: string): Float32Array => {
  const at = afterText(bytes, `${text}FV `);
  return floatsAt(bytes, at + 5, integerAt(bytes, at));
};

export const numberAfter = (bytes: Buffer, text: string): number => {
  const at = afterText(bytes, text);
  if (bytes[at] !== INTEGER_BYTES || at + 5 > bytes.length) throw new ModelUnreadable('no number');
  return bytes.readFloatLE(at + 1);
};

/** A vector written as text: ` [ 1 2 3 ]`. */
export const vectorFromText = (text: string): Float32Array => {
  const words = /^\s*\[([^\]]*)\]\s*$/.exec(text)?.[1]?.match(/\S+/g) ?? [];
  const numbers = Float32Array.from(words, Number);
  if (numbers.length === 0 || numbers.some(Number.isNaN))
    throw new ModelUnreadable('no vector of numbers');
  return numbers;
};

/** The part of a network that describes one component. */
export const componentOf = (network: Buffer, name: string): Buffer => {
  const start = afterText(network, `<ComponentName> ${name} `);
  const end = network.indexOf('<ComponentName> ', start, 'latin1');
  return network.subarray(start, end < 0 ? network.length : end);
};

/** Parses lines of `--name=value`, e.g. `mfcc.conf`. */
export const settingsFromText = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .map((line) => /^\s*--([a-z-]+)=(\S+)\s*$/.exec(line))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : [])),
  );
