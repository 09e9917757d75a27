/** Every way out of a transcript says the same about what is missing or not allowed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toClipboard } from '../../../src/transcript/clipboard.js';
import {
  exportTranscript,
  formatsWithWords,
  type ExportOptions,
} from '../../../src/transcript/exports/export-transcript.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/transcript/exports/formats.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { toWritten } from '../../../src/transcript/written.js';
import { transcriptOf } from './arbitraries.js';
import { unzip } from './unzip.js';

/** The text of a file. Of a Word document, its XML. */
const written = async (
  transcript: Transcript,
  format: ExportFormat,
  options?: ExportOptions,
): Promise<string> => {
  const { content } = await exportTranscript(transcript, format, options);
  return typeof content === 'string' ? content : unzip(content, 'word/document.xml');
};

/** All ways out that show names to people. */
const everyWay = async (
  transcript: Transcript,
  options: ExportOptions = {},
): Promise<Readonly<Record<string, string>>> => {
  const { text, html } = toClipboard(toWritten(transcript, options), 'turn');
  const files = EXPORT_FORMATS.filter((format) => format !== 'json').map(
    async (format) => [format, await written(transcript, format, options)] as const,
  );
  return { ...Object.fromEntries(await Promise.all(files)), text, html };
};

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('every way out', () => {
  const gap = transcriptOf(
    ['S7', 0, 1000, 'One.'],
    [undefined, 1000, 2000, 'Two.'],
    ['Bob', 2000, 3000, 'Three.'],
  );
  const german = {
    numberedSpeaker: (number: number) => `Sprecher ${number}`,
    unknownSpeaker: 'Unbekannt',
  };

  it('names a line without a speaker, and a speaker without a name, in the words of the page', async () => {
    for (const [way, text] of Object.entries(await everyWay(gap, { words: german }))) {
      for (const name of ['Sprecher 1', 'Unbekannt', 'Bob'])
        assert.equal(count(text, name), 1, way);
      assert.ok(text.indexOf('Unbekannt') > text.indexOf('One.'), way);
      assert.ok(text.indexOf('Unbekannt') < text.indexOf('Three.'), way);
    }
  });

  it('names such a line also if it alone is chosen', async () => {
    const alone = { selection: [{ segment: 1 }], words: german };
    for (const [way, text] of Object.entries(await everyWay(gap, alone)))
      assert.equal(count(text, 'Unbekannt'), 1, way);
  });

  it('writes no names if no line has a speaker, or none are wanted', async () => {
    const unnamed = transcriptOf([undefined, 0, 1000, 'One.'], [undefined, 1000, 2000, 'Two.']);
    for (const [way, text] of [
      ...Object.entries(await everyWay(unnamed)),
      ...Object.entries(await everyWay(gap, { names: false })),
    ])
      assert.doesNotMatch(text, /Unknown|Speaker \d|Bob|S7/, way);
  });

  it('takes a name of forbidden characters for none, and cleans the others', async () => {
    const odd: Transcript = {
      ...gap,
      segments: gap.segments.map((segment, at) => ({
        ...segment,
        speaker: ['\u200b\0', 'Bo\0b\uffff', 'A\u2028B\tC'][at] ?? '',
        text: `${segment.text}\0\ud800`,
      })),
    };
    for (const [way, text] of Object.entries(await everyWay(odd))) {
      for (const name of ['Unknown speaker', 'Bob', 'A B C'])
        assert.equal(count(text, name), 1, way);
      assert.ok(!/[\0\ud800\uffff\u2028\u200b]/u.test(text.replace(/^\ufeff/, '')), way);
    }
  });

  it('writes the time of each turn, of each line, or none', async () => {
    const talk = transcriptOf(['Bob', 61_000, 64_000, 'One.'], ['Bob', 65_000, 67_000, 'Two.']);
    for (const [times, expected] of [
      ['none', []],
      ['turn', ['1:01']],
      ['line', ['1:01', '1:05']],
    ] as const) {
      const { text, html } = toClipboard(toWritten(talk, {}), times);
      for (const [way, content] of [
        ['text', text],
        ['html', html],
        ...(await Promise.all(
          (['txt', 'md', 'docx'] as const).map(
            async (format) => [format, await written(talk, format, { times })] as const,
          ),
        )),
      ] as const)
        assert.deepEqual(content.match(/\b1:0\d\b/g) ?? [], expected, `${way}, ${times}`);
    }
  });

  const wordsAlone = normaliseTranscript({ text: 'One sentence. And one more.', duration: 4 });

  it('has the words of a result without segments, over its duration', async () => {
    for (const [way, text] of Object.entries(await everyWay(wordsAlone)))
      assert.match(text, /One sentence\.\sAnd one more\./, way);
    assert.match(await written(wordsAlone, 'srt'), /^1\n00:00:00,000 --> 00:00:04,000\nOne/);
    assert.match(await written(wordsAlone, 'vtt'), /00:00:00\.000 --> 00:00:04\.000\nOne/);
    assert.match(
      await written(wordsAlone, 'csv'),
      /\n00:00:00\.000,00:00:04\.000,0,4000,"","","One/,
    );
  });

  it('rejects a format that cannot have the words, and says which can', async () => {
    const timeless = normaliseTranscript({ text: 'Only words.' });
    for (const format of ['srt', 'vtt', 'csv'] as const)
      await assert.rejects(exportTranscript(timeless, format), {
        name: 'RangeError',
        message: /neither lines nor a duration.*txt, md, docx or json/,
      });
    for (const format of ['txt', 'md', 'docx', 'json'] as const)
      assert.match(await written(timeless, format), /Only words\./);
  });

  it('knows which formats would be empty', () => {
    assert.deepEqual(formatsWithWords(gap), [...EXPORT_FORMATS]);
    assert.deepEqual(formatsWithWords(wordsAlone), [...EXPORT_FORMATS]);
    assert.deepEqual(formatsWithWords(normaliseTranscript({ text: 'Only words.' })), [
      ...['txt', 'md', 'docx', 'json'],
    ]);
    assert.deepEqual(formatsWithWords(normaliseTranscript({ duration: 4 })), ['json']);
  });
});
