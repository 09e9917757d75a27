import { formatVttTime } from '../time.js';
import type { Transcript } from '../transcript.js';

const HEADER = ['start', 'end', 'start_ms', 'end_ms', 'speaker', 'language', 'text'];

/** Excel reads UTF-8 as such only where the file starts with this. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Where a spreadsheet would begin a formula: at the start of the text, and behind what it may take for a separator.
 * Many separate cells by semicolon or tab, whatever stands between the quotes here.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:(?![;\t\r\n])[\s\0\p{Cf}])*[=+\-@|%＝＋－＠])/gu;

const textCell = (text: string): string => {
  const safe = text.replace(FORMULA, "'").replace(/^(?=[\t\r\n])/, "'");
  return `"${safe.replace(/"/g, '""')}"`;
};

/** RFC 4180 with a header row; every text is quoted. An apostrophe keeps spreadsheets from running a text as a formula. */
export const toCsv = ({ segments }: Transcript): string => {
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
