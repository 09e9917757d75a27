import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftedParagraph, withDraft } from '../../../src/transcript/edits/drafts.js';
import { transcriptOf } from './arbitraries.js';

const { segments } = transcriptOf(
  ['Bob', 0, 1000, 'One.'],
  ['Bob', 1000, 2000, 'Two.'],
  ['Bob', 2000, 3000, 'Three.'],
  ['Bob', 3000, 4000, 'Four.'],
);
const WHOLE = { first: 0, end: 4 };

describe('texts that were typed and not saved', () => {
  it('take the place of their lines in a paragraph', () => {
    const drafts = [
      { first: 2, end: 3, text: ' 3! ' },
      { first: 0, end: 1, text: '1!' },
    ];
    const drafted = draftedParagraph(segments, WHOLE, drafts);
    assert.deepEqual(drafted, { ...WHOLE, text: '1! Two. 3! Four.' });
  });

  it('are the paragraph if they are for all of it, as they were typed', () => {
    const text = ' all of it ';
    assert.deepEqual(draftedParagraph(segments, WHOLE, [{ ...WHOLE, text }]), { ...WHOLE, text });
  });

  it('make a paragraph as large as what they were typed for', () => {
    const drafts = [{ first: 1, end: 3, text: 'middle' }];
    assert.deepEqual(draftedParagraph(segments, { first: 0, end: 2 }, drafts), {
      ...{ first: 0, end: 3 },
      text: 'One. middle',
    });
    assert.deepEqual(draftedParagraph(segments, { first: 2, end: 4 }, drafts), {
      ...{ first: 1, end: 4 },
      text: 'middle Four.',
    });
  });

  it('of other paragraphs, or of lines that are gone, change nothing', () => {
    const drafts = [
      { first: 2, end: 4, text: 'after' },
      { first: '0.4', end: 1, text: 'gone' },
    ];
    assert.deepEqual(draftedParagraph(segments, { first: 0, end: 2 }, drafts), {
      ...{ first: 0, end: 2 },
      text: 'One. Two.',
    });
  });

  it('replace those that they overlap, and no others', () => {
    const before = [
      { first: 0, end: 1, text: 'a' },
      { first: 1, end: 2, text: 'b' },
      { first: 3, end: 4, text: 'c' },
    ];
    const [a, , c] = before;
    const range = { first: 1, end: 3 };
    assert.deepEqual(withDraft(segments, before, range, 'new'), [a, c, { ...range, text: 'new' }]);
    assert.deepEqual(withDraft(segments, before, range, null), [a, c]);
  });
});
