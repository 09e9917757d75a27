import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { currentSegment, nextSegment, previousSegment } from '../../../src/transcript/index.js';
import { transcriptOf, transcripts } from './arbitraries.js';

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
