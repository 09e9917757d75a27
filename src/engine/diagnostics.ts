import type { Fact } from './state.js';

/** One line of the record that support can be sent: never an address, a token, a file name or a text. */
export interface DiagnosticEntry {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** What was observed; `storage-unavailable`: nothing can be kept here, a reload starts anew. */
  readonly fact: Fact['type'] | 'storage-unavailable';
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Entries kept; the oldest go first. */
export const DIAGNOSTIC_ENTRIES = 500;

const detailOf = (fact: Fact): DiagnosticEntry['detail'] => {
  switch (fact.type) {
    case 'selected':
      return { source: fact.job.source.kind };
    case 'checked':
      return {
        size: fact.facts.size,
        fileType: fact.facts.fileType,
        durationSeconds: fact.facts.durationSeconds,
      };
    case 'planned':
      return { chunkSize: fact.plan.ChunkSize, parts: fact.plan.Parts.length };
    case 'part-stored':
      return { part: fact.partNumber };
    case 'submitted':
    case 'polled':
      return { status: fact.status };
    case 'succeeded':
      return { segments: fact.data.segments.length };
    case 'failed':
      return { code: fact.error.code, recoverable: fact.error.recoverable };
    default:
      return undefined;
  }
};

const append = (
  entries: readonly DiagnosticEntry[],
  entry: DiagnosticEntry,
): readonly DiagnosticEntry[] => [...entries, entry].slice(-DIAGNOSTIC_ENTRIES);

/** The record with the news that storage is missing, full or forbidden. */
export const recordStorageUnavailable = (
  entries: readonly DiagnosticEntry[],
  atMs: number,
): readonly DiagnosticEntry[] => append(entries, { atMs, fact: 'storage-unavailable' });

/** The record with one fact more; how far the bytes are is left out, there would be thousands of lines. */
export const recordFact = (
  entries: readonly DiagnosticEntry[],
  fact: Fact,
  atMs: number,
): readonly DiagnosticEntry[] => {
  if (fact.type === 'sending') return entries;
  const detail = detailOf(fact);
  const entry = { atMs, fact: fact.type, ...(detail === undefined ? {} : { detail }) };
  return append(entries, entry);
};
