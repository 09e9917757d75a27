import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  edit,
  listSpeakers,
  redo,
  speakerIndexes,
  startHistory,
  toTurns,
  undo,
  type EditHistory,
  type TranscriptEdit,
} from '../../../src/transcript/index.js';
import { transcriptOf } from './arbitraries.js';
import { edited } from './random-edits.js';

const talk = transcriptOf(
  ['Anna', 0, 1000, 'One.'],
  ['Bob', 1000, 2000, 'Two.'],
  ['Cleo', 2000, 3000, 'Three.'],
  ['Anna', 3000, 4000, 'Four.'],
  ['Bob', 4000, 5000, 'Five.'],
);
const list = (history: EditHistory) =>
  listSpeakers(history.current.segments, speakerIndexes(history));
const indexes = (...edits: readonly TranscriptEdit[]) =>
  list(startHistory(talk, edits)).map(({ name, index }) => [name, index]);

describe('speakerIndexes', () => {
  it('are the order of appearance where nothing was edited', () => {
    assert.deepEqual(list(startHistory(talk)), listSpeakers(talk.segments));
    assert.deepEqual(toTurns(talk, speakerIndexes(startHistory(talk))), toTurns(talk));
  });

  it('stay through renames, also where two swap their names', () => {
    const swap = (from: string, to: string): TranscriptEdit => ({
      kind: 'rename-speaker',
      from,
      to,
    });
    assert.deepEqual(indexes(swap('Bob', '?'), swap('Anna', 'Bob'), swap('?', ' Anna ')), [
      ['Bob', 0],
      ['Anna', 1],
      ['Cleo', 2],
    ]);
  });

  it('stay through a merge, whichever of the two speaks first', () => {
    assert.deepEqual(indexes({ kind: 'merge-speakers', from: 'Anna', into: 'Bob' }), [
      ['Bob', 1],
      ['Cleo', 2],
    ]);
    assert.deepEqual(
      indexes(
        { kind: 'merge-speakers', from: 'Anna', into: 'Bob' },
        { kind: 'rename-speaker', from: 'Bob', to: 'Anna' },
        { kind: 'assign-speaker', segments: [3], to: 'Bob' },
      ),
      [
        ['Anna', 1],
        ['Cleo', 2],
        ['Bob', 3],
      ],
    );
  });

  it('of the old stay where a new speaker gets their first line', () => {
    const edits: readonly TranscriptEdit[] = [
      { kind: 'assign-speaker', segments: [0], to: 'Dora' },
      { kind: 'assign-speaker', segments: [1], to: null },
    ];
    assert.deepEqual(indexes(...edits), [
      ['Dora', 3],
      [null, 4],
      ['Cleo', 2],
      ['Anna', 0],
      ['Bob', 1],
    ]);
    const speakers = list(startHistory(talk, edits));
    assert.deepEqual(
      speakers.map(({ badge }) => badge),
      ['D', '', 'C', 'A', 'B'],
    );
    const { turns } = toTurns(
      startHistory(talk, edits).current,
      speakerIndexes(startHistory(talk, edits)),
    );
    assert.deepEqual(
      turns.map(({ speaker }) => speaker.index),
      [3, 4, 2, 0, 1],
    );
  });

  it('leave the badge of an old speaker alone where a new one would have it', () => {
    const named = list(startHistory(talk, [{ kind: 'assign-speaker', segments: [0], to: 'Ben' }]));
    assert.deepEqual(
      named.map(({ name, badge }) => [name, badge]),
      [
        ['Ben', 'BE'],
        ['Bob', 'B'],
        ['Cleo', 'C'],
        ['Anna', 'A'],
      ],
    );
  });

  it('give a number of its own to a speaker they do not know', () => {
    assert.deepEqual(
      listSpeakers(talk.segments, new Map([['Cleo', 4]])).map(({ index }) => index),
      [5, 6, 4],
    );
  });

  it('change for nobody but the speakers of an edit, and come back with it', () => {
    fc.assert(
      fc.property(edited, ({ original, edits }) => {
        let before = startHistory(original);
        for (const change of edits) {
          const after = edit(before, change);
          const old = speakerIndexes(before);
          const speakers = list(after);
          assert.equal(new Set(speakers.map(({ index }) => index)).size, speakers.length);
          assert.equal(new Set(speakers.map(({ badge }) => badge)).size, speakers.length);
          const renamed = change.kind === 'rename-speaker' ? change.from : undefined;
          after.current.segments.forEach((segment, at) => {
            if (segment !== before.current.segments[at] && renamed === undefined) return;
            const was = before.current.segments[at]?.speaker ?? null;
            const is = speakers.find(({ name }) => name === (segment.speaker ?? null));
            assert.equal(is?.index, old.get(was));
          });
          assert.deepEqual(list(undo(after)), list(before));
          assert.deepEqual(list(redo(undo(after))), speakers);
          before = after;
        }
      }),
      { numRuns: 200 },
    );
  });
});
