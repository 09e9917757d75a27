import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  createCursor,
  currentSegment,
  entryPoint,
  nextSegment,
  previousSegment,
  silenceFrom,
  type Silence,
} from '../../../src/transcript/cursor.js';
import type { Segment } from '../../../src/transcript/transcript.js';
import { measureProcessorTime } from '../../support/processor-time.js';
import { transcriptOf, transcripts } from './arbitraries.js';

describe('createCursor', () => {
  const { segments } = transcriptOf(
    ['Anna', 0, 1000, 'a'],
    ['Bob', 800, 2000, 'b'],
    ['Anna', 3000, 3000, 'c'],
  );
  const cursor = createCursor(segments);

  it('finds every segment at a time, without those that end there', () => {
    assert.deepEqual(cursor.at(0), [0]);
    assert.deepEqual(cursor.at(800), [0, 1]);
    assert.deepEqual(cursor.at(1000), [1]);
    assert.deepEqual(cursor.at(2500), []);
    assert.deepEqual(cursor.at(3000), [2]);
    assert.deepEqual(cursor.at(-1), []);
    assert.deepEqual(cursor.at(NaN), []);
  });

  it('returns the segment that started last, even if it has ended', () => {
    assert.deepEqual([-1, 0, 900, 1500, 2500, 9000].map(cursor.before), [null, 0, 1, 1, 1, 2]);
  });

  it('returns the time of the next change', () => {
    assert.deepEqual([-5, 0, 799.9, 800, 2000, 3000, 3001].map(cursor.next), [
      0,
      800,
      800,
      1000,
      3000,
      3001,
      null,
    ]);
  });

  it('handles a transcript without segments', () => {
    const none = createCursor([]);
    assert.deepEqual(none.at(0), []);
    assert.equal(none.next(0), null);
  });

  it('finds the same as a linear scan', () => {
    fc.assert(
      fc.property(transcripts, fc.double({ min: -10, max: 21_000, noNaN: true }), (given, ms) => {
        const end = (at: number): number => {
          const { start_ms = 0, end_ms = 0 } = given.segments[at] ?? {};
          return Math.max(end_ms, start_ms + 1);
        };
        const all = given.segments.map((_, at) => at);
        const index = createCursor(given.segments);
        for (const time of [ms, Math.round(ms), ...given.segments.map((one) => one.start_ms)]) {
          assert.deepEqual(
            index.at(time),
            all.filter((at) => (given.segments[at]?.start_ms ?? 0) <= time && time < end(at)),
          );
          const later = given.segments
            .flatMap(({ start_ms }, at) => [start_ms, end(at)])
            .filter((boundary) => boundary > time);
          assert.equal(index.next(time), later.length === 0 ? null : Math.min(...later));
        }
      }),
    );
  });

  it('finds every segment at its start', () => {
    fc.assert(
      fc.property(transcripts, (given) => {
        const index = createCursor(given.segments);
        given.segments.forEach((segment, at) =>
          assert.ok(index.at(entryPoint(segment)).includes(at)),
        );
      }),
    );
  });

  it('does not scan all segments on each call', () => {
    const count = 200_000;
    const many = createCursor(
      Array.from({ length: count }, (_, at) => ({
        start_ms: at * 10,
        end_ms: at * 10 + 9,
        text: 'x',
      })),
    );
    const elapsed = measureProcessorTime();
    for (let at = 0; at < count; at += 1) assert.equal(many.at(at * 10)[0], at);
    // A linear scan would read 2 × 10¹⁰ segments, which takes tens of seconds.
    assert.ok(elapsed() < 5_000);
  });
});

describe('stepping between segments', () => {
  const { segments } = transcriptOf(
    ['Anna', 1000, 2000, 'a'],
    ['Bob', 1500, 3000, 'b'],
    ['Anna', 1500, 1700, 'c'],
    ['Bob', 5000, 6000, 'd'],
  );

  it('goes to the segment that started last, even after it ended', () => {
    assert.deepEqual(
      [0, 1000, 1499, 1500, 4000, 9000].map((ms) => currentSegment(segments, ms)),
      [null, 0, 0, 2, 2, 3],
    );
  });

  it('goes forward and back, and stops at both ends', () => {
    assert.deepEqual(
      [0, 1001, 1501, 5001].map((ms) => nextSegment(segments, ms)),
      [0, 1, 3, null],
    );
    assert.deepEqual(
      [0, 1001, 1501, 5001].map((ms) => previousSegment(segments, ms)),
      [null, null, 0, 2],
    );
    assert.equal(nextSegment([], 0), null);
    assert.equal(previousSegment([], 0), null);
  });

  it('reaches every start in order, in both directions', () => {
    fc.assert(
      fc.property(transcripts, ({ segments: given }) => {
        const starts = [...new Set(given.map(({ start_ms }) => start_ms))];
        const walk = (from: number, step: typeof nextSegment): number[] => {
          const seen: number[] = [];
          let ms = from;
          for (let at = step(given, ms); at !== null; at = step(given, ms)) {
            ms = given[at]?.start_ms ?? NaN;
            seen.push(ms);
          }
          return seen;
        };
        assert.deepEqual(walk(-1, nextSegment), starts);
        assert.deepEqual(walk(Infinity, previousSegment), starts.reverse().slice(1));
      }),
    );
  });
});

const silences = (segments: readonly Segment[], length: number): readonly Silence[] => {
  const found: Silence[] = [];
  for (let ms = -1, next; (next = silenceFrom(segments, length, ms)); ms = next.end_ms)
    found.push(next);
  return found;
};

describe('silences', () => {
  const { segments } = transcriptOf(
    ['Anna', 2_000, 6_000, 'a'],
    ['Bob', 3_000, 4_000, 'b'],
    ['Anna', 6_999, 8_000, 'c'],
    ['Bob', 9_000, 9_000, 'd'],
  );

  it('are before, between and after the segments, even if segments overlap', () => {
    assert.deepEqual(silences(segments, 12_000), [
      { start_ms: 0, end_ms: 2_000 },
      { start_ms: 8_000, end_ms: 9_000 },
      { start_ms: 9_000, end_ms: 12_000 },
    ]);
  });

  it('end with the audio, even if segments continue', () => {
    assert.deepEqual(silences(segments, 1_500), [{ start_ms: 0, end_ms: 1_500 }]);
    assert.deepEqual(silences([], 0), []);
    assert.deepEqual(silences([], 5_000), [{ start_ms: 0, end_ms: 5_000 }]);
  });

  it('are all parts of a second or longer that no segment covers', () => {
    fc.assert(
      fc.property(transcripts, fc.integer({ min: 0, max: 30_000 }), (given, length) => {
        const places = [0, length, ...given.segments.flatMap((one) => [one.start_ms, one.end_ms])]
          .filter((ms) => ms <= length)
          .sort((one, other) => one - other);
        const silent = places
          .map((start_ms, at) => ({ start_ms, end_ms: places[at + 1] ?? start_ms }))
          .filter(({ start_ms, end_ms }) => end_ms - start_ms >= 1_000)
          .filter(
            ({ start_ms, end_ms }) =>
              !given.segments.some((one) => one.start_ms < end_ms && one.end_ms > start_ms),
          );
        assert.deepEqual(silences(given.segments, length), silent);
      }),
    );
  });

  it('are found from a time as by a linear scan', () => {
    fc.assert(
      fc.property(transcripts, fc.double({ min: -10, max: 21_000, noNaN: true }), (given, ms) => {
        const found = silences(given.segments, 20_000);
        assert.deepEqual(
          silenceFrom(given.segments, 20_000, ms),
          found.find(({ end_ms }) => end_ms > ms) ?? null,
        );
      }),
    );
  });
});
