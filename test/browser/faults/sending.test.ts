/** Fault matrix: sending a part over connections that break, wait or are blocked. */
import { expect } from '@open-wc/testing';
import type { PartTry } from '../../../src/engine/upload/part.js';
import { busy, oneUpload, waited } from '../../support/fault-sending.js';
import { PART, runRow, type Row, type World } from '../../support/fault-row.js';
import { closeBackends, untilStruck } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const always = 'always' as const;

/** Reports to the tab that it is offline, and later that it is online again. */
const setOnline = (window: Window, online: boolean): void => {
  Object.defineProperty(window.navigator, 'onLine', { configurable: true, value: online });
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
};

/** Waits until all parts but the one without a response are stored, and then until the tab gives that one up. */
const untilGivenUp = async ({ backend, tab }: World): Promise<void> => {
  const count = (ended: PartTry['outcome']): number =>
    tab.element.diagnostics().tries.filter(({ outcome }) => outcome === ended).length;
  await untilStruck(backend);
  while (count('stored') < 4) await new Promise(requestAnimationFrame);
  while (count('stalled') === 0) await tab.advance(1_000);
};

const ROWS: readonly Row[] = [
  { title: 'no fault', after: oneUpload },
  {
    title: '503 with Retry-After in seconds',
    faults: [busy({})],
    tab: { shortWaits: false },
    sentTwice: 1,
    after: (_, log) => expect(waited(log)).to.be.greaterThan(990),
  },
  // Browsers repeat a request on a reused connection themselves, so only two attempts reach the page.
  {
    title: 'connection reset at once',
    faults: [{ name: 'reset-at-once', at: 'part', part: 2, times: 3 }],
    sentTwice: 3,
    after: oneUpload,
  },
  {
    title: 'connection reset in the middle of a body',
    faults: [{ name: 'reset-mid-body', at: 'part', part: 3, bytes: PART / 2, times: 3 }],
    sentTwice: 3,
    after: oneUpload,
  },
  {
    title: 'connection reset after the body',
    faults: [{ name: 'reset-after-body', at: 'part', part: 1, times: 3 }],
    sentTwice: 3,
    after: oneUpload,
  },
  {
    title: 'response blocked by CORS',
    faults: [{ name: 'cors-blocked', at: 'part', part: 4, times: 2 }],
    sentTwice: 2,
    after: oneUpload,
  },
  {
    title: 'response without CORS headers',
    faults: [{ name: 'no-cors-headers', at: 'part', part: 4, times: 2 }],
    sentTwice: 2,
    after: oneUpload,
  },
  {
    title: 'no response with CORS headers from the start: the host is named, not the network',
    faults: [{ name: 'no-cors-headers', at: 'part', times: always }],
    fails: 'network',
    sentTwice: 20,
    after: ({ tab: { element } }) => {
      expect(element.error?.failure?.reason).to.equal('place-refuses');
      expect(String(element.error?.cause)).to.contain('Access-Control-Expose-Headers: ETag');
    },
  },
  {
    title: 'slow request body, and slow response',
    faults: [
      { name: 'slow-drip', at: 'part', part: 2, bytes: 8192, ms: 30 },
      { name: 'slow-answer', at: 'part', part: 3, ms: 300 },
    ],
    after: oneUpload,
  },
  {
    title: 'no response to a part that is not stored',
    faults: [{ name: 'black-hole', at: 'part', part: 2 }],
    sentTwice: 1,
    during: untilGivenUp,
    after: oneUpload,
  },
  {
    title: 'no response to a part that is stored',
    faults: [{ name: 'no-answer', at: 'part', part: 3 }],
    sentTwice: 1,
    during: untilGivenUp,
    after: oneUpload,
  },
  {
    title: 'offline for a while',
    faults: [{ name: 'reset-at-once', at: 'part', times: always }],
    sentTwice: 0,
    during: async ({ backend, tab }) => {
      await untilStruck(backend);
      setOnline(tab.window, false);
      await backend.setFaults([]);
      setOnline(tab.window, true);
    },
    after: oneUpload,
  },
  {
    title: 'every 5th request gets 503, and every 7th is reset',
    size: 16 * PART,
    faults: [
      { name: 'status', at: 'part', status: 503, every: 5 },
      { name: 'reset-mid-body', at: 'part', every: 7 },
    ],
    sentTwice: 16,
    after: oneUpload,
  },
];

describe('fault matrix: sending parts', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));
});
