import type { Transcript } from '../transcript.js';

/** The service's own shape (2.4, `data`), in order. */
export const toJson = ({ text, language, duration, segments }: Transcript): string =>
  `${JSON.stringify({ text, language, duration, segments }, null, 2)}\n`;
