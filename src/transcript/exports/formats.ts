export const EXPORT_FORMATS = ['txt', 'srt', 'vtt', 'json', 'csv', 'docx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
