import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { startHistory } from '../../../src/transcript/edits/edit-history.js';
import { parseEdits, transcriptFingerprint } from '../../../src/transcript/edits/corrections.js';
import type { Segment } from '../../../src/transcript/transcript.js';
import { transcriptOf, transcripts } from './arbitraries.js';
import { edited } from './random-edits.js';

const talk = transcriptOf(['Anna', 0, 1000, 'One.'], ['Bob', 1000, 2000, 'Two.']);

describe('parseEdits', () => {
  it('reads stored edits back unchanged', () => {
    fc.assert(
      fc.property(edited, ({ original, edits }) => {
        const stored: unknown = JSON.parse(JSON.stringify(edits));
        assert.deepEqual(parseEdits(stored, original), edits);
      }),
    );
  });

  it('drops unknown fields', () => {
    const merge = { kind: 'merge-speakers', from: 'Bob', into: 'Anna' };
    assert.deepEqual(parseEdits([{ ...merge, at: 5 }], talk), [merge]);
  });

  it('returns null unless the value is a list of edits', () => {
    for (const value of [
      undefined,
      null,
      {},
      'edits',
      [null],
      [[]],
      [{}],
      [{ kind: 'delete' }],
      [{ kind: 'rename-speaker', to: 'Cleo' }],
      [{ kind: 'rename-speaker', from: 'Anna', to: null }],
      [{ kind: 'merge-speakers', from: 3, into: 'Anna' }],
      [{ kind: 'assign-speaker', segments: 0, to: 'Anna' }],
      [{ kind: 'assign-speaker', segments: ['0'], to: 'Anna' }],
      [{ kind: 'assign-speaker', segments: [0] }],
      [{ kind: 'correct-text', segment: '0', text: 'x' }],
      [{ kind: 'correct-text', segment: 0, text: ['x'] }],
    ])
      assert.equal(parseEdits(value, talk), null, JSON.stringify(value));
  });

  it('returns null if one of the edits does not apply after the others', () => {
    const merge = { kind: 'merge-speakers', from: 'Bob', into: 'Anna' };
    assert.equal(parseEdits([merge, merge], talk), null);
    assert.equal(parseEdits([{ kind: 'correct-text', segment: 2, text: 'x' }], talk), null);
    assert.equal(parseEdits([{ kind: 'rename-speaker', from: 'Anna', to: 'Bob' }], talk), null);
  });

  it('never throws, and returns only edits that apply', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.array(
        fc.record({
          kind: fc.constantFrom(
            'rename-speaker',
            'merge-speakers',
            'assign-speaker',
            'correct-text',
          ),
          from: fc.constantFrom('Anna', null, 3, '__proto__'),
          to: fc.constantFrom('Cleo', 'Bob', null, ''),
          into: fc.constantFrom('Bob', 'Cleo', null),
          segments: fc.oneof(fc.array(fc.integer({ min: -1, max: 2 })), fc.anything()),
          segment: fc.oneof(fc.integer({ min: -1, max: 2 }), fc.double()),
          text: fc.constantFrom('x', '', null),
        }),
      ),
    );
    fc.assert(
      fc.property(value, (given) => {
        const edits = parseEdits(given, talk);
        if (edits) startHistory(talk, edits);
      }),
    );
  });
});

describe('transcriptFingerprint', () => {
  const of = (...segments: readonly Segment[]) => transcriptFingerprint({ ...talk, segments });
  const one: Segment = { speaker: 'A', start_ms: 1, end_ms: 2, text: 'x' };

  it('is short and deterministic', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        assert.match(transcriptFingerprint(transcript), /^[0-9a-f]{14}$/);
        assert.equal(
          transcriptFingerprint(transcript),
          transcriptFingerprint({
            ...transcript,
            segments: transcript.segments.map((s) => ({ ...s })),
          }),
        );
      }),
    );
  });

  it('does not change between versions, because it is stored', () => {
    assert.equal(transcriptFingerprint(talk), '1170beeca89f85');
  });

  it('depends on every time, speaker, text and the number of segments', () => {
    const { speaker: _, ...nobody } = one;
    const all = [
      of(),
      of(one),
      of(one, one),
      of(nobody),
      of({ ...one, speaker: 'B' }),
      of({ ...one, start_ms: 0 }),
      of({ ...one, end_ms: 3 }),
      of({ ...one, start_ms: 11 }),
      of({ ...one, text: 'y' }),
      of({ ...one, speaker: 'Ax', text: '' }),
      of(one, { ...one, text: '' }),
      of({ ...one, text: 'xx' }),
    ];
    assert.equal(new Set(all).size, all.length);
  });
});
