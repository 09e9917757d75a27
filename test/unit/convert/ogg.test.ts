import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isChainedOgg, oggCoding } from '../../../src/convert/ogg.js';

const FIRST = 2;

/** A page with one packet of less than 255 bytes. */
const page = (serial: number, flags = 0, packet = 'packet'): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.alloc(28 + packet.length);
  bytes.write('OggS', 'latin1');
  bytes[5] = flags;
  bytes.writeUInt32LE(serial, 14);
  bytes[26] = 1;
  bytes[27] = packet.length;
  bytes.write(packet, 28, 'latin1');
  return new Uint8Array(bytes);
};

describe('Ogg', () => {
  for (const [what, pages, isChained] of [
    ['one stream', [page(7, FIRST), page(7), page(7, 4)], false],
    ['sound and a picture', [page(7, FIRST), page(8, FIRST), page(7), page(8, 4)], false],
    ['two recordings', [page(7, FIRST), page(7, 4), page(8, FIRST), page(8, 4)], true],
    [
      'two recordings, cut off',
      [page(7, FIRST), page(7), page(8, FIRST), page(8).slice(0, 9)],
      true,
    ],
    ['a first page alone', [page(7, FIRST)], false],
    ['no Ogg', [new Uint8Array(500)], false],
    ['nothing', [], false],
  ] as const) {
    it(`${what}: ${isChained ? 'is' : 'is not'} chained`, async () => {
      assert.equal(await isChainedOgg(new Blob([...pages])), isChained);
    });
  }

  for (const [packet, coding] of [
    ['Speex   1.2', 'Speex'],
    ['\x7fFLAC', 'Ogg FLAC'],
    ['\x80theora', null],
    ['CELT', 'Ogg'],
  ] as const) {
    it(`${JSON.stringify(packet)}: is named`, async () => {
      assert.equal(await oggCoding(new Blob([page(7, FIRST, packet)])), coding);
    });
  }
});
