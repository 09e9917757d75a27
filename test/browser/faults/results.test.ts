/** Fault matrix: malformed results that the browser must display safely. */
import { expect } from '@open-wc/testing';
import { malformedResult, runRow, type Row } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const ROWS: readonly Row[] = [
  malformedResult('text-with-controls'),
  malformedResult('text-with-html', ({ tab }) => {
    expect(tab.element.shadowRoot?.textContent).to.contain('<img src=x');
    expect(tab.element.shadowRoot?.querySelector('img, script')).to.equal(null);
    expect(tab.window.document.title).not.to.equal('struck');
  }),
  malformedResult('million-characters', ({ tab }) =>
    expect(tab.element.transcript?.segments[0]?.text.length).to.be.greaterThan(999_999),
  ),
];

describe('fault matrix: display of malformed results', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
