import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { filterHits } from '../../../src/transcript/search/filter.js';
import { createSearchIndex, type SearchHits } from '../../../src/transcript/search/search.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { placesInEmoji } from '../../../src/transcript/characters.js';
import { CLUSTER, joinTexts } from '../../../src/transcript/plain-text.js';
import { replaceHits } from '../../../src/transcript/search/replace.js';
import { createFolder } from '../../../src/transcript/search/fold.js';
import { anyText } from './arbitraries.js';
import { applyEdit } from './random-edits.js';
import { SEARCHES } from './search-languages.js';
import { seededRuns } from '../../support/seeded-runs.js';

const transcriptOfTexts = (
  texts: readonly string[],
  language: string | null = 'en',
  languages: readonly (string | undefined)[] = [],
): Transcript =>
  normaliseTranscript({
    language,
    segments: texts.map((text, at) => ({
      speaker: `S${at % 2}`,
      start_ms: at * 10,
      end_ms: at * 10 + 9,
      text,
      language: languages[at],
    })),
  });

const numbers = ({ count }: SearchHits): number[] => Array.from({ length: count }, (_, hit) => hit);

/** The texts of the pieces of each hit. */
const found = (transcript: Transcript, query: string, locale?: string): string[][] => {
  const hits = createSearchIndex(transcript, locale).find(query);
  return numbers(hits).map((hit) =>
    hits
      .piecesOf(hit)
      .map(({ segment, start, end }) => transcript.segments[segment]?.text.slice(start, end) ?? ''),
  );
};

describe('search: languages', () => {
  for (const [language, text, query, expected] of SEARCHES)
    it(`${language}: ${JSON.stringify(query)} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(found(transcriptOfTexts([text], language), query).flat(), expected);
    });

  it("prefers the segment's language, then the transcript's, then the option, then English", () => {
    const texts = ['ål al', 'ål al'];
    const count = (
      language: string | null,
      own: readonly (string | undefined)[],
      locale?: string,
    ) => found(transcriptOfTexts(texts, language, own), 'al', locale).length;
    assert.equal(count('sv', ['en', undefined]), 3);
    assert.equal(count('en', [undefined, 'sv-SE']), 3);
    assert.equal(count(null, [], 'sv'), 2);
    assert.equal(count(null, []), 4);
    assert.equal(count('no language!', ['und', 'auto'], 'sv'), 2);
    assert.equal(count('qaa', [], 'sv'), 4);
  });

  it("uses the root collation for an unsupported language, not the machine's locale", () => {
    const program = `
      import { createSearchIndex } from './src/transcript/search/search.ts';
      import { normaliseTranscript } from './src/transcript/transcript.ts';
      const segments = [{ start_ms: 0, end_ms: 1, text: 'ål al' }];
      const count = (language) => createSearchIndex(normaliseTranscript({ language, segments })).find('al').count;
      console.log(Intl.Collator().resolvedOptions().locale, count('qaa'), count('sv'));
    `;
    const printed = execFileSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { cwd: new URL('../../../', import.meta.url), env: { ...process.env, LC_ALL: 'sv_SE' } },
    );
    assert.equal(String(printed).trim(), 'sv-SE 2 1');
  });

  it('reads the query in the language of each segment', () => {
    const mixed = transcriptOfTexts(['al ål', 'al ål', 'al ål'], null, ['en', 'sv', 'en']);
    const both = ['al', 'ål'];
    assert.deepEqual(found(mixed, 'ål').flat(), [...both, 'ål', ...both]);
  });

  it('finds a match across two languages if both read the query alike', () => {
    const mixed = transcriptOfTexts(['vi ses', 'see you', 'på'], 'en', ['sv', 'en', 'sv']);
    assert.deepEqual(found(mixed, 'ses see'), [['ses', 'see']]);
    assert.deepEqual(found(mixed, 'pa'), []);
    assert.deepEqual(found(mixed, 'på'), [['på']]);
  });
});

describe('search: segments', () => {
  const talk = transcriptOfTexts(['We begin.', 'Now', 'and here.', '你好', '世界', 'Now']);

  it('finds matches across segments, as in the full text', () => {
    assert.deepEqual(found(talk, 'begin. now and'), [['begin.', 'Now', 'and']]);
    assert.deepEqual(found(talk, '好世'), [['好', '世']]);
    assert.deepEqual(found(talk, 'here. 你'), [['here.', '你']]);
    for (const none of ['begin.now', '好 世', 'here.你']) assert.deepEqual(found(talk, none), []);
  });

  it('has no hits for an empty query', () => {
    for (const query of ['', ' ', '\n\u00a0', '\u00ad', '\u0301']) {
      const hits = createSearchIndex(talk).find(query);
      assert.equal(hits.count, 0);
      assert.equal(hits.firstFrom(0), 0);
    }
    assert.equal(createSearchIndex(normaliseTranscript({})).find('a').count, 0);
  });

  it('returns the segment of a hit, and the next hit after a segment', () => {
    const hits = createSearchIndex(talk).find('now');
    assert.deepEqual(numbers(hits).map(hits.segmentOf), [1, 5]);
    assert.deepEqual([-1, 0, 1, 2, 5, 6, NaN].map(hits.firstFrom), [0, 0, 0, 1, 1, 2, 2]);
    assert.deepEqual(hits.piecesOf(1), [{ segment: 5, start: 0, end: 3 }]);
    for (const none of [-1, 2, 0.5, NaN]) {
      assert.throws(() => hits.segmentOf(none), RangeError);
      assert.throws(() => hits.piecesOf(none), RangeError);
    }
  });

  it('knows the place behind a letter that is compared as two', () => {
    const hits = createSearchIndex(transcriptOfTexts(['\ufb01 bar'])).find('bar');
    assert.deepEqual(hits.piecesOf(0), [{ segment: 0, start: 2, end: 5 }]);
  });

  it('keeps thousands of hits', () => {
    const many = transcriptOfTexts(Array.from({ length: 3_000 }, (_, at) => `${at} now`));
    const hits = createSearchIndex(many).find('now');
    assert.equal(hits.count, 3_000);
    for (const hit of numbers(hits)) {
      const start = String(hit).length + 1;
      assert.deepEqual(hits.piecesOf(hit), [{ segment: hit, start, end: start + 3 }]);
    }
  });

  it('skips segments whose text folds to nothing', () => {
    const thin = applyEdit(transcriptOfTexts(['one', 'and', 'two']), {
      kind: 'correct-text',
      segment: 1,
      text: '\u200b',
    });
    const hits = createSearchIndex(thin).find('one two');
    assert.deepEqual(
      hits.piecesOf(0).map(({ segment }) => segment),
      [0, 2],
    );
  });

  it('finds the same when it indexes in slices', () => {
    const index = createSearchIndex(talk);
    assert.deepEqual([index.prepare(2), index.prepare(0), index.prepare(3)], [false, false, false]);
    assert.deepEqual([index.prepare(5), index.prepare(1)], [true, true]);
    assert.equal(index.find('now').count, 2);
    const half = createSearchIndex(talk);
    half.prepare(2);
    assert.equal(half.find('now').count, 2);
    assert.equal(createSearchIndex(normaliseTranscript({})).prepare(0), true);
  });

  it('finds new words after an edit, and reuses the rest of the index', () => {
    const edited = applyEdit(talk, { kind: 'correct-text', segment: 1, text: 'Later' });
    const index = createSearchIndex(talk);
    index.prepare(4);
    const before = index.find('now');
    index.update(edited);
    assert.equal(index.find('later').count, 1);
    assert.equal(index.find('now').count, 1);
    assert.equal(before.count, 2);
  });

  it("does not reuse parts that a change of the transcript's language affects", () => {
    const transcript = transcriptOfTexts(['ål'], 'sv');
    const index = createSearchIndex(transcript);
    assert.equal(index.find('al').count, 0);
    index.update(Object.freeze({ ...transcript, language: 'en' }));
    assert.equal(index.find('al').count, 1);
  });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  anyText({ minLength: 1, maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'a',
          'A',
          'é',
          'e\u0301',
          'ß',
          'ss',
          ' ',
          '\n',
          '\u00ad',
          '\u200d',
          '—',
          '’',
          'ﬁ',
          'कि',
        ],
        ...[
          'क',
          '你',
          '好',
          '\ud83d',
          '\ude00',
          '😀',
          '\u0301',
          'ö',
          'o',
          'ｶ',
          'ﾞ',
          '한',
          '\u1161',
          '…',
        ],
      ),
      { minLength: 1, maxLength: 10 },
    )
    .map((parts) => parts.join('')),
);
const languages = fc.constantFrom('en', 'de', 'sv', 'tr', 'hi', 'ja', undefined);
const given = fc
  .tuple(fc.array(text, { maxLength: 6 }), languages, fc.array(languages, { maxLength: 6 }))
  .map(([texts, language, own]) => transcriptOfTexts(texts, language ?? null, own));

/** Start and end of each grapheme cluster in a text. */
const clustersOf = (given: string): number[] => {
  const ends = [0];
  for (const [cluster] of given.matchAll(CLUSTER)) ends.push((ends.at(-1) ?? 0) + cluster.length);
  return ends;
};

/** How often the query is found: at all, with its case, and as whole words. */
const counts = (language: string, text: string, query: string): readonly number[] => {
  const transcript = transcriptOfTexts([text], language);
  const hits = createSearchIndex(transcript).find(query);
  const filtered = [
    { matchCase: true, wholeWords: false },
    { matchCase: false, wholeWords: true },
  ].map((filter) => filterHits(hits, transcript.segments, filter).count);
  return [hits.count, ...filtered];
};

describe('search: the same capitals', () => {
  for (const [text, query, count] of [
    ['I don’t know. DON’T.', "don't", 1],
    ['A well–known case', 'well-known', 1],
    ['He said “Yes”', '"Yes"', 1],
    ['He said “yes”', '"Yes"', 0],
    ['Café and CAFÉ', 'Cafe', 1],
    ['Œuvre, œuvre', 'Oeuvre', 1],
    ['Œuvre, œuvre', 'OEuvre', 1],
    ['Oeuvre, oeuvre', 'œuvre', 1],
    ['Straße, STRASSE, STRAẞE', 'Strasse', 1],
    ['Straße, STRASSE, STRAẞE', 'STRASSE', 2],
    ['10 ㎐ and 10 hz', '10 Hz', 1],
    ['ﬁne Fine', 'fine', 1],
    ['Go home. go Home', 'go Home', 1],
  ] as const)
    it(`${query} in ${text}`, () => {
      assert.equal(counts('en', text, query)[1], count);
    });

  it('are compared over the end of a line, and in its language', () => {
    const lines = transcriptOfTexts(['Die Straße', 'ist Lang'], 'de');
    for (const [query, count] of [
      ['Strasse ist', 1],
      ['Strasse Ist', 0],
      ['STRASSE ist', 0],
    ] as const) {
      const hits = createSearchIndex(lines).find(query);
      const filter = { matchCase: true, wholeWords: false };
      assert.equal(filterHits(hits, lines.segments, filter).count, count, query);
    }
  });
});

describe('search: one comparison with and without filters', () => {
  for (const [language, text, query] of [
    ['en', 'Don’t', "Don't"],
    ['en', 'Don\u02bct', "Don't"],
    ['de', 'Straße', 'Strasse'],
    ['de', 'Strasse', 'Straße'],
    ['fr', 'cœur', 'coeur'],
    ['en', 'Ægis', 'Aegis'],
    ['ja', 'ヒラガナ', 'ひらがな'],
    ['ja', 'ｶﾞﾗｽ', 'ガラス'],
    ['ja', 'A〜B', 'A~B'],
    ['en', 'ＡＢＣ', 'ABC'],
    ['ar', 'ســلام', 'سلام'],
    ['ar', 'كَتَبَ', 'كتب'],
    ['fa', 'كتابي', 'کتابی'],
    ['ar', 'کتابی', 'كتابي'],
    ['en', 'کتابی', 'كتابي'],
    ['fa', 'می\u200cخواهم', 'میخواهم'],
    ['en', 'co\u00adoperate', 'cooperate'],
    ['en', 'wo\u2060rd', 'word'],
    ['en', 'a\u2011b', 'a–b'],
    ['fr', '10\u202f000', '10 000'],
    ['en', 'Cafe\u0301', 'Café'],
    ['ru', '«Да»', '"Да"'],
    ['el', 'λόγος', 'λόγοσ'],
  ] as const)
    it(`${JSON.stringify(query)} in ${JSON.stringify(text)} (${language})`, () => {
      assert.deepEqual(counts(language, `– ${text} –`, query), [1, 1, 1]);
    });

  it('takes no part of a word for a whole one, whatever is hidden in it', () => {
    for (const text of ['co\u00adoperate', 'co\u2060operate', 'می\u200coperate'])
      assert.deepEqual(counts('en', text, 'operate'), [1, 1, 0], text);
    assert.deepEqual(counts('en', 'co\u200boperate', 'operate'), [1, 1, 1]);
  });

  it('finds whole characters, so that replacing leaves no mark behind', () => {
    const lines = transcriptOfTexts(['ｶﾞ ﾊﾟ'], 'ja');
    const hits = createSearchIndex(lines).find('カ');
    assert.deepEqual(replaceHits(lines.segments, hits, [0], 'k'), [
      { kind: 'correct-text', segment: 0, text: 'k ﾊﾟ' },
    ]);
  });

  it('finds what it finds also with the case of the text itself', () => {
    fc.assert(
      fc.property(given, (transcript) => {
        const index = createSearchIndex(transcript);
        for (const { text: query } of transcript.segments) {
          const hits = index.find(query);
          const exact = numbers(hits).filter((hit) =>
            hits
              .piecesOf(hit)
              .every(
                ({ segment, start, end }, _, { length }) =>
                  length === 1 &&
                  transcript.segments[segment]?.text.slice(start, end) === query.trim(),
              ),
          );
          for (const hit of exact) assert.ok(hits.hasCaseOfQuery(hit));
        }
      }),
      { numRuns: seededRuns(100, 1_000) },
    );
  });
});

describe('search: any text', () => {
  it('finds only text that folds to the query, in order, on cluster boundaries', () => {
    fc.assert(
      fc.property(given, text, (transcript, other) => {
        const { segments } = transcript;
        const index = createSearchIndex(transcript);
        for (const query of [other, ...segments.map((segment) => segment.text)]) {
          const hits = index.find(query);
          let reached: readonly [number, number] = [-1, 0];
          for (const hit of numbers(hits)) {
            const pieces = hits.piecesOf(hit);
            assert.equal(hits.segmentOf(hit), pieces[0]?.segment);
            assert.ok(hits.firstFrom(hits.segmentOf(hit)) <= hit);
            for (const { segment, start, end } of pieces) {
              const [last, lastEnd] = reached;
              assert.ok(segment > last || (segment === last && start >= lastEnd));
              assert.ok(start < end);
              const ends = clustersOf(segments[segment]?.text ?? '');
              assert.ok(ends.includes(start) && ends.includes(end));
              reached = [segment, end];
            }
            const language = segments[pieces[0]?.segment ?? 0]?.language ?? transcript.language;
            const fold = createFolder(language ?? 'en');
            const words = pieces.map(({ segment, start, end }) =>
              (segments[segment]?.text ?? '').slice(start, end),
            );
            assert.equal(fold(joinTexts(words)).text, fold(query).text);
          }
        }
      }),
      { numRuns: seededRuns(100, 1_000) },
    );
  });

  it('finds any part of a segment, or an earlier hit that overlaps it', () => {
    fc.assert(
      fc.property(given, fc.nat(), fc.nat(), fc.nat(), (transcript, at, one, other) => {
        const number = at % Math.max(1, transcript.segments.length);
        const segment = transcript.segments[number];
        if (!segment) return;
        const fold = createFolder(segment.language ?? transcript.language ?? 'en');
        // a part that starts and ends with a searchable character
        const solid = clustersOf(segment.text).flatMap((start, nth, all) => {
          const end = all[nth + 1];
          return end !== undefined && fold(segment.text.slice(start, end)).text !== ''
            ? [{ start, end }]
            : [];
        });
        if (solid.length === 0) return;
        const [low, high] = [one % solid.length, other % solid.length].sort((a, b) => a - b);
        const start = solid[low ?? 0]?.start ?? 0;
        const end = solid[high ?? 0]?.end ?? 0;
        const cut = placesInEmoji(segment.text);
        if (cut.has(start) || cut.has(end)) return;
        const hits = createSearchIndex(transcript).find(segment.text.slice(start, end));
        const met = numbers(hits).some((hit) =>
          hits
            .piecesOf(hit)
            .some((piece) => piece.segment === number && piece.start < end && piece.end > start),
        );
        assert.ok(met);
      }),
      { numRuns: seededRuns(150, 1_500) },
    );
  });

  it('never throws, for any query and text', () => {
    fc.assert(
      fc.property(given, anyText(), (transcript, query) => {
        createSearchIndex(transcript).find(query);
      }),
    );
    const pile = `a${'\u0301'.repeat(100_000)}`;
    assert.equal(createSearchIndex(transcriptOfTexts([pile])).find('A').count, 1);
  });
});
