/** A session that ends during the work, and a merge that takes a while: the work continues by itself. */
import { expect } from '@open-wc/testing';
import { until } from '../../support/element.js';
import { partsOf, PART, requestsTo, runRow } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs, type Tab } from '../../support/tab.js';

const shows = async ({ element }: Tab, words: RegExp): Promise<void> => {
  while (!words.test(element.renderRoot.textContent)) await new Promise(requestAnimationFrame);
};

describe('something in between', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const door of ['signed-out', 'sign-in-page'] as const)
    for (const at of ['transcribing', 'uploading'] as const)
      it(`${door} while ${at}: after a sign-in elsewhere, coming back to the tab is enough, with one task`, () =>
        runRow({
          title: door,
          endsAs: 'ready',
          faults: [{ name: 'slow-answer', at: 'part', ms: 300, times: 'always' }],
          during: async ({ backend, tab }) => {
            await until(tab.element, at);
            await backend.setDoor(door);
            await shows(tab, /signed out|sign in/i);
            await backend.setDoor('open');
            tab.window.dispatchEvent(new Event('focus'));
          },
          after: ({ tab: { element } }) => {
            const seen = element.diagnostics().entries.filter(({ fact }) => fact === 'trouble');
            expect(seen.map(({ detail }) => detail?.['place'])).to.include('backend');
          },
        }));

  it('a merge that a gateway gives up, and that takes longer: told, and no part is sent again', () =>
    runRow({
      title: 'slow merge',
      faults: [{ name: 'slow-merge', at: 'complete-upload', ms: 4_000, times: 'always' }],
      during: ({ tab }) => shows(tab, /putting .* together|assembling|merging/i),
      after: (_world, log) => {
        expect(partsOf(log)).to.have.length(Math.ceil((4 * PART + 10_000) / PART));
        expect(requestsTo(log, 'complete-upload')).to.be.greaterThan(2);
      },
    }));
});
