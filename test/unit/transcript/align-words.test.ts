import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  correctParagraph,
  paragraphText,
  segmentStarts,
  wordPlace,
  wordsIn,
} from '../../../src/transcript/edits/align-words.js';
import { edit, startHistory } from '../../../src/transcript/edits/edit-history.js';
import { toWritten } from '../../../src/transcript/written.js';
import { toPassages } from '../../../src/transcript/passages.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { toTurns } from '../../../src/transcript/turns.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { anyText, transcriptOf } from './arbitraries.js';
import { seededRuns } from '../../support/seeded-runs.js';

const WHOLE = { first: 0, end: Infinity };

const spoken = (...texts: readonly string[]): Transcript =>
  transcriptOf(...texts.map((text, at) => ['Anna', at * 1_000, at * 1_000 + 900, text] as const));

const rangeOf = ({ segments }: Transcript) => ({ ...WHOLE, end: segments.length });

/** The texts of the segments after the whole transcript was edited as one paragraph. */
const corrected = (transcript: Transcript, text: string): readonly string[] =>
  correctParagraph(transcript.segments, rangeOf(transcript), text)
    .reduce(edit, startHistory(transcript))
    .current.segments.map((segment) => segment.text);

const kept = (texts: readonly string[], text: string): readonly string[] =>
  corrected(spoken(...texts), text);

const words = (text: string): readonly string[] => wordsIn(text).map((word) => word.text);

describe('correctParagraph: which segment a word belongs to', () => {
  it('changes only the segment with the corrected word', () => {
    const talk = spoken('Good morning, parsel service.', 'How can I help you?');
    const text = 'Good morning, parcel service. How can I help you?';
    assert.deepEqual(correctParagraph(talk.segments, rangeOf(talk), text), [
      { kind: 'correct-text', segment: 0, text: 'Good morning, parcel service.' },
    ]);
  });

  it('pairs each replaced word with the word in its place, across a border', () => {
    assert.deepEqual(kept(['one two', 'three four'], 'one zwei drei four'), [
      'one zwei',
      'drei four',
    ]);
    assert.deepEqual(kept(['we say hello', 'World again'], 'we say Hello, world! again'), [
      'we say Hello,',
      'world! again',
    ]);
  });

  it('adds words at a border to the sentence that they continue', () => {
    const parts = ['That is all.', 'How are you?'];
    assert.deepEqual(kept(parts, 'That is all. Well, how are you?'.replace('how', 'How')), [
      'That is all.',
      'Well, How are you?',
    ]);
    assert.deepEqual(kept(parts, 'That is all. Indeed. How are you?'), [
      'That is all. Indeed.',
      'How are you?',
    ]);
    assert.deepEqual(kept(['so that', 'we know'], 'so that now we know'), [
      'so that now',
      'we know',
    ]);
    assert.deepEqual(kept(parts, 'So that is all. How are you?'.replace('that', 'That')), [
      'So That is all.',
      'How are you?',
    ]);
    assert.deepEqual(kept(parts, 'That is all. How are you? Good.'), [
      'That is all.',
      'How are you? Good.',
    ]);
  });

  it('empties a segment whose words were removed, and fills it again', () => {
    assert.deepEqual(kept(['Yes.', 'Um.', 'Let us go.'], 'Yes. Let us go.'), [
      'Yes.',
      '',
      'Let us go.',
    ]);
    assert.deepEqual(kept(['Yes.', 'Um.'], ''), ['', '']);
    const emptied = correctParagraph(spoken('Um.').segments, { first: 0, end: 1 }, ' ').reduce(
      edit,
      startHistory(spoken('Um.')),
    ).current;
    assert.deepEqual(corrected(emptied, 'Um, yes.'), ['Um, yes.']);
  });

  it('aligns letters in scripts without spaces', () => {
    assert.deepEqual(kept(['今日は良い', '天気ですね'], '今日はいい天気ですね'), [
      '今日はいい',
      '天気ですね',
    ]);
    assert.deepEqual(kept(['สวัสดีครบ', 'ผมชื่อสมชาย'], 'สวัสดีครับผมชื่อสมชาย'), ['สวัสดีครับ', 'ผมชื่อสมชาย']);
    assert.deepEqual(words('日本 in 2024年'), ['日', '本', 'in', '2024', '年']);
  });

  it('aligns right-to-left texts', () => {
    assert.deepEqual(
      kept(['صباح الخير يا أحمد', 'كيف حالك'], 'صباح النور يا أحمد كيف حالك اليوم'),
      ['صباح النور يا أحمد', 'كيف حالك اليوم'],
    );
    assert.deepEqual(kept(['שלום לכולם', 'מה שלומכם'], 'שלום לכולכם מה שלומכם'), [
      'שלום לכולכם',
      'מה שלומכם',
    ]);
  });

  it('keeps line breaks inside a segment', () => {
    assert.deepEqual(kept(['One\ntwo', 'three'], 'One\ntwo four'), ['One\ntwo', 'four']);
  });

  it('tells where each segment begins in the paragraph', () => {
    const { segments } = spoken('Hello there.', 'Good day.');
    assert.deepEqual(segmentStarts(segments, { first: 0, end: 2 }), [
      { segment: 0, at: 0 },
      { segment: 1, at: 13 },
    ]);
  });

  it('replaces a paragraph of 5,000 words by others, within the limits of its table', () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `a${at}`).join(' ');
    const other = Array.from({ length: 5_000 }, (_, at) => `b${at}`).join(' ');
    assert.deepEqual(kept([long, 'end'], `${other} end`), [other, 'end']);
  });
});

describe('correctParagraph: any text', () => {
  const texts = fc.array(
    fc.oneof(
      anyText({ minLength: 1, maxLength: 12 }),
      fc.constantFrom('Yes.', '日本語', 'สวัสดี', 'שלום', 'a b a'),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const newTexts = fc.oneof(
    anyText({ maxLength: 40 }),
    fc.constantFrom('Yes. 日本', 'a b a b', ''),
  );

  it('gives no operation for an unchanged paragraph', () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const talk = spoken(...parts);
        const text = paragraphText(talk.segments, rangeOf(talk));
        assert.deepEqual(correctParagraph(talk.segments, rangeOf(talk), text), []);
      }),
    );
  });

  it('loses and invents no letter', () => {
    const letters = (text: string): string => text.replace(/\s+/gu, '');
    fc.assert(
      fc.property(texts, newTexts, (parts, text) => {
        const talk = spoken(...parts);
        // A paragraph without text cannot be opened.
        fc.pre(paragraphText(talk.segments, rangeOf(talk)) !== '');
        assert.equal(letters(letterless(corrected(talk, text))), letters(printable(text)));
      }),
    );
  });

  const letterless = (parts: readonly string[]): string => parts.map(printable).join('');
  /** A word of control characters alone counts as no word. */
  const printable = (text: string): string =>
    // eslint-disable-next-line no-control-regex
    text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]/g, '');

  it('keeps every unchanged word in its segment, whatever else is replaced, removed or added', () => {
    const plan = fc.array(
      fc.array(
        fc.record({
          fate: fc.constantFrom('keep', 'keep', 'replace', 'remove'),
          added: fc.integer({ min: 0, max: 2 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(plan, (segments) => {
        const before = segments.map((own, at) =>
          own.map((_, word) => `old${at}x${word}`).join(' '),
        );
        let fresh = 0;
        const after: string[] = [];
        segments.forEach((own, at) =>
          own.forEach(({ fate, added }, word) => {
            if (fate === 'keep') after.push(`old${at}x${word}`);
            if (fate === 'replace') after.push(`new${fresh++}`);
            for (let more = 0; more < added; more += 1) after.push(`new${fresh++}`);
          }),
        );
        const result = kept(before, after.join(' '));
        assert.deepEqual(words(result.join(' ')), after, 'in order');
        result.forEach((text, at) =>
          words(text)
            .filter((word) => word.startsWith('old'))
            .forEach((word) => assert.ok(word.startsWith(`old${at}x`), `${word} in ${at}`)),
        );
      }),
      { numRuns: seededRuns(100, 1_000) },
    );
  });
});

describe('a segment whose words were removed', () => {
  const talk = transcriptOf(
    ['Anna', 0, 900, 'Hello.'],
    ['Bob', 1_000, 1_900, 'Mm-hmm.'],
    ['Anna', 2_000, 2_900, 'How are you?'],
  );
  const { current } = edit(startHistory(talk), { kind: 'correct-text', segment: 1, text: '' });

  it('is part of the turn before it, so that no empty turn is left', () => {
    assert.deepEqual(
      toTurns(current).turns.map(({ speaker, first, end }) => [speaker.name, first, end]),
      [['Anna', 0, 3]],
    );
    const { current: atStart } = edit(startHistory(talk), {
      kind: 'correct-text',
      segment: 0,
      text: '',
    });
    assert.deepEqual(
      toTurns(atStart).turns.map(({ speaker, first, end }) => [speaker.name, first, end]),
      [
        ['Bob', 0, 2],
        ['Anna', 2, 3],
      ],
    );
  });

  it('leaves no gap in the full text, in exports and in copies', async () => {
    assert.equal(current.text, 'Hello. How are you?');
    assert.equal(toPassages(toWritten(current)).length, 1);
    for (const format of ['txt', 'srt', 'vtt', 'csv'] as const) {
      const { content } = await exportTranscript(current, format);
      assert.doesNotMatch(String(content), /Bob|00:00:01\S* -->/, format);
    }
    const json = JSON.parse(
      String((await exportTranscript(current, 'json')).content),
    ) as Transcript;
    assert.equal(json.segments.length, 3);
  });
});

describe('wordPlace: where another speaker begins in an edited paragraph', () => {
  const { segments } = spoken('Good morning.', 'Shall we begin?');
  const place = (text: string, caret: number) =>
    wordPlace(segments, { first: 0, end: 2 }, text, caret);

  it('is the word at the caret, or the next one', () => {
    const text = 'Good morning. Shall we begin?';
    assert.deepEqual(place(text, 5), { segment: 0, offset: 5 });
    assert.deepEqual(place(text, text.indexOf('ning')), { segment: 0, offset: 5 });
    assert.deepEqual(place(text, text.indexOf(' Shall')), { segment: 1, offset: 0 });
    assert.deepEqual(place(text, text.indexOf('gin?')), { segment: 1, offset: 9 });
  });

  it('counts the spaces as they are stored if the segment is changed', () => {
    const text = 'Good  and fine morning. Shall we begin?';
    assert.deepEqual(place(text, text.indexOf('morning')), { segment: 0, offset: 14 });
  });

  it('is none at the first word, and behind the last one', () => {
    const text = 'Good morning. Shall we begin?';
    assert.equal(place(text, 0), null);
    assert.equal(place(text, 2), null);
    assert.equal(place(text, text.length), null);
  });
});
