export const EXPORT_FORMATS = ['txt', 'md', 'docx', 'srt', 'vtt', 'csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Which times a text has: none, one per paragraph, or one per line. */
export type ExportTimes = 'none' | 'turn' | 'line';

export const EXPORT_TIMES: readonly ExportTimes[] = ['none', 'turn', 'line'];

/** The formats in which `times` chooses. */
export const hasChosenTimes = (format: ExportFormat): boolean =>
  format === 'txt' || format === 'md' || format === 'docx';

/** What an export contains. Everything by default. */
export interface ExportChoice {
  /** Whether the names of the speakers are written. Default true. */
  readonly names?: boolean;
  /** Which times `txt`, `md` and `docx` have. Default `turn`. The other formats have all times. */
  readonly times?: ExportTimes;
  /** Only the words of these speakers, by their names in `transcript.segments`; null for segments without one. */
  readonly speakers?: readonly (string | null)[];
  /** Only the segments that play at these times, in milliseconds. */
  readonly passage?: { readonly start_ms: number; readonly end_ms: number };
}

/** What `txt`, `md` and `docx` show besides the words. */
export interface TextLayout {
  readonly times: ExportTimes;
  /** Empty for none. */
  readonly title: string;
}
