/** Fault matrix: responses of the storage host to a part. */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../../demo/sandbox/index.js';
import { busy, oneUpload, waited } from '../../support/fault-sending.js';
import { PART, requestsTo, runRow, type Row } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const always = 'always' as const;

const ROWS: readonly Row[] = [
  {
    title: 'expired URL: a new plan is requested',
    faults: [{ name: 'expired', at: 'part', part: 3 }],
    sentTwice: 5,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'new URLs have expired too: one further plan is requested',
    faults: [{ name: 'expired', at: 'part', times: always }],
    fails: 'storage-rejected',
    sentTwice: 1,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'unknown upload: a new plan is requested',
    faults: [{ name: 'unknown-upload', at: 'part', part: 2 }],
    sentTwice: 5,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'a new upload is unknown too: one further plan is requested',
    faults: [{ name: 'unknown-upload', at: 'part', times: always }],
    fails: 'storage-rejected',
    sentTwice: 1,
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: '429 with Retry-After as a date',
    faults: [{ ...busy({}), status: 429, retryAfterAs: 'date' } as Fault],
    tab: { shortWaits: false },
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
  {
    title: 'a random third of the requests gets 503',
    size: 12 * PART,
    faults: [{ name: 'status', at: 'part', status: 503, probability: 0.34, seed: 4 }],
    sentTwice: 12,
    after: oneUpload,
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
    title: 'ETags are marked as weak by a proxy: nothing is sent twice',
    faults: [{ name: 'weak-etag', at: 'part', times: always }],
    after: oneUpload,
  },
  {
    title: 'ETags are another digest with the length of an MD5: one part is sent twice',
    sentTwice: 1,
    faults: [{ name: 'foreign-digest-etag', at: 'part', times: always }],
    after: oneUpload,
  },
];

describe('fault matrix: responses to parts', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
