/**
 * The record for `diagnostics()`. It contains no address, token, file name or text, so it can be sent to
 * support.
 */
import type { Clock } from '../ports.js';
import type { PartTry } from '../upload/part.js';
import { rowOf, type SessionEvent } from './session-events.js';
import type { TranscribeProgress, StateName } from './state.js';

export interface DiagnosticEntry {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The event. `storage-unavailable`: this browser can't store anything, so a reload starts over. */
  readonly fact: SessionEvent['type'] | 'storage-unavailable';
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface DiagnosticRecord {
  /** The last 500 events. */
  readonly entries: readonly DiagnosticEntry[];
  /** The last 2,000 attempts to send a part: when, how long, how many bytes, and the outcome. */
  readonly tries: readonly PartTry[];
}

/** The return value of the element's `diagnostics()`. */
export interface Diagnostics extends DiagnosticRecord {
  readonly state: StateName;
  readonly progress: TranscribeProgress;
  readonly userAgent: string;
}

export const EMPTY_RECORD: DiagnosticRecord = { entries: [], tries: [] };

const MAX_ENTRIES = 500;
const MAX_TRIES = 2_000;

const append = (record: DiagnosticRecord, entry: DiagnosticEntry): DiagnosticRecord => ({
  ...record,
  entries: [...record.entries, entry].slice(-MAX_ENTRIES),
});

export const recordNoStorage = (record: DiagnosticRecord, atMs: number): DiagnosticRecord =>
  append(record, { atMs, fact: 'storage-unavailable' });

/** True if this status was just recorded. Polling repeats it many times. */
const repeatsLast = ({ entries }: DiagnosticRecord, event: SessionEvent): boolean => {
  const last = entries.at(-1);
  return (
    event.type === 'polled' && last?.fact === 'polled' && last.detail?.['status'] === event.status
  );
};

/** Adds an event to the record, as defined by its row in the table of events. */
export const recordEvent = (
  record: DiagnosticRecord,
  event: SessionEvent,
  atMs: number,
): DiagnosticRecord => {
  const { recorded } = rowOf(event);
  if (recorded === 'nothing' || repeatsLast(record, event)) return record;
  if (recorded === 'type') return append(record, { atMs, fact: event.type });
  if (typeof recorded === 'function') {
    return append(record, { atMs, fact: event.type, detail: recorded(event) });
  }
  return { ...record, tries: [...record.tries, recorded.attempt(event)].slice(-MAX_TRIES) };
};

/** The record of one element. */
export interface DiagnosticLog {
  readonly record: DiagnosticRecord;
  add(event: SessionEvent): void;
  addNoStorage(): void;
}

export const createDiagnosticLog = (
  clock: Pick<Clock, 'now'>,
  /** Called when the browser refuses to store something. */
  onNoStorage: () => void,
): DiagnosticLog => {
  let record = EMPTY_RECORD;
  return {
    get record() {
      return record;
    },
    add(event) {
      record = recordEvent(record, event, clock.now());
    },
    addNoStorage() {
      record = recordNoStorage(record, clock.now());
      onNoStorage();
    },
  };
};
