import { expect } from '@open-wc/testing';
import { shownName } from '../../../src/transcript/speakers.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { toTurns } from '../../../src/transcript/turns.js';
import fc from '../../support/fast-check.js';
import { englishReaderStrings } from '../../support/strings.js';
import { transcripts } from '../../unit/transcript/arbitraries.js';
import { frames, showList } from './list-support.js';
import { seededRuns } from '../../support/seeded-runs.js';

/** All elements with their classes, except the classes that distinguish speakers. */
const EXPECTED = new Set([
  'div.block',
  'section.turn',
  'div.heading',
  'h3.who',
  'span.badge',
  'bdi.name',
  'span.name-start',
  'span.name-end',
  'button.rename',
  'button.time',
  'button.stop',
  'p.paragraph',
  'span.segment',
  'p.whole',
  'p.empty',
  'slot',
]);

const kindOf = (element: Element): string =>
  [element.localName, element.classList[0]].filter(Boolean).join('.');

const check = async (transcript: Transcript): Promise<void> => {
  const { list, texts, rows, host } = await showList(transcript);
  list.complete();
  const { turns, speakers } = toTurns(transcript);
  expect(texts()).to.deep.equal(transcript.segments.map(({ text }) => text));
  expect(rows()).to.have.length(transcript.segments.length);
  const named = speakers.some(({ name }) => name !== null);
  expect(
    [...list.scroller.querySelectorAll('[part~="speaker-name"]')].map(
      ({ textContent }) => textContent,
    ),
  ).to.deep.equal(
    named ? turns.map(({ speaker }) => shownName(speaker, englishReaderStrings)) : [],
  );
  const kinds = new Set([...list.scroller.querySelectorAll('*')].map(kindOf));
  expect([...kinds].filter((kind) => !EXPECTED.has(kind))).to.deep.equal([]);
  list.dispose();
  host.remove();
};

const hostile =
  '<img src=x onerror="window.executed = true"><script>window.executed = true</script>';

const transcriptOf = (segments: readonly object[], more = {}): Transcript =>
  normaliseTranscript({ segments, ...more });

const ODD: Readonly<Record<string, Transcript>> = {
  'markup everywhere': transcriptOf(
    Array.from({ length: 20 }, (_, at) => ({
      speaker: `${hostile}${at}`,
      start_ms: at,
      end_ms: at + 1,
      text: hostile,
      language: '"><b>',
    })),
    { language: '" onclick="window.executed = true' },
  ),
  'characters that turn the direction of a line': transcriptOf([
    { speaker: '\u202eAnna\u2066', start_ms: 0, end_ms: 9, text: '\u202eabc \u2067def\u2069 ghi' },
    { speaker: 'דנה', start_ms: 9, end_ms: 20, text: 'שלום abc 123' },
  ]),
  'two hundred speakers': transcriptOf(
    Array.from({ length: 1000 }, (_, at) => ({
      speaker: `Speaker ${at % 200}`,
      start_ms: at * 10,
      end_ms: at * 10 + 5,
      text: `Words ${at}`,
    })),
  ),
  'unsorted, overlapping, negative': transcriptOf([
    { speaker: 'A', start_ms: 5000, end_ms: 1, text: 'late' },
    { speaker: 'B', start_ms: -10, end_ms: 99999, text: 'early' },
    { start_ms: 1, end_ms: 99999, text: 'nobody' },
  ]),
  'no language, no times': transcriptOf([{ text: 'a' }, { text: 'b', language: null }], {
    language: null,
  }),
  'a megabyte of text in one segment': transcriptOf([
    { speaker: 'A', start_ms: 0, end_ms: 1, text: 'word and '.repeat(116_000) },
    { speaker: 'B', start_ms: 1, end_ms: 2, text: 'after' },
  ]),
  nothing: normaliseTranscript({}),
};

describe('any data of the service', () => {
  for (const [name, transcript] of Object.entries(ODD))
    it(`is shown as text: ${name}`, async () => {
      await check(transcript);
      await frames(2);
      expect('executed' in window).to.equal(false);
    });

  it('is shown as text: random data', async () => {
    await fc.assert(fc.asyncProperty(transcripts, check), { numRuns: seededRuns(30, 200) });
    expect('executed' in window).to.equal(false);
  });
});
