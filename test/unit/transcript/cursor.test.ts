import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCursor, entryPoint } from '../../../src/transcript/index.js';
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
