/** Storage hosts that answer 400 where others answer 403 or 503, with their code in the body. */
import { expect } from '@open-wc/testing';
import { requestsTo, runRow, type Row } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const codes = ({ tab }: Parameters<NonNullable<Row['after']>>[0]) =>
  tab.element.diagnostics().tries.flatMap(({ code }) => code ?? []);

const ROWS: readonly Row[] = [
  {
    title: '400 RequestTimeout: sends the part again',
    faults: [{ name: 'storage-error', at: 'part', part: 2, code: 'RequestTimeout', times: 2 }],
    sentTwice: 2,
    after: (world, log) => {
      expect(requestsTo(log, 'upload-plan')).to.equal(1);
      expect(codes(world)).to.deep.equal(['RequestTimeout', 'RequestTimeout']);
    },
  },
  {
    title: '400 ExpiredToken in a body of 2 MB: gets a new plan',
    faults: [
      {
        ...{ name: 'status', at: 'part', part: 2, status: 400, mediaType: 'application/xml' },
        body: `<Error><Code>ExpiredToken</Code></Error>${'x'.repeat(2_000_000)}`,
      },
    ],
    sentTwice: 5,
    after: (world, log) => {
      expect(requestsTo(log, 'upload-plan')).to.equal(2);
      expect(codes(world)).to.deep.equal(['ExpiredToken']);
    },
  },
  {
    title: '403 InvalidAccessKeyId, always: fails with the code',
    faults: [
      {
        ...{ name: 'storage-error', at: 'part', part: 2, times: 'always' },
        code: 'InvalidAccessKeyId',
      },
    ],
    fails: 'storage-rejected',
    sentTwice: 5,
    after: ({ tab }) => {
      expect(tab.element.error?.failure?.reason).to.equal('storage-set-up');
      expect((tab.element.error?.cause as Error).message).to.contain('InvalidAccessKeyId');
    },
  },
];

describe('answers of storage hosts', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
