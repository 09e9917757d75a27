import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { coveredTime, listSpeakers, toTurns } from '../../../src/transcript/index.js';
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
    assert.ok(toTurns(lecture).turns.every(({ first, end }) => end - first <= 24));
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

describe('listSpeakers', () => {
  const badges = (...names: string[]) =>
    listSpeakers(
      transcriptOf(...names.map((name, at) => [name, at, at + 1, 'x'] as const).values()).segments,
    ).map(({ badge }) => badge);

  it('counts talk time once if segments of a speaker overlap', () => {
    const { segments } = transcriptOf(
      ['Anna', 0, 1000, 'a'],
      ['Bob', 500, 800, 'b'],
      ['Anna', 900, 1500, 'c'],
    );
    assert.deepEqual(
      listSpeakers(segments).map(({ name, index, talk_ms }) => [name, index, talk_ms]),
      [
        ['Anna', 0, 1500],
        ['Bob', 1, 300],
      ],
    );
    assert.equal(coveredTime(segments), 1500);
    assert.equal(coveredTime([]), 0);
  });

  it('gives each speaker a short badge', () => {
    assert.deepEqual(badges('Anna Berg', 'Bob', 'Bea', 'Ben'), ['AB', 'B', 'BE', '4']);
    assert.deepEqual(badges('SPEAKER_00', 'SPEAKER_01'), ['0', '1']);
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
