import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wordFailure } from '../../../src/protocol/errors.js';
import { errorFor } from '../../../src/protocol/failures.js';

describe('the message of an error', () => {
  const error = errorFor('convert-undecodable', { name: 'At 17.02.amr', codec: '' });

  it('isolates a name in a text from right to left, so that it is not torn apart', () => {
    const words = {
      'convert-undecodable': ({ name, codec }: { name: string; codec: string }) =>
        `الملف «${name}»${codec === '' ? '' : ` (${codec})`}.`,
    };
    assert.equal(wordFailure(error, words), 'الملف «\u2068At 17.02.amr\u2069».');
  });

  for (const [limit, words] of [
    [1, '1 seconds'],
    [90, '90 seconds'],
    [5_400, '90 minutes'],
    [7_200, '2 hours.'],
    [9_000, '2 hours 30 minutes'],
  ] as const)
    it(`says a length of ${limit} s as “${words}”`, () => {
      const { message } = errorFor('file-too-long', { name: 'talk.mp3', length: 20_000, limit });
      assert.ok(message.includes(words), message);
    });

  it('has a name as it is in a text from left to right', () => {
    const words = { 'convert-undecodable': ({ name }: { name: string }) => `Datei „${name}“.` };
    assert.equal(wordFailure(error, words), 'Datei „At 17.02.amr“.');
    assert.equal(wordFailure(error, {}), error.message);
  });
});
