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
import { EditError } from '../../../src/transcript/edits/edit-error.js';
import type { TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { transcriptOf } from './arbitraries.js';
import { applyEdit, edited } from './random-edits.js';
import { seededRuns } from '../../support/seeded-runs.js';

const talk = transcriptOf(['Anna', 0, 1000, 'One.'], ['Bob', 1000, 2000, 'Two.']);
const correct = (segment: number, text: string): TranscriptEdit => ({
  kind: 'correct-text',
  segment,
  text,
});
const merge: TranscriptEdit = { kind: 'merge-speakers', from: 'Bob', into: 'Anna' };
const texts = ({ current }: EditHistory) => current.segments.map(({ text }) => text);

/** The transcript without the spaces of its full text. */
const unspaced = ({ text, ...rest }: Transcript) => ({
  ...rest,
  text: text.replaceAll(/\s/gu, ''),
});

/** What a user sees of a history. */
const seen = ({ original, current, edits, undone }: EditHistory) => ({
  original,
  current,
  edits,
  undone,
});

describe('edit history', () => {
  it('starts with the original or with stored edits', () => {
    assert.equal(startHistory(talk).current, talk);
    const history = startHistory(talk, [correct(0, 'A'), correct(0, 'A'), merge]);
    assert.deepEqual(history.edits, [correct(0, 'A'), merge]);
    assert.equal(history.current.text, 'A Two.');
    assert.throws(() => startHistory(talk, [merge, merge]), EditError);
  });

  it('undoes corrections of the same segment one by one', () => {
    const history = [correct(0, 'A'), correct(0, 'B')].reduce(edit, startHistory(talk));
    assert.deepEqual(texts(history), ['B', 'Two.']);
    assert.deepEqual(texts(undo(history)), ['A', 'Two.']);
    assert.equal(undo(undo(history)).current, talk);
    assert.deepEqual(undo(undo(history)).undone, [[correct(0, 'B')], [correct(0, 'A')]]);
  });

  it('undoes and redoes the edits of one step together, and applies none if one does not fit', () => {
    const step = [correct(0, 'A'), correct(1, 'B'), correct(0, 'C')];
    const history = edit(startHistory(talk), step);
    assert.deepEqual(texts(history), ['C', 'B']);
    assert.deepEqual(history.edits, step);
    const back = undo(history);
    assert.equal(back.current, talk);
    assert.deepEqual(back.edits, []);
    assert.deepEqual(redo(back).edits, step);
    assert.deepEqual(texts(redo(back)), ['C', 'B']);
    assert.throws(() => edit(history, [correct(0, 'D'), correct(9, 'x')]), EditError);
    assert.deepEqual(texts(history), ['C', 'B']);
  });

  it('returns the same object if there is nothing to undo or redo', () => {
    const history = startHistory(talk);
    assert.equal(undo(history), history);
    assert.equal(redo(history), history);
    assert.equal(edit(history, correct(0, 'One.')), history);
    const back = undo(edit(history, merge));
    assert.equal(edit(back, correct(0, 'One.')), back);
    assert.throws(() => edit(history, correct(9, 'x')), EditError);
  });

  it('restores the full text on undo, also after it was rebuilt', () => {
    const odd = Object.freeze({ ...talk, text: 'One. And two.' });
    const history = [correct(1, 'B'), correct(0, 'A'), correct(1, 'C')].reduce(
      edit,
      startHistory(odd),
    );
    const back = [history, undo(history), undo(undo(history)), undo(undo(undo(history)))];
    assert.deepEqual(
      back.map(({ current }) => current.text),
      ['A C', 'A B', 'One. B', 'One. And two.'],
    );
    const anew = edit(undo([correct(1, 'B')].reduce(edit, startHistory(odd))), correct(0, 'A'));
    assert.equal(anew.current.text, 'A And two.');
    const kept = [merge, correct(1, 'B')].reduce(edit, startHistory(odd));
    assert.equal(undo(kept).current.text, odd.text);
  });

  it('undoes and redoes any edits, and shares all unchanged parts', () => {
    fc.assert(
      fc.property(edited, ({ original, edits }) => {
        const states = [startHistory(original)];
        let transcript = original;
        for (const change of edits) {
          const before = states.at(-1) ?? startHistory(original);
          const after = edit(before, change);
          transcript = applyEdit(transcript, change);
          // A step alone does not know what stood between two lines of the original if one of them is empty by now.
          assert.deepEqual(unspaced(after.current), unspaced(transcript));
          const back = undo(after);
          assert.deepEqual(seen(back), { ...seen(before), undone: [[change]] });
          before.current.segments.forEach((segment, at) => {
            if (segment === original.segments[at]) assert.equal(back.current.segments[at], segment);
          });
          assert.deepEqual(seen(redo(back)), seen(after));
          states.push(after);
        }
        const end = states.at(-1) ?? startHistory(original);
        assert.deepEqual(startHistory(original, end.edits), end);
        let walking = end;
        for (const state of states.slice(0, -1).reverse()) {
          walking = undo(walking);
          assert.deepEqual(walking.current, state.current);
          assert.ok(Object.isFrozen(walking.current) && Object.isFrozen(walking.current.segments));
        }
        assert.equal(walking.current, original);
        for (const state of states.slice(1)) {
          walking = redo(walking);
          assert.deepEqual(walking.current, state.current);
        }
        assert.deepEqual(seen(walking), seen(end));
      }),
      { numRuns: seededRuns(100, 1_000) },
    );
  });
});
