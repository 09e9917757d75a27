/** What a line or a name opens is closed where it ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { toClipboard } from '../../../src/transcript/clipboard.js';
import { startHistory } from '../../../src/transcript/edits/edit-history.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { EXPORT_FORMATS } from '../../../src/transcript/exports/formats.js';
import { closed } from '../../../src/transcript/plain-text.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { toWritten } from '../../../src/transcript/written.js';
import { unzip } from './unzip.js';

const ENDS: Readonly<Record<string, string>> = {
  ...{ '\u202a': '\u202c', '\u202b': '\u202c', '\u202d': '\u202c', '\u202e': '\u202c' },
  ...{ '\u2066': '\u2069', '\u2067': '\u2069', '\u2068': '\u2069' },
};

/** True if no direction is open at the end, and none was closed that was not open. */
const isBalanced = (text: string): boolean => {
  const open: string[] = [];
  for (const sign of text) {
    if (ENDS[sign] !== undefined) open.push(ENDS[sign]);
    else if (/[\u202c\u2069]/.test(sign) && open.pop() !== sign) return false;
  }
  return open.length === 0;
};

const OVERRIDE = '\u202e';

const odd = (text: string, speaker = 'Bob'): Transcript =>
  normaliseTranscript({
    segments: [
      { speaker, start_ms: 0, end_ms: 1000, text },
      { speaker, start_ms: 1000, end_ms: 2000, text: 'sigma' },
    ],
  });

/** All ways out as text, with the directions that each one writes. */
const everyWay = async (transcript: Transcript): Promise<Readonly<Record<string, string>>> => {
  const { text, html } = toClipboard(toWritten(transcript, {}));
  const files = EXPORT_FORMATS.map(async (format) => {
    const { content } = await exportTranscript(transcript, format, { title: `${OVERRIDE}title` });
    return [
      format,
      typeof content === 'string' ? content : unzip(content, 'word/document.xml'),
    ] as const;
  });
  return { ...Object.fromEntries(await Promise.all(files)), text, html };
};

describe('closed', () => {
  it('closes what a text opens, and drops what closes nothing', () => {
    assert.equal(closed('plain'), 'plain');
    assert.equal(closed(`${OVERRIDE}abc`), `${OVERRIDE}abc\u202c`);
    assert.equal(closed('\u2067\u202aabc'), '\u2067\u202aabc\u202c\u2069');
    assert.equal(closed('a\u202c\u2069b'), 'ab');
    assert.equal(closed('\u2067abc\u2069 d'), '\u2067abc\u2069 d');
  });

  it('is balanced for any text, and the same when it is done again', () => {
    const signs = fc.constantFrom(...Object.keys(ENDS), '\u202c', '\u2069', 'a', 'ש', ' ');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
        const once = closed(parts.join(''));
        assert.ok(isBalanced(once));
        assert.equal(closed(once), once);
      }),
    );
  });
});

describe('a direction that a line opens', () => {
  for (const [sign, end] of Object.entries(ENDS))
    it(`is closed before the next line in every way out: U+${sign.charCodeAt(0).toString(16)}`, async () => {
      for (const [way, text] of Object.entries(await everyWay(odd(`${sign}omega`)))) {
        const between = text.slice(text.indexOf('omega'), text.indexOf('sigma'));
        assert.ok(text.includes(`${sign}omega`) && between.includes(end), way);
        assert.ok(isBalanced(text), way);
      }
    });

  it('is closed before the words if a name opens it', async () => {
    const ways = await everyWay(odd('omega', `${OVERRIDE}Bob`));
    for (const way of ['txt', 'md', 'docx', 'srt', 'vtt', 'csv', 'text', 'html']) {
      const text = ways[way] ?? '';
      const name = text.indexOf(`${OVERRIDE}Bob`);
      assert.ok(name >= 0, way);
      const afterwards = text.slice(name + 4).search(/\u202c/);
      assert.ok(afterwards >= 0 && afterwards < text.slice(name + 4).indexOf('omega'), way);
    }
  });

  it('is closed in each line of a cue', async () => {
    const long = `${OVERRIDE}${'some words that fill the line '.repeat(6)}`;
    for (const format of ['srt', 'vtt'] as const) {
      const { content } = await exportTranscript(odd(long), format);
      for (const line of String(content).split('\n')) assert.ok(isBalanced(line), line);
    }
  });

  it('is closed where a selection ends, and in a correction', () => {
    const transcript = odd(`${OVERRIDE}one two`);
    const selection = [{ segment: 0, start: 0, end: 4 }];
    const { text } = toClipboard(toWritten(transcript, { selection }));
    assert.equal(text, `${OVERRIDE}one\u202c`);
    const edit = { kind: 'correct-text', segment: 1, text: `${OVERRIDE}typed` } as const;
    const { current } = startHistory(transcript, [edit]);
    assert.equal(current.segments[1]?.text, `${OVERRIDE}typed\u202c`);
  });
});
