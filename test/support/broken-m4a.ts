/** Ways to break an m4a. */
import { edited, flipped, LARGE, noiseOf, truncated, type Kind } from './broken-kinds.js';

/** Offset of a box. The sample has one box of each type. */
const boxAt = (source: Buffer, type: string): number => source.indexOf(type, 0, 'latin1') - 4;

export const m4aKinds = (source: Buffer): readonly Kind[] => {
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
