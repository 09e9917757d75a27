/** Fault matrix: results that violate section 2.4. A bad segment must not lose the transcript. */
import { expect } from '@open-wc/testing';
import type { MalformedResult } from '../../../demo/sandbox/faults/malformed.js';
import type { Fault } from '../../../demo/sandbox/index.js';
import { requestsTo, runRow, type Row, type World } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const malformed = (form: MalformedResult): Fault => ({
  name: 'malformed-result',
  at: 'query',
  form,
});

/** The text that the user sees. */
const shown = ({ tab }: World): string => tab.element.shadowRoot?.textContent ?? '';

/** The second segment of the result is valid in every form. */
const GOOD_LINE = 'The sandbox was told to.';

const readAnyway = (form: MalformedResult, after?: Row['after']): Row => ({
  title: `${form}: the rest is shown`,
  faults: [malformed(form)],
  endsAs: 'ready',
  after: async (world, log) => {
    await world.tab.element.updateComplete;
    expect(shown(world)).to.contain(GOOD_LINE);
    await after?.(world, log);
  },
});

const ROWS: readonly Row[] = [
  readAnyway('segments-no-objects'),
  readAnyway('times-not-numbers'),
  readAnyway('times-backwards'),
  readAnyway('times-huge'),
  readAnyway('times-negative'),
  readAnyway('text-no-string'),
  readAnyway('text-with-controls'),
  readAnyway('speaker-no-string'),
  readAnyway('negative-duration'),
  readAnyway('text-with-html', ({ tab }) => {
    expect(tab.element.shadowRoot?.textContent).to.contain('<img src=x');
    expect(tab.element.shadowRoot?.querySelector('img, script')).to.equal(null);
    expect(tab.window.document.title).not.to.equal('struck');
  }),
  readAnyway('million-characters', ({ tab }) =>
    expect(tab.element.transcript?.segments[0]?.text.length).to.be.greaterThan(999_999),
  ),
  {
    title: 'segments that are no array: the text is shown',
    faults: [malformed('segments-no-array')],
    endsAs: 'ready',
    after: (world) => expect(shown(world)).to.contain(GOOD_LINE),
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
    title: 'SUCCESS with empty data: there is no transcript to show, and it is no crash',
    faults: [malformed('empty-data')],
    endsAs: 'ready',
    after: ({ tab }) => expect(tab.element.transcript?.segments).to.deep.equal([]),
  },
  {
    title: 'a submission that is answered without an id: it is not submitted again unasked',
    faults: [{ name: 'malformed-task', at: 'submit', form: 'no-id' }],
    fails: 'network',
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(1),
  },
  {
    title: 'the id of another task, statuses in small letters, and a number as status',
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
