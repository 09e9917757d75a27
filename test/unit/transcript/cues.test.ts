import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCues, type Cue } from '../../../src/transcript/exports/cues.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
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
          segments: [0],
          part: 0,
          parts: 1,
          start_ms: 0,
          end_ms: 1500,
          speaker: 'Anna',
          lines: ['Good morning.'],
        },
        { segments: [1], part: 0, parts: 1, start_ms: 1500, end_ms: 2500, lines: ['Yes.'] },
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

  const timesOf = (transcript: Transcript): readonly (readonly (number | string)[])[] =>
    toCues(transcript).map(({ start_ms, end_ms, lines }) => [start_ms, end_ms, lines.join(' ')]);

  const eight = 'eight words that nobody can read that fast';

  it('uses the pause after a short line until it can be read, at most until the next one', () => {
    const until = (next: number) =>
      timesOf(transcriptOf(['A', 3010, 3010, eight], ['B', next, next + 2000, 'Yes.']))[0];
    assert.deepEqual(until(6000), [3010, 5530, eight]);
    assert.deepEqual(until(4500), [3010, 4500, eight]);
    const fast = transcriptOf(['A', 0, 1500, eight], ['B', 9000, 9500, 'Yes.']);
    assert.deepEqual(timesOf(fast)[0], [0, 2520, eight]);
  });

  it('uses the pause before a short line if there is none after it, also at the end', () => {
    assert.deepEqual(
      timesOf(
        transcriptOf(
          ...([
            ['A', 0, 1000, 'One.'],
            ['B', 5000, 5100, 'Two.'],
            ['A', 5100, 8000, 'Three.'],
            ['B', 59_900, 60_000, 'Four.'],
          ] as const),
        ),
      ),
      [
        [0, 1000, 'One.'],
        [4100, 5100, 'Two.'],
        [5100, 8000, 'Three.'],
        [59_000, 60_000, 'Four.'],
      ],
    );
  });

  it('joins short lines of one speaker that follow each other', () => {
    const words = 'One two three four five six.'.split(' ');
    const cues = toCues(
      transcriptOf(...words.map((word, at) => ['A', at * 300, at * 300 + 280, word] as const), [
        'B',
        1800,
        4000,
        'No.',
      ]),
    );
    assert.deepEqual(
      cues.map(({ segments, start_ms, end_ms, lines }) => [segments, start_ms, end_ms, ...lines]),
      [
        [[0, 1, 2, 3, 4, 5], 0, 1780, 'One two three four five six.'],
        [[6], 1800, 4000, 'No.'],
      ],
    );
    const row = Array.from(
      { length: 40 },
      (_, at) => ['A', at * 300, at * 300 + 280, 'so'] as const,
    );
    assert.deepEqual(timesOf(transcriptOf(...row)).slice(0, 2), [
      [0, 1180, 'so so so so'],
      [1200, 2380, 'so so so so'],
    ]);
  });

  it('joins a short line with the one before if another speaker follows, but never across languages', () => {
    const said = (language?: string) =>
      timesOf(
        normaliseTranscript({
          segments: [
            { speaker: 'A', start_ms: 0, end_ms: 3000, text: 'Good morning.' },
            { speaker: 'A', start_ms: 3000, end_ms: 3100, text: 'Oui.', language },
            { speaker: 'B', start_ms: 3100, end_ms: 6000, text: 'Good morning.' },
          ],
        }),
      );
    assert.deepEqual(said()[0], [0, 3100, 'Good morning. Oui.']);
    assert.equal(said('fr').length, 3);
  });

  it('ends a line where the next one of its speaker starts, and lets two speakers overlap', () => {
    const [long, late] = ['We were all over there by then.', 'They were not with us.'];
    for (const [other, end] of [
      ['A', 4000],
      ['B', 4040],
    ] as const)
      assert.deepEqual(timesOf(transcriptOf(['A', 0, 4040, long], [other, 4000, 8000, late])), [
        [0, end, long],
        [4000, 8000, late],
      ]);
  });

  it('gives a line of another speaker a picture of the video if there is no pause', () => {
    assert.deepEqual(
      timesOf(transcriptOf(['A', 0, 5, eight], ['B', 5, 5000, 'Yes.'], ['A', 20, 6000, 'No.'])),
      [
        [0, 40, eight],
        [5, 5000, 'Yes.'],
        [40, 6000, 'No.'],
      ],
    );
  });

  it('shares the time of lines that were said too fast, a second for each cue if possible', () => {
    const many = 'a few words too many. '.repeat(4).trim();
    assert.deepEqual(
      timesOf(transcriptOf(['A', 0, 0, many], ['A', 0, 6000, many], ['B', 6000, 9000, 'Yes.'])).map(
        ([start]) => start,
      ),
      [0, 1000, 2000, 6000],
    );
  });

  it('puts more text into a cue before it leaves it without a picture', () => {
    const text = 'a few words too many. '.repeat(20);
    const [cue, ...others] = toCues(transcriptOf(['A', 5, 5, text], ['B', 5, 5, 'Yes.'])).filter(
      ({ speaker }) => speaker === 'A',
    );
    assert.equal(others.length > 3, true);
    assert.equal(cue?.start_ms, 5);
    const fast = toCues(transcriptOf(['A', 0, 85, text], ['B', 80, 9000, 'Yes.']));
    assert.deepEqual(
      fast
        .filter(({ speaker }) => speaker === 'A')
        .map(({ start_ms, end_ms }) => [start_ms, end_ms]),
      [
        [0, 43],
        [43, 85],
      ],
    );
  });

  it('distributes the words evenly if there are more of them than pictures', () => {
    const sentence = 'This sentence is long enough to fill a line of text.';
    const text = Array.from({ length: 12 }, () => sentence).join(' ');
    for (const count of [1, 2, 3]) {
      const end = count * 40;
      const cues = toCues(transcriptOf(['A', 0, end, text], ['B', end, 9000, 'Yes.'])).slice(0, -1);
      assert.equal(cues.length, count);
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

  it('handles an hour in one segment, and ten thousand segments, without slowing down', () => {
    const words = 'and so it went on, day after day. ';
    const elapsed = measureProcessorTime();
    assert.ok(cuesFrom('en', words.repeat(1500), 3600).length > 500);
    const many = Array.from(
      { length: 10_000 },
      (_, at) => ['A', at * 4000, at * 4000 + 3900, words.repeat(3)] as const,
    );
    assert.equal(toCues(transcriptOf(...many)).at(-1)?.segments[0], 9999);
    // In ms: several times the expected time, and a fraction of what a quadratic algorithm needs.
    assert.ok(elapsed() < 20_000);
  });
});
