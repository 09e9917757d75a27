/** Peaks are collected with constant memory, however the audio is divided into pieces. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { createPeakCollector, isPeaks, MAX_BUCKETS, type Peaks } from '../../../src/peaks/peaks.js';

const collect = (
  samples: readonly number[],
  sampleRate: number,
  cuts: readonly number[] = [],
): Peaks => {
  const collector = createPeakCollector();
  const edges = [...new Set([0, ...cuts.filter((cut) => cut < samples.length), samples.length])];
  edges.sort((one, other) => one - other);
  edges.forEach((start, at) => {
    const end = edges[at + 1] ?? start;
    collector.add({
      ...{ start, sampleRate, frames: end - start },
      loudest: (from, until) => Math.max(...samples.slice(start + from, start + until)),
    });
  });
  return collector.peaks();
};

/** One sample, at this time. */
const beep = (seconds: number, level = 1) => ({
  ...{ start: seconds * 8_000, frames: 1, sampleRate: 8_000 },
  loudest: () => level,
});

const audio = fc.record({
  samples: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4_000 }),
  sampleRate: fc.constantFrom(40, 44.1, 300, 8_000, 44_100, 48_000),
  cuts: fc.array(fc.nat(4_000), { maxLength: 20 }),
});

describe('peak collector', () => {
  it('the division into pieces: changes nothing', () => {
    fc.assert(
      fc.property(audio, ({ samples, sampleRate, cuts }) => {
        assert.deepEqual(collect(samples, sampleRate, cuts), collect(samples, sampleRate));
      }),
    );
  });

  it('each bucket: is as loud as the loudest sample of its time', () => {
    fc.assert(
      fc.property(audio, ({ samples, sampleRate }) => {
        const { levels, bucketMs } = collect(samples, sampleRate);
        const expected = new Array<number>(levels.length).fill(0);
        samples.forEach((sample, at) => {
          const exact = (at * 1000) / sampleRate / bucketMs;
          // A sample at the edge of two buckets belongs to the later one, whatever the rounding.
          const nearest = Math.round(exact);
          const bucket = Math.abs(exact - nearest) < 1e-9 ? nearest : Math.floor(exact);
          const index = Math.min(bucket, levels.length - 1);
          expected[index] = Math.max(expected[index] ?? 0, Math.round(255 * sample));
        });
        assert.deepEqual([...levels], expected);
      }),
    );
  });

  it('recording of any length: has at most 3,600 buckets, which cover it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e6, noNaN: true }), (seconds) => {
        const collector = createPeakCollector();
        collector.add(beep(0));
        collector.add(beep(Math.floor(seconds)));
        const { levels, bucketMs } = collector.peaks();
        assert.ok(levels.length <= MAX_BUCKETS);
        assert.ok(levels.length * bucketMs >= Math.floor(seconds) * 1000);
        assert.ok((levels.length - 1) * bucketMs <= Math.floor(seconds) * 1000 + 1);
        assert.equal(levels[0], 255);
        assert.equal(levels.at(-1), 255);
      }),
    );
  });

  it('an hour: has buckets of 1.28 s, and a minute of 20 ms', () => {
    for (const [seconds, bucketMs] of [
      [3_600, 1_280],
      [60, 20],
    ] as const) {
      const collector = createPeakCollector();
      collector.add(beep(seconds - 1));
      assert.equal(collector.peaks().bucketMs, bucketMs);
    }
  });

  it('samples over full scale, and no numbers: are limited to the range', () => {
    const collector = createPeakCollector();
    collector.add(beep(0, 7));
    collector.add(beep(1, NaN));
    collector.add(beep(2, Infinity));
    const { levels } = collector.peaks();
    assert.deepEqual([levels[0], levels[100], levels[200]], [255, 0, 255]);
  });

  it('impossible times: are ignored', () => {
    const collector = createPeakCollector();
    for (const seconds of [NaN, Infinity, -1, 1e15]) collector.add(beep(seconds));
    collector.add({ start: 0, frames: 1, sampleRate: 0, loudest: () => 1 });
    collector.add({ start: 0, frames: 0, sampleRate: 8_000, loudest: () => 1 });
    assert.deepEqual(collector.peaks(), { levels: new Uint8Array(), bucketMs: 10, loudest: 0 });
  });

  it('the loudest sample: is exact, also if no level shows it', () => {
    const collector = createPeakCollector();
    collector.add(beep(0, 0.001));
    collector.add(beep(1, 0.0001));
    assert.equal(collector.peaks().loudest, 0.001);
    assert.equal(Math.max(...collector.peaks().levels), 0);
  });

  it('peaks that were returned: do not change later', () => {
    const collector = createPeakCollector();
    collector.add(beep(0, 0.5));
    const { levels } = collector.peaks();
    collector.add(beep(0, 1));
    assert.equal(levels[0], 128);
  });
});

describe('isPeaks', () => {
  it('accepts peaks, and nothing else', () => {
    const levels = new Uint8Array(3);
    assert.equal(isPeaks({ levels, bucketMs: 10 }), true);
    for (const other of [
      ...[null, undefined, 'peaks', levels, {}, { levels }, { bucketMs: 10 }],
      ...[0, -1, NaN, Infinity, '10'].map((bucketMs) => ({ levels, bucketMs })),
      { levels: new Uint8Array(MAX_BUCKETS + 1), bucketMs: 10 },
      { levels: [1, 2, 3], bucketMs: 10 },
    ]) {
      assert.equal(isPeaks(other), false);
    }
  });
});
