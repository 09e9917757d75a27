import { formatVttTime } from '../time.js';
import type { Transcript } from '../transcript.js';

const HEADER = ['start', 'end', 'start_ms', 'end_ms', 'speaker', 'language', 'text'];

/** Excel reads UTF-8 as such only where the file starts with this. */
const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet would run these as a formula; full-width forms count as well. */
const FORMULA = /^[\s\0\p{Cf}]*[=+\-@|%＝＋－＠]/u;

const textCell = (text: string): string => {
  const safe = FORMULA.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replace(/"/g, '""')}"`;
};

/** RFC 4180 with a header row; every text is quoted, and none can be taken for a formula. */
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
