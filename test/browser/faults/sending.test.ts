/** Fault matrix: sending a part. */
import { expect } from '@open-wc/testing';
import type { Fault, LogEntry } from '../../../demo/sandbox/index.js';
import { closeBackends, untilStruck } from '../../support/private-backend.js';
import { PART, partsOf, requestsTo, runRow, type Row } from '../../support/fault-row.js';
import { closeTabs } from '../../support/tab.js';

const always = 'always' as const;

/** Milliseconds from the fault to the next attempt for the same part. */
const waited = (log: readonly LogEntry[]): number => {
  const parts = partsOf(log);
  const struck = parts.find(({ fault }) => fault !== undefined);
  const next = parts.find(
    ({ fault, partNumber }) => fault === undefined && partNumber === struck?.partNumber,
  );
  return (next?.at ?? 0) - (struck?.at ?? 0);
};

const busy = (more: Partial<Fault>): Fault =>
  ({ name: 'status', at: 'part', part: 2, status: 503, retryAfterSeconds: 1, ...more }) as Fault;

const oneUpload = (_: unknown, log: readonly LogEntry[]): void => {
  expect(requestsTo(log, 'upload-plan')).to.equal(1);
};

/** Reports to the tab that it is offline, and later that it is online again. */
const setOnline = (window: Window, online: boolean): void => {
  Object.defineProperty(window.navigator, 'onLine', { configurable: true, value: online });
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};

const ROWS: readonly Row[] = [
  { title: 'no fault', after: oneUpload },
  {
    title: 'expired URL: a new plan is requested',
    faults: [{ name: 'expired', at: 'part', part: 3 }],
    sentTwice: 5,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'new URLs are rejected: no further plan is requested',
    faults: [{ name: 'expired', at: 'part', times: always }],
    fails: 'storage-rejected',
    after: oneUpload,
  },
  {
    title: 'unknown upload: a new plan is requested',
    faults: [{ name: 'unknown-upload', at: 'part', part: 2 }],
    sentTwice: 5,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'a new upload is unknown: no further plan is requested',
    faults: [{ name: 'unknown-upload', at: 'part', times: always }],
    fails: 'storage-rejected',
    after: oneUpload,
  },
  {
    title: '503 with Retry-After in seconds',
    faults: [busy({})],
    tab: { clockRate: 1 },
    sentTwice: 1,
    after: (_, log) => expect(waited(log)).to.be.greaterThan(990),
  },
  {
    title: '429 with Retry-After as a date',
    faults: [{ ...busy({}), status: 429, retryAfterAs: 'date' } as Fault],
    tab: { clockRate: 1 },
    sentTwice: 1,
    after: (_, log) => expect(waited(log)).to.be.greaterThan(990),
  },
  {
    title: '408, 425, 500, 502 and 504 in turn',
    faults: [408, 425, 500, 502, 504].map((status) => ({ name: 'status', at: 'part', status })),
    sentTwice: 5,
    after: oneUpload,
  },
  {
    title: '400: the part is not sent again',
    faults: [{ name: 'status', at: 'part', status: 400, times: always }],
    fails: 'storage-rejected',
  },
  {
    title: 'an HTML page of a proxy instead of a response',
    faults: [{ name: 'html-error', at: 'part', times: 2 }],
    sentTwice: 2,
    after: oneUpload,
  },
  // Browsers repeat a request on a reused connection themselves, so only two attempts reach the page.
  {
    title: 'connection reset at once',
    faults: [{ name: 'reset-at-once', at: 'part', part: 2, times: 3 }],
    sentTwice: 3,
    after: oneUpload,
  },
  {
    title: 'connection reset in the middle of a body',
    faults: [{ name: 'reset-mid-body', at: 'part', part: 3, bytes: PART / 2, times: 3 }],
    sentTwice: 3,
    after: oneUpload,
  },
  {
    title: 'connection reset after the body',
    faults: [{ name: 'reset-after-body', at: 'part', part: 1, times: 3 }],
    sentTwice: 3,
    after: oneUpload,
  },
  {
    title: 'response blocked by CORS',
    faults: [{ name: 'cors-blocked', at: 'part', part: 4, times: 2 }],
    sentTwice: 2,
    after: oneUpload,
  },
  {
    title: 'response without CORS headers',
    faults: [{ name: 'no-cors-headers', at: 'part', part: 4, times: 2 }],
    sentTwice: 2,
    after: oneUpload,
  },
  {
    title: 'a random third of the requests gets 503',
    size: 12 * PART,
    faults: [{ name: 'status', at: 'part', status: 503, probability: 0.34, seed: 4 }],
    sentTwice: 12,
    after: oneUpload,
  },
  {
    title: 'slow request body, and slow response',
    faults: [
      { name: 'slow-drip', at: 'part', part: 2, bytes: 8192, ms: 30 },
      { name: 'slow-answer', at: 'part', part: 3, ms: 300 },
    ],
    after: oneUpload,
  },
  // The limit of 30 s is 1.5 s here.
  {
    title: 'no response to a part that is not stored',
    faults: [{ name: 'black-hole', at: 'part', part: 2 }],
    tab: { clockRate: 20 },
    sentTwice: 1,
    after: oneUpload,
  },
  {
    title: 'no response to a part that is stored',
    faults: [{ name: 'no-answer', at: 'part', part: 3 }],
    tab: { clockRate: 20 },
    sentTwice: 1,
    after: oneUpload,
  },
  {
    title: 'offline for a while',
    faults: [{ name: 'reset-at-once', at: 'part', times: always }],
    sentTwice: 0,
    during: async ({ backend, tab }) => {
      await untilStruck(backend);
      setOnline(tab.window, false);
      await backend.setFaults([]);
      setOnline(tab.window, true);
    },
    after: oneUpload,
  },
  {
    title: 'every 5th request gets 503, and every 7th is reset',
    size: 16 * PART,
    faults: [
      { name: 'status', at: 'part', status: 503, every: 5 },
      { name: 'reset-mid-body', at: 'part', every: 7 },
    ],
    sentTwice: 16,
    after: oneUpload,
  },
  {
    title: 'no ETag',
    faults: [{ name: 'missing-etag', at: 'part', times: always }],
    fails: 'etag-unreadable',
  },
  {
    title: 'ETag not exposed by CORS',
    faults: [{ name: 'hidden-etag', at: 'part', times: always }],
    fails: 'etag-unreadable',
  },
  {
    title: 'ETags are not MD5s',
    faults: [{ name: 'opaque-etag', at: 'part', times: always }],
    after: oneUpload,
  },
  {
    title: 'ETags are random letters',
    faults: [{ name: 'opaque-etag', form: 'random', at: 'part', times: always }],
    after: oneUpload,
  },
  {
    title: 'ETags are another digest with the length of an MD5: one part is sent twice',
    sentTwice: 1,
    faults: [{ name: 'foreign-digest-etag', at: 'part', times: always }],
    after: oneUpload,
  },
];

describe('fault matrix: sending parts', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
