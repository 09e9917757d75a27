/** Ways to break an mp3 and a wav. */
import {
  edited,
  flipped,
  LARGE,
  noiseOf,
  truncated,
  type Kind,
  type Mutation,
} from './broken-kinds.js';

/** The audio of the mp3 sample: after its tag, frames of 64 kbit/s at 44.1 kHz. */
const TAG = 20;

const framesOf = (source: Buffer): readonly number[] => {
  const places: number[] = [];
  for (let at = TAG; at + 4 < source.length; at += 208 + (((source[at + 2] ?? 0) >> 1) & 1))
    places.push(at);
  return places;
};

export const mp3Kinds = (source: Buffer): readonly Kind[] => {
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

export const wavKinds = (source: Buffer): readonly Kind[] => {
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
