import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameParts } from '../../../src/reader/speakers.js';

describe('parts of a name', () => {
  it('are only a start if the name is short', () => {
    assert.deepEqual(nameParts('Anna Berg'), ['Anna Berg', '']);
    assert.deepEqual(nameParts(''), ['', '']);
  });

  it('end with whole words of a long name', () => {
    assert.deepEqual(nameParts('Annamaria van der Berg-Oosterhuis'), [
      'Annamaria van der Berg-',
      'Oosterhuis',
    ]);
    assert.deepEqual(nameParts('Minutes of the northern parcel depot'), [
      'Minutes of the northern ',
      'parcel depot',
    ]);
  });

  it('never split a grapheme or lose a letter', () => {
    const name = '👩‍🚀'.repeat(30);
    const [start, end] = nameParts(name);
    assert.equal(start + end, name);
    assert.equal(end, '👩‍🚀'.repeat(12));
  });
});
