/** Where speech is split, which texts are believed, and when their words are said. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  cutLong,
  LONGEST_MS,
  quietestPlace,
  inSections,
} from '../../../demo/sandbox/recognition/speech-intervals.js';
import { believable } from '../../../demo/sandbox/recognition/moonshine/hear.js';
import { timeWords } from '../../../demo/sandbox/recognition/moonshine/recognize-words.js';
import { withMargins } from '../../../demo/sandbox/recognition/listen.js';
import { seededRandom } from '../../support/seeded-random.js';

/** One value per 10 ms: loud except at the given times, in ms. */
const levelsWith = (wholeMs: number, quiet: readonly number[]): readonly number[] =>
  Array.from({ length: wholeMs / 10 }, (_, frame) =>
    quiet.some((ms) => Math.abs(frame * 10 - ms) < 100) ? -60 : -20,
  );

test('long speech: is split at its quietest point, repeatedly', () => {
  const levels = levelsWith(70_000, [13_000, 31_000, 52_000]);
  assert.equal(quietestPlace(levels, { startMs: 25_000, endMs: 45_000 }), 31_000);
  const whole = { startMs: 500, endMs: 69_500 };
  const cut = cutLong([whole], levels);
  assert.deepEqual(
    cut.slice(1).map(({ startMs }) => startMs),
    cut.slice(0, -1).map(({ endMs }) => endMs),
  );
  assert.ok(cut.every(({ startMs, endMs }) => endMs > startMs && endMs - startMs <= LONGEST_MS));
  assert.deepEqual([cut[0]?.startMs, cut.at(-1)?.endMs], [500, 69_500]);
  for (const place of [31_000, 52_000]) assert.ok(cut.some(({ startMs }) => startMs === place));
});

test('quietest point: the middle of the quietest 200 ms, wherever it is', () => {
  const random = seededRandom(3);
  for (let times = 0; times < 20; times += 1) {
    const levels = Array.from({ length: 400 }, () => random.between(-60, -10));
    const around = (frame: number): number =>
      levels.slice(frame - 10, frame + 10).reduce((sum, level) => sum + level, 0);
    const frames = Array.from({ length: 200 }, (_, index) => 100 + index);
    const quietest = Math.min(...frames.map(around));
    const place = quietestPlace(levels, { startMs: 1_000, endMs: 3_000 });
    assert.equal(around(place / 10), quietest);
  }
});

test('short speech: stays whole; without a quiet point, long speech is split in the middle half', () => {
  const short = [
    { startMs: 0, endMs: LONGEST_MS },
    { startMs: 20_500, endMs: 21_000 },
  ];
  assert.deepEqual(cutLong(short, []), short);
  const steady = cutLong([{ startMs: 0, endMs: 16_000 }], levelsWith(16_000, []));
  assert.equal(steady.length, 2);
  assert.ok(steady.every(({ startMs, endMs }) => endMs - startMs >= 4_000));
});

test('margins: never overlap, and stay within the audio', () => {
  const found = [
    { startMs: 50, endMs: 1_000 },
    { startMs: 1_101, endMs: 2_000 },
    { startMs: 3_000, endMs: 4_990 },
  ];
  assert.deepEqual(withMargins(found, 5_000, 120), [
    { startMs: 0, endMs: 1_050 },
    { startMs: 1_051, endMs: 2_120 },
    { startMs: 2_880, endMs: 5_000 },
  ]);
});

test('sections: have at most 15 s of speech, and every interval once', () => {
  const intervals = [9_000, 5_000, 2_000, 12_000, 1_000, 40_000, 3_000].map((length, index) => ({
    startMs: index * 60_000,
    endMs: index * 60_000 + length,
  }));
  const sections = inSections(intervals);
  assert.deepEqual(sections.flat(), intervals);
  assert.deepEqual(
    sections.map(({ length }) => length),
    [2, 3, 1, 1],
  );
  assert.deepEqual(inSections([]), []);
});

test('believable text: a phrase that follows itself more than four times is an invention', () => {
  const good = "No, no, no, no! I'm sure.";
  assert.equal(believable(good, 12, 4), good);
  const loop = Array.from({ length: 9 }, () => 'and then we go').join(' ');
  assert.equal(believable(`${loop} home.`, 40, 20), '');
  const start = 'The train left the city at nine in the morning, full of people';
  assert.equal(
    believable(`${start} ha ha ha ha ha ha, they said.`, 30, 10),
    `${start} ha they said.`,
  );
  assert.equal(believable('you you you you you', 5, 5), '');
});

test('believable text: nobody says more than 6.5 tokens a second, and dots are no words', () => {
  assert.equal(believable('Good morning to you all', 13, 2), 'Good morning to you all');
  assert.equal(believable('Good morning to you all', 14, 2), '');
  for (const text of ['', ' ', '...', '♪ ♪', '. . . .']) assert.equal(believable(text, 3, 5), '');
});

test('word times: leave out pauses, and follow the lengths of the words', () => {
  // Speech for 2 s, a pause of 1 s, speech for 2 s.
  const levels = Array.from({ length: 500 }, (_, frame) =>
    frame < 200 || frame >= 300 ? -20 : -60,
  );
  const interval = { startMs: 10_000, endMs: 15_000 };
  const words = timeWords('some words then other words again', interval, levels);
  assert.equal(words.map(({ text }) => text).join(' '), 'some words then other words again');
  assert.deepEqual([words[0]?.startMs, words.at(-1)?.endMs], [10_000, 15_000]);
  for (const [index, { startMs, endMs }] of words.entries()) {
    assert.ok(endMs >= startMs && startMs >= (words[index - 1]?.endMs ?? 0) - 1, String(index));
    // No false precision.
    assert.equal((startMs % 100) + (endMs % 100), 0);
  }
  const [third, fourth] = [words[2], words[3]];
  assert.deepEqual([third?.endMs, fourth?.startMs], [12_000, 13_000]);
});

test('word times: stay within the interval and in order, whatever the levels are', () => {
  const random = seededRandom(11);
  for (let times = 0; times < 50; times += 1) {
    const startMs = random.between(0, 5_000);
    const interval = { startMs, endMs: startMs + 200 + random.between(0, 9_000) };
    const frames = random.between(0, Math.floor((interval.endMs - startMs) / 10));
    const levels = Array.from({ length: frames }, () => random.between(-100, 0));
    const text = Array.from({ length: random.between(1, 20) }, () => 'word');
    let before = startMs;
    for (const word of timeWords(text.join(' '), interval, levels)) {
      assert.ok(word.startMs >= before && word.endMs >= word.startMs, `seed 11, ${times}`);
      assert.ok(word.endMs <= interval.endMs);
      before = word.endMs;
    }
  }
});
