/** The error measures for recognition. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { speakerError } from '../../support/speaker-errors.js';
import { wordErrorRate, wordErrors } from '../../support/word-errors.js';

test('word errors: changed, missing and added words count; case, commas and spelling do not', () => {
  assert.equal(wordErrorRate('Good morning, Anna!', 'good morning anna'), 0);
  assert.equal(wordErrors('We changed the front tyres', 'we change the front tires').errors, 1);
  assert.equal(wordErrors('until six o’clock', 'until six').words, 4);
  assert.equal(wordErrors('one two three', 'one three').errors, 1);
  assert.equal(wordErrors('one two', 'one and two now').errors, 2);
  assert.equal(wordErrorRate('one two', ''), 1);
  assert.deepEqual(wordErrors('a b c', 'a x c d').standsFor, [0, 1, 2, -1]);
});

const lines = [
  { voice: 'anna', text: 'Where have you been all day?' },
  { voice: 'bo', text: 'On the road.' },
  { voice: 'anna', text: 'Again.' },
];

const segment = (startMs: number, endMs: number, speaker: string, text: string) => ({
  ...{ startMs, endMs, speaker, text },
});

test('speaker errors: labels are compared by words, with the best mapping', () => {
  const right = [
    segment(0, 2_000, 'S2', 'where have you been'),
    segment(2_000, 3_000, 'S2', 'old day'),
    segment(3_000, 4_000, 'S1', 'on the road'),
    segment(4_000, 5_000, 'S2', 'again'),
  ];
  assert.equal(speakerError(right, lines), 0);
  const one = right.map((it) => ({ ...it, speaker: 'S1' }));
  assert.equal(speakerError(one, lines), 1 / 5);
  const tooMany = right.map((it, index) => ({ ...it, speaker: `S${index}` }));
  assert.equal(speakerError(tooMany, lines), 2 / 5);
  const none = right.map(({ speaker: _, ...it }) => it);
  assert.equal(speakerError(none, lines), 1 / 5);
});
