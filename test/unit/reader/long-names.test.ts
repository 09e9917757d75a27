import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortName, splitName } from '../../../src/ui/middle-ellipsis.js';

const family = '👨‍👩‍👧';

describe('splitName', () => {
  for (const [name, start, end] of [
    ['', '', ''],
    ['talk.mp3', '', 'talk.mp3'],
    ['Anna Berg', '', 'Anna Berg'],
    // A start of four characters would be cut without an ellipsis.
    ['weekly interview', '', 'weekly interview'],
    ['weekly_interviews', 'weekl', 'y_interviews'],
    ['Interview with Anna.mp3', 'Interview with ', 'Anna.mp3'],
    ['2026-11-22_parcel_depot.mp3', '2026-11-22_parc', 'el_depot.mp3'],
    ['Annamaria van der Berg-Oosterhuis', 'Annamaria van der Berg-', 'Oosterhuis'],
    ['Minutes of the northern parcel depot', 'Minutes of the northern ', 'parcel depot'],
    // A family of emoji is one character.
    [`x${family.repeat(12)}.wav`, `x${family.repeat(4)}`, `${family.repeat(8)}.wav`],
    // Arabic letters join, so that words are not cut.
    ['اجتماع اللجنة.wav', 'اجتماع ', 'اللجنة.wav'],
    ['والمستشفياتالعسكرية.wav', 'والمستشفياتالعسكرية', '.wav'],
    ['والمستشفياتالعسكرية', 'والمستشفياتالعسكرية', ''],
  ] as const) {
    it(`“${name}”`, () => assert.deepEqual(splitName(name), [start, end]));
  }
});

describe('shortName', () => {
  it('leaves a name of up to 32 characters as it is', () => {
    for (const name of ['', 'Anna', 'x'.repeat(32)]) assert.equal(shortName(name), name);
  });

  it('keeps the end of a longer name', () => {
    assert.equal(
      shortName('Maximiliane von Hohenstein-Wartenberg zu Unterlindenstadt'),
      'Maximiliane von Hoh…rlindenstadt',
    );
    assert.equal(shortName(family.repeat(40)), `${family.repeat(19)}…${family.repeat(12)}`);
  });
});
