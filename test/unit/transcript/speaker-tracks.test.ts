import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  TRACK_CELLS,
  trackOrder,
  listSpeakers,
  toSpeakerTracks,
  toTicks,
  transcriptLength,
  wholePercents,
} from '../../../src/transcript/index.js';
import { measureProcessorTime } from '../../support/processor-time.js';
import { transcriptOf, transcripts } from './arbitraries.js';

describe('toLanes', () => {
  it('gives each speaker a lane, with gaps for silences', () => {
    const { segments } = transcriptOf(
      ['Anna', 0, 1_000, 'a'],
      ['Bob', 500, 1_500, 'b'],
      ['Anna', 1_000, 1_500, 'c'],
      ['Anna', 10_000, 20_000, 'd'],
    );
    const lanes = toSpeakerTracks(segments, listSpeakers(segments), 20_000);
    assert.deepEqual(
      lanes.map(({ speaker, spans }) => [speaker.name, spans]),
      [
        [
          'Anna',
          [
            { from: 0, end: 150 },
            { from: 1_000, end: 2_000 },
          ],
        ],
        ['Bob', [{ from: 50, end: 150 }]],
      ],
    );
  });

  it('draws segments that are too short, or start after the end, as one cell', () => {
    const { segments } = transcriptOf(['Anna', 30_000, 30_000, 'a'], ['Anna', 60_000, 61_000, 'b']);
    const [lane] = toSpeakerTracks(segments, listSpeakers(segments), 60_000);
    assert.deepEqual(lane?.spans, [
      { from: 1_000, end: 1_001 },
      { from: 1_999, end: 2_000 },
    ]);
  });

  it('covers exactly the time of the segments, to within one cell', () => {
    fc.assert(
      fc.property(transcripts, (given) => {
        const length = transcriptLength(given);
        const cell = length > 0 ? length / TRACK_CELLS : 1;
        const speakers = listSpeakers(given.segments);
        for (const { speaker, spans } of toSpeakerTracks(given.segments, speakers, length)) {
          const own = given.segments.filter((one) => (one.speaker ?? null) === speaker.name);
          const filled = new Set<number>();
          for (const { start_ms, end_ms } of own) {
            const first = Math.min(Math.floor(start_ms / cell), TRACK_CELLS - 1);
            filled.add(first);
            for (let at = first; at * cell < end_ms && at < TRACK_CELLS; at += 1) filled.add(at);
          }
          const drawn: number[] = [];
          let reached = -1;
          for (const { from, end } of spans) {
            assert.ok(from > reached && end > from && end <= TRACK_CELLS);
            reached = end;
            for (let at = from; at < end; at += 1) drawn.push(at);
          }
          assert.deepEqual(
            drawn,
            [...filled].sort((one, other) => one - other),
          );
        }
      }),
    );
  });

  it('stays small and fast for any length', () => {
    const segments = Array.from({ length: 200_000 }, (_, at) => ({
      speaker: `Speaker ${at % 3}`,
      start_ms: at * 100,
      end_ms: at * 100 + 40,
      text: 'x',
    }));
    const speakers = listSpeakers(segments);
    const elapsed = measureProcessorTime();
    const lanes = toSpeakerTracks(segments, speakers, 20_000_000);
    // Comparing each segment with each span would take minutes.
    assert.ok(elapsed() < 2_000);
    assert.ok(lanes.every(({ spans }) => spans.length <= TRACK_CELLS));
  });
});

describe('laneOrder', () => {
  const people = (count: number) =>
    listSpeakers(
      transcriptOf(
        ...Array.from(
          { length: count },
          (_, at) => [`Speaker ${at}`, at * 100, at * 100 + (at % 4) * 10, 'x'] as const,
        ),
      ).segments,
    );

  it('keeps few speakers in the order of their first words', () => {
    assert.deepEqual(
      trackOrder(people(8)).map(({ index }) => index),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
  });

  it('puts the most talkative first if there are many', () => {
    assert.deepEqual(
      trackOrder(people(9)).map(({ index }) => index),
      [3, 7, 2, 6, 1, 5, 0, 4, 8],
    );
  });
});

describe('toTicks', () => {
  it('returns each position once, in order, within the drawing', () => {
    assert.deepEqual(toTicks([1_000, 0, 1_001, 60_000, 70_000, -1, NaN], 60_000), [0, 33, 1_999]);
    assert.deepEqual(toTicks(Float64Array.of(5), 0), [5]);
  });
});

describe('wholePercents', () => {
  it('add up to 100 %, with the largest remainders rounded up', () => {
    assert.deepEqual(wholePercents([1, 1, 1]), [0.34, 0.33, 0.33]);
    assert.deepEqual(wholePercents([664, 334, 2]), [0.67, 0.33, 0]);
    assert.deepEqual(wholePercents([0, 0]), [0, 0]);
    assert.deepEqual(wholePercents([]), []);
  });

  it('add up to 100 % for any parts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e7), { minLength: 1, maxLength: 40 }), (parts) => {
        const sum = wholePercents(parts).reduce((total, part) => total + Math.round(part * 100), 0);
        assert.equal(sum, parts.some((part) => part > 0) ? 100 : 0);
      }),
    );
  });
});
