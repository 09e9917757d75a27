import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCues, type Cue } from '../../../src/transcript/exports/cues.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { oneLine } from '../../../src/transcript/plain-text.js';
import { measureProcessorTime } from '../../support/processor-time.js';
import { transcriptOf } from './arbitraries.js';

const cuesFrom = (language: string, text: string, seconds: number): readonly Cue[] =>
  toCues(
    normaliseTranscript({ language, segments: [{ start_ms: 0, end_ms: seconds * 1000, text }] }),
  );

const linesOf = (language: string, text: string, seconds: number): (readonly string[])[] =>
  cuesFrom(language, text, seconds).map(({ lines }) => lines);

const withoutBlanks = (text: string): string => oneLine(text).replace(/\s/g, '');

describe('toCues', () => {
  it('keeps a segment that fits one cue unchanged', () => {
    assert.deepEqual(
      toCues(transcriptOf(['Anna', 0, 1500, 'Good morning.'], [undefined, 1500, 2500, 'Yes.'])),
      [
        {
          segment: 0,
          part: 0,
          parts: 1,
          start_ms: 0,
          end_ms: 1500,
          speaker: 'Anna',
          lines: ['Good morning.'],
        },
        { segment: 1, part: 0, parts: 1, start_ms: 1500, end_ms: 2500, lines: ['Yes.'] },
      ],
    );
  });

  it('splits between sentences first, then between clauses, then between words', () => {
    assert.deepEqual(
      linesOf(
        'en',
        'Good morning everybody, and thank you for coming. Mr. Smith could not be here today, so I ' +
          'will read his report to you; it is short, I promise. Any objections?',
        15,
      ),
      [
        ['Good morning everybody,', 'and thank you for coming.'],
        ['Mr. Smith could not be here today,', 'so I will read his report to you;'],
        ['it is short, I promise. Any objections?'],
      ],
    );
    assert.deepEqual(
      linesOf('en', 'one two three four five six seven eight nine ten '.repeat(3), 12),
      [
        ['one two three four five six seven', 'eight nine ten one two three four five'],
        ['six seven eight nine ten one two three', 'four five six seven eight nine ten'],
      ],
    );
  });

  it('breaks lines between words in scripts without spaces, and never before closing punctuation', () => {
    assert.deepEqual(
      linesOf('ja', '「今日は、いい天気ですね。」と彼は言った。明日も晴れるでしょう！', 8),
      [['「今日は、いい天気ですね。」'], ['と彼は言った。', '明日も晴れるでしょう！']],
    );
    assert.deepEqual(
      linesOf(
        'ja',
        '今日は朝から雨が降っていたので、駅までバスで行きました。会議は十時に始まり、十二時に終わりました。',
        12,
      ),
      [
        ['今日は朝から雨が降っていたので、', '駅までバスで行きました。'],
        ['会議は十時に始まり、', '十二時に終わりました。'],
      ],
    );
    // A line holds 16 wide characters. The first text has 16, the second 17.
    assert.deepEqual(linesOf('ja', '昨日は朝から雨が降っていました。', 4), [
      ['昨日は朝から雨が降っていました。'],
    ]);
    assert.deepEqual(linesOf('ja', '昨日は朝から雨が降っていましたね。', 4), [
      ['昨日は朝から雨が', '降っていましたね。'],
    ]);
    assert.deepEqual(linesOf('th', 'วันนี้อากาศดีมากเราจะไปเที่ยวทะเลกันในวันหยุดสุดสัปดาห์นี้ทุกๆคน', 6), [
      ['วันนี้อากาศดีมากเราจะไปเที่ยว', 'ทะเลกันในวันหยุดสุดสัปดาห์นี้ทุกๆคน'],
    ]);
  });

  it('does not break at spaces that belong to punctuation or numbers', () => {
    const [first] = linesOf(
      'fr',
      'Je suis « très » content de vous voir ; vraiment : oui ! 10\u00a0000 fois.',
      5,
    );
    for (const line of first ?? []) assert.doesNotMatch(line, /^[»;:!]|«$/u);
    assert.match((first ?? []).join(' '), /10\u00a0000/);
  });

  it('lasts as long as its share of the words, up to seven seconds if the segment has enough words', () => {
    assert.deepEqual(
      cuesFrom('en', 'Yes.', 40).map(({ start_ms, end_ms }) => [start_ms, end_ms]),
      [[0, 40_000]],
    );
    assert.deepEqual(
      cuesFrom('en', 'We were all over there. They were not with us. And nobody knew it.', 19).map(
        ({ start_ms, end_ms, lines }) => [start_ms, end_ms, ...lines],
      ),
      [
        [0, 6811, 'We were all over there.'],
        [6811, 13_264, 'They were not with us.'],
        [13_264, 19_000, 'And nobody knew it.'],
      ],
    );
  });

  it('puts more text into a cue before it leaves it without time', () => {
    const [cue, ...others] = toCues(transcriptOf(['A', 5, 5, 'a few words too many. '.repeat(20)]));
    assert.deepEqual(others, []);
    assert.equal(cue?.end_ms, 6);
    const three = toCues(transcriptOf(['A', 5, 8, 'a few words too many. '.repeat(20)]));
    assert.deepEqual(
      three.map(({ start_ms, end_ms }) => [start_ms, end_ms]),
      [
        [5, 6],
        [6, 7],
        [7, 8],
      ],
    );
  });

  it('gives every cue at least a millisecond', () => {
    const text = `${'a few words too many. '.repeat(8)}${'x'.repeat(9000)}`;
    assert.deepEqual(
      toCues(transcriptOf(['A', 0, 10, text])).map(({ start_ms, end_ms }) => [start_ms, end_ms]),
      [
        [0, 1],
        [1, 2],
        [2, 10],
      ],
    );
  });

  it('distributes the words evenly if there are more of them than milliseconds', () => {
    const sentence = 'This sentence is long enough to fill a line of text.';
    const text = Array.from({ length: 12 }, () => sentence).join(' ');
    for (const seconds of [0.001, 0.002, 0.003]) {
      const cues = cuesFrom('en', text, seconds);
      assert.equal(cues.length, seconds * 1000);
      assert.equal(cues.map(({ lines }) => lines.join(' ')).join(' '), text);
      const lengths = cues.map(({ lines }) => lines.join(' ').length);
      assert.ok(Math.max(...lengths) < 2 * Math.min(...lengths), String(lengths));
    }
  });

  it('lays out a prefix with the words', () => {
    const lead = (): string => 'Professor Higgins:';
    const text = 'The rain in Spain stays mainly in the plain.';
    const [plain] = toCues(transcriptOf(['A', 0, 3000, text]));
    const [led] = toCues(transcriptOf(['A', 0, 3000, text]), lead);
    assert.deepEqual(plain?.lines, ['The rain in Spain stays', 'mainly in the plain.']);
    assert.deepEqual(led?.lines, [
      'Professor Higgins: The rain in',
      'Spain stays mainly in the plain.',
    ]);
    const long = 'Maximiliane Hohenstein-Rothenburg:';
    const [above] = toCues(transcriptOf(['A', 0, 3000, 'The rain in Spain.']), () => long);
    assert.deepEqual(above?.lines, [long, 'The rain in Spain.']);
    const words = 'Her Serene Highness the Duchess of Something-Elsewhere:';
    assert.deepEqual(toCues(transcriptOf(['A', 0, 3000, 'Good evening.']), () => words)[0]?.lines, [
      'Her Serene Highness the',
      'Duchess of Something-Elsewhere:',
      'Good evening.',
    ]);
  });

  it('sorts cues by start if segments overlap', () => {
    const long = 'And this is a rather long sentence that goes on. '.repeat(6);
    const cues = toCues(transcriptOf(['A', 0, 20_000, long], ['B', 7000, 8000, 'Yes.']));
    assert.ok(cues.length > 4);
    const starts = cues.map(({ start_ms }) => start_ms);
    assert.deepEqual(
      starts,
      starts.toSorted((one, other) => one - other),
    );
    assert.notEqual(cues.at(-1)?.segment, 1);
  });

  it('ends a Greek sentence at its question mark, which looks like a semicolon', () => {
    const text = 'Πού πήγες χθες; Πήγαμε στο θέατρο, και γυρίσαμε αργά.';
    assert.deepEqual(linesOf('el', text, 8), [
      ['Πού πήγες χθες;'],
      ['Πήγαμε στο θέατρο, και γυρίσαμε αργά.'],
    ]);
    assert.deepEqual(linesOf('en', text, 8), [
      ['Πού πήγες χθες; Πήγαμε στο θέατρο,'],
      ['και γυρίσαμε αργά.'],
    ]);
  });

  it('splits marks that fill more than a line, although a line then begins with a mark', () => {
    const rows = linesOf('en', `Well ${'. '.repeat(60)}`, 10);
    const lines = rows.flat();
    assert.deepEqual(withoutBlanks(lines.join('')), `Well${'.'.repeat(60)}`);
    for (const line of lines) assert.ok(line.length <= 42, line);
    for (const { length } of rows) assert.ok(length <= 2);
  });

  it('keeps marks of less than a line with their word, even beyond the maximum duration', () => {
    for (const text of ['« « « Bonjour ! » ? !', '« Bonjour » : ! : : :'])
      assert.deepEqual(linesOf('fr', text, 8), [[text]]);
  });

  it('accepts any language tag', () => {
    for (const language of ['x', 'auto', 'en_GB!', '日本', 'zh-Hant-TW'])
      assert.equal(cuesFrom(language, 'One. Two.', 3).length, 1);
  });

  it('prefers the language of the segment over that of the transcript', () => {
    const cues = toCues(
      normaliseTranscript({
        language: 'en',
        segments: [{ start_ms: 0, end_ms: 9, text: 'a', language: 'he' }],
      }),
    );
    assert.equal(cues[0]?.language, 'he');
  });

  it('handles an hour in one segment, and ten thousand segments, without slowing down', () => {
    const words = 'and so it went on, day after day. ';
    const elapsed = measureProcessorTime();
    assert.ok(cuesFrom('en', words.repeat(1500), 3600).length > 500);
    const many = Array.from(
      { length: 10_000 },
      (_, at) => ['A', at * 4000, at * 4000 + 3900, words.repeat(3)] as const,
    );
    assert.equal(toCues(transcriptOf(...many)).at(-1)?.segment, 9999);
    // In ms: several times the expected time, and a fraction of what a quadratic algorithm needs.
    assert.ok(elapsed() < 20_000);
  });
});
