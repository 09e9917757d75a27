import type * as Docx from '../docx-library.js';
import { filledLines, isRightToLeft, languageTag, oneLine } from '../plain-text.js';
import { toPassages, wordsOf, type Excerpt, type Passage, type Written } from '../passages.js';
import { formatClock } from '../time.js';
import type { Transcript } from '../transcript.js';
import type { TextLayout } from './formats.js';

/** Word's units: half points and twentieths of a point. */
const SIZE = { title: 36, text: 22, time: 18, before: 240, after: 60, afterTitle: 120 } as const;
const INK = '1A2423';
const MUTED = '5F6B69';

type Library = typeof Docx;

/** Word has one language per kind of script. The same one is set for all. */
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

const time = (ms: number): Docx.TextRunOptions => ({
  ...{ text: formatClock(ms), color: MUTED, size: SIZE.time, bold: false },
});

/** Nothing if neither name nor time is wanted. */
const heading = (
  docx: Library,
  { name, start_ms }: Passage,
  { times }: TextLayout,
): readonly Docx.Paragraph[] => {
  const rightToLeft = isRightToLeft(name);
  const hasTime = times === 'turn';
  if (name === '' && !hasTime) return [];
  return [
    new docx.Paragraph({
      heading: docx.HeadingLevel.HEADING_2,
      bidirectional: rightToLeft,
      keepNext: true,
      spacing: { before: SIZE.before, after: SIZE.after },
      children: [
        ...(name === ''
          ? []
          : [new docx.TextRun({ text: name, bold: true, size: SIZE.text, rightToLeft })]),
        ...(name === '' || !hasTime ? [] : [new docx.TextRun({ text: '  ', size: SIZE.text })]),
        ...(hasTime ? [new docx.TextRun(time(start_ms))] : []),
      ],
    }),
  ];
};

/** Joins neighbours alike into one run, as many runs open slowly. A space between runs is one of its own. */
const toRuns = (
  said: Parameters<typeof body>[2],
  common: Docx.TextRunOptions,
): Docx.TextRunOptions[] => {
  const runs: Docx.TextRunOptions[] = [];
  let before: (typeof said)[number] | undefined;
  for (const excerpt of said) {
    const { text, spaced, language, rightToLeft } = excerpt;
    const run = runs.at(-1);
    const blank = spaced ? ' ' : '';
    if (run && before?.language === language && before?.rightToLeft === rightToLeft) {
      runs[runs.length - 1] = { ...run, text: run.text + blank + text };
    } else {
      if (spaced) runs.push({ ...common, text: ' ' });
      runs.push({ ...common, text, rightToLeft, ...languageOf(language) });
    }
    before = excerpt;
  }
  return runs;
};

/** `clock`: the time before the words, in milliseconds. */
const body = (
  docx: Library,
  words: string,
  said: readonly Pick<Excerpt, 'text' | 'spaced' | 'language' | 'rightToLeft'>[],
  clock?: number,
): Docx.Paragraph => {
  const rightToLeft = isRightToLeft(words);
  const runs = toRuns(said, { text: '', size: SIZE.text, rightToLeft });
  return new docx.Paragraph({
    bidirectional: rightToLeft,
    spacing: { line: 320 },
    children: [
      ...(clock === undefined
        ? []
        : [new docx.TextRun(time(clock)), new docx.TextRun({ text: '  ', size: SIZE.text })]),
      ...runs.map((run) => new docx.TextRun(run)),
    ],
  });
};

/** For a transcript without segments: one paragraph per line. */
const wholeText = (docx: Library, { text, language }: Transcript): Docx.Paragraph[] =>
  filledLines(text).map((line) => {
    const rightToLeft = isRightToLeft(line);
    const said = { text: line, spaced: false, language: languageTag(language), rightToLeft };
    return body(docx, line, [said]);
  });

const words = (docx: Library, passage: Passage, { times }: TextLayout): Docx.Paragraph[] =>
  times === 'line'
    ? passage.said.map((one) => body(docx, one.text, [{ ...one, spaced: false }], one.start_ms))
    : [body(docx, wordsOf(passage), passage.said)];

/** A Word document: the title, if given, then a heading and a paragraph per turn, or a paragraph per line. Loads `docx` on first use. */
export const toDocx = async (written: Written, layout: TextLayout): Promise<Uint8Array> => {
  const docx = await import('../docx-library.js');
  const { transcript, selection } = written;
  const passages = toPassages(written);
  const name = oneLine(layout.title);
  const paragraphs =
    passages.length === 0 && selection === undefined
      ? wholeText(docx, transcript)
      : passages.flatMap((passage) => [
          ...heading(docx, passage, layout),
          ...words(docx, passage, layout),
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
