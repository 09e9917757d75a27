/** Fault matrix: the storage host reports something other than what was sent. */
import { expect } from '@open-wc/testing';
import { PART, requestsTo, runRow, type Row } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const always = 'always' as const;

const ROWS: readonly Row[] = [
  {
    title: 'a byte changes in transit: only that part is sent again',
    faults: [{ name: 'corrupted-body', at: 'part', part: 3, byte: 1000 }],
    sentTwice: 1,
    after: (_, log) => {
      expect(requestsTo(log, 'upload-plan')).to.equal(1);
      expect(requestsTo(log, 'part')).to.equal(6);
    },
  },
  {
    title: 'a byte of one part changes every time: the upload is not completed',
    faults: [{ name: 'corrupted-body', at: 'part', part: 2, times: always }],
    fails: 'integrity-mismatch',
    sentTwice: 10,
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(0),
  },
  {
    title: 'a byte of the last part changes: the element waits for its hash',
    faults: [{ name: 'corrupted-body', at: 'part', part: 5 }],
    sentTwice: 1,
  },
  ...(['missing-etag', 'hidden-etag'] as const).map((name): Row => ({
    title: `${name}: the upload stops after the first part`,
    faults: [{ name, at: 'part', times: always }],
    fails: 'etag-unreadable',
    size: 12 * PART,
    after: (_, log) => expect(requestsTo(log, 'part')).to.equal(1),
  })),
];

describe('fault matrix: stored bytes', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
