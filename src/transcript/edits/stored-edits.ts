/** Validates edits that a browser or a partner stored. */
import type { Transcript } from '../transcript.js';
import { startHistory } from './edit-history.js';
import { EditError, type TranscriptEdit } from './edits.js';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isName = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

export const isIndex = (value: unknown): value is number => Number.isSafeInteger(value);

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
 * Parses stored edits for the transcript they were made on. Returns null if the value is not a list of edits,
 * or if an edit does not fit.
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

/** Separates the parts. No part of a segment contains this character twice in a row. */
const END = '\0\0';

/**
 * A hash of the times, speakers and texts of the segments, as 14 hexadecimal digits. Equal transcripts have
 * equal fingerprints. Not cryptographic (cyrb53).
 */
export const transcriptFingerprint = ({ segments }: Transcript): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const { speaker, start_ms, end_ms, text } of segments) {
    const name = speaker === undefined ? '' : ` ${speaker}`;
    const line = `${start_ms} ${end_ms}${name}${END}${text}${END}`;
    for (let at = 0; at < line.length; at += 1) {
      const unit = line.charCodeAt(at);
      high = Math.imul(high ^ unit, 2_654_435_761);
      low = Math.imul(low ^ unit, 1_597_334_677);
    }
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
};
