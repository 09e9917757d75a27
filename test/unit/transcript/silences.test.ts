import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { listSpeakers, silenceFrom, silences } from '../../../src/transcript/index.js';
import { transcriptOf, transcripts } from './arbitraries.js';

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

  it('have at least the given length', () => {
    assert.deepEqual(silences(segments, 12_000, { shortest: 2_500 }), [
      { start_ms: 9_000, end_ms: 12_000 },
    ]);
    assert.deepEqual(silences(segments, 12_000, { shortest: 500 })[1], {
      start_ms: 6_000,
      end_ms: 6_999,
    });
  });

  it('end with the audio, even if segments continue', () => {
    assert.deepEqual(silences(segments, 1_500), [{ start_ms: 0, end_ms: 1_500 }]);
    assert.deepEqual(silences([], 0), []);
    assert.deepEqual(silences([], 5_000), [{ start_ms: 0, end_ms: 5_000 }]);
  });

  it('cover the recording without gaps together with the segments', () => {
    fc.assert(
      fc.property(transcripts, fc.integer({ min: 0, max: 30_000 }), (given, length) => {
        const found = silences(given.segments, length, { shortest: 0 });
        const cut = given.segments.map(({ start_ms, end_ms, text }) => ({
          start_ms: Math.min(start_ms, length),
          end_ms: Math.min(end_ms, length),
          text,
        }));
        const silent = found.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0);
        const spoken = listSpeakers(cut)[0]?.talk_ms ?? 0;
        assert.equal(silent + spoken, length);
        let reached = -1;
        for (const { start_ms, end_ms } of found) {
          assert.ok(start_ms >= reached && end_ms > start_ms);
          reached = end_ms;
          for (const one of given.segments)
            assert.ok(one.end_ms <= start_ms || one.start_ms >= end_ms);
        }
      }),
    );
  });

  it('are all found, except those that are too short', () => {
    fc.assert(
      fc.property(transcripts, fc.integer({ min: 1, max: 5_000 }), (given, shortest) =>
        assert.deepEqual(
          silences(given.segments, 20_000, { shortest }),
          silences(given.segments, 20_000, { shortest: 0 }).filter(
            ({ start_ms, end_ms }) => end_ms - start_ms >= shortest,
          ),
        ),
      ),
    );
  });

  it('are found from a time as by a linear scan', () => {
    fc.assert(
      fc.property(transcripts, fc.double({ min: -10, max: 21_000, noNaN: true }), (given, ms) => {
        const found = silences(given.segments, 20_000);
        assert.equal(silenceFrom(found, ms), found.find(({ end_ms }) => end_ms > ms) ?? null);
      }),
    );
  });
});
