/** Fault matrix: submission (4.7) and queries (4.8), through the backend handler. */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../../demo/sandbox/index.js';
import {
  passUnanswered,
  requestsTo,
  runRow,
  type Row,
  type World,
} from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

/** Expects this number of accepted submissions. Each one costs money, even if the page got no response. */
const submissions =
  (count: number) =>
  async ({ backend }: World): Promise<void> => {
    expect(await backend.tasks()).to.have.length(count);
  };

const rejected = (title: string, fault: Fault, more: Partial<Row> = {}): Row => ({
  title,
  faults: [fault],
  fails: 'backend-rejected',
  after: submissions(0),
  ...more,
});

const SUBMISSION: readonly Row[] = [
  {
    title: '429 with Retry-After: is submitted again, as it was not accepted',
    faults: [{ name: 'status', at: 'submit', status: 429, retryAfterSeconds: 1 }],
  },
  rejected('400: nothing was accepted', { name: 'status', at: 'submit', status: 400 }),
  {
    title: 'response lost: one task, and no second submission',
    faults: [{ name: 'reset-after-body', at: 'submit' }],
    fails: 'network',
    after: submissions(1),
  },
  {
    title: 'no response: one task, and no second submission',
    faults: [{ name: 'no-answer', at: 'submit' }],
    during: passUnanswered,
    fails: 'network',
    after: submissions(1),
  },
  {
    title: 'response is not JSON: one task, and no second submission',
    faults: [{ name: 'not-json', at: 'submit' }],
    fails: 'network',
    after: submissions(1),
  },
];

const queriedAgain = (title: string, fault: Fault, more: Partial<Row> = {}): Row => ({
  title,
  faults: [fault],
  endsAs: 'ready',
  after: (_, log) => expect(requestsTo(log, 'query')).to.be.greaterThan(1),
  ...more,
});

const QUERY: readonly Row[] = [
  queriedAgain('503', { name: 'status', at: 'query', status: 503, retryAfterSeconds: 1 }),
  queriedAgain('connection reset', { name: 'reset-at-once', at: 'query' }),
  queriedAgain('no response', { name: 'black-hole', at: 'query' }, { during: passUnanswered }),
  queriedAgain('unknown statuses', { name: 'unknown-status', at: 'query', times: 3 }),
  {
    title: 'queries fail for a long time: the task is queried further',
    faults: [{ name: 'status', at: 'query', status: 500, times: 12 }],
    endsAs: 'ready',
    after: (_, log) => expect(requestsTo(log, 'query')).to.be.greaterThan(12),
  },
  {
    title: 'responses are not JSON for a while',
    faults: [{ name: 'not-json', at: 'query', times: 3 }],
    endsAs: 'ready',
  },
  {
    title: 'task fails: is not queried again',
    faults: [{ name: 'task-failure', at: 'submit' }],
    endsAs: 'ready',
    fails: 'task-failed',
    after: (_, log) => expect(requestsTo(log, 'query')).to.equal(1),
  },
  {
    title: 'task is revoked: is not queried again',
    faults: [{ name: 'task-revoked', at: 'submit' }],
    endsAs: 'ready',
    fails: 'task-revoked',
    after: (_, log) => expect(requestsTo(log, 'query')).to.equal(1),
  },
  queriedAgain('an earlier status, twice', {
    name: 'earlier-status',
    at: 'query',
    status: 'PENDING',
    times: 2,
  }),
  {
    title: 'task is revoked while it is running',
    faults: [
      { name: 'earlier-status', at: 'query', status: 'PROGRESS' },
      { name: 'malformed-task', at: 'query', form: 'data-too-early', nth: 2 },
      { name: 'task-revoked', at: 'submit' },
    ],
    endsAs: 'ready',
    fails: 'task-revoked',
    after: (_, log) => expect(requestsTo(log, 'query')).to.equal(3),
  },
];

describe('fault matrix: requests to the backend', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [topic, rows] of Object.entries({ SUBMISSION, QUERY }))
    for (const row of rows) it(`${topic.toLowerCase()}: ${row.title}`, () => runRow(row));
});
