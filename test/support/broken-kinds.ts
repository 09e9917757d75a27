/** Ways to break a recording. */
import type { FileType } from '../../src/protocol/types.js';
import type { SeededRandom } from './seeded-random.js';

/** `either`: the position of the damage decides whether the file can be decoded. */
export type Expected = 'FAILURE' | 'SUCCESS' | 'either';

export type Mutation = (random: SeededRandom) => Buffer;

export interface Kind {
  readonly kind: string;
  readonly fileType: FileType;
  readonly expected: Expected;
  /** How many files of this kind are made. */
  readonly count: number;
  readonly make: Mutation;
}

export const edited = (source: Buffer, edit: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(source);
  edit(copy);
  return copy;
};

export const noiseOf = (random: SeededRandom, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = random.between(0, 255);
  return bytes;
};

/** Flips this many bits from `start` to `end`. */
export const flipped = (
  source: Buffer,
  random: SeededRandom,
  count: number,
  start: number,
  end: number,
) =>
  edited(source, (copy) => {
    for (let times = 0; times < count; times += 1) {
      const at = random.between(start, end - 1);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.between(0, 7));
    }
  });

export const truncated =
  (source: Buffer): Mutation =>
  (random) =>
    source.subarray(0, Math.floor(source.length * (0.01 + 0.95 * random.next())));

export const LARGE = [0x7fff_ffff, 0xffff_ffff] as const;
