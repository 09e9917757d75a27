import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { toBars, type WaveformPeaks } from '../../../src/reader/waveform/bars.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';

type Spoken = readonly [speaker: string | undefined, from: number, end: number];

const barsOf = (
  spoken: readonly Spoken[],
  length: number,
  count: number,
  peaks: WaveformPeaks | null = null,
) => {
  const { segments } = normaliseTranscript({
    segments: spoken.map(([speaker, start_ms, end_ms]) => ({
      ...{ start_ms, end_ms, text: 'x' },
      ...(speaker === undefined ? {} : { speaker }),
    })),
  });
  return toBars({ segments, speakers: listSpeakers({ segments }), peaks, length, count });
};

const names = (...values: Parameters<typeof barsOf>): readonly (string | null | undefined)[] =>
  barsOf(...values).map(({ speaker }) => (speaker === null ? undefined : speaker.name));

describe('who speaks in each bar', () => {
  it('is the speaker of that time, and nobody in a silence', () => {
    const spoken: readonly Spoken[] = [
      ['Anna', 0, 200],
      ['Bob', 300, 500],
    ];
    assert.deepEqual(names(spoken, 600, 6), ['Anna', 'Anna', undefined, 'Bob', 'Bob', undefined]);
  });

  it('is the speaker who talks longest in it', () => {
    const spoken: readonly Spoken[] = [
      ['Anna', 0, 30],
      ['Bob', 30, 70],
      ['Anna', 70, 95],
    ];
    assert.deepEqual(names(spoken, 100, 1), ['Anna']);
  });

  it('is the later speaker if two talk at once', () => {
    const spoken: readonly Spoken[] = [
      ['Anna', 0, 300],
      ['Bob', 100, 200],
    ];
    assert.deepEqual(names(spoken, 300, 3), ['Anna', 'Bob', 'Anna']);
  });

  it('names both if two people talk at once for half of the bar or longer', () => {
    const spoken: readonly Spoken[] = [
      ['Anna', 0, 260],
      ['Bob', 150, 320],
      ['Anna', 330, 400],
    ];
    const both = barsOf(spoken, 400, 4).map(({ speaker, beside }) => [speaker?.name, beside?.name]);
    assert.deepEqual(both, [
      ['Anna', undefined],
      ['Anna', 'Bob'],
      ['Bob', 'Anna'],
      ['Anna', undefined],
    ]);
  });

  it('names one if the other only follows', () => {
    const spoken: readonly Spoken[] = [
      ['Anna', 0, 50],
      ['Bob', 50, 100],
    ];
    assert.deepEqual(
      barsOf(spoken, 100, 1).map(({ beside }) => beside),
      [null],
    );
  });

  it('is null for speech without a speaker, which is no silence', () => {
    assert.deepEqual(names([[undefined, 0, 100]], 200, 2), [null, undefined]);
  });

  it('shows speech without length, and speech after the end', () => {
    const spoken: readonly Spoken[] = [
      ['Anna', 50, 50],
      ['Bob', 900, 950],
    ];
    assert.deepEqual(names(spoken, 300, 3), ['Anna', undefined, 'Bob']);
  });

  it('is complete for any transcript: each segment is in a bar of its time, or a longer one is', () => {
    const spoken = fc.array(
      fc.tuple(fc.constantFrom('Anna', 'Bob'), fc.nat(10_000), fc.nat(3_000)),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(spoken, fc.integer({ min: 1, max: 400 }), (segments, count) => {
        const times = segments.map(([name, from, ms]): Spoken => [name, from, from + ms]);
        const bars = barsOf(times, 13_000, count);
        assert.equal(bars.length, count);
        for (const [, from, end] of times) {
          const bar = Math.min(count - 1, Math.floor(((from + end) / 2 / 13_000) * count));
          assert.notEqual(bars[bar]?.speaker, null);
        }
      }),
    );
  });

  it('nothing to draw: has no bars', () => {
    assert.deepEqual(barsOf([['Anna', 0, 100]], 0, 10), []);
    assert.deepEqual(barsOf([['Anna', 0, 100]], 100, 0), []);
  });
});

describe('how loud each bar is', () => {
  const levels = (peaks: WaveformPeaks | null, length: number, count: number) =>
    barsOf([], length, count, peaks).map(({ level }) => level);
  const peaksOf = (...values: number[]): WaveformPeaks => ({
    levels: Uint8Array.from(values),
    bucketMs: 100,
  });

  it('is not known without peaks, and after incomplete ones', () => {
    assert.deepEqual(levels(null, 300, 3), [null, null, null]);
    assert.deepEqual(levels(peaksOf(0, 100), 400, 4), [0, 1, null, null]);
  });

  it('is relative to the loudest bar, with quiet speech lifted', () => {
    const [loud, quiet = 0, silent] = levels(peaksOf(200, 50, 0), 300, 3);
    assert.deepEqual([loud, silent], [1, 0]);
    assert.ok((quiet ?? 0) > 0.25 && (quiet ?? 0) < 0.5);
  });

  it('is the mean of the levels in its time', () => {
    assert.deepEqual(levels(peaksOf(200, 0, 100, 100), 400, 2), [1, 1]);
  });

  it('bars shorter than a level: share it', () => {
    assert.deepEqual(levels(peaksOf(100, 200, 0), 300, 6)?.slice(2), [1, 1, 0, 0]);
  });

  it('noise of a silent recording: stays low', () => {
    assert.ok((levels(peaksOf(1, 2, 1), 300, 3)[1] ?? 1) < 0.3);
  });

  it('is from 0 to 1 for any peaks', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 500 }),
        fc.double({ min: 0.1, max: 1e5, noNaN: true }),
        fc.integer({ min: 1, max: 1e7 }),
        fc.integer({ min: 1, max: 900 }),
        (values, bucketMs, length, count) => {
          for (const level of levels({ levels: values, bucketMs }, length, count)) {
            assert.ok(level === null || (level >= 0 && level <= 1));
          }
        },
      ),
    );
  });
});
