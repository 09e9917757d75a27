import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import {
  exportFileName,
  exportTitle,
  exportTranscript,
  type ExportOptions,
} from '../../../src/transcript/exports/export-transcript.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../../src/transcript/exports/formats.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { transcriptOf } from './arbitraries.js';
import { unzip } from './unzip.js';
import { seededRuns } from '../../support/seeded-runs.js';

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
      '1\n00:00:00,000 --> 00:00:00,040\n‹v Eve› & "co" →: One\nTwo → three ‹b›bold‹/b› & more',
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
      '1\n00:00:00.000 --> 00:00:00.040\n' +
        '<v ‹v Eve› ＆ "co" --›>One ' +
        'Two --&gt; three &lt;b&gt;bold&lt;/b&gt; &amp; more</v>',
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
        'Anna: We came here to talk about',
      ],
    );
  });

  it('gives joined lines the ids of all of them', async () => {
    const joined = transcriptOf(['Anna', 0, 280, 'So'], ['Anna', 300, 580, 'so.']);
    assert.match(await written(joined, 'vtt'), /^1\+2$/m);
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

  it('all formats: contain no control characters', async () => {
    const data = {
      text: 'a\0b',
      language: 'e\0n\x9b',
      segments: [
        {
          ...{ speaker: 'A\x1b\0', start_ms: 0, end_ms: 1, text: 'x\x1b[31m\0\x07y\x9bz' },
          language: 'd\x1be\x07',
        },
      ],
    };
    // A transcript that nobody has repaired.
    const raw = { ...normaliseTranscript(data), ...data } as Transcript;
    for (const format of EXPORT_FORMATS) {
      const { content } = await exportTranscript(raw, format);
      const text = typeof content === 'string' ? content : unzip(content, 'word/document.xml');
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(text, /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|\\u00/, format);
      assert.match(text, /x\\?\[31myz/, format);
    }
  });

  it('all formats: leave out lines without anything to see', async () => {
    for (const text of ['\u200b', '\u2060', '\u00ad', '\u2800']) {
      const raw = {
        ...talk,
        segments: [{ start_ms: 0, end_ms: 1, text }, ...talk.segments],
      };
      for (const format of ['txt', 'srt', 'vtt', 'csv'] as const)
        assert.ok(!(await written(raw, format)).includes(text), format);
    }
  });

  it('SubRip: has no tags that players hide', async () => {
    const code = transcriptOf(
      [undefined, 0, 1000, 'a Vec<String> and {\\an8} up'],
      [undefined, 1000, 2000, '{y:i} in C:\\new <- here <i>'],
    );
    assert.deepEqual(
      (await written(code, 'srt')).split('\n').filter((line) => /[a-z]/.test(line)),
      ['a Vec‹String› and ｛＼an8｝ up', '｛y:i｝ in C:＼new ‹- here ‹i›'],
    );
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
    assert.equal(await cell('a;\t=x'), `"a;'\t'=x"`);
    assert.equal(await cell('hallo;\t=1'), `"hallo;'\t'=1"`);
    assert.equal(await cell('a,=1, b, +c'), `"a,'=1, b,' +c"`);
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
        for (const separator of [',', ';', '\t'])
          for (const line of rows.join('\r\n').split(/[\r\n]/))
            // The first field before the quotes starts with a time.
            for (const field of line.split(separator))
              assert.doesNotMatch(field, /^[\s\0\p{Cf}"]*[=+\-@|%＝＋－＠]/u, JSON.stringify(csv));
      }),
      { numRuns: seededRuns(150, 1_500), seed: 7 },
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
    const headings = xml.match(/<w:pStyle w:val="Heading2"\/>/g) ?? [];
    assert.equal((xml.match(/<w:keepNext\/>/g) ?? []).length, headings.length);
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

  it('Word: is written without compression where the platform has none', async () => {
    const { CompressionStream: own } = globalThis;
    const compressed = (await exportTranscript(talk, 'docx')).content;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    try {
      const { content } = await exportTranscript(talk, 'docx');
      const plain = Buffer.from(content as Uint8Array).toString('utf8');
      assert.ok(plain.includes(unzip(content as Uint8Array, 'word/document.xml')));
      assert.ok(compressed.length < content.length / 2);
    } finally {
      globalThis.CompressionStream = own;
    }
  });

  it('Word: writes an empty transcript', async () => {
    const { content } = await exportTranscript(normaliseTranscript({}), 'docx');
    assert.match(unzip(content as Uint8Array, 'word/document.xml'), /<w:body>/);
  });

  it('lists the available formats', async () => {
    await assert.rejects(
      exportTranscript(talk, 'pdf' as ExportFormat),
      /as txt, md, docx, srt, vtt, csv, json/,
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
    for (const blank of ['  ... ', '\u200b', '\u00ad \u2060', '\u2800.mp3'])
      assert.equal(exportFileName(blank, 'csv'), 'transcript.csv');
    assert.equal(exportFileName('会议.m4a', 'json'), '会议.json');
    assert.ok(exportFileName('x'.repeat(500), 'txt').length <= 84);
  });

  it('leaves out the ending of any recording, and no other', () => {
    for (const ending of ['ogg', 'mp4', 'MOV', 'flac', 'opus', 'webm', 'mkv', '3gp', 'aiff', 'wma'])
      assert.equal(exportFileName(`Interview 7.${ending} `, 'txt'), 'Interview 7.txt');
    assert.equal(exportFileName('Chapter 1.5', 'txt'), 'Chapter 1.5.txt');
    assert.equal(exportFileName('notes.docx', 'txt'), 'notes.docx.txt');
    assert.equal(exportTitle('meeting.mp4'), 'meeting');
  });
});

describe('what an export contains', () => {
  const call = normaliseTranscript({
    language: 'en',
    segments: [
      { speaker: 'Anna', start_ms: 0, end_ms: 1_000, text: 'Good morning.' },
      { speaker: 'Anna', start_ms: 1_000, end_ms: 2_000, text: 'Shall we begin?' },
      { speaker: 'Bob', start_ms: 2_000, end_ms: 3_000, text: 'Yes, *please*.' },
      { speaker: 'Anna', start_ms: 62_000, end_ms: 63_000, text: '# Fine.' },
    ],
  });
  const write = async (format: ExportFormat, options: ExportOptions = {}): Promise<string> => {
    const { content } = await exportTranscript(call, format, options);
    return typeof content === 'string' ? content : unzip(content, 'word/document.xml');
  };

  it('text and Markdown: names and times as chosen', async () => {
    assert.equal(
      await write('txt', { names: false, times: 'none' }),
      'Good morning. Shall we begin?\n\nYes, *please*.\n\n# Fine.\n',
    );
    assert.equal(
      await write('txt', { times: 'line' }),
      'Anna\n[0:00] Good morning.\n[0:01] Shall we begin?\n\nBob\n[0:02] Yes, *please*.\n\nAnna\n[1:02] # Fine.\n',
    );
    assert.equal(
      await write('md', { title: 'Call_1.mp3' }),
      '# Call\\_1\n\n**Anna** · 0:00\n\nGood morning. Shall we begin?\n\n**Bob** · 0:02\n\nYes, \\*please\\*.\n\n**Anna** · 1:02\n\n\\# Fine.\n',
    );
    assert.equal(
      await write('md', { names: false, times: 'line', speakers: ['Bob'] }),
      '*0:02* Yes, \\*please\\*.\n',
    );
    const word = await write('docx', { names: false, times: 'none' });
    assert.doesNotMatch(word, /Anna|0:00/);
    assert.match(word, /Shall we begin\?/);
  });

  it('Markdown: formats nothing in the text', async () => {
    for (const [text, escaped] of [
      ['1. one', '1\\. one'],
      ['2) x', '2\\) x'],
      ['12 apples', '12 apples'],
      ['- a - b', '\\- a - b'],
      ['+ b', '\\+ b'],
      ['> c', '\\> c'],
      ['`d`', '\\`d\\`'],
      ['<b>[e](f)', '\\<b\\>\\[e\\](f)'],
      ['&amp;', '\\&amp;'],
      ['a_b', 'a\\_b'],
      ['---', '\\---'],
      ['= x', '\\= x'],
      ['| t |', '\\| t \\|'],
      ['\\', '\\\\'],
    ] as const) {
      const one = normaliseTranscript({ segments: [{ start_ms: 0, end_ms: 1, text }] });
      const { content } = await exportTranscript(one, 'md', { times: 'none' });
      assert.equal(content, `${escaped}\n`);
    }
  });

  it('only some speakers: keeps the paragraphs of the whole transcript', async () => {
    assert.equal(
      await write('txt', { speakers: ['Anna'] }),
      '[0:00] Anna\nGood morning. Shall we begin?\n\n[1:02] Anna\n# Fine.\n',
    );
    assert.doesNotMatch(await write('srt', { speakers: ['Anna'] }), /please/);
    assert.equal(
      await write('csv', { speakers: [] }),
      await write('csv', { passage: { start_ms: 9_000, end_ms: 9_001 } }),
    );
  });

  it('only a passage: the lines that play in it, or the selected texts', async () => {
    const passage = { start_ms: 1_500, end_ms: 2_001 };
    assert.equal(
      await write('txt', { passage, times: 'none' }),
      'Anna\nShall we begin?\n\nBob\nYes, *please*.\n',
    );
    const selection = [
      { segment: 1, start: 6 },
      { segment: 2, end: 3 },
    ];
    assert.equal(await write('txt', { selection, times: 'none' }), 'Anna\nwe begin?\n\nBob\nYes\n');
    const data = JSON.parse(await write('json', { selection, edits: [{}] })) as {
      text: string;
      segments: object[];
      edits?: unknown;
    };
    assert.equal(data.text, 'we begin? Yes');
    assert.equal(data.segments.length, 2);
    assert.equal(data.edits, undefined);
  });

  it('without names: in no format', async () => {
    const edits = [{ kind: 'rename-speaker', from: 'SPEAKER_00', to: 'Anna' }];
    for (const format of EXPORT_FORMATS)
      assert.doesNotMatch(await write(format, { names: false, edits }), /Anna|Bob/, format);
  });

  it('other times are refused', async () => {
    await assert.rejects(write('txt', { times: 'all' as 'none' }), /none, turn, line/);
  });
});
