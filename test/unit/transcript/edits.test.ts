import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { EditError, type EditProblem } from '../../../src/transcript/edits/edit-error.js';
import { changesText, type TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import { placesIn } from '../../../src/transcript/segment-ids.js';
import {
  normaliseTranscript,
  type Transcript,
  type TranscriptSource,
} from '../../../src/transcript/transcript.js';
import { transcriptOf } from './arbitraries.js';
import { applyEdit, edited } from './random-edits.js';
import { seededRuns } from '../../support/seeded-runs.js';

const talk = transcriptOf(
  ['Anna', 0, 1000, 'Good morning.'],
  ['Bob', 1000, 2000, 'Hello.'],
  [undefined, 2000, 3000, 'Noise.'],
  ['Anna', 3000, 4000, 'Hello.'],
);
const speakers = ({ segments }: Transcript) => segments.map(({ speaker = null }) => speaker);
const rename = (from: string | null, to: string): TranscriptEdit => ({
  kind: 'rename-speaker',
  from,
  to,
});
const merge = (from: string | null, into: string): TranscriptEdit => ({
  kind: 'merge-speakers',
  from,
  into,
});
const assign = (segments: readonly number[], to: string | null): TranscriptEdit => ({
  kind: 'assign-speaker',
  segments,
  to,
});
const correct = (segment: number, text: string): TranscriptEdit => ({
  kind: 'correct-text',
  segment,
  text,
});

const refused = (edit: TranscriptEdit, problem: EditProblem, sentence: RegExp): void => {
  assert.throws(
    () => applyEdit(talk, edit),
    (error) => {
      assert.ok(error instanceof RangeError && error instanceof EditError);
      assert.equal(error.problem, problem);
      assert.match(error.message, sentence);
      return true;
    },
  );
};

describe('edit: speakers', () => {
  it('renames a speaker in every segment', () => {
    const renamed = applyEdit(talk, rename('Anna', '  Anna\nBerg '));
    assert.deepEqual(speakers(renamed), ['Anna Berg', 'Bob', null, 'Anna Berg']);
    assert.equal(renamed.text, talk.text);
    assert.deepEqual(speakers(applyEdit(talk, rename(null, 'Door'))), [
      'Anna',
      'Bob',
      'Door',
      'Anna',
    ]);
  });

  it('rejects a name that is empty, too long, or already used', () => {
    refused(rename('Anna', ' \n '), 'name-empty', /needs a name/);
    refused(rename('Anna', 'x'.repeat(121)), 'name-too-long', /at most 120 characters/);
    refused(rename('Anna', ' Bob '), 'name-taken', /Merge the two/);
    refused(rename('Cleo', 'Dora'), 'speaker-unknown', /Choose another/);
    refused(assign([0], '\0'), 'name-empty', /needs a name/);
    assert.equal(speakers(applyEdit(talk, rename('Bob', '🙂'.repeat(120))))[1], '🙂'.repeat(120));
  });

  it('merges a speaker into another', () => {
    assert.deepEqual(speakers(applyEdit(talk, merge('Anna', 'Bob'))), ['Bob', 'Bob', null, 'Bob']);
    assert.deepEqual(speakers(applyEdit(talk, merge(null, 'Bob'))), ['Anna', 'Bob', 'Bob', 'Anna']);
    refused(merge('Anna', 'Cleo'), 'speaker-unknown', /Choose another/);
    refused(merge('Cleo', 'Anna'), 'speaker-unknown', /Choose another/);
    refused(merge('Cleo', 'Cleo'), 'speaker-unknown', /Choose another/);
  });

  it('assigns segments to a speaker, a new speaker, or nobody', () => {
    assert.deepEqual(speakers(applyEdit(talk, assign([0, 2], 'Bob'))), [
      'Bob',
      'Bob',
      'Bob',
      'Anna',
    ]);
    assert.deepEqual(speakers(applyEdit(talk, assign([3, 3], ' Cleo '))), [
      'Anna',
      'Bob',
      null,
      'Cleo',
    ]);
    const nobody = applyEdit(talk, assign([1], null));
    assert.deepEqual(speakers(nobody), ['Anna', null, null, 'Anna']);
    assert.ok(!('speaker' in (nobody.segments[1] ?? {})));
    for (const index of [4, -1, 0.5, NaN])
      refused(assign([0, index], 'Bob'), 'segment-unknown', /no such line/);
  });

  it('returns the same transcript if nothing changes', () => {
    for (const edit of [
      rename('Anna', ' Anna '),
      merge('Bob', 'Bob'),
      assign([], 'Cleo'),
      assign([0, 3], 'Anna'),
      assign([2], null),
      correct(1, ' Hello. '),
    ])
      assert.equal(applyEdit(talk, edit), talk);
  });
});

describe('edit: text', () => {
  const textAfter = (data: TranscriptSource, ...edits: readonly TranscriptEdit[]) =>
    edits.reduce(applyEdit, normaliseTranscript(data)).text;

  it('corrects a segment, and removes the words of a segment', () => {
    const corrected = applyEdit(talk, correct(3, '  Hi,\nBob. \n'));
    assert.equal(corrected.segments[3]?.text, 'Hi,\nBob.');
    assert.equal(corrected.text, 'Good morning. Hello. Noise. Hi,\nBob.');
    for (const none of ['', ' \n\t', '\0', '\u200b', '\u2067\u2069']) {
      const emptied = applyEdit(talk, correct(0, none));
      assert.equal(emptied.segments[0]?.text, '');
      assert.equal(emptied.segments.length, talk.segments.length);
      assert.equal(emptied.text, 'Hello. Noise. Hello.');
    }
    refused(correct(4, 'x'), 'segment-unknown', /no such line/);
  });

  const texts = ['One.', 'One.', 'Two.'];
  const segments = texts.map((text, at) => ({ start_ms: at * 10, end_ms: at * 10 + 9, text }));

  it('replaces only this segment in the full text, even if other segments have the same words', () => {
    const text = '\tOne.\n\nOne.  Two. [end]';
    assert.equal(
      textAfter({ text, segments }, correct(1, '$1 more')),
      '\tOne.\n\n$1 more  Two. [end]',
    );
    assert.equal(
      textAfter({ text, segments }, correct(0, 'A'), correct(2, 'C'), correct(1, 'B')),
      '\tA\n\nB  C [end]',
    );
  });

  it('rebuilds the full text if it does not contain the segment at its place', () => {
    const text = 'One. And one. Two.';
    assert.equal(textAfter({ text, segments }, correct(0, 'A')), 'A And one. Two.');
    assert.equal(textAfter({ text, segments }, correct(1, 'B')), 'One. B Two.');
    assert.equal(textAfter({ text, segments }, correct(2, 'C')), 'One. One. C');
    assert.equal(
      textAfter({ text: 'else', segments }, correct(0, '你'), correct(1, '好')),
      '你 好 Two.',
    );
  });
});

describe('edit: any edit', () => {
  it('keeps times and order, shares unchanged parts, and returns a frozen, normalised transcript', () => {
    fc.assert(
      fc.property(edited, ({ original, edits }) => {
        let before = original;
        for (const edit of edits) {
          const after = applyEdit(before, edit);
          assert.ok(Object.isFrozen(after) && Object.isFrozen(after.segments));
          const parts = edit.kind === 'split-segment' ? 1 : 0;
          assert.equal(after.segments.length, before.segments.length + parts);
          const { idAt } = placesIn(after.segments);
          after.segments.forEach((segment, index) => {
            const was = before.segments[placesIn(before.segments).indexOf(idAt(index))];
            assert.ok(Object.isFrozen(segment));
            if (!was) return assert.equal(parts, 1);
            if (edit.kind !== 'correct-text' && edit.kind !== 'assign-speaker') return;
            const { speaker, text, ...rest } = segment;
            const { speaker: oldSpeaker, text: oldText, ...oldRest } = was;
            assert.deepEqual(rest, oldRest);
            if (speaker === oldSpeaker && text === oldText) assert.equal(segment, was);
          });
          // A line whose text was removed stays, so that indexes do not move. Normalising drops it.
          const segments = after.segments.filter(({ text }) => text !== '');
          // The given duration may cut lines, and without one, a line after a pause of four hours may be an error.
          const duration = Math.ceil(Math.max(...segments.map((line) => line.end_ms), 0) / 1000);
          assert.deepEqual(normaliseTranscript({ ...after, duration }), {
            ...after,
            duration,
            segments: segments.map(({ id: _id, start_estimated: _start, ...rest }) => rest),
          });
          // A part that starts after other lines comes after them in the full text too.
          if (!changesText(edit) && parts === 0) assert.equal(after.text, before.text);
          before = after;
        }
      }),
      { numRuns: seededRuns(100, 1_000) },
    );
  });
});
