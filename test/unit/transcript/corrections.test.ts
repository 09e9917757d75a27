/** What is taken from a stored record: a person, another version or a full disk may have damaged it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  NO_CORRECTIONS,
  parseCorrections,
  toCorrectionsRecord,
  type CorrectionsRecord,
} from '../../../src/transcript/edits/corrections.js';
import { transcriptOf } from './arbitraries.js';

const talk = transcriptOf(['Bob', 0, 1000, 'One.'], ['Bob', 1000, 2000, 'Two.']);
const FIRST = { kind: 'correct-text', segment: 0, text: '1.' } as const;
const SECOND = { kind: 'correct-text', segment: 1, text: '2.' } as const;
const NAME = { kind: 'rename-speaker', from: 'Bob', to: 'Bo' } as const;
const DRAFT = { first: 0, end: 1, text: 'typed' };
const KEPT: CorrectionsRecord = { steps: [[FIRST, SECOND], [NAME]], drafts: [DRAFT] };
const stored = { ...toCorrectionsRecord(talk, KEPT) };

const parsed = (changes: object): CorrectionsRecord =>
  parseCorrections({ ...stored, ...changes }, talk);

describe('a stored record of corrections', () => {
  it('is read as it was written', () => assert.deepEqual(parsed({}), KEPT));

  it('has a step for each edit if its sizes do not fit', () => {
    for (const sizes of [[2], [2, 2], [1, 1, 1, 1], [3, 0], [-1, 4], [1.5, 1.5], 'two', null])
      assert.deepEqual(parsed({ sizes }).steps, [[FIRST], [SECOND], [NAME]], JSON.stringify(sizes));
  });

  it('loses only the drafts that are malformed, or outside of the transcript', () => {
    const bad = [
      ...['text', null, {}, { ...DRAFT, text: 7 }, { ...DRAFT, first: -1 }],
      ...[
        { ...DRAFT, first: 1, end: 1 },
        { ...DRAFT, first: 1, end: 0 },
      ],
      ...[
        { ...DRAFT, first: 2, end: 3 },
        { ...DRAFT, end: 3 },
      ],
    ];
    for (const draft of bad)
      assert.deepEqual(parsed({ drafts: [draft, DRAFT] }), KEPT, JSON.stringify(draft));
    assert.deepEqual(parsed({ drafts: DRAFT }).drafts, []);
  });

  it('is none if it is of another transcript or version, or no record', () => {
    assert.deepEqual(parsed({ version: 2 }), NO_CORRECTIONS);
    assert.deepEqual(parsed({ fingerprint: 'x' }), NO_CORRECTIONS);
    for (const record of [null, 7, 'text', []])
      assert.deepEqual(parseCorrections(record, talk), NO_CORRECTIONS);
  });
});
