import type { ExportFormat } from '../../transcript/index.js';

/** What the menu of downloads, copying and printing says. */
export interface ExportStrings {
  readonly takeAway: string;
  readonly download: string;
  readonly downloadFormat: Readonly<Record<ExportFormat, string>>;
  readonly downloadFailed: string;
  readonly copyAll: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly print: string;
  readonly printFailed: string;
}

export const englishExportStrings: ExportStrings = {
  takeAway: 'Export',
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
  copyAll: 'Copy all',
  copied: 'Copied',
  copyFailed:
    'The browser did not let this page copy. Select the text and copy it with the keyboard, or download it.',
  print: 'Print',
  printFailed:
    'The browser did not let this page print. Download the Word document and print that.',
};
