import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeAdpcm, isAdpcm } from '../../../../src/engine/audio-headers/adpcm.js';

/** The first block of two channels as ffmpeg has encoded it, and its first and last frames as ffmpeg decodes it. */
const BLOCKS = [
  {
    name: 'IMA',
    coding: 0x11,
    frames: 57,
    block: [
      '00000000000000007777f7ff77777777cf4513b896a9aabbcc9a3135aa8a1144',
      '02cabc0934343323423480cb00babebdac295323acab9a18a8cc9b3042353443',
    ],
    first: [
      0, 0, 13, 13, 43, 43, 106, 106, 242, 242, 536, 536, -95, 1167, -1452, 2524, -4362, 5434,
    ],
    last: [-26719, 2049, -25140, 4695, -15089, 7787],
  },
  {
    name: 'Microsoft',
    coding: 2,
    frames: 52,
    block: [
      '0000100010008135f40b00000000777777878783d00e1e3d4c3d1c0dddcdcdde',
      'f0203354352315e3c3c3d3e302314f5f2c1cfbedcdccec0e1e3e4f402102e4c4',
    ],
    first: [
      ...[0, 0, 13697, 3060, 13809, 3172, 14075, 3438, 14712, 4075, 12968, 5601, 7736, 9255],
      ...[-7960, 13008, -25618, 13008, -25618, 10992],
    ],
    last: [27051, -11324, 19653, -9260, 6361, -6788],
  },
] as const;

const bytes = (block: readonly string[]): Uint8Array =>
  new Uint8Array(Buffer.from(block.join(''), 'hex'));

describe('ADPCM', () => {
  for (const { name, coding, frames, block, first, last } of BLOCKS) {
    it(`${name}: is decoded as ffmpeg does`, () => {
      const samples = decodeAdpcm(coding, bytes(block), 2);
      assert.equal(samples.length, 2 * frames);
      assert.deepEqual([...samples.subarray(0, first.length)], first);
      assert.deepEqual([...samples.subarray(-last.length)], last);
    });

    it(`${name}, cut off: is decoded as far as it goes`, () => {
      const whole = decodeAdpcm(coding, bytes(block), 2);
      for (let length = 0; length < 64; length += 1) {
        const samples = decodeAdpcm(coding, bytes(block).subarray(0, length), 2);
        assert.deepEqual(samples, whole.subarray(0, samples.length));
      }
    });

    it(`${name}: a header out of range is read as the nearest`, () => {
      const odd = bytes(block);
      odd[coding === 2 ? 0 : 2] = 200;
      assert.equal(decodeAdpcm(coding, odd, 2).length, 2 * frames);
    });

    it(`${name}: is known by its coding, its bits and its blocks`, () => {
      const shape = { coding, bits: 4, channels: 2, frameBytes: 64 };
      assert.equal(isAdpcm(shape), true);
      assert.equal(isAdpcm({ ...shape, bits: 3 }), false);
      assert.equal(isAdpcm({ ...shape, frameBytes: 0 }), false);
      assert.equal(isAdpcm({ ...shape, coding: 1 }), false);
    });
  }
});
