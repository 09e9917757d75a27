/** Broken recordings, made from the demo's samples by a seeded script; none is stored. */
import type { FileType } from '../../src/protocol/index.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';

/** `either`: whether it can still be decoded depends on where the damage falls. */
export type Expected = 'FAILURE' | 'SUCCESS' | 'either';

export interface BrokenFile {
  /** What was done to it. */
  readonly kind: string;
  readonly fileType: FileType;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

/** The samples, whole. */
export type Samples = Readonly<Record<FileType, Buffer>>;

type Mutation = (random: SeededRandom) => Buffer;

interface Kind {
  readonly kind: string;
  readonly fileType: FileType;
  readonly expected: Expected;
  /** How many files are made so. */
  readonly count: number;
  readonly make: Mutation;
}

const edited = (source: Buffer, edit: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(source);
  edit(copy);
  return copy;
};

const noiseOf = (random: SeededRandom, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = random.between(0, 255);
  return bytes;
};

/** Flips so many bits from `start` to `end`. */
const flipped = (source: Buffer, random: SeededRandom, count: number, start: number, end: number) =>
  edited(source, (copy) => {
    for (let times = 0; times < count; times += 1) {
      const at = random.between(start, end - 1);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.between(0, 7));
    }
  });

const truncated =
  (source: Buffer): Mutation =>
  (random) =>
    source.subarray(0, Math.floor(source.length * (0.01 + 0.95 * random.next())));

/** Where a box begins; the boxes of the sample have each type once. */
const boxAt = (source: Buffer, type: string): number => source.indexOf(type, 0, 'latin1') - 4;

const LARGE = [0x7fff_ffff, 0xffff_ffff] as const;

const m4aKinds = (source: Buffer): readonly Kind[] => {
  const shared = { fileType: 'm4a' } as const;
  const moovEnd = boxAt(source, 'mdat');
  const field = (type: string, offset: number): number => boxAt(source, type) + 8 + offset;
  const withField = (type: string, offset: number, value: number): Buffer =>
    edited(source, (copy) => void copy.writeUInt32BE(value >>> 0, field(type, offset)));
  const counts: readonly Kind[] = ['stco', 'stsz', 'stts', 'stsc'].map((type) => {
    const offset = type === 'stsz' ? 8 : 4;
    const count = source.readUInt32BE(field(type, offset));
    return {
      ...shared,
      kind: `count of ${type}`,
      expected: 'FAILURE',
      count: 12,
      make: (random) => {
        const wrong = [count + random.between(1, 5_000), ...LARGE, count - 1, 0] as const;
        return withField(type, offset, random.pick(wrong));
      },
    };
  });
  const tables = ['stsd', 'stts', 'stsc', 'stsz', 'stco'];
  const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
  const sizes: readonly Kind[] = [...containers, ...tables, 'mdhd', 'hdlr', 'mdat'].map((type) => ({
    ...shared,
    kind: `size of ${type}, impossible`,
    expected: 'FAILURE',
    count: 3,
    make: (random) => withField(type, -8, random.pick([0xffff_ffff, 1, random.between(2, 7)])),
  }));
  const rename = (copy: Buffer, from: number, to: string): void =>
    void copy.write(to, from + 4, 'latin1');
  return [
    ...counts,
    ...sizes,
    {
      ...{ ...shared, kind: 'size of a box, 0 or a little wrong', expected: 'either', count: 12 },
      make: (random) => {
        const type = random.pick(['moov', ...containers, ...tables, 'mdat']);
        const size = source.readUInt32BE(boxAt(source, type));
        return withField(type, -8, random.pick([0, size - 4, size + 8, size - 8]));
      },
    },
    {
      ...{ ...shared, kind: 'two tables that have changed names', expected: 'FAILURE', count: 8 },
      make: (random) => {
        const [first, second] = random.pick<readonly [string, string]>([
          ['stsz', 'stco'],
          ['stsz', 'stts'],
          ['stsc', 'stco'],
          ['stsd', 'stsz'],
          ['mdhd', 'hdlr'],
          ['moov', 'mdat'],
        ]);
        return edited(source, (copy) => {
          rename(copy, boxAt(source, first), second);
          rename(copy, boxAt(source, second), first);
        });
      },
    },
    {
      ...{ ...shared, kind: 'index behind the audio, offsets as before', expected: 'either' },
      count: 2,
      make: () => {
        const start = boxAt(source, 'moov');
        return Buffer.concat([
          source.subarray(0, start),
          source.subarray(moovEnd),
          source.subarray(start, moovEnd),
        ]);
      },
    },
    {
      ...{ ...shared, kind: 'audio outside the file', expected: 'FAILURE', count: 8 },
      make: (random) =>
        random.chance(0.5)
          ? withField('stco', 8, source.length + random.between(0, 2 ** 31))
          : withField('stsz', 12 + 4 * random.between(0, 500), source.length),
    },
    {
      ...{ ...shared, kind: 'a table of its own that counts wrongly (ctts)', expected: 'FAILURE' },
      count: 3,
      make: (random) =>
        edited(source, (copy) => {
          rename(copy, boxAt(source, 'sgpd'), 'ctts');
          copy.writeUInt32BE(random.between(3, 2 ** 32 - 1), field('sgpd', 4));
        }),
    },
    {
      ...{ ...shared, kind: 'times that cannot be', expected: 'FAILURE', count: 6 },
      make: (random) =>
        random.pick([
          withField('mdhd', 12, 0),
          withField('mdhd', 16, 0xffff_ffff),
          withField('stts', 12, 0xffff_ffff),
          withField('stts', 8, random.between(1_100, 2 ** 31)),
        ]),
    },
    { ...shared, kind: 'truncated', expected: 'FAILURE', count: 20, make: truncated(source) },
    {
      ...{ ...shared, kind: 'noise in place of the audio', expected: 'FAILURE', count: 4 },
      make: (random) =>
        Buffer.concat([
          source.subarray(0, moovEnd + 8),
          noiseOf(random, source.length - moovEnd - 8),
        ]),
    },
    {
      ...{ ...shared, kind: 'flipped bits in the index', expected: 'either', count: 20 },
      make: (random) => flipped(source, random, random.between(1, 20), 0, moovEnd),
    },
    {
      ...{ ...shared, kind: 'flipped bits in the audio', expected: 'either', count: 5 },
      make: (random) => flipped(source, random, random.between(1, 200), moovEnd, source.length),
    },
  ];
};

/** The audio of the mp3 sample: behind its tag, frames of 64 kbit/s at 44.1 kHz. */
const TAG = 20;

const framesOf = (source: Buffer): readonly number[] => {
  const places: number[] = [];
  for (let at = TAG; at + 4 < source.length; at += 208 + (((source[at + 2] ?? 0) >> 1) & 1))
    places.push(at);
  return places;
};

const mp3Kinds = (source: Buffer): readonly Kind[] => {
  const shared = { fileType: 'mp3' } as const;
  const frames = framesOf(source);
  const info = source.indexOf('Info', 0, 'latin1');
  const withoutSync =
    (share: number): Mutation =>
    (random) =>
      edited(source, (copy) => {
        for (const at of frames) if (random.chance(share)) copy[at] = random.between(0, 0x7f);
      });
  return [
    { ...shared, kind: 'truncated', expected: 'FAILURE', count: 25, make: truncated(source) },
    {
      ...{ ...shared, kind: 'more frames in its Info header than in the file', count: 12 },
      ...{ expected: 'FAILURE' },
      make: (random) =>
        edited(source, (copy) => {
          const counted = random.pick([random.between(2_000, 1e6), ...LARGE]);
          copy.writeUInt32BE(counted, info + 8);
        }),
    },
    {
      ...{ ...shared, kind: 'a stretch that was cut out', expected: 'FAILURE', count: 10 },
      make: (random) => {
        const start = random.between(5_000, source.length / 2);
        return Buffer.concat([
          source.subarray(0, start),
          source.subarray(start + random.between(5_000, 100_000)),
        ]);
      },
    },
    {
      ...{ ...shared, kind: 'every frame header damaged', expected: 'FAILURE', count: 10 },
      make: withoutSync(1),
    },
    {
      ...{ ...shared, kind: 'most frame headers damaged', expected: 'FAILURE', count: 10 },
      make: withoutSync(0.8),
    },
    {
      ...{ ...shared, kind: 'an ID3 tag longer than the file', expected: 'FAILURE', count: 8 },
      make: (random) =>
        edited(source, (copy) => {
          for (let at = 6; at < 10; at += 1) copy[at] = random.between(0x20, 0x7f);
        }),
    },
    {
      ...{ ...shared, kind: 'an ID3 length that is no number', expected: 'FAILURE', count: 8 },
      make: (random) =>
        edited(source, (copy) => void (copy[random.between(6, 9)] = random.between(128, 255))),
    },
    {
      ...{ ...shared, kind: 'noise behind the tag', expected: 'FAILURE', count: 6 },
      make: (random) => Buffer.concat([source.subarray(0, TAG), noiseOf(random, 50_000)]),
    },
    {
      ...{ ...shared, kind: 'flipped bits', expected: 'either', count: 6 },
      make: (random) => flipped(source, random, random.between(1, 60), TAG, source.length),
    },
  ];
};

const wavKinds = (source: Buffer): readonly Kind[] => {
  const shared = { fileType: 'wav' } as const;
  const failing = { ...shared, expected: 'FAILURE' } as const;
  const data = source.indexOf('data', 0, 'latin1');
  const with16 = (at: number, value: number): Buffer =>
    edited(source, (copy) => void copy.writeUInt16LE(value, at));
  const with32 = (at: number, value: number): Buffer =>
    edited(source, (copy) => void copy.writeUInt32LE(value >>> 0, at));
  return [
    { ...failing, kind: 'truncated', count: 20, make: truncated(source) },
    {
      ...{ ...failing, kind: 'more audio than the file', count: 10 },
      make: (random) => with32(data + 4, random.between(source.length, 0xffff_fffe)),
    },
    {
      ...{ ...shared, expected: 'SUCCESS', kind: 'an audio size that is left open', count: 2 },
      make: (random) => with32(data + 4, random.pick([0, 0xffff_ffff])),
    },
    {
      ...{ ...failing, kind: 'a fmt chunk that is too short or too long', count: 10 },
      make: (random) => with32(16, random.pick([random.between(0, 15), 0xffff_ffff, 1e8])),
    },
    {
      ...{ ...failing, kind: 'channels that cannot be', count: 8 },
      make: (random) => with16(22, random.pick([0, 2, random.between(33, 65_535)])),
    },
    {
      ...{ ...failing, kind: 'samples a second that cannot be', count: 8 },
      make: (random) => with32(24, random.pick([0, random.between(1, 999), 0xffff_ffff])),
    },
    {
      ...{ ...failing, kind: 'a block or bits that cannot be', count: 10 },
      make: (random) =>
        random.chance(0.5)
          ? with16(32, random.pick([0, 1, random.between(3, 65_535)]))
          : with16(34, random.pick([0, 1, 8, 12, random.between(17, 65_535)])),
    },
    {
      ...{ ...failing, kind: 'a codec that does not exist', count: 6 },
      make: (random) => with16(20, random.between(0x20, 0xfff)),
    },
    {
      ...{ ...failing, kind: 'ADPCM with more samples than a block has room for', count: 4 },
      make: (random) =>
        Buffer.concat([
          edited(source.subarray(0, data), (copy) => {
            copy.writeUInt32LE(20, 16);
            copy.writeUInt16LE(random.pick([2, 0x11]), 20);
            copy.writeUInt16LE(random.between(4, 64), 32);
          }),
          Buffer.from([2, 0, 0xff, random.between(0x10, 0xff)]),
          source.subarray(data),
        ]),
    },
    {
      ...{ ...failing, kind: 'chunks that have changed names', count: 3 },
      make: () =>
        edited(source, (copy) => {
          copy.write('data', 12, 'latin1');
          copy.write('fmt ', data, 'latin1');
        }),
    },
    {
      ...{ ...shared, expected: 'SUCCESS', kind: 'flipped bits in the audio', count: 3 },
      make: (random) => flipped(source, random, 100, data + 8, source.length),
    },
  ];
};

const HEADS: Readonly<Record<FileType, string>> = {
  mp3: 'ID3\x04\0\0\0\0\0\0',
  m4a: '\0\0\0\x1cftypM4A ',
  wav: 'RIFF\0\0\0\0WAVEfmt ',
};

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
          Buffer.from(HEADS[fileType], 'latin1'),
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

/** The same for the same seed; in an order in which kinds and formats are mixed. */
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
