/** The error measure for recognition. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { wordErrorRate, wordErrors } from '../../support/word-errors.js';

test('word errors: changed, missing and added words count; case, commas and spelling do not', () => {
  assert.equal(wordErrorRate('Good morning, Anna!', 'good morning anna'), 0);
  assert.equal(wordErrors('We changed the front tyres', 'we change the front tires').errors, 1);
  assert.equal(wordErrors('until six o’clock', 'until six').words, 4);
  assert.equal(wordErrors('one two three', 'one three').errors, 1);
  assert.equal(wordErrors('one two', 'one and two now').errors, 2);
  assert.equal(wordErrorRate('one two', ''), 1);
});
