/** Reads the exports back with third-party parsers: the result must be the same transcript. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from '../../support/fast-check.js';
import { parseText } from 'media-captions';
import webvtt, { type ParsedNode } from 'webvtt-parser';
import { toCues, type Cue } from '../../../src/transcript/exports/cues.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import type { ExportFormat } from '../../../src/transcript/exports/formats.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { isBlank, oneLine } from '../../../src/transcript/plain-text.js';
import { measureProcessorTime } from '../../support/processor-time.js';
import { leadInSubRip, namedTranscripts, transcripts } from './arbitraries.js';
import { unzip } from './unzip.js';
import { seededRuns } from '../../support/seeded-runs.js';

const written = async (transcript: Transcript, format: ExportFormat): Promise<string> =>
  (await exportTranscript(transcript, format)).content as string;

const holds = (read: (transcript: Transcript) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      namedTranscripts
        // Words without times are no cues and no rows.
        .filter(({ segments, text }) => segments.length > 0 || isBlank(text)),
      read,
    ),
  );

/** The text without white space and without characters that a file cannot hold. */
const letters = (text: string): string => oneLine(text).replace(/\s/g, '');

/** Lone surrogates cannot be encoded in UTF-8. */
const inUtf8 = (text: string): string => Buffer.from(text).toString();

/** Converts seconds, as the parsers return, to milliseconds. */
const inMs = (seconds: number): number => Math.round(seconds * 1000);

interface ReadCue {
  readonly start: number;
  readonly end: number;
  readonly speaker: string | undefined;
  readonly text: string;
}

const expected = (cues: readonly Cue[]): readonly ReadCue[] =>
  cues.map(({ start_ms, end_ms, speaker, lines }) => ({
    start: start_ms,
    end: end_ms,
    speaker: speaker === undefined ? undefined : letters(speaker),
    text: letters(lines.join(' ')),
  }));

/** The parser's own entity table leaves the semicolon in. */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

const textOf = (nodes: readonly ParsedNode[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.value : textOf(node.children ?? []))).join('');

describe('an export, read back', () => {
  it('is valid WebVTT with the same content', async () => {
    await holds(async (transcript) => {
      const text = await written(transcript, 'vtt');
      const { cues, errors } = new webvtt.WebVTTParser(ENTITIES).parse(text);
      assert.deepEqual(errors, []);
      const lookAlikes: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' };
      const name = (text: string): string =>
        text.replace(/[&<>]/g, (mark) => lookAlikes[mark] ?? '');
      // The parser sorts cues that start together by their ends.
      const plan = [...toCues(transcript)].sort(
        (one, other) => one.start_ms - other.start_ms || other.end_ms - one.end_ms,
      );
      assert.deepEqual(
        cues.map(({ id }) => id.split(/[+-]/)[0]),
        plan.map(({ segments: [first = 0] }) => String(first + 1)),
      );
      assert.deepEqual(
        cues.map(({ startTime, endTime, tree }): ReadCue => {
          const voice = tree.children[0]?.name === 'v' ? tree.children[0] : undefined;
          return {
            start: inMs(startTime),
            end: inMs(endTime),
            speaker: voice && letters(voice.value ?? ''),
            text: letters(textOf(tree.children)),
          };
        }),
        expected(plan).map((cue) => ({ ...cue, speaker: cue.speaker && name(cue.speaker) })),
      );
    });
  });

  it('is valid SubRip with the same content', async () => {
    // SubRip text cannot contain "-->" and what looks like tags, so the export replaces them with similar signs.
    const withoutArrows = (text: string): string => text.replace(/[-→<>{}\\‹›｛｝＼]/g, '');
    await holds(async (transcript) => {
      // Most SubRip parsers read only two digits for the hours.
      fc.pre(transcript.segments.every(({ end_ms }) => end_ms < 359_999_999));
      const text = await written(transcript, 'srt');
      const { cues, errors } = await parseText(text, { type: 'srt', errors: true, strict: true });
      assert.deepEqual(errors, []);
      const plan = toCues(transcript, leadInSubRip);
      assert.deepEqual(
        cues.map(({ id, startTime, endTime, text: said }) => [
          id,
          ...[inMs(startTime), inMs(endTime), withoutArrows(letters(said))],
        ]),
        plan.map(({ start_ms, end_ms, lines }, at) => [
          String(at + 1),
          ...[start_ms, end_ms, withoutArrows(letters(lines.join(' ')))],
        ]),
      );
      for (const { segments, speaker, lines, part } of plan)
        if (part === 0 && speaker !== undefined)
          assert.ok(
            letters(lines.join(' ')).startsWith(letters(leadInSubRip({ speaker }))),
            String(segments),
          );
    });
  });

  it('is valid CSV with the same content', async () => {
    await holds(async (transcript) => {
      const rows: Record<string, string>[] = parseCsv(await written(transcript, 'csv'), {
        bom: true,
        columns: true,
        record_delimiter: '\r\n',
      });
      const unquoted = (cell = ''): string => cell.replace(/(?<=^|[,;\t\r\n"])'/g, '');
      assert.deepEqual(
        rows.map(({ start_ms, end_ms, speaker, language, text }) => [
          ...[Number(start_ms), Number(end_ms)],
          ...[speaker, language, text].map(unquoted),
        ]),
        transcript.segments.map(({ start_ms, end_ms, speaker, language, text }) => [
          ...[start_ms, end_ms],
          ...[speaker, language, text].map((cell) => inUtf8(unquoted(cell))),
        ]),
      );
      for (const cell of rows.flatMap((row) => [row['speaker'], row['language'], row['text']]))
        assert.doesNotMatch(cell ?? '', /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u);
    });
  });

  it('is JSON with the same content', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) =>
        assert.deepEqual(
          normaliseTranscript(JSON.parse(await written(transcript, 'json')) as typeof transcript),
          transcript,
        ),
      ),
    );
  });

  it('is plain text with every word and name', async () => {
    await holds(async (transcript) => {
      const text = letters(await written(transcript, 'txt'));
      let at = 0;
      for (const segment of transcript.segments) {
        at = text.indexOf(letters(segment.text), at);
        assert.notEqual(at, -1);
        assert.ok(text.includes(letters(segment.speaker ?? '')));
        at += letters(segment.text).length;
      }
    });
  });

  it('is a Word document with every word', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, async (transcript) => {
        const { content } = await exportTranscript(transcript, 'docx');
        const xml = unzip(content as Uint8Array, 'word/document.xml');
        const entities: Readonly<Record<string, string>> = {
          ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
        };
        const text = letters(
          [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
            .map(([, one = '']) =>
              one.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? ''),
            )
            .join(''),
        );
        let at = 0;
        for (const segment of transcript.segments) {
          at = text.indexOf(letters(segment.text), at);
          assert.notEqual(at, -1, segment.text);
          at += letters(segment.text).length;
        }
      }),
      { numRuns: seededRuns(20, 120) },
    );
  });

  it('writes ten thousand segments as a Word document quickly', async () => {
    const segments = Array.from({ length: 10_000 }, (_, at) => ({
      speaker: at % 5 < 3 ? 'Anna' : 'Bob',
      start_ms: at * 4000,
      end_ms: at * 4000 + 3900,
      text: `And so it went on, day after day, for the ${at}th time.`,
    }));
    const elapsed = measureProcessorTime();
    const { content } = await exportTranscript(normaliseTranscript({ segments }), 'docx');
    // In ms. It takes half a second; a quadratic algorithm would take minutes.
    assert.ok(elapsed() < 15_000);
    assert.match(unzip(content as Uint8Array, 'word/document.xml'), /for the 9999th time\./);
  });
});
