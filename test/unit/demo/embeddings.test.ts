/** What the small apps that embed the element compute. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcript } from '../../../src/index.js';
import { partOf } from '../../../demo/embeddings/shown-code.js';
import { progressOf, quoteOf, sharesOf } from '../../../demo/react/tickets.js';
import { speakerOf, statusOf, TEXTS } from '../../../demo/react/texts.js';
import { countWords, search, toClock, withInterview } from '../../../demo/vue/interviews.js';

const transcriptOf = (...lines: readonly [speaker: string, seconds: number, text: string][]) => {
  let at = 0;
  const segments = lines.map(([speaker, seconds, text]) => {
    const start_ms = at;
    at += seconds * 1000;
    return { speaker, start_ms, end_ms: at, text };
  });
  const text = lines.map(([, , words]) => words).join(' ');
  return { text, language: 'en', duration: at / 1000, segments } as unknown as Transcript;
};

const call = transcriptOf(
  ['SPEAKER_02', 3, 'Good morning'],
  ['SPEAKER_01', 6, 'My parcel is late'],
  ['SPEAKER_02', 1, 'I see'],
);

test('support desk: shares of speech add up per speaker, the most talkative first', () => {
  assert.deepEqual(sharesOf(call), [
    { speaker: 'SPEAKER_01', percent: 60 },
    { speaker: 'SPEAKER_02', percent: 40 },
  ]);
  assert.deepEqual(sharesOf(transcriptOf()), []);
  assert.deepEqual(sharesOf(transcriptOf(['A', 0, 'x'])), [{ speaker: 'A', percent: 0 }]);
});

test('support desk: a quotation has one line per segment', () => {
  assert.equal(quoteOf(call), '> Good morning\n> My parcel is late\n> I see');
});

test('support desk: labels of the service become numbers, names of people stay', () => {
  assert.deepEqual(
    ['SPEAKER_02', 'Maya', ''].map((label) => speakerOf(TEXTS.de, label)),
    ['Stimme 2', 'Maya', 'Stimme'],
  );
});

test('support desk: every language has a text for each progress', () => {
  for (const texts of Object.values(TEXTS))
    for (const state of ['idle', 'uploading', 'ready', 'failed'] as const)
      assert.match(statusOf(texts, progressOf(state, 42)), /\p{L}/u);
  assert.equal(statusOf(TEXTS.en, progressOf('uploading', 42)), 'Working, 42%');
});

test('archive: a corrected interview replaces its earlier version, sorted by name', () => {
  const one = { id: '1', name: 'b.mp3', transcript: call };
  const two = { id: '2', name: 'a.mp3', transcript: call };
  const changed = { ...one, transcript: transcriptOf(['A', 1, 'changed']) };
  const all = [one, two].reduce(withInterview, []);
  assert.deepEqual(
    all.map(({ id }) => id),
    ['2', '1'],
  );
  assert.deepEqual(withInterview(all, changed), [two, changed]);
});

test('archive: the search ignores case and finds nothing without a query', () => {
  const interviews = [{ id: '1', name: 'call', transcript: call }];
  assert.deepEqual(
    search(interviews, ' PARCEL ').map(({ segment }) => segment.start_ms),
    [3000],
  );
  assert.deepEqual(search(interviews, ' '), []);
  assert.equal(countWords(interviews), 8);
});

test('archive: times are minutes and seconds', () => {
  assert.deepEqual([0, 59_999, 65_000, 3_600_000].map(toClock), ['0:00', '0:59', '1:05', '60:00']);
});

test('code on the page: a part of a file loses the indentation of the file', () => {
  const file = '<body>\n    <form id="a">\n      <button>Send</button>\n    </form>\n</body>';
  assert.equal(partOf(file, 'form'), '<form id="a">\n  <button>Send</button>\n</form>');
});
