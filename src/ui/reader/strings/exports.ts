import type { ExportFormat } from '../../../transcript/index.js';

/** What the menu of downloads says. */
export interface ExportStrings {
  readonly download: string;
  readonly downloadFormat: Readonly<Record<ExportFormat, string>>;
  readonly downloadFailed: string;
}

export const englishExportStrings: ExportStrings = {
  download: 'Download',
  downloadFormat: {
    txt: 'Plain text',
    srt: 'Subtitles, SubRip',
    vtt: 'Subtitles, WebVTT',
    json: 'Data, JSON',
    csv: 'Spreadsheet, CSV',
    docx: 'Word document',
  },
  downloadFailed: 'The file could not be made. Check your connection and try again.',
};
