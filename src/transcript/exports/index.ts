/** The transcript as a file. */
import type { Transcript } from '../transcript.js';
import { toCsv } from './csv.js';
import { toDocx } from './docx.js';
import { exportTitle } from './file-name.js';
import { toJson } from './json.js';
import { toSrt, toVtt } from './subtitles.js';
import { toPlainText } from './text.js';

export { exportFileName, exportTitle } from './file-name.js';

export const EXPORT_FORMATS = ['txt', 'srt', 'vtt', 'json', 'csv', 'docx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportedTranscript {
  readonly content: string | Uint8Array;
  readonly mediaType: string;
  /** Without the dot. */
  readonly extension: ExportFormat;
}

/** What goes into a file beside the transcript. */
export interface ExportOptions {
  /** What was corrected by hand, as plain JSON: `json` has it beside the transcript, which is the corrected one. */
  readonly edits?: readonly object[];
  /** The document's heading, in `txt` and `docx`, without an audio extension; left out where empty. */
  readonly title?: string;
}

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

/**
 * Writes a transcript in one of EXPORT_FORMATS; any other rejects with a RangeError. All but `docx`
 * are text; what writes `docx` is loaded when it is first asked for, and its failure rejects.
 */
export const exportTranscript = async (
  transcript: Transcript,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<ExportedTranscript> => {
  if (!EXPORT_FORMATS.includes(format))
    throw new RangeError(`A transcript can be exported as ${EXPORT_FORMATS.join(', ')}.`);
  const { mediaType, write } = WRITERS[format];
  return { content: await write(transcript, options), mediaType, extension: format };
};
