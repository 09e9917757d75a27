/** Exports a transcript as a file. Loaded on demand, by `import()` alone. */
import { toJson } from '../../protocol/json.js';
import { type Cue, toCues } from './cues.js';
import { toPassages, wordsOf, type Written } from '../passages.js';
import { wholeStart } from '../characters.js';
import { withoutFileEnding } from '../file-endings.js';
import { closed, filledLines, isBlank, languageTag, oneLine } from '../plain-text.js';
import { speakersBeside, firstIdentities } from '../speakers.js';
import { formatClock, formatSrtTime, formatVttTime } from '../time.js';
import type { Transcript } from '../transcript.js';
import {
  chosenTexts,
  cleaned,
  isEmptyIn,
  toWritten,
  unnamedLinesOf,
  withNames,
  withTexts,
  type WriteOptions,
} from '../written.js';
import { toDocx } from './docx.js';
import { EXPORT_FORMATS, EXPORT_TIMES, type ExportFormat, type TextLayout } from './formats.js';
import { toMarkdown } from './markdown.js';

export interface ExportedTranscript {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: ExportFormat;
}

/** What to write of a transcript, and besides it. */
export interface ExportOptions extends WriteOptions {
  /** The user's corrections as plain JSON. Only `json` of a whole transcript includes them. */
  readonly edits?: readonly object[];
  /** The heading in `txt`, `md` and `docx`. The ending of a recording's file name is removed. No heading if empty. */
  readonly title?: string;
}

/** Maximum length of a file name, in UTF-16 units. File systems allow 255 bytes, and a unit has at most three. */
const MAX_LENGTH = 80;

/** Turns a title into a heading: one line, without the ending of a recording's file name. */
export const exportTitle = (title = ''): string => closed(withoutFileEnding(oneLine(title)));

/** Makes a file name from a title. Removes a recording's ending and characters that file systems don't allow. */
export const exportFileName = (title: string, extension: string): string => {
  const cleaned = withoutFileEnding(title.trim())
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_C}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const name = wholeStart(cleaned, MAX_LENGTH).replace(/^[\s.]+|[\s.]+$/g, '');
  return `${isBlank(name) ? 'transcript' : name}.${extension}`;
};

/** Similar characters that have no meaning for readers of subtitles. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '&': '＆',
  '<': '‹',
  '>': '›',
  '{': '｛',
  '}': '｝',
  '\\': '＼',
};

/** Plain text: the title, if given, then a paragraph per turn below its time and speaker, or a line per segment. */
const toPlainText = (written: Written, { times, title }: TextLayout): string => {
  const { transcript, selection } = written;
  const passages = toPassages(written);
  const paragraphs =
    passages.length === 0 && selection === undefined
      ? [`${filledLines(transcript.text).join('\n')}\n`]
      : passages.map((passage) => {
          const { name, start_ms, said } = passage;
          const head = [
            ...(times === 'turn' ? [`[${formatClock(start_ms)}]`] : []),
            ...(name === '' ? [] : [name]),
          ].join(' ');
          const words =
            times === 'line'
              ? said.map((one) => `[${formatClock(one.start_ms)}] ${one.text}`).join('\n')
              : wordsOf(passage);
          return `${head === '' ? '' : `${head}\n`}${words}\n`;
        });
  const heading = oneLine(title);
  return [...(heading === '' ? [] : [`${heading}\n`]), ...paragraphs].join('\n');
};

/**
 * SubRip has no escapes, and readers look for `-->` anywhere in the text. They take `<…>` and `{…}` for tags and hide them, and
 * `\\N`, `\\n` and `\\h` for breaks and spaces.
 */
const withoutTags = (text: string): string =>
  text.replace(/-{2,}>/g, '→').replace(/[<>{}\\]/g, (mark) => LOOK_ALIKES[mark] ?? '');

/** SubRip has no field for the speaker: the name is part of the text. */
const toSrt = (written: Written): string =>
  toCues(unnamedLinesOf(written), ({ speaker = null }) => {
    const name = written.nameOf(speaker);
    return name === '' ? '' : `${oneLine(name)}:`;
  })
    .map(({ start_ms, end_ms, lines }, index) => {
      const times = `${formatSrtTime(start_ms)} --> ${formatSrtTime(end_ms)}`;
      return `${index + 1}\n${times}\n${withoutTags(lines.join('\n'))}\n`;
    })
    .join('\n');

const escapeCue = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Firefox and WebKit don't decode escapes in a voice name, so use similar characters that need none. */
const voiceName = (name: string): string =>
  oneLine(name).replace(/[&<>]/g, (mark) => LOOK_ALIKES[mark] ?? '');

/** The numbers of the segments, followed by the number of the part if they have several. */
const cueName = ({ segments, part, parts }: Cue): string => {
  const name = segments.map((segment) => segment + 1).join('+');
  return parts === 1 ? name : `${name}-${part + 1}`;
};

/** WebVTT. A cue has a voice span if its speaker is known, and a language span if its language is another one. */
const toVtt = (written: Written): string => {
  const transcript = unnamedLinesOf(written);
  const common = languageTag(transcript.language)?.toLowerCase();
  const cues = toCues(transcript).map((cue) => {
    const times = `${formatVttTime(cue.start_ms)} --> ${formatVttTime(cue.end_ms)}`;
    const text = escapeCue(cue.lines.join('\n'));
    const tag = languageTag(cue.language);
    const said =
      tag === undefined || tag.toLowerCase() === common ? text : `<lang ${tag}>${text}</lang>`;
    const name = voiceName(written.nameOf(cue.speaker ?? null));
    const voice = name === '' ? said : `<v ${name}>${said}</v>`;
    return `\n${cueName(cue)}\n${times}\n${voice}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
};

const HEADER = ['start', 'end', 'start_ms', 'end_ms', 'speaker', 'language', 'text'];

/** Excel reads a file as UTF-8 only if it starts with this. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Where a spreadsheet could start a formula: at the start of the text, and after a comma, semicolon, tab or line break. Many
 * programs split cells at one of them even inside quotes, and then take the next quotes for those of a cell. White space
 * before the formula is ignored; a tab can be that, too.
 */
const FORMULA = /(?<=^|[,;\t\r\n"])(?=[\s\p{Cf}]*[=+\-@|%＝＋－＠])/gu;

const textCell = (text: string): string => {
  const safe = text.replace(FORMULA, "'").replace(/^(?=[\t\r\n])/, "'");
  return `"${safe.replace(/"/g, '""')}"`;
};

/** RFC 4180 with a header row. An apostrophe keeps spreadsheets from running a text as a formula. */
const toCsv = (written: Written): string => {
  const { segments } = withNames(unnamedLinesOf(written), written.nameOf);
  const rows = segments.map(({ start_ms, end_ms, speaker = '', language = '', text }) =>
    [
      formatVttTime(start_ms),
      formatVttTime(end_ms),
      start_ms,
      end_ms,
      textCell(speaker),
      textCell(language),
      textCell(text),
    ].join(','),
  );
  return `${BYTE_ORDER_MARK}${[HEADER.join(','), ...rows].join('\r\n')}\r\n`;
};

/** The service's format (2.4, `data`), in its order. `speakers` and `edits` are added if there are any. */
const toJsonFile = (
  { text, language, duration, segments, speakers }: Transcript,
  edits: readonly object[] = [],
): string => {
  const data = { text, language, duration, segments, speakers };
  return `${toJson(edits.length === 0 ? data : { ...data, edits }, 2)}\n`;
};

type Writer = (written: Written, layout: TextLayout) => string | Promise<Uint8Array>;

/** JSON has the service's labels, and lines without words. */
const WRITERS: Readonly<Record<Exclude<ExportFormat, 'json'>, Writer>> = {
  txt: toPlainText,
  md: toMarkdown,
  docx: toDocx,
  srt: toSrt,
  vtt: toVtt,
  csv: toCsv,
};

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain;charset=utf-8',
  md: 'text/markdown;charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  srt: 'application/x-subrip;charset=utf-8',
  vtt: 'text/vtt;charset=utf-8',
  csv: 'text/csv;charset=utf-8;header=present',
  json: 'application/json',
};

const dataOf = (transcript: Transcript, options: ExportOptions): string => {
  const { names = true, edits } = options;
  const clean = cleaned(transcript);
  const { identities = firstIdentities(clean) } = options;
  const texts = chosenTexts(clean, options);
  const { speakers: _, ...chosen } = withTexts(clean, texts);
  const speakers = speakersBeside(chosen.segments, identities);
  // Edits fit only the whole transcript, and have the names of speakers.
  if (!names) return toJsonFile(withNames(chosen, () => ''));
  const data = speakers ? { ...chosen, speakers } : chosen;
  return toJsonFile(data, texts === undefined ? edits : []);
};

/** The formats in which a choice of a transcript has words. JSON always says what there is. */
export const formatsWithWords = (
  transcript: Transcript,
  options?: ExportOptions,
): readonly ExportFormat[] => {
  const written = toWritten(transcript, options);
  return EXPORT_FORMATS.filter((format) => !isEmptyIn(format, written));
};

/**
 * Exports a transcript in one of EXPORT_FORMATS. Rejects with a RangeError for any other format, for other `times`, and for a
 * format with times if the transcript has words without any. All formats are text, except `docx`.
 */
export const exportTranscript = async (
  transcript: Transcript,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<ExportedTranscript> => {
  if (!EXPORT_FORMATS.includes(format))
    throw new RangeError(`A transcript can be exported as ${EXPORT_FORMATS.join(', ')}.`);
  const { times = 'turn' } = options;
  if (!EXPORT_TIMES.includes(times))
    throw new RangeError(`The times of an export can be ${EXPORT_TIMES.join(', ')}.`);
  const written = toWritten(transcript, options);
  const hasNoTimes = written.transcript.segments.length === 0 && !isEmptyIn('txt', written);
  if (hasNoTimes && isEmptyIn(format, written))
    throw new RangeError(
      `This transcript has neither lines nor a duration, so ${format} would be empty. Export it as txt, md, docx or json.`,
    );
  const content =
    format === 'json'
      ? dataOf(transcript, options)
      : await WRITERS[format](written, { times, title: exportTitle(options.title) });
  return { content, mediaType: MEDIA_TYPES[format], extension: format };
};
