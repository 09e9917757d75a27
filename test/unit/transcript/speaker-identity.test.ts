import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  edit,
  redo,
  startHistory,
  undo,
  type EditHistory,
} from '../../../src/transcript/edits/edit-history.js';
import { speakerIdentities } from '../../../src/transcript/edits/identities.js';
import type { TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { toTurns } from '../../../src/transcript/turns.js';
import { transcriptOf } from './arbitraries.js';
import { edited } from './random-edits.js';
import { seededRuns } from '../../support/seeded-runs.js';

const talk = transcriptOf(
  ['Anna', 0, 1000, 'One.'],
  ['Bob', 1000, 2000, 'Two.'],
  ['Cleo', 2000, 3000, 'Three.'],
  ['Anna', 3000, 4000, 'Four.'],
  ['Bob', 4000, 5000, 'Five.'],
);
const list = (history: EditHistory) => listSpeakers(history.current, speakerIdentities(history));
const indexes = (...edits: readonly TranscriptEdit[]) =>
  list(startHistory(talk, edits)).map(({ name, index }) => [name, index]);

describe('speakerIdentities', () => {
  it('follow the order of appearance if nothing was edited', () => {
    assert.deepEqual(list(startHistory(talk)), listSpeakers(talk));
    assert.deepEqual(toTurns(talk, speakerIdentities(startHistory(talk))), toTurns(talk));
  });

  it('stay the same when speakers are renamed, even if two swap names', () => {
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

  it('stay the same when speakers are merged, whichever spoke first', () => {
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

  it('stay the same when a new speaker gets the first segment', () => {
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
      speakerIdentities(startHistory(talk, edits)),
    );
    assert.deepEqual(
      turns.map(({ speaker }) => speaker.index),
      [3, 4, 2, 0, 1],
    );
  });

  it("keep an existing speaker's badge when a new speaker would get the same", () => {
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

  it('give an unknown speaker a new number', () => {
    assert.deepEqual(
      listSpeakers(talk, new Map([['Cleo', { index: 4, number: 1, label: 'Cleo' }]])).map(
        ({ index }) => index,
      ),
      [5, 6, 4],
    );
  });

  it('change only for the speakers of an edit, and undo restores them', () => {
    fc.assert(
      fc.property(edited, ({ original, edits }) => {
        let before = startHistory(original);
        for (const change of edits) {
          const after = edit(before, change);
          const old = speakerIdentities(before);
          const speakers = list(after);
          assert.equal(new Set(speakers.map(({ index }) => index)).size, speakers.length);
          assert.equal(new Set(speakers.map(({ badge }) => badge)).size, speakers.length);
          const renamed = change.kind === 'rename-speaker' ? change.from : undefined;
          after.current.segments.forEach((segment, at) => {
            if (segment !== before.current.segments[at] && renamed === undefined) return;
            const was = before.current.segments[at]?.speaker ?? null;
            const is = speakers.find(({ name }) => name === (segment.speaker ?? null));
            assert.equal(is?.index, old.get(was)?.index);
          });
          assert.deepEqual(list(undo(after)), list(before));
          assert.deepEqual(list(redo(undo(after))), speakers);
          before = after;
        }
      }),
      { numRuns: seededRuns(80, 600) },
    );
  });
});
