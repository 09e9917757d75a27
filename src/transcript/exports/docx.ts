import type * as Docx from 'docx';
import { languageTag } from '../language-tag.js';
import { isRightToLeft, oneLine, withBlanks } from '../plain-text.js';
import { formatClock } from '../time.js';
import type { Segment, Transcript } from '../transcript.js';
import { toTurns, type Turn } from '../turns.js';

/** Half points and twentieths of a point, as Word counts. */
const SIZE = { title: 36, text: 22, time: 18, before: 240, after: 60, afterTitle: 120 } as const;
const INK = '1A2423';
const MUTED = '5F6B69';

type Library = typeof Docx;

/** Word keeps a language for each kind of script; a text is in one, whatever its script. */
const languageOf = (tag: string | null | undefined): { language?: Docx.LanguageOptions } => {
  const value = languageTag(tag);
  return value === undefined ? {} : { language: { value, eastAsia: value, bidirectional: value } };
};

const titleLine = (docx: Library, title: string): Docx.Paragraph =>
  new docx.Paragraph({
    heading: docx.HeadingLevel.TITLE,
    bidirectional: isRightToLeft(title),
    spacing: { after: SIZE.afterTitle },
    children: [new docx.TextRun({ text: title, bold: true, rightToLeft: isRightToLeft(title) })],
  });

const heading = (docx: Library, { speaker, start_ms }: Turn): Docx.Paragraph => {
  const name = speaker.name === null ? '' : oneLine(speaker.name);
  const rightToLeft = isRightToLeft(name);
  const time = { text: formatClock(start_ms), color: MUTED, size: SIZE.time, bold: false };
  return new docx.Paragraph({
    heading: docx.HeadingLevel.HEADING_2,
    bidirectional: rightToLeft,
    keepNext: true,
    spacing: { before: SIZE.before, after: SIZE.after },
    children: [
      ...(name === ''
        ? []
        : [
            new docx.TextRun({ text: name, bold: true, size: SIZE.text, rightToLeft }),
            new docx.TextRun({ text: '  ', size: SIZE.text }),
          ]),
      new docx.TextRun(time),
    ],
  });
};

type Said = Pick<Segment, 'text' | 'language'>;

/** Neighbours in one language and direction are one run: a document of many runs is slow to open. */
const toRuns = (said: readonly Said[]): readonly Docx.TextRunOptions[] => {
  const runs: Docx.TextRunOptions[] = [];
  let before: string | undefined;
  for (const { text, language } of said) {
    const rightToLeft = isRightToLeft(text);
    const kind = `${rightToLeft} ${language ?? ''}`;
    const run = runs.at(-1);
    if (run && kind === before) runs[runs.length - 1] = { ...run, text: run.text + text };
    else runs.push({ text, rightToLeft, size: SIZE.text, ...languageOf(language) });
    before = kind;
  }
  return runs;
};

const body = (docx: Library, segments: readonly Said[]): Docx.Paragraph => {
  const said = segments
    .map((segment) => ({ ...segment, text: oneLine(segment.text) }))
    .filter(({ text }) => text !== '');
  const texts = withBlanks(said.map(({ text }) => text));
  const runs = toRuns(said.map((one, at) => ({ ...one, text: texts[at] ?? '' })));
  return new docx.Paragraph({
    bidirectional: isRightToLeft(texts.join('')),
    spacing: { line: 320 },
    children: runs.map((run) => new docx.TextRun(run)),
  });
};

/**
 * A Word document: the title, if there is one, and a heading and a paragraph per turn. The library that
 * writes it is loaded here.
 */
export const toDocx = async (transcript: Transcript, title = ''): Promise<Uint8Array> => {
  const docx = await import('docx');
  const { turns } = toTurns(transcript);
  const name = oneLine(title);
  const paragraphs =
    turns.length === 0
      ? [body(docx, [{ text: transcript.text }])]
      : turns.flatMap((turn) => [
          heading(docx, turn),
          body(docx, transcript.segments.slice(turn.first, turn.end)),
        ]);
  const document = new docx.Document({
    ...(name === '' ? {} : { title: name }),
    creator: '',
    lastModifiedBy: '',
    styles: {
      default: {
        document: { run: languageOf(transcript.language) },
        title: { run: { color: INK, size: SIZE.title } },
        heading2: { run: { color: INK } },
      },
    },
    sections: [{ children: [...(name === '' ? [] : [titleLine(docx, name)]), ...paragraphs] }],
  });
  return new Uint8Array(await docx.Packer.toArrayBuffer(document));
};
