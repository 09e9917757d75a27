/** Fault matrix: results that violate section 2.4. A malformed segment must not lose the transcript. */
import { expect } from '@open-wc/testing';
import type { MalformedResult } from '../../../demo/sandbox/faults/malformed.js';
import type { Fault } from '../../../demo/sandbox/index.js';
import { malformedResult, requestsTo, runRow, type Row } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const malformed = (form: MalformedResult): Fault => ({
  name: 'malformed-result',
  at: 'query',
  form,
});

const ROWS: readonly Row[] = [
  malformedResult('segments-no-objects'),
  malformedResult('times-not-numbers'),
  malformedResult('times-backwards'),
  malformedResult('times-huge'),
  malformedResult('times-negative'),
  malformedResult('text-no-string'),
  malformedResult('speaker-no-string'),
  malformedResult('negative-duration'),
  {
    ...malformedResult('segments-no-array'),
    title: 'segments are not an array: the text is shown',
  },
  {
    // The next query would return the data, but the task has ended.
    title: 'SUCCESS without data: an error at once, and the task is not queried again',
    faults: [malformed('no-data')],
    endsAs: 'ready',
    fails: 'response-invalid',
    after: ({ tab }) => expect(tab.element.error?.recoverable).to.equal(false),
  },
  {
    title: 'SUCCESS with empty data: the transcript is empty',
    faults: [malformed('empty-data')],
    endsAs: 'ready',
    after: ({ tab }) => expect(tab.element.transcript?.segments).to.deep.equal([]),
  },
  {
    title: 'response to the submission without an id: the element does not submit again by itself',
    faults: [{ name: 'malformed-task', at: 'submit', form: 'no-id' }],
    fails: 'network',
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(1),
  },
  {
    title: "another task's id, a status in lower case, and a number as status: polling continues",
    faults: (['other-id', 'status-in-small-letters', 'number-as-status'] as const).map((form) => ({
      name: 'malformed-task',
      at: 'query',
      form,
    })),
    endsAs: 'ready',
    after: (_, log) => expect(requestsTo(log, 'query')).to.be.greaterThan(3),
  },
];

describe('fault matrix: malformed results', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
