import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { toParagraphs, toTurns } from '../../../src/transcript/turns.js';
import { transcriptOf, transcripts } from './arbitraries.js';

describe('toTurns', () => {
  it('joins consecutive segments of one speaker', () => {
    const { turns } = toTurns(
      transcriptOf(
        ['Anna', 0, 1000, 'One.'],
        ['Anna', 1000, 2000, 'Two.'],
        ['Bob', 2000, 3000, 'Three.'],
        ['Anna', 3000, 4000, 'Four.'],
      ),
    );
    assert.deepEqual(
      turns.map(({ speaker, first, end, start_ms, end_ms }) => [
        speaker.name,
        first,
        end,
        start_ms,
        end_ms,
      ]),
      [
        ['Anna', 0, 2, 0, 2000],
        ['Bob', 2, 3, 2000, 3000],
        ['Anna', 3, 4, 3000, 4000],
      ],
    );
  });

  it('splits at a pause if there is no speaker, and splits very long turns', () => {
    const pause = toTurns(
      transcriptOf(
        [undefined, 0, 900, 'a'],
        [undefined, 1000, 2000, 'b'],
        [undefined, 5000, 6000, 'c'],
      ),
    );
    assert.deepEqual(
      pause.turns.map(({ first, end }) => [first, end]),
      [
        [0, 2],
        [2, 3],
      ],
    );
    const lecture = transcriptOf(
      ...Array.from({ length: 60 }, (_, at) => ['Anna', at * 100, at * 100 + 90, 'x'] as const),
    );
    assert.equal(toTurns(lecture).turns.length, 1);
    const day = transcriptOf(
      ...Array.from({ length: 600 }, (_, at) => ['Anna', at * 5000, at * 5000 + 900, 'x'] as const),
    );
    for (const { start_ms, end_ms } of toTurns(day).turns) assert.ok(end_ms - start_ms < 310_000);
  });

  it('contains every segment in exactly one turn, in order', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        let reached = 0;
        for (const { first, end, speaker, start_ms, end_ms } of toTurns(transcript).turns) {
          assert.equal(first, reached);
          assert.ok(end > first);
          for (const segment of transcript.segments.slice(first, end)) {
            assert.equal(segment.speaker ?? null, speaker.name);
            assert.ok(segment.start_ms >= start_ms && segment.end_ms <= end_ms);
          }
          reached = end;
        }
        assert.equal(reached, transcript.segments.length);
      }),
    );
  });
});

describe('toParagraphs', () => {
  const paragraphs = (...segments: readonly (readonly [string, number, number, string])[]) => {
    const transcript = transcriptOf(...segments);
    return toTurns(transcript).turns.flatMap((turn) =>
      toParagraphs(transcript.segments, turn).map(({ first, end }) => [first, end]),
    );
  };
  const spoken = (count: number, ms: number, text: (at: number) => string) =>
    paragraphs(
      ...Array.from(
        { length: count },
        (_, at) => ['Anna', at * ms, at * ms + ms, text(at)] as const,
      ),
    );

  it('keeps a turn of about a minute and 700 characters whole', () => {
    assert.deepEqual(
      spoken(12, 5_000, () => 'Short.'),
      [[0, 12]],
    );
    assert.deepEqual(
      spoken(1, 200_000, () => 'One long segment. '.repeat(100)),
      [[0, 1]],
    );
  });

  it('splits a longer turn into paragraphs of similar length', () => {
    assert.deepEqual(
      spoken(16, 10_000, () => 'Slow.'),
      [
        [0, 6],
        [6, 12],
        [12, 16],
      ],
    );
    assert.deepEqual(
      spoken(10, 1_000, () => `${'x'.repeat(139)}.`),
      [
        [0, 5],
        [5, 10],
      ],
    );
  });

  it('splits at the end of a sentence if one is near', () => {
    assert.deepEqual(
      spoken(16, 10_000, (at) => (at % 7 === 6 ? 'the end.' : 'and')),
      [
        [0, 7],
        [7, 16],
      ],
    );
  });

  it('contains every segment of a turn once, in order', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        for (const turn of toTurns(transcript).turns) {
          let reached = turn.first;
          for (const { first, end } of toParagraphs(transcript.segments, turn)) {
            assert.equal(first, reached);
            assert.ok(end > first);
            reached = end;
          }
          assert.equal(reached, turn.end);
        }
      }),
    );
  });
});

describe('listSpeakers', () => {
  const badges = (...names: string[]) =>
    listSpeakers(
      transcriptOf(...names.map((name, at) => [name, at, at + 1, 'x'] as const).values()),
    ).map(({ badge }) => badge);

  it('gives each speaker a short badge', () => {
    assert.deepEqual(badges('Anna Berg', 'Bob', 'Bea', 'Ben'), ['AB', 'B', 'BE', '4']);
    assert.deepEqual(badges('SPEAKER_00', 'SPEAKER_01'), ['1', '2']);
    assert.deepEqual(badges('Room 2', 'S7', 'S3'), ['R2', '2', '3']);
    assert.deepEqual(badges('דנה', '👩‍🚀 Jo', 'straße'), ['ד', '👩‍🚀J', 'S']);
  });

  it('gives two hundred speakers different badges', () => {
    const names = Array.from({ length: 200 }, (_, at) =>
      at % 2 ? `Speaker ${at}` : `Sam${'x'.repeat(at)}`,
    );
    const all = badges(...names);
    assert.equal(all.length, 200);
    assert.equal(new Set(all).size, 200);
  });
});
