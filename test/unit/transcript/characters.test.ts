/** What a person sees as one character is never cut: searching, replacing, splitting, names and file names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholeStart } from '../../../src/transcript/characters.js';
import { EditError } from '../../../src/transcript/edits/edit-error.js';
import { replacementsIn } from '../../../src/transcript/edits/repeated.js';
import { exportFileName } from '../../../src/transcript/exports/export-transcript.js';
import { replaceHits } from '../../../src/transcript/search/replace.js';
import { createSearchIndex } from '../../../src/transcript/search/search.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { transcriptOf } from './arbitraries.js';
import { applyEdit } from './random-edits.js';

const FAMILY = '👨‍👩‍👧';

/** The texts after all matches were replaced. */
const replaced = (text: string, query: string, by: string): string | undefined => {
  const transcript = transcriptOf(['Anna', 0, 1_000, text]);
  const hits = createSearchIndex(transcript).find(query);
  const edits = replaceHits(transcript.segments, hits, [...Array(hits.count).keys()], by);
  return edits.reduce(applyEdit, transcript).segments[0]?.text;
};

describe('whole characters', () => {
  it('search finds and replaces no part of an emoji', () => {
    for (const [text, query] of [
      ['So 👋🏽 there', '👋'],
      ['So 👋🏽 there', '🏽'],
      [`The ${FAMILY} is`, '👨'],
      [`The ${FAMILY} is`, '👧'],
      [`The ${FAMILY} is`, '👨👩👧 x'],
      ['From 🇩🇪🇫🇷 today', '🇪🇫'],
      ['A 🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag', '🏴'],
      ['The 👩‍⚕️ said', '👩'],
    ] as const)
      assert.equal(replaced(text, query, 'Hi'), text, `${query} in ${text}`);
  });

  it('search finds and replaces a whole emoji, and the words around it', () => {
    assert.equal(replaced('So 👋🏽 there 👋', '👋🏽', 'Hi'), 'So Hi there 👋');
    assert.equal(replaced('So 👋🏽 there 👋', '👋', 'Hi'), 'So 👋🏽 there Hi');
    assert.equal(replaced(`The ${FAMILY} is`, FAMILY, 'family'), 'The family is');
    assert.equal(replaced('From 🇩🇪🇫🇷 today', '🇫🇷', 'F'), 'From 🇩🇪F today');
    assert.equal(replaced('So 👋🏽 there', 'so 👋🏽', 'Hi'), 'Hi there');
    assert.equal(replaced('I ❤️ it', '❤', 'love'), 'I love it');
    // Signs without a glyph belong to no emoji here.
    assert.equal(replaced('می‌خواهم 👋🏽', 'می', 'x'), 'x‌خواهم 👋🏽');
    assert.equal(replaced('re\u0301sume\u0301 👋🏽', 'resume', 'CV'), 'CV 👋🏽');
  });

  it('a split cuts no emoji, and no letter from its marks', () => {
    const text = `Hi ${FAMILY}👋🏽 e\u0301t`;
    const transcript = transcriptOf(['Anna', 0, 1_000, text]);
    const partsAt = (at: number): string[] | null => {
      try {
        const edit = { kind: 'split-segment', segment: 0, at, speaker: 'Bob' } as const;
        return applyEdit(transcript, edit).segments.map((one) => one.text);
      } catch (error) {
        assert.ok(error instanceof EditError);
        return null;
      }
    };
    const hand = text.indexOf('👋');
    assert.deepEqual(partsAt(hand), [`Hi ${FAMILY}`, '👋🏽 e\u0301t']);
    for (const at of [4, 5, 6, 8, hand + 1, hand + 2, text.indexOf('\u0301')])
      assert.equal(partsAt(at), null, String(at));
  });

  it('file names, previews and endings end with a whole character', () => {
    assert.equal(exportFileName(`${'x'.repeat(78)}${FAMILY}`, 'txt'), `${'x'.repeat(78)}.txt`);
    assert.equal(exportFileName(`x${FAMILY.repeat(20)}`, 'txt'), `x${FAMILY.repeat(9)}.txt`);
    assert.equal(wholeStart('ab👋🏽', 4), 'ab');
    assert.equal(wholeStart('abe\u0301', 3), 'ab');
    assert.equal(wholeStart('ab', 2), 'ab');
    assert.deepEqual(replacementsIn('call😀a', 'tall🤀a'), [{ from: 'call😀a', to: 'tall🤀a' }]);
  });

  it('a name may have 120 of them, and its badge has the first ones', () => {
    const transcript = transcriptOf(['Anna', 0, 1_000, 'Hello.']);
    const named = (to: string) =>
      applyEdit(transcript, { kind: 'rename-speaker', from: 'Anna', to }).segments[0]?.speaker;
    assert.equal(named(FAMILY.repeat(120)), FAMILY.repeat(120));
    assert.throws(() => named(FAMILY.repeat(121)), EditError);
    const [speaker] = listSpeakers({
      segments: [{ speaker: `${FAMILY} 👋🏽`, start_ms: 0, end_ms: 1, text: '' }],
    });
    assert.equal(speaker?.badge, `${FAMILY}👋🏽`);
  });
});
