/** Fault matrix: submission (4.7) and queries (4.8), through the backend handler. */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../../demo/sandbox/index.js';
import { requestsTo, runRow, type Row, type World } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

/** Each submission costs money: the number that the service accepted, whatever the page was told. */
const submissions =
  (count: number) =>
  async ({ backend }: World): Promise<void> => {
    expect(await backend.tasks()).to.have.length(count);
  };

const notTaken = (title: string, fault: Fault, more: Partial<Row> = {}): Row => ({
  title,
  faults: [fault],
  fails: 'backend-rejected',
  after: submissions(0),
  ...more,
});

const SUBMISSION: readonly Row[] = [
  {
    title: '429 with Retry-After: it was surely not taken, and is repeated',
    faults: [{ name: 'status', at: 'submit', status: 429, retryAfterSeconds: 1 }],
  },
  notTaken('a status that says no', { name: 'status', at: 'submit', status: 400 }),
  {
    title: 'the answer is lost: one task, and it is not submitted again unasked',
    faults: [{ name: 'reset-after-body', at: 'submit' }],
    fails: 'network',
    after: submissions(1),
  },
  {
    title: 'no answer comes: one task, and it is not submitted again unasked',
    faults: [{ name: 'no-answer', at: 'submit' }],
    backend: { handlerTimeoutMs: 500 },
    fails: 'network',
    after: submissions(1),
  },
  {
    title: 'an answer that is no JSON: one task, and it is not submitted again unasked',
    faults: [{ name: 'not-json', at: 'submit' }],
    fails: 'network',
    after: submissions(1),
  },
];

const answeredAnyway = (title: string, fault: Fault, more: Partial<Row> = {}): Row => ({
  title,
  faults: [fault],
  endsAs: 'ready',
  after: (_, log) => expect(requestsTo(log, 'query')).to.be.greaterThan(1),
  ...more,
});

const QUERY: readonly Row[] = [
  answeredAnyway('503', { name: 'status', at: 'query', status: 503, retryAfterSeconds: 1 }),
  answeredAnyway('a reset', { name: 'reset-at-once', at: 'query' }),
  answeredAnyway(
    'a black hole',
    { name: 'black-hole', at: 'query' },
    { backend: { handlerTimeoutMs: 500 } },
  ),
  answeredAnyway('statuses that nobody knows', { name: 'unknown-status', at: 'query', times: 3 }),
  {
    title: 'queries that fail for a long time do not give up a running task',
    faults: [{ name: 'status', at: 'query', status: 500, times: 20 }],
    tab: { clockRate: 60 },
    // At this speed a part has half a second, which a busy machine may need.
    sentTwice: 5,
    endsAs: 'ready',
    after: (_, log) => expect(requestsTo(log, 'query')).to.be.greaterThan(20),
  },
  {
    title: 'the task is answered as no JSON for a while',
    faults: [{ name: 'not-json', at: 'query', times: 3 }],
    endsAs: 'ready',
  },
  {
    title: 'the task fails: it is not asked for again',
    faults: [{ name: 'task-failure', at: 'submit' }],
    endsAs: 'ready',
    fails: 'task-failed',
    after: (_, log) => expect(requestsTo(log, 'query')).to.equal(1),
  },
  {
    title: 'the task is revoked: it is not asked for again',
    faults: [{ name: 'task-revoked', at: 'submit' }],
    endsAs: 'ready',
    fails: 'task-revoked',
    after: (_, log) => expect(requestsTo(log, 'query')).to.equal(1),
  },
  answeredAnyway('a status that it has left behind, twice', {
    name: 'earlier-status',
    at: 'query',
    status: 'PENDING',
    times: 2,
  }),
  {
    title: 'the task is revoked in the middle',
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
