import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRawAudio, readRawPieces, type RawAudio } from '../../../src/convert/raw-audio.js';

type Part = string | readonly number[];

const bytesOf = (...parts: readonly Part[]): readonly number[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part));

const big = (count: number, value: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** (count - 1 - at)) % 256);
const little = (count: number, value: number): number[] => big(count, value).reverse();
const zeros = (count: number): number[] => new Array<number>(count).fill(0);

const fileOf = (...parts: readonly Part[]): Blob => new Blob([Uint8Array.from(bytesOf(...parts))]);

/** 8 kHz and 1 Hz as numbers with 80 bits. */
const RATES = {
  usual: [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0],
  slow: [0x3f, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0],
};

interface Options {
  readonly coding?: string;
  readonly bits?: number;
  readonly rate?: readonly number[];
  /** What the header of the audio says. Default: the truth. */
  readonly size?: number;
  readonly channels?: number;
}

const HALF = [0x40, 0];

const aiff = (sound: readonly number[] = HALF, options: Options = {}): Blob => {
  const { coding = 'NONE', bits = 16, rate = RATES.usual, channels = 1 } = options;
  const { size = 8 + sound.length } = options;
  return fileOf(
    ...['FORM', big(4, 0), 'AIFC', 'COMM', big(4, 22), big(2, channels), big(4, 1), big(2, bits)],
    ...[rate, coding, 'SSND', big(4, size), zeros(8), sound],
  );
};

const caf = (sound: readonly number[] = HALF, options: Options & { flags?: number } = {}): Blob => {
  const { coding = 'lpcm', flags = 0, bits = 16, size = 4 + sound.length, channels = 1 } = options;
  const length = size === -1 ? new Array<number>(8).fill(255) : big(8, size);
  return fileOf(
    ...['caff', big(2, 1), big(2, 0), 'desc', big(8, 32), [0x40, 0xbf, 0x40, 0, 0, 0, 0, 0]],
    ...[coding, big(4, flags), big(4, bits / 8), big(4, 1), big(4, channels), big(4, bits)],
    ...['free', big(8, 3), zeros(3), 'data', length, zeros(4), sound],
  );
};

const GUID = '.\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\x00\x00';

const wave64 = (
  sound: readonly number[] = [0, 0x40],
  { tag = 1, bits = 16, size = -1 } = {},
): Blob =>
  fileOf(
    ...[`riff${GUID}`, little(8, 0), `wave${GUID}`, `junk${GUID}`, little(8, 24 + 3), zeros(8)],
    ...[`fmt ${GUID}`, little(8, 24 + 16), little(2, tag), little(2, 1), little(4, 8000)],
    ...[little(4, 16_000), little(2, bits / 8), little(2, bits)],
    ...[`data${GUID}`, little(8, size < 0 ? 24 + sound.length : size), sound],
  );

const au = (sound: readonly number[] = HALF, coding = 3, size = sound.length): Blob =>
  fileOf('.snd', big(4, 28), big(4, size), big(4, coding), big(4, 8000), big(4, 1), 'note', sound);

const audioOf = async (file: Blob): Promise<RawAudio> => {
  const found = await readRawAudio(file);
  if (found?.kind !== 'raw') throw new Error(`not read: ${JSON.stringify(found)}`);
  return found.audio;
};

const samplesOf = async (file: Blob, from = 0): Promise<number[]> => {
  const samples: number[] = [];
  for await (const { channels } of readRawPieces(file, await audioOf(file), from))
    samples.push(...(channels[0] ?? []));
  return samples;
};

const float32 = (value: number): number[] => [...new Uint8Array(Float32Array.of(value).buffer)];
const float64 = (value: number): number[] => [...new Uint8Array(Float64Array.of(value).buffer)];

/** A sample of 0.5 in each coding. */
const CODINGS: readonly (readonly [string, Blob])[] = [
  ['AIFF, 8 bits', aiff([0x40], { bits: 8 })],
  ['AIFF, 12 bits in two bytes', aiff(HALF, { bits: 12 })],
  ['AIFF, 16 bits', aiff()],
  ['AIFF, 24 bits', aiff([0x40, 0, 0], { bits: 24, coding: 'in24' })],
  ['AIFF, 32 bits', aiff([0x40, 0, 0, 0], { bits: 32 })],
  ['AIFF, little-endian', aiff([0, 0x40], { coding: 'sowt' })],
  ['AIFF, little-endian 24 bits', aiff([0, 0, 0x40], { coding: 'sowt', bits: 24 })],
  ['AIFF, unsigned', aiff([192], { coding: 'raw ', bits: 8 })],
  ['AIFF, float', aiff(float32(0.5).reverse(), { coding: 'fl32', bits: 32 })],
  ['AIFF, float of QuickTime', aiff(float32(0.5).reverse(), { coding: 'FL32', bits: 32 })],
  ['AIFF, double', aiff(float64(0.5).reverse(), { coding: 'fl64', bits: 64 })],
  ['CAF, 16 bits', caf()],
  ['CAF, little-endian 24 bits', caf([0, 0, 0x40], { flags: 2, bits: 24 })],
  ['CAF, little-endian float', caf(float32(0.5), { flags: 3, bits: 32 })],
  ['CAF, double', caf(float64(0.5).reverse(), { flags: 1, bits: 64 })],
  ['CAF, without a size', caf(HALF, { size: -1 })],
  ['Wave64, 16 bits', wave64()],
  ['Wave64, 8 bits', wave64([192], { bits: 8 })],
  ['Wave64, float', wave64(float32(0.5), { tag: 3, bits: 32 })],
  ['Wave64, without a size', wave64([0, 0x40], { size: 0 })],
  ['Sun AU, 16 bits', au()],
  ['Sun AU, without a size', au(HALF, 3, 0xffff_ffff)],
  ['Sun AU, 8 bits', au([0x40], 2)],
  ['Sun AU, float', au(float32(0.5).reverse(), 6)],
];

describe('uncompressed audio', () => {
  for (const [what, file] of CODINGS) {
    it(`${what}: is read`, async () => {
      assert.deepEqual(await samplesOf(file), [0.5]);
      const { sampleRate, channels, isCutOff } = await audioOf(file);
      assert.deepEqual([sampleRate, channels, isCutOff], [8_000, 1, false]);
    });
  }

  for (const [what, file] of [
    ['AIFF', (sound: number) => aiff([sound], { coding: 'ulaw' })],
    ['AIFF of QuickTime', (sound: number) => aiff([sound], { coding: 'ULAW', bits: 8 })],
    ['CAF', (sound: number) => caf([sound], { coding: 'ulaw', bits: 8 })],
    ['Wave64', (sound: number) => wave64([sound], { tag: 7, bits: 8 })],
    ['Sun AU', (sound: number) => au([sound], 1)],
  ] as const) {
    it(`${what}: µ-law is read`, async () => {
      assert.deepEqual(await samplesOf(file(0xff)), [0]);
      assert.deepEqual(await samplesOf(file(0x80)), [32_124 / 32_768]);
      assert.deepEqual(await samplesOf(file(0x00)), [-32_124 / 32_768]);
    });
  }

  it('A-law is read', async () => {
    assert.deepEqual(await samplesOf(aiff([0xaa], { coding: 'alaw' })), [32_256 / 32_768]);
    assert.deepEqual(await samplesOf(au([0xd5], 27)), [8 / 32_768]);
    assert.deepEqual(await samplesOf(au([0x55], 27)), [-8 / 32_768]);
  });

  it('is read from later on', async () => {
    const file = aiff([0x40, 0, 0xc0, 0, 0x20, 0]);
    assert.deepEqual(await samplesOf(file), [0.5, -0.5, 0.25]);
    assert.deepEqual(await samplesOf(file, 2 / 8_000), [0.25]);
  });

  it('whose size was never filled in: is the rest of the file', async () => {
    for (const size of [0, 0xffff_ffff]) {
      const sound = [...HALF, ...HALF];
      for (const file of [aiff(sound, { size }), caf(sound, { size }), au(sound, 3, size)])
        assert.deepEqual(await samplesOf(file), [0.5, 0.5]);
    }
  });

  it('with a size beyond the file: is read as cut off', async () => {
    for (const file of [aiff(HALF, { size: 5000 }), caf(HALF, { size: 5000 }), au(HALF, 3, 5000)]) {
      assert.equal((await audioOf(file)).isCutOff, true);
      assert.deepEqual(await samplesOf(file), [0.5]);
    }
  });

  for (const [codec, file] of [
    ['AIFF/ima4', aiff(HALF, { coding: 'ima4' })],
    ['AIFF', aiff(HALF, { rate: RATES.slow })],
    ['AIFF', aiff(HALF, { channels: 65 })],
    ['CAF/aac', caf(HALF, { coding: 'aac ' })],
    ['CAF/alac', caf(HALF, { coding: 'alac' })],
    ['Wave64/0x11', wave64(HALF, { tag: 0x11 })],
    ['Sun AU/23', au(HALF, 23)],
  ] as const) {
    it(`in a coding that is not read: names ${codec}`, async () => {
      assert.deepEqual(await readRawAudio(file), { kind: 'undecodable', codec });
    });
  }

  it('that is damaged: is no audio', async () => {
    for (const file of [
      aiff().slice(0, 30),
      aiff().slice(0, 45),
      caf().slice(0, 30),
      fileOf('.snd'),
    ])
      assert.deepEqual(await readRawAudio(file), { kind: 'damaged' });
  });

  it('another file: is none of the formats', async () => {
    assert.equal(await readRawAudio(fileOf('OggS', zeros(100))), null);
    assert.equal(await readRawAudio(new Blob([])), null);
  });

  it('with three million empty chunks: is given up after at most 100 reads', async () => {
    const [start, end] = [aiff().slice(0, 12), aiff().slice(12)];
    const file = new Blob([start, 'junk\0\0\0\0'.repeat(3_000_000), end]);
    let reads = 0;
    const counted = Object.assign(Object.create(file) as Blob, {
      slice(from: number, to: number) {
        reads += 1;
        return file.slice(from, to);
      },
    });
    Object.defineProperty(counted, 'size', { value: file.size });
    assert.deepEqual(await readRawAudio(counted), { kind: 'damaged' });
    assert.ok(reads <= 100, `${reads} reads`);
  });
});
