import type { Transcript } from '../transcript.js';

/**
 * The service's own shape (2.4, `data`), in order; `edits`, as plain JSON, stand beside it where there
 * are any.
 */
export const toJson = (
  { text, language, duration, segments }: Transcript,
  edits: readonly object[] = [],
): string =>
  `${JSON.stringify(
    { text, language, duration, segments, ...(edits.length === 0 ? {} : { edits }) },
    null,
    2,
  )}\n`;
