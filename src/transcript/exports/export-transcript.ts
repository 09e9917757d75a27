/** Exports a transcript as a file. Loaded on demand, by `import()` alone. */
import { type Cue, toCues } from './cues.js';
import { toPassages, wordsOf, type SelectedText } from '../passages.js';
import { withoutFileEnding } from '../file-endings.js';
import { filledLines, isBlank, languageTag, oneLine, printable } from '../plain-text.js';
import { withShownNames, type SpeakerIdentities } from '../speakers.js';
import { formatClock, formatSrtTime, formatVttTime } from '../time.js';
import type { Segment, Transcript } from '../transcript.js';
import { chosenTexts, EXPORT_TIMES, withTexts, withoutNames, type Chosen } from './chosen.js';
import { toDocx } from './docx.js';
import { EXPORT_FORMATS, type ExportFormat, type TextLayout } from './formats.js';
import { toMarkdown } from './markdown.js';

export interface ExportedTranscript {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: ExportFormat;
}

/** What to write of a transcript, and besides it. */
export interface ExportOptions extends Chosen {
  /** The user's corrections as plain JSON. Only `json` of a whole transcript includes them. */
  readonly edits?: readonly object[];
  /** Who the speakers are after edits. Without it, all names are taken as labels of the service. */
  readonly identities?: SpeakerIdentities;
  /** Names a speaker without a name. Default: "Speaker 1". All formats but `json` show it. */
  readonly numberedSpeaker?: (number: number) => string;
  /** The heading in `txt`, `md` and `docx`. The ending of a recording's file name is removed. No heading if empty. */
  readonly title?: string;
}

/** Maximum length of a file name, in characters. File systems allow 255 bytes. */
const MAX_LENGTH = 80;

/** Turns a title into a heading: one line, without the ending of a recording's file name. */
export const exportTitle = (title = ''): string => withoutFileEnding(oneLine(title));

/** Makes a file name from a title. Removes a recording's ending and characters that file systems don't allow. */
export const exportFileName = (title: string, extension: string): string => {
  const cleaned = withoutFileEnding(title.trim())
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_C}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const name = [...cleaned]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
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
const toPlainText = (
  transcript: Transcript,
  { names, times, title }: TextLayout,
  selection?: readonly SelectedText[],
): string => {
  const passages = toPassages(transcript, selection);
  const paragraphs =
    passages.length === 0 && selection === undefined
      ? [`${filledLines(transcript.text).join('\n')}\n`]
      : passages.map((passage) => {
          const { speaker, start_ms, said } = passage;
          const head = [
            ...(times === 'turn' ? [`[${formatClock(start_ms)}]`] : []),
            ...(names && speaker.name !== null ? [oneLine(speaker.name)] : []),
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

const nameOf = ({ speaker }: Pick<Segment, 'speaker'>): string =>
  speaker === undefined ? '' : `${oneLine(speaker)}: `;

/** SubRip has no field for the speaker: the name precedes the text of a segment, and a cue after another segment. */
const toSrt = (transcript: Transcript): string => {
  const cues = toCues(transcript, nameOf);
  return cues
    .map((cue, index) => {
      const named = cue.part === 0 || cues[index - 1]?.segment !== cue.segment;
      const text = withoutTags((named ? nameOf(cue) : '') + cue.lines.join('\n'));
      const times = `${formatSrtTime(cue.start_ms)} --> ${formatSrtTime(cue.end_ms)}`;
      return `${index + 1}\n${times}\n${text}\n`;
    })
    .join('\n');
};

const escapeCue = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Firefox and WebKit don't decode escapes in a voice name, so use similar characters that need none. */
const voiceName = (name: string): string =>
  oneLine(name).replace(/[&<>]/g, (mark) => LOOK_ALIKES[mark] ?? '');

/** The number of the segment, followed by the number of the part if it has several. */
const cueName = ({ segment, part, parts }: Cue): string =>
  parts === 1 ? String(segment + 1) : `${segment + 1}-${part + 1}`;

/** WebVTT. A cue has a voice span if its speaker is known, and a language span if its language is another one. */
const toVtt = (transcript: Transcript): string => {
  const common = languageTag(transcript.language)?.toLowerCase();
  const cues = toCues(transcript).map((cue) => {
    const times = `${formatVttTime(cue.start_ms)} --> ${formatVttTime(cue.end_ms)}`;
    const text = escapeCue(cue.lines.join('\n'));
    const tag = languageTag(cue.language);
    const said =
      tag === undefined || tag.toLowerCase() === common ? text : `<lang ${tag}>${text}</lang>`;
    const voice = cue.speaker === undefined ? said : `<v ${voiceName(cue.speaker)}>${said}</v>`;
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
const toCsv = ({ segments }: Transcript): string => {
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

/** The service's format (2.4, `data`), in its order. `edits` are added if there are any. */
const toJson = (
  { text, language, duration, segments }: Transcript,
  edits: readonly object[] = [],
): string =>
  `${JSON.stringify(
    { text, language, duration, segments, ...(edits.length === 0 ? {} : { edits }) },
    null,
    2,
  )}\n`;

/** What is written, after the choice. */
interface Written {
  readonly transcript: Transcript;
  /** The chosen texts, if only some are: their paragraphs are those of the whole transcript. */
  readonly selection: readonly SelectedText[] | undefined;
  readonly layout: TextLayout;
  readonly edits: readonly object[];
}

interface Writer {
  readonly mediaType: string;
  readonly write: (written: Written) => string | Promise<Uint8Array>;
}

/** A format without paragraphs. It has the chosen lines alone. */
const ofLines =
  (write: (transcript: Transcript) => string): Writer['write'] =>
  ({ transcript, selection, layout }) => {
    const chosen = selection === undefined ? transcript : withTexts(transcript, selection);
    return write(layout.names ? chosen : withoutNames(chosen));
  };

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  txt: {
    mediaType: 'text/plain;charset=utf-8',
    write: ({ transcript, layout, selection }) => toPlainText(transcript, layout, selection),
  },
  md: {
    mediaType: 'text/markdown;charset=utf-8',
    write: ({ transcript, layout, selection }) => toMarkdown(transcript, layout, selection),
  },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: ({ transcript, layout, selection }) => toDocx(transcript, layout, selection),
  },
  srt: { mediaType: 'application/x-subrip;charset=utf-8', write: ofLines(toSrt) },
  vtt: { mediaType: 'text/vtt;charset=utf-8', write: ofLines(toVtt) },
  csv: { mediaType: 'text/csv;charset=utf-8;header=present', write: ofLines(toCsv) },
  json: {
    mediaType: 'application/json',
    write: (written) => {
      // Edits fit only the whole transcript, and have the names of speakers.
      const isWhole = written.selection === undefined && written.layout.names;
      return ofLines((transcript) => toJson(transcript, isWhole ? written.edits : []))(written);
    },
  },
};

/** The one cleaning for all formats: no control characters, and names and languages on one line. */
const cleaned = (transcript: Transcript): Transcript => ({
  ...transcript,
  text: printable(transcript.text),
  language: transcript.language && oneLine(transcript.language),
  segments: transcript.segments.map((segment) => {
    const { text, speaker, language } = segment;
    return {
      ...segment,
      ...(speaker === undefined ? {} : { speaker: oneLine(speaker) }),
      ...(language === undefined ? {} : { language: oneLine(language) }),
      text: printable(text),
    };
  }),
});

/** The transcript without segments that have no words, and the selection in it. */
const withoutEmptied = (
  transcript: Transcript,
  selection: readonly SelectedText[] | undefined,
): { readonly transcript: Transcript; readonly selection: readonly SelectedText[] | undefined } => {
  const kept = transcript.segments.flatMap(({ text }, index) => (isBlank(text) ? [] : [index]));
  const places = new Map(kept.map((index, at) => [index, at]));
  return {
    transcript: {
      ...transcript,
      segments: transcript.segments.filter((_, index) => places.has(index)),
    },
    selection: selection?.flatMap((one) => {
      const segment = places.get(one.segment);
      return segment === undefined ? [] : [{ ...one, segment }];
    }),
  };
};

/**
 * Exports a transcript in one of EXPORT_FORMATS. Rejects with a RangeError for any other format, or for other
 * `times`. All formats are text, except `docx`. The `docx` library is loaded on first use; if that fails, the call rejects.
 */
export const exportTranscript = async (
  transcript: Transcript,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<ExportedTranscript> => {
  if (!EXPORT_FORMATS.includes(format))
    throw new RangeError(`A transcript can be exported as ${EXPORT_FORMATS.join(', ')}.`);
  const { identities, numberedSpeaker, edits = [], names = true, times = 'turn' } = options;
  if (!EXPORT_TIMES.includes(times))
    throw new RangeError(`The times of an export can be ${EXPORT_TIMES.join(', ')}.`);
  const { mediaType, write } = WRITERS[format];
  const clean = cleaned(transcript);
  const selection = chosenTexts(clean, options);
  const shown =
    format === 'json' ? { transcript: clean, selection } : withoutEmptied(clean, selection);
  const written: Written = {
    ...shown,
    transcript:
      format === 'json' ? clean : withShownNames(shown.transcript, identities, numberedSpeaker),
    layout: { names, times, title: exportTitle(options.title) },
    edits,
  };
  return { content: await write(written), mediaType, extension: format };
};
