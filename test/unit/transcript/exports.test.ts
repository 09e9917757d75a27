import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import {
  EXPORT_FORMATS,
  exportFileName,
  exportTranscript,
  normaliseTranscript,
  type ExportFormat,
  type Transcript,
} from '../../../src/transcript/index.js';
import { transcriptOf, transcripts } from './arbitraries.js';

const written = async (transcript: Transcript, format: ExportFormat): Promise<string> => {
  const { content } = await exportTranscript(transcript, format);
  assert.equal(typeof content, 'string');
  return content as string;
};

/** One file of a ZIP archive, found through its central directory. */
const unzip = (archive: Uint8Array, name: string): string => {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    const nameLength = bytes.readUInt16LE(at + 28);
    if (bytes.toString('utf8', at + 46, at + 46 + nameLength) !== name) continue;
    const size = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + size);
    return (bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString('utf8');
  }
  throw new Error(`There is no ${name} in the archive.`);
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
  it('writes plain text by turns', async () => {
    assert.equal(
      await written(talk, 'txt'),
      '[0:00] Anna\nGood morning. Shall we begin?\n\n[0:02] Bob\nYes.\n',
    );
    assert.equal(
      await written(normaliseTranscript({ text: 'Only\r\ntext' }), 'txt'),
      'Only\ntext\n',
    );
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

  it('writes WebVTT with voices, escaped', async () => {
    assert.equal(
      await written(talk, 'vtt'),
      'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.500\n<v Anna>Good morning.</v>\n' +
        '\n2\n00:00:01.500 --> 00:00:02.500\n<v Anna>Shall we begin?</v>\n' +
        '\n3\n00:00:02.400 --> 00:00:04.000\n<v Bob>Yes.</v>\n',
    );
    assert.equal(
      (await written(hostile, 'vtt')).split('\n\n')[1],
      '1\n00:00:00.000 --> 00:00:00.001\n' +
        '<v ‹v Eve› ＆ "co" --›>One\n' +
        'Two --&gt; three &lt;b&gt;bold&lt;/b&gt; &amp; more</v>',
    );
  });

  it('never leaves a blank line or a second arrow inside a cue', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        for (const format of ['srt', 'vtt'] as const) {
          const text = await written(transcript, format);
          const blocks = text.split('\n\n').slice(format === 'vtt' ? 1 : 0);
          const cues = blocks.filter((block) => block !== '');
          assert.equal(cues.length, transcript.segments.length);
          cues.forEach((cue, index) => {
            const [number, times, ...lines] = cue.replace(/\n$/, '').split('\n');
            assert.equal(number, String(index + 1));
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

  it("writes the service's own shape as JSON", async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        assert.deepEqual(
          normaliseTranscript(JSON.parse(await written(transcript, 'json'))),
          transcript,
        );
      }),
    );
  });

  it('writes CSV that is no formula anywhere', async () => {
    assert.equal(
      await written(hostile, 'csv'),
      '\ufeffstart,end,start_ms,end_ms,speaker,language,text\r\n' +
        '00:00:00.000,00:00:00.000,0,0,"<v Eve> & ""co"" -->","","One\r\n\r\nTwo --> three <b>bold</b> & more"\r\n' +
        '00:00:00.010,00:00:00.020,10,20,"\'=cmd()","","\'=HYPERLINK(""http://x"",""y"")"\r\n',
    );
    for (const text of ['+1', '-1', '@a', '\u00ad=1', '＝1', '|x', '%0A'])
      assert.match(await written(transcriptOf(['A', 0, 1, text]), 'csv'), /,"'/);
  });

  it('writes CSV that RFC 4180 reads back as it was', async () => {
    const read = (csv: string): string[][] =>
      [...csv.slice(1).matchAll(/(?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n))+?(?<=\r\n)/g)].map(
        ([row]) =>
          [...row.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)].map(([, cell = '']) =>
            cell.startsWith('"') ? cell.slice(1, -1).replace(/""/g, '"') : cell,
          ),
      );
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        const rows = read(await written(transcript, 'csv')).slice(1);
        assert.equal(rows.length, transcript.segments.length);
        transcript.segments.forEach(({ start_ms, text, speaker = '' }, index) => {
          const row = rows[index] ?? [];
          assert.equal(row.length, 7);
          assert.equal(row[2], String(start_ms));
          assert.ok(row[4] === speaker || row[4] === `'${speaker}`);
          assert.ok(row[6] === text || row[6] === `'${text}`);
        });
      }),
    );
  });

  it('writes a Word document that holds every turn', async () => {
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

  it('writes a Word document of nothing', async () => {
    const { content } = await exportTranscript(normaliseTranscript({}), 'docx');
    assert.match(unzip(content as Uint8Array, 'word/document.xml'), /<w:body>/);
  });

  it('tells what it can write', async () => {
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
  it('makes a name that every file system takes', () => {
    assert.equal(exportFileName('Board meeting.MP3', 'srt'), 'Board meeting.srt');
    assert.equal(exportFileName('../../etc/passwd', 'txt'), 'etc passwd.txt');
    assert.equal(exportFileName('a\u202etxt.exe', 'vtt'), 'a txt.exe.vtt');
    assert.equal(exportFileName('  ... ', 'csv'), 'transcript.csv');
    assert.equal(exportFileName('会议.m4a', 'json'), '会议.json');
    assert.ok(exportFileName('x'.repeat(500), 'txt').length <= 84);
  });
});
