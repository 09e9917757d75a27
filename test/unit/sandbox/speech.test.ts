/** Where speech is split, and how the recogniser's output is converted. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  cutLong,
  LONGEST_MS,
  quietestPlace,
} from '../../../demo/sandbox/recognition/cut-intervals.js';
import { parseSegmentation } from '../../../demo/sandbox/recognition/pocketsphinx/segmentation.js';
import { withMargins } from '../../../demo/sandbox/recognition/voice-activity.js';
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
    { startMs: 0, endMs: 20_000 },
    { startMs: 20_500, endMs: 21_000 },
  ];
  assert.deepEqual(cutLong(short, []), short);
  const steady = cutLong([{ startMs: 0, endMs: 24_000 }], levelsWith(24_000, []));
  assert.equal(steady.length, 2);
  assert.ok(steady.every(({ startMs, endMs }) => endMs - startMs >= 6_000));
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

const LINES = `0 S 0 T -8227899 A -7700480 L -527419 0 -220160 0 <s> 3 -406528 -398 good(2) 16 -1362944 -241 morning 73 -1642496 -991 [NOISE] 124 -1341440 -318 i'm 177 -355328 -524288 <sil> 188 -699392 -395 i 204 -676864 -249 it 260 -462848 -171 </s> 271
1 S 0 T -1 A -1 L 0 0 -1 0 <s> 20 -1 0 ++BREATH++ 30 -1 0 </s> 40
2 S 0 T 0 A 0 L 0 0
`;

test('recogniser output: words get their times, and other tokens are dropped', () => {
  const intervals = [
    { startMs: 1_000, endMs: 3_500 },
    { startMs: 4_000, endMs: 4_400 },
    { startMs: 5_000, endMs: 5_400 },
  ];
  const utterances = parseSegmentation(LINES, intervals);
  assert.deepEqual(utterances, [
    {
      startMs: 1_030,
      endMs: 3_500,
      text: "Good morning I'm I it",
      words: [
        { startMs: 1_030, endMs: 1_160, text: 'good' },
        { startMs: 1_160, endMs: 1_730, text: 'morning' },
        { startMs: 2_240, endMs: 2_770, text: "I'm" },
        { startMs: 2_880, endMs: 3_040, text: 'I' },
        { startMs: 3_040, endMs: 3_500, text: 'it' },
      ],
    },
  ]);
});

test('recogniser output: a missing utterance is an error, not silence', () => {
  const intervals = Array.from({ length: 4 }, (_, index) => ({
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
  }));
  assert.equal(parseSegmentation(LINES, intervals), null);
  assert.equal(parseSegmentation('', intervals), null);
  assert.deepEqual(parseSegmentation('', []), []);
});
