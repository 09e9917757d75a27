/** Broken recordings that a seeded script makes from the demo's samples. None is stored. */
import type { FileType } from '../../src/protocol/types.js';
import { noiseOf, type Expected, type Kind } from './broken-kinds.js';
import { m4aKinds } from './broken-m4a.js';
import { mp3Kinds, wavKinds } from './broken-mp3-wav.js';
import { seededRandom } from './seeded-random.js';

/** The first bytes by which each format is recognised. */
const FIRST_BYTES: Readonly<Record<FileType, string>> = {
  mp3: 'ID3\x04\0\0\0\0\0\0',
  m4a: '\0\0\0\x1cftypM4A ',
  wav: 'RIFF\0\0\0\0WAVEfmt ',
};

export interface BrokenFile {
  /** How the file was broken. */
  readonly kind: string;
  readonly fileType: FileType;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

/** The original samples. */
export type Samples = Readonly<Record<FileType, Buffer>>;

const anyKinds = (samples: Samples): readonly Kind[] =>
  (['mp3', 'm4a', 'wav'] as const).flatMap((fileType): readonly Kind[] => [
    {
      ...{ kind: 'pure noise', fileType, expected: 'FAILURE', count: 3 },
      make: (random) => noiseOf(random, random.between(1, 100_000)),
    },
    {
      ...{ kind: 'noise behind the first bytes of its format', fileType, expected: 'FAILURE' },
      count: 4,
      make: (random) =>
        Buffer.concat([
          Buffer.from(FIRST_BYTES[fileType], 'latin1'),
          noiseOf(random, random.between(0, 50_000)),
        ]),
    },
    {
      ...{ kind: 'zeros', fileType, expected: 'FAILURE', count: 1 },
      make: (random) => Buffer.alloc(random.between(1, 100_000)),
    },
    {
      ...{ kind: 'a good file of another format', fileType, expected: 'SUCCESS', count: 1 },
      make: () => samples[fileType === 'wav' ? 'm4a' : 'wav'],
    },
  ]);

/** The same for the same seed, with kinds and formats in mixed order. */
export const brokenFiles = (samples: Samples, seed: number): readonly BrokenFile[] => {
  const random = seededRandom(seed);
  const kinds = [
    ...m4aKinds(samples.m4a),
    ...mp3Kinds(samples.mp3),
    ...wavKinds(samples.wav),
    ...anyKinds(samples),
  ];
  return kinds
    .flatMap(({ kind, fileType, expected, count, make }) =>
      Array.from({ length: count }, () => ({
        ...{ kind: `${fileType}: ${kind}`, fileType, expected, bytes: make(random) },
        order: random.next(),
      })),
    )
    .sort((a, b) => a.order - b.order)
    .map(({ order: _, ...file }) => file);
};
