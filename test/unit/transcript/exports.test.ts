import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  exportFileName,
  exportTranscript,
  type ExportOptions,
} from '../../../src/transcript/exports/export-transcript.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/transcript/exports/formats.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { transcriptOf, transcripts } from './arbitraries.js';
import { unzip } from './unzip.js';

const written = async (transcript: Transcript, format: ExportFormat): Promise<string> => {
  const { content } = await exportTranscript(transcript, format);
  assert.equal(typeof content, 'string');
  return content as string;
};

const talk = transcriptOf(
  ['Anna', 0, 1500, 'Good morning.'],
  ['Anna', 1500, 2500, 'Shall we begin?'],
  ['Bob', 2400, 4000, 'Yes.'],
);
const hostile = transcriptOf(
  ['<v Eve> & "co"\n\n-->', 0, 0, 'One\r\n\r\nTwo --> three <b>bold</b> & more'],
  ['=cmd()', 10, 20, '=HYPERLINK("http://x","y")'],
);

describe('exportTranscript', () => {
  it('writes plain text in turns', async () => {
    assert.equal(
      await written(talk, 'txt'),
      '[0:00] Anna\nGood morning. Shall we begin?\n\n[0:02] Bob\nYes.\n',
    );
    assert.equal(
      await written(normaliseTranscript({ text: 'Only\r\ntext' }), 'txt'),
      'Only\ntext\n',
    );
  });

  it('writes the title above the text, or nothing if there is none', async () => {
    const titled = await exportTranscript(talk, 'txt', { title: 'Board\nmeeting' });
    assert.equal(titled.content, `Board meeting\n\n${await written(talk, 'txt')}`);
    const empty = await exportTranscript(normaliseTranscript({}), 'txt', { title: 'Empty' });
    assert.equal(empty.content, 'Empty\n\n\n');
  });

  it('writes SubRip', async () => {
    assert.equal(
      await written(talk, 'srt'),
      '1\n00:00:00,000 --> 00:00:01,500\nAnna: Good morning.\n\n' +
        '2\n00:00:01,500 --> 00:00:02,500\nAnna: Shall we begin?\n\n' +
        '3\n00:00:02,400 --> 00:00:04,000\nBob: Yes.\n',
    );
    assert.equal(
      (await written(hostile, 'srt')).split('\n\n')[0],
      '1\n00:00:00,000 --> 00:00:00,001\n<v Eve> & "co" →: One\nTwo → three <b>bold</b> & more',
    );
  });

  it('writes WebVTT with voice tags, escaped', async () => {
    assert.equal(
      await written(talk, 'vtt'),
      'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.500\n<v Anna>Good morning.</v>\n' +
        '\n2\n00:00:01.500 --> 00:00:02.500\n<v Anna>Shall we begin?</v>\n' +
        '\n3\n00:00:02.400 --> 00:00:04.000\n<v Bob>Yes.</v>\n',
    );
    assert.equal(
      (await written(hostile, 'vtt')).split('\n\n')[1],
      '1\n00:00:00.000 --> 00:00:00.001\n' +
        '<v ‹v Eve› ＆ "co" --›>One ' +
        'Two --&gt; three &lt;b&gt;bold&lt;/b&gt; &amp; more</v>',
    );
  });

  it('removes blank lines and arrows from the text of a cue', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        for (const format of ['srt', 'vtt'] as const) {
          const text = await written(transcript, format);
          const blocks = text.split('\n\n').slice(format === 'vtt' ? 1 : 0);
          const cues = blocks.filter((block) => block !== '');
          assert.ok(cues.length >= transcript.segments.length);
          cues.forEach((cue, index) => {
            const [number, times, ...lines] = cue.replace(/\n$/, '').split('\n');
            if (format === 'srt') assert.equal(number, String(index + 1));
            else assert.match(number ?? '', /^[1-9]\d*(?:-[1-9]\d*)?$/);
            assert.match(times ?? '', /^\d{2,}:\d\d:\d\d[.,]\d{3} --> \d{2,}:\d\d:\d\d[.,]\d{3}$/);
            assert.ok(lines.length > 0);
            for (const line of lines) {
              assert.notEqual(line.trim(), '');
              assert.ok(!line.includes('-->'));
              assert.doesNotMatch(line, /[\r\u2028\u2029\0]/);
            }
          });
        }
      }),
    );
  });

  it("writes JSON in the service's own format, with the edits if there are any", async () => {
    const read = async (options?: ExportOptions): Promise<Record<string, unknown>> =>
      JSON.parse((await exportTranscript(talk, 'json', options)).content as string) as Record<
        string,
        unknown
      >;
    const shape = ['text', 'language', 'duration', 'segments'];
    assert.deepEqual(Object.keys(await read()), shape);
    assert.deepEqual(Object.keys(await read({ edits: [] })), shape);
    const edits = [{ type: 'rename-speaker', from: 'Anna', to: 'Hannah' }];
    assert.deepEqual((await read({ edits }))['edits'], edits);
  });

  it('splits a long segment into cues and gives each the id of its segment', async () => {
    const sentence = 'We came here to talk about the weather, and so we shall.';
    const long = transcriptOf(
      ['Anna', 0, 16_000, [sentence, sentence, sentence].join(' ')],
      ['Bob', 6_000, 7_000, 'Yes.'],
    );
    assert.deepEqual((await written(long, 'vtt')).split('\n\n').slice(1), [
      '1-1\n00:00:00.000 --> 00:00:05.333\n' +
        '<v Anna>We came here to talk about the weather,\nand so we shall.</v>',
      '1-2\n00:00:05.333 --> 00:00:10.667\n' +
        '<v Anna>We came here to talk about the weather,\nand so we shall.</v>',
      '2\n00:00:06.000 --> 00:00:07.000\n<v Bob>Yes.</v>',
      '1-3\n00:00:10.667 --> 00:00:16.000\n' +
        '<v Anna>We came here to talk about the weather,\nand so we shall.</v>\n',
    ]);
    assert.deepEqual(
      (await written(long, 'srt')).split('\n\n').map((cue) => cue.split('\n')[2]),
      [
        'Anna: We came here to talk about',
        'We came here to talk about the weather,',
        'Bob: Yes.',
        'Anna: We came here to talk about the weather,',
      ],
    );
  });

  it("marks the language of a WebVTT cue if it differs from the transcript's", async () => {
    const said = (language: string) => ({ start_ms: 0, end_ms: 1000, text: 'x', language });
    const transcript = normaliseTranscript({
      language: 'en',
      segments: [said('en'), said('EN'), said('he'), said('zh-Hant'), said('a"> <b'), said('auto')],
    });
    assert.deepEqual((await written(transcript, 'vtt')).match(/^.*x.*$/gm), [
      'x',
      'x',
      '<lang he>x</lang>',
      '<lang zh-Hant>x</lang>',
      'x',
      'x',
    ]);
  });

  it('CSV: contains no formula', async () => {
    assert.equal(
      await written(hostile, 'csv'),
      '\ufeffstart,end,start_ms,end_ms,speaker,language,text\r\n' +
        '00:00:00.000,00:00:00.000,0,0,"<v Eve> & ""co""\' -->","","One\r\n\r\nTwo --> three <b>bold</b> & more"\r\n' +
        '00:00:00.010,00:00:00.020,10,20,"\'=cmd()","","\'=HYPERLINK(""http://x"",""y"")"\r\n',
    );
    for (const text of ['+1', '-1', '@a', '\u00ad=1', '＝1', '|x', '%0A'])
      assert.match(await written(transcriptOf(['A', 0, 1, text]), 'csv'), /,"'/);
  });

  it('CSV: prevents formulas after semicolons, tabs or line breaks within a text', async () => {
    const cell = async (text: string): Promise<string | undefined> =>
      /"",("[^]*")\r\n$/.exec(await written(transcriptOf(['A', 0, 1, text]), 'csv'))?.[1];
    assert.equal(await cell('hallo;=cmd|calc;welt'), `"hallo;'=cmd|calc;welt"`);
    assert.equal(await cell('a\t @b\n+1\r-2'), `"a\t' @b\n'+1\r'-2"`);
    assert.equal(await cell('a;\t=x'), `"a;\t'=x"`);
    assert.equal(await cell('x;"=HYPERLINK(1);"'), `"x;""'=HYPERLINK(1);"""`);
    assert.equal(await cell('x; "" \t"+1'), `"x; """" \t""'+1"`);
    assert.equal(await cell('a;\u00ad=1; b - c;d=e'), `"a;'\u00ad=1; b - c;d=e"`);
  });

  it('CSV: prevents formulas in every cell, whatever separator the spreadsheet assumes', async () => {
    const risky = fc
      .array(fc.constantFrom(...'=+-@|%＝＠;\t\r\n \u00ad"\0,a1'.split('')), { maxLength: 12 })
      .map((signs) => signs.join(''));
    await fc.assert(
      fc.asyncProperty(risky, risky, async (speaker, text) => {
        const csv = await written(transcriptOf([speaker, 0, 1, text]), 'csv');
        const [, ...rows] = csv.split('\r\n');
        for (const separator of [';', '\t'])
          for (const line of rows.join('\r\n').split(/[\r\n]/))
            // The first field before the quotes starts with a time.
            for (const field of line.split(separator))
              assert.doesNotMatch(field, /^[\s\0\p{Cf}"]*[=+\-@|%＝＋－＠]/u, JSON.stringify(csv));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('Word: contains every turn', async () => {
    const transcript = transcriptOf(
      ['Anna & <co>', 0, 9, 'Good morning.'],
      ['Anna & <co>', 61_000, 62_000, 'Shall\0 we?'],
      ['דנה', 62_000, 63_000, 'שלום לכולם \ud800'],
    );
    const { content, mediaType } = await exportTranscript(transcript, 'docx');
    assert.match(mediaType, /wordprocessingml\.document$/);
    assert.ok(content instanceof Uint8Array);
    const xml = unzip(content, 'word/document.xml');
    const texts = [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text = '']) =>
      text.trim(),
    );
    assert.deepEqual(
      texts.filter((text) => text !== ''),
      ['Anna &amp; &lt;co&gt;', '0:00', 'Good morning. Shall we?', 'דנה', '1:02', 'שלום לכולם'],
    );
    const unprintable = [...xml].filter((one) => one < ' ' && !'\t\n\r'.includes(one));
    assert.deepEqual(unprintable, []);
    assert.match(xml, /<w:bidi\/>/);
  });

  it('Word: has the title, the languages and the text directions', async () => {
    const transcript = normaliseTranscript({
      language: 'en',
      segments: [
        { speaker: 'Anna', start_ms: 0, end_ms: 1, text: 'One.' },
        { speaker: 'Anna', start_ms: 1, end_ms: 2, text: 'Two.' },
        { speaker: 'Anna', start_ms: 2, end_ms: 3, text: 'שלום', language: 'he' },
        { speaker: 'Anna', start_ms: 3, end_ms: 4, text: '你好。', language: 'zh' },
      ],
    });
    const { content } = await exportTranscript(transcript, 'docx', { title: 'Board & co' });
    const file = (name: string) => unzip(content as Uint8Array, name);
    assert.match(file('docProps/core.xml'), /<dc:title>Board &amp; co<\/dc:title>/);
    assert.doesNotMatch(file('docProps/core.xml'), /Un-named/);
    assert.match(file('word/styles.xml'), /<w:docDefaults>.*?<w:lang w:val="en"/);
    const xml = file('word/document.xml');
    assert.match(xml, /<w:pStyle w:val="Title"\/>.*?Board &amp; co/);
    const runs = [...xml.matchAll(/<w:r>.*?<\/w:r>/g)].map(([run]) => [
      /<w:t[^>]*>([^<]*)/.exec(run)?.[1],
      /<w:lang w:val="([^"]*)"/.exec(run)?.[1],
      /<w:rtl\/>/.test(run),
    ]);
    assert.deepEqual(runs.slice(-5), [
      ['One. Two.', 'en', false],
      [' ', undefined, false],
      ['שלום', 'he', true],
      [' ', undefined, false],
      ['你好。', 'zh', false],
    ]);
  });

  it('Word: sets names and text in 11 points, times in 9, with spacing', async () => {
    const transcript = normaliseTranscript({
      segments: [{ speaker: 'Anna', start_ms: 0, end_ms: 1, text: 'One.' }],
    });
    const { content } = await exportTranscript(transcript, 'docx', { title: 'Board' });
    const xml = unzip(content as Uint8Array, 'word/document.xml');
    const sizes = [...xml.matchAll(/<w:r>.*?<\/w:r>/g)].map(([run]) => [
      /<w:t[^>]*>([^<]*)/.exec(run)?.[1],
      /<w:sz w:val="(\d+)"/.exec(run)?.[1],
    ]);
    assert.deepEqual(sizes, [
      ['Board', undefined],
      ['Anna', '22'],
      ['  ', '22'],
      ['0:00', '18'],
      ['One.', '22'],
    ]);
    assert.deepEqual(
      [...xml.matchAll(/<w:spacing ([^/]*)\/>/g)].map(([, spacing]) => spacing),
      ['w:after="120"', 'w:after="60" w:before="240"', 'w:line="320"'],
    );
  });

  it('Word: separates segments with a space, except in Japanese and Chinese', async () => {
    const paragraphs = async (language: string, ...texts: readonly string[]) => {
      const segments = texts.map((text, at) => ({ start_ms: at, end_ms: at + 1, text }));
      const transcript = normaliseTranscript({ language, segments });
      const { content } = await exportTranscript(transcript, 'docx');
      const xml = unzip(content as Uint8Array, 'word/document.xml');
      return [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).slice(1);
    };
    assert.deepEqual(await paragraphs('ja', '今日は', '晴れです。', 'はい。'), [
      '今日は晴れです。はい。',
    ]);
    assert.deepEqual(await paragraphs('zh', '你好。', '世界'), ['你好。世界']);
    assert.deepEqual(await paragraphs('ja', '今日は', 'sunny', 'です'), ['今日は sunny です']);
    assert.deepEqual(await paragraphs('en', 'One.', 'Two.'), ['One. Two.']);
  });

  it('Word: writes an empty transcript', async () => {
    const { content } = await exportTranscript(normaliseTranscript({}), 'docx');
    assert.match(unzip(content as Uint8Array, 'word/document.xml'), /<w:body>/);
  });

  it('lists the available formats', async () => {
    await assert.rejects(
      exportTranscript(talk, 'pdf' as ExportFormat),
      /as txt, srt, vtt, json, csv, docx/,
    );
    for (const format of EXPORT_FORMATS) {
      const { extension } = await exportTranscript(talk, format);
      assert.equal(extension, format);
    }
  });
});

describe('exportFileName', () => {
  it('contains only characters that every file system allows', () => {
    assert.equal(exportFileName('Board meeting.MP3', 'srt'), 'Board meeting.srt');
    assert.equal(exportFileName('../../etc/passwd', 'txt'), 'etc passwd.txt');
    assert.equal(exportFileName('a\u202etxt.exe', 'vtt'), 'a txt.exe.vtt');
    assert.equal(exportFileName('  ... ', 'csv'), 'transcript.csv');
    assert.equal(exportFileName('会议.m4a', 'json'), '会议.json');
    assert.ok(exportFileName('x'.repeat(500), 'txt').length <= 84);
  });
});
