import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unreadSound } from '../../../src/convert/transport-stream.js';

/** A packet with the list of a program that has streams of these types, each with two bytes of description. */
const program = (types: readonly number[], head = 0, adaptation = 0): Uint8Array<ArrayBuffer> => {
  const streams = types.flatMap((type) => [type, 0xe1, 0, 0xf0, 2, 9, 9]);
  const length = 9 + 3 + streams.length + 4;
  const section = [2, 0xb0, length, 0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 3, 0x11, 1, 0x11, ...streams];
  const field = adaptation === 0 ? [] : [adaptation, ...new Array<number>(adaptation).fill(0x11)];
  const bytes = new Uint8Array(head + 188).fill(0xff);
  bytes.set([0x47, 0x50, 0, adaptation === 0 ? 0x10 : 0x30, ...field, 0, ...section], head);
  return bytes;
};

/** A packet with the start of a picture. */
const picture = (head = 0): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(head + 188);
  bytes.set([0x47, 0x41, 0, 0x10, 0, 0, 1, 0xe0], head);
  return bytes;
};

describe('sound of a transport stream that is not read', () => {
  for (const [what, packets, sound] of [
    ['LATM beside a picture', [picture(), program([0x1b, 0x11])], 'AAC LATM'],
    ['in front of a picture', [program([0x80, 0x1b])], 'PCM'],
    ['in packets of a camera', [picture(4), program([0x1b, 0x83], 4)], 'TrueHD'],
    ['behind an adaptation field', [program([0x1b, 0x11], 0, 7)], 'AAC LATM'],
    ['a picture alone', [picture(), program([0x1b])], null],
    ['no program', [picture(), picture()], null],
    ['a program that was cut off', [program([0x1b, 0x11]).slice(0, 24)], null],
    ['nothing', [], null],
  ] as const) {
    it(`${what}: ${sound === null ? 'none' : `is ${sound}`}`, async () => {
      assert.equal(await unreadSound(new Blob([...packets])), sound);
    });
  }
});
