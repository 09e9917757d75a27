/** Fault matrix: broken connections at the plan (4.4) and the completion (4.6). */
import { expect } from '@open-wc/testing';
import { passUnanswered, repeated, requestsTo, runRow, type Row } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const PLAN: readonly Row[] = [
  repeated('connection reset', { name: 'reset-at-once', at: 'upload-plan', times: 3 }),
  repeated('response blocked by CORS', { name: 'cors-blocked', at: 'upload-plan' }),
  repeated('response without CORS headers', { name: 'no-cors-headers', at: 'upload-plan' }),
  repeated('no response', { name: 'black-hole', at: 'upload-plan' }, { during: passUnanswered }),
  {
    title: 'response cut off: is requested again',
    faults: [{ name: 'cut-answer', at: 'upload-plan' }],
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
];

const COMPLETION: readonly Row[] = [
  repeated('connection reset after the body', {
    name: 'reset-after-body',
    at: 'complete-upload',
    times: 3,
  }),
  repeated('no response', { name: 'no-answer', at: 'complete-upload' }, { during: passUnanswered }),
  repeated('response blocked by CORS', { name: 'cors-blocked', at: 'complete-upload' }),
  {
    title: 'response arrives slowly, in small pieces',
    faults: [{ name: 'dripping-answer', at: 'complete-upload', bytes: 20, ms: 20 }],
  },
  {
    title: 'response cut off: is requested again',
    faults: [{ name: 'cut-answer', at: 'complete-upload' }],
    after: (_, log) => expect(requestsTo(log, 'complete-upload')).to.equal(2),
  },
];

describe('fault matrix: connections to the service', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [topic, rows] of Object.entries({ PLAN, COMPLETION }))
    for (const row of rows) it(`${topic.toLowerCase()}: ${row.title}`, () => runRow(row));
});
