/** Edits that were stored, by a browser or by a partner: believed only where they fit. */
import { EditError, type TranscriptEdit } from './edits.js';
import { startHistory } from './edit-history.js';
import type { Transcript } from '../transcript.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isName = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value);

const parseEdit = (value: unknown): TranscriptEdit | null => {
  if (!isRecord(value)) return null;
  const { kind, from, to, into, segments, segment, text } = value;
  switch (kind) {
    case 'rename-speaker':
      return isName(from) && typeof to === 'string' ? { kind, from, to } : null;
    case 'merge-speakers':
      return isName(from) && typeof into === 'string' ? { kind, from, into } : null;
    case 'assign-speaker':
      return Array.isArray(segments) && segments.every(isIndex) && isName(to)
        ? { kind, segments: [...segments], to }
        : null;
    case 'correct-text':
      return isIndex(segment) && typeof text === 'string' ? { kind, segment, text } : null;
    default:
      return null;
  }
};

/**
 * The edits in what a store holds, for the transcript they were made on: null where the value is no
 * list of edits, or where they do not fit that transcript one after another.
 */
export const parseEdits = (
  value: unknown,
  original: Transcript,
): readonly TranscriptEdit[] | null => {
  if (!Array.isArray(value)) return null;
  const edits: TranscriptEdit[] = [];
  for (const entry of value) {
    const edit = parseEdit(entry);
    if (edit === null) return null;
    edits.push(edit);
  }
  try {
    startHistory(original, edits);
    return edits;
  } catch (error) {
    if (error instanceof EditError) return null;
    throw error;
  }
};
