/** Exports a transcript as a file. Loaded on demand, by `import()` alone. */
import { type Cue, toCues } from './cues.js';
import { toPassages, wordsOf } from '../passages.js';
import { filledLines, languageTag, oneLine } from '../plain-text.js';
import { withShownNames, type SpeakerIdentities } from '../speakers.js';
import { formatClock, formatSrtTime, formatVttTime } from '../time.js';
import type { Segment, Transcript } from '../transcript.js';
import { toDocx } from './docx.js';
import { EXPORT_FORMATS, type ExportFormat } from './formats.js';

export interface ExportedTranscript {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: ExportFormat;
}

/** Data to write besides the transcript. */
export interface ExportOptions {
  /** The user's corrections as plain JSON. Only `json` includes them, next to the corrected transcript. */
  readonly edits?: readonly object[];
  /** Who the speakers are after edits. Without it, all names are taken as labels of the service. */
  readonly identities?: SpeakerIdentities;
  /** Names a speaker without a name. Default: "Speaker 1". All formats but `json` show it. */
  readonly numberedSpeaker?: (number: number) => string;
  /** The heading in `txt` and `docx`. An audio extension is removed. No heading if empty. */
  readonly title?: string;
}

/** Maximum length of a file name, in characters. File systems allow 255 bytes. */
const MAX_LENGTH = 80;

const AUDIO_EXTENSION = /\.(?:mp3|m4a|wav)$/i;

/** Turns a title into a heading: one line, without the audio extension of a file name. */
export const exportTitle = (title = ''): string => oneLine(title).replace(AUDIO_EXTENSION, '');

/** Makes a file name from a title. Removes its audio extension and characters that file systems don't allow. */
export const exportFileName = (title: string, extension: string): string => {
  const cleaned = title
    .normalize('NFC')
    .replace(AUDIO_EXTENSION, '')
    .replace(/[\p{Cc}\p{Bidi_C}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const name = [...cleaned]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${name === '' ? 'transcript' : name}.${extension}`;
};

/** Plain text: the title, if given, then a paragraph per turn below its time and speaker. */
const toPlainText = (transcript: Transcript, title = ''): string => {
  const passages = toPassages(transcript);
  const paragraphs =
    passages.length === 0
      ? [`${filledLines(transcript.text).join('\n')}\n`]
      : passages.map((passage) => {
          const { speaker, start_ms } = passage;
          const name = speaker.name === null ? '' : ` ${oneLine(speaker.name)}`;
          return `[${formatClock(start_ms)}]${name}\n${wordsOf(passage)}\n`;
        });
  const heading = oneLine(title);
  return [...(heading === '' ? [] : [`${heading}\n`]), ...paragraphs].join('\n');
};

/** SubRip has no escapes, and readers look for `-->` anywhere in the text. */
const withoutArrow = (text: string): string => text.replace(/-{2,}>/g, '→');

const nameOf = ({ speaker }: Pick<Segment, 'speaker'>): string =>
  speaker === undefined ? '' : `${oneLine(speaker)}: `;

/** SubRip has no field for the speaker: the name precedes the text of a segment, and a cue after another segment. */
const toSrt = (transcript: Transcript): string => {
  const cues = toCues(transcript, nameOf);
  return cues
    .map((cue, index) => {
      const named = cue.part === 0 || cues[index - 1]?.segment !== cue.segment;
      const text = withoutArrow((named ? nameOf(cue) : '') + cue.lines.join('\n'));
      const times = `${formatSrtTime(cue.start_ms)} --> ${formatSrtTime(cue.end_ms)}`;
      return `${index + 1}\n${times}\n${text}\n`;
    })
    .join('\n');
};

const escapeCue = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Firefox and WebKit don't decode escapes in a voice name, so use similar characters that need none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' };

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
 * Where a spreadsheet could start a formula: at the start of the text, and after a semicolon, tab or line break. Many
 * programs split cells there even inside quotes, and then take the next quotes for those of a cell.
 */
const FORMULA = /(?<=^|[;\t\r\n"])(?=(?:(?![;\t\r\n"])[\s\0\p{Cf}])*[=+\-@|%＝＋－＠])/gu;

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

interface Writer {
  readonly mediaType: string;
  readonly write: (transcript: Transcript, options: ExportOptions) => string | Promise<Uint8Array>;
}

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  txt: {
    mediaType: 'text/plain;charset=utf-8',
    write: (transcript, { title }) => toPlainText(transcript, exportTitle(title)),
  },
  srt: { mediaType: 'application/x-subrip;charset=utf-8', write: toSrt },
  vtt: { mediaType: 'text/vtt;charset=utf-8', write: toVtt },
  json: {
    mediaType: 'application/json',
    write: (transcript, { edits }) => toJson(transcript, edits),
  },
  csv: { mediaType: 'text/csv;charset=utf-8;header=present', write: toCsv },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: (transcript, { title }) => toDocx(transcript, exportTitle(title)),
  },
};

const withoutEmptied = (transcript: Transcript): Transcript => ({
  ...transcript,
  segments: transcript.segments.filter(({ text }) => text !== ''),
});

/**
 * Exports a transcript in one of EXPORT_FORMATS. Rejects with a RangeError for any other format. All formats
 * are text, except `docx`. The `docx` library is loaded on first use; if that fails, the call rejects.
 */
export const exportTranscript = async (
  transcript: Transcript,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<ExportedTranscript> => {
  if (!EXPORT_FORMATS.includes(format))
    throw new RangeError(`A transcript can be exported as ${EXPORT_FORMATS.join(', ')}.`);
  const { mediaType, write } = WRITERS[format];
  const { identities, numberedSpeaker } = options;
  const written =
    format === 'json'
      ? transcript
      : withShownNames(withoutEmptied(transcript), identities, numberedSpeaker);
  return { content: await write(written, options), mediaType, extension: format };
};
