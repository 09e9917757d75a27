import { isKnownStatus } from '../../protocol/index.js';
import type { PartTry } from '../upload/send-part.js';
import type { TranscribeProgress } from './progress.js';
import type { SessionEvent, StateName } from './state.js';

/** One line of the record that support can be sent: never an address, a token, a file name or a text. */
export interface DiagnosticEntry {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** What was observed; `storage-unavailable`: nothing can be kept here, a reload starts anew. */
  readonly fact: SessionEvent['type'] | 'storage-unavailable';
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** What is kept of a session: what happened, and every try of every part. */
export interface DiagnosticRecord {
  readonly entries: readonly DiagnosticEntry[];
  /** Every try of every chunk: when, how long, how many bytes, and how it ended. */
  readonly tries: readonly PartTry[];
}

/** What `diagnostics()` gives: a record for support, without addresses, tokens, names or texts. */
export interface Diagnostics extends DiagnosticRecord {
  readonly state: StateName;
  readonly progress: TranscribeProgress;
  readonly userAgent: string;
}

export const EMPTY_RECORD: DiagnosticRecord = { entries: [], tries: [] };

/** Entries kept; the oldest go first. */
export const DIAGNOSTIC_ENTRIES = 500;
/** Tries kept; the oldest go first. */
export const DIAGNOSTIC_TRIES = 2_000;

/** Facts that come by the thousand, or stand in `tries`. */
const UNRECORDED: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'sending',
  'hash-point',
  'part-started',
  'part-tried',
]);

const detailOf = (fact: SessionEvent): DiagnosticEntry['detail'] => {
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
    case 'part-refuted':
      return { part: fact.partNumber };
    case 'trouble':
      return { trouble: fact.trouble };
    case 'submitted':
    case 'polled':
      return { status: fact.status, ...(isKnownStatus(fact.status) ? {} : { known: false }) };
    case 'succeeded':
      return { segments: fact.data.segments.length };
    case 'failed':
      return { code: fact.error.code, recoverable: fact.error.recoverable };
    default:
      return undefined;
  }
};

const append = (record: DiagnosticRecord, entry: DiagnosticEntry): DiagnosticRecord => ({
  ...record,
  entries: [...record.entries, entry].slice(-DIAGNOSTIC_ENTRIES),
});

/** The record with the news that storage is missing, full or forbidden. */
export const recordStorageUnavailable = (
  record: DiagnosticRecord,
  atMs: number,
): DiagnosticRecord => append(record, { atMs, fact: 'storage-unavailable' });

/** A status that is polled again and again is said once. */
const repeatsLast = ({ entries }: DiagnosticRecord, fact: SessionEvent): boolean => {
  const last = entries.at(-1);
  return (
    fact.type === 'polled' && last?.fact === 'polled' && last.detail?.['status'] === fact.status
  );
};

/** The record with one fact more. */
export const recordFact = (
  record: DiagnosticRecord,
  fact: SessionEvent,
  atMs: number,
): DiagnosticRecord => {
  if (fact.type === 'part-tried') {
    return { ...record, tries: [...record.tries, fact.attempt].slice(-DIAGNOSTIC_TRIES) };
  }
  if (UNRECORDED.has(fact.type) || repeatsLast(record, fact)) return record;
  const detail = detailOf(fact);
  return append(record, { atMs, fact: fact.type, ...(detail === undefined ? {} : { detail }) });
};
