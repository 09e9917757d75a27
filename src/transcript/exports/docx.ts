/** A Word document (ECMA-376, WordprocessingML): the five files that word processors need, in an archive. */
import { filledLines, escapeMarkup, isRightToLeft, languageTag, oneLine } from '../plain-text.js';
import { toPassages, wordsOf, type Excerpt, type Passage, type Written } from '../passages.js';
import { formatClock } from '../time.js';
import type { Transcript } from '../transcript.js';
import type { TextLayout } from './formats.js';
import { zip } from './zip.js';

/** Word's units: half points and twentieths of a point. */
const SIZE = { title: 36, text: 22, time: 18, before: 240, after: 60, afterTitle: 120 } as const;
const INK = '1A2423';
const MUTED = '5F6B69';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/* ---- Runs and paragraphs. The schema fixes the order of the tags. ---- */

interface Run {
  readonly text: string;
  readonly bold?: boolean;
  /** Hexadecimal RGB. */
  readonly color?: string;
  /** Half points. */
  readonly size?: number;
  readonly rightToLeft?: boolean;
  /** BCP-47. */
  readonly language?: string | undefined;
}

const colorTag = (color: string | undefined): string =>
  color === undefined ? '' : `<w:color w:val="${color}"/>`;

const sizeTags = (size: number | undefined): string =>
  size === undefined ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`;

/** Word has one language per kind of script. The same one is set for all. */
const languageTags = (language: string | null | undefined): string => {
  const tag = languageTag(language);
  return tag === undefined ? '' : `<w:lang w:val="${tag}" w:eastAsia="${tag}" w:bidi="${tag}"/>`;
};

/** A time in a heading is not bold, as the rest of it is. */
const boldTags = (bold: boolean | undefined): string =>
  bold === undefined ? '' : bold ? '<w:b/><w:bCs/>' : '<w:b w:val="0"/><w:bCs w:val="0"/>';

const run = ({ text, bold, color, size, rightToLeft = false, language }: Run): string => {
  const properties = [
    boldTags(bold),
    colorTag(color),
    sizeTags(size),
    rightToLeft ? '<w:rtl/>' : '',
    languageTags(language),
  ].join('');
  const words = `<w:t xml:space="preserve">${escapeMarkup(text)}</w:t>`;
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${words}</w:r>`;
};

interface ParagraphFormat {
  /** The id of a style. Empty for normal text. */
  readonly style: string;
  readonly rightToLeft: boolean;
  /** Attributes, in twentieths of a point. */
  readonly spacing: string;
}

const paragraph = (
  { style, rightToLeft, spacing }: ParagraphFormat,
  runs: readonly Run[],
): string => {
  const properties = [
    style === '' ? '' : `<w:pStyle w:val="${style}"/>`,
    style === 'Heading2' ? '<w:keepNext/>' : '',
    rightToLeft ? '<w:bidi/>' : '',
    `<w:spacing ${spacing}/>`,
  ].join('');
  return `<w:p><w:pPr>${properties}</w:pPr>${runs.map(run).join('')}</w:p>`;
};

/* ---- The transcript ---- */

const titleLine = (title: string): string => {
  const rightToLeft = isRightToLeft(title);
  const spacing = `w:after="${SIZE.afterTitle}"`;
  return paragraph({ style: 'Title', rightToLeft, spacing }, [
    { text: title, bold: true, rightToLeft },
  ]);
};

const time = (ms: number): Run => ({
  ...{ text: formatClock(ms), color: MUTED, size: SIZE.time, bold: false },
});

const GAP: Run = { text: '  ', size: SIZE.text };

/** Empty if neither name nor time is wanted. */
const heading = ({ name, start_ms }: Passage, { times }: TextLayout): string => {
  const rightToLeft = isRightToLeft(name);
  const hasTime = times === 'turn';
  if (name === '' && !hasTime) return '';
  const spacing = `w:after="${SIZE.after}" w:before="${SIZE.before}"`;
  return paragraph({ style: 'Heading2', rightToLeft, spacing }, [
    ...(name === '' ? [] : [{ text: name, bold: true, size: SIZE.text, rightToLeft }]),
    ...(name === '' || !hasTime ? [] : [GAP]),
    ...(hasTime ? [time(start_ms)] : []),
  ]);
};

type Said = Pick<Excerpt, 'text' | 'spaced' | 'language' | 'rightToLeft'>;

/** Joins neighbours alike into one run, as many runs open slowly. A space between runs is one of its own. */
const toRuns = (said: readonly Said[], common: Omit<Run, 'text'>): readonly Run[] => {
  const runs: Run[] = [];
  let before: Said | undefined;
  for (const excerpt of said) {
    const { text, spaced, language, rightToLeft } = excerpt;
    const last = runs.at(-1);
    const blank = spaced ? ' ' : '';
    if (last && before?.language === language && before?.rightToLeft === rightToLeft) {
      runs[runs.length - 1] = { ...last, text: last.text + blank + text };
    } else {
      if (spaced) runs.push({ ...common, text: ' ' });
      runs.push({ ...common, text, rightToLeft, language });
    }
    before = excerpt;
  }
  return runs;
};

/** `clock`: the time before the words, in milliseconds. */
const body = (words: string, said: readonly Said[], clock?: number): string => {
  const rightToLeft = isRightToLeft(words);
  return paragraph({ style: '', rightToLeft, spacing: 'w:line="320"' }, [
    ...(clock === undefined ? [] : [time(clock), GAP]),
    ...toRuns(said, { size: SIZE.text, rightToLeft }),
  ]);
};

/** For a transcript without segments: one paragraph per line. */
const wholeText = ({ text, language }: Transcript): readonly string[] =>
  filledLines(text).map((line) => {
    const rightToLeft = isRightToLeft(line);
    return body(line, [
      { text: line, spaced: false, language: languageTag(language), rightToLeft },
    ]);
  });

const words = (passage: Passage, { times }: TextLayout): readonly string[] =>
  times === 'line'
    ? passage.said.map((one) => body(one.text, [{ ...one, spaced: false }], one.start_ms))
    : [body(wordsOf(passage), passage.said)];

/* ---- The files ---- */

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const relationships = (
  ...targets: readonly (readonly [type: string, target: string])[]
): string => {
  const all = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
};

const properties = (title: string): string =>
  `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${title === '' ? '' : `<dc:title>${escapeMarkup(title)}</dc:title>`}</cp:coreProperties>`;

const style = (id: string, name: string, format: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:rPr>${format}</w:rPr></w:style>`;

const styles = (language: string | null | undefined): string =>
  [
    `${HEAD}<w:styles xmlns:w="${MAIN}">`,
    `<w:docDefaults><w:rPrDefault><w:rPr>${languageTags(language)}</w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>`,
    '<w:style w:type="paragraph" w:styleId="Normal" w:default="1"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    style('Title', 'Title', colorTag(INK) + sizeTags(SIZE.title)),
    style('Heading2', 'heading 2', colorTag(INK)),
    '</w:styles>',
  ].join('');

/** A4, with margins of an inch. */
const PAGE =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

/** A Word document: the title, if given, then a heading and a paragraph per turn, or a paragraph per line. */
export const toDocx = (written: Written, layout: TextLayout): Promise<Uint8Array> => {
  const { transcript, selection } = written;
  const passages = toPassages(written);
  const title = oneLine(layout.title);
  const paragraphs =
    passages.length === 0 && selection === undefined
      ? wholeText(transcript)
      : passages.flatMap((passage) => [heading(passage, layout), ...words(passage, layout)]);
  const content = [...(title === '' ? [] : [titleLine(title)]), ...paragraphs].join('');
  return zip([
    ['[Content_Types].xml', CONTENT_TYPES],
    [
      '_rels/.rels',
      relationships(
        [`${OFFICE}/officeDocument`, 'word/document.xml'],
        [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      ),
    ],
    ['docProps/core.xml', properties(title)],
    ['word/_rels/document.xml.rels', relationships([`${OFFICE}/styles`, 'styles.xml'])],
    ['word/styles.xml', styles(transcript.language)],
    [
      'word/document.xml',
      `${HEAD}<w:document xmlns:w="${MAIN}"><w:body>${content}${PAGE}</w:body></w:document>`,
    ],
  ]);
};
