/** What tests of sending parts share. */
import { expect } from '@open-wc/testing';
import type { Fault, LogEntry } from '../../demo/sandbox/index.js';
import { partsOf, requestsTo } from './fault-row.js';

/** Milliseconds from the fault to the next attempt for the same part. */
export const waited = (log: readonly LogEntry[]): number => {
  const parts = partsOf(log);
  const struck = parts.find(({ fault }) => fault !== undefined);
  const next = parts.find(
    ({ fault, partNumber }) => fault === undefined && partNumber === struck?.partNumber,
  );
  return (next?.at ?? 0) - (struck?.at ?? 0);
};

export const busy = (more: Partial<Fault>): Fault =>
  ({ name: 'status', at: 'part', part: 2, status: 503, retryAfterSeconds: 1, ...more }) as Fault;

export const oneUpload = (_: unknown, log: readonly LogEntry[]): void => {
  expect(requestsTo(log, 'upload-plan')).to.equal(1);
};
