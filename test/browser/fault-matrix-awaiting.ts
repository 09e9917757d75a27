/**
 * The fault matrix: rows that wait for the engine that compares ETags with MD5s, polls without giving up and
 * writes down each part before it sends the next. Renamed to `.test.ts` they run like the others.
 */
import { expect } from '@open-wc/testing';
import { acceptOffer, goOn, openStoredWorld, PARTS } from '../support/fault-resume.js';
import { bytesSentTwice, PART, requestsTo, runRow, type Row } from '../support/fault-row.js';
import { closeBackends, untilStruck } from '../support/private-backend.js';
import { seededRandom } from '../support/recording.js';
import { untilStored } from '../support/stored-work.js';
import { closeTabs } from '../support/tab.js';

const always = 'always' as const;

/** No engine has more parts on their way at the same time. */
const MOST_IN_FLIGHT = 6;

const ROWS: readonly Row[] = [
  {
    title: 'a byte changes on the way: that part is sent again, and no other',
    faults: [{ name: 'corrupted-body', at: 'part', part: 3, byte: 1000 }],
    sentTwice: 1,
    after: (_, log) => {
      expect(requestsTo(log, 'upload-plan')).to.equal(1);
      expect(requestsTo(log, 'part')).to.equal(6);
    },
  },
  {
    title: 'a byte of one part changes every time: it is never completed',
    faults: [{ name: 'corrupted-body', at: 'part', part: 2, times: always }],
    fails: 'integrity-mismatch',
    sentTwice: 10,
    after: async ({ backend }) => expect(await backend.tasks()).to.have.length(0),
  },
  {
    title: 'a byte of the last part changes: the hash behind it is waited for',
    faults: [{ name: 'corrupted-body', at: 'part', part: 5 }],
    sentTwice: 1,
  },
  ...(['missing-etag', 'hidden-etag'] as const).map((name): Row => ({
    title: `${name}: it stops after the first part`,
    faults: [{ name, at: 'part', times: always }],
    fails: 'etag-unreadable',
    size: 12 * PART,
    after: (_, log) => expect(requestsTo(log, 'part')).to.equal(1),
  })),
  {
    title: 'queries that fail for a long time do not give up a running task',
    faults: [{ name: 'status', at: 'query', status: 500, times: 20 }],
    tab: { clockRate: 60 },
    endsAs: 'ready',
    after: (_, log) => expect(requestsTo(log, 'query')).to.be.greaterThan(20),
  },
  {
    title: 'the task is answered as no JSON for a while',
    faults: [{ name: 'not-json', at: 'query', times: 3 }],
    endsAs: 'ready',
  },
  {
    title: 'the answer with the plan is cut',
    faults: [{ name: 'cut-answer', at: 'upload-plan' }],
    after: (_, log) => expect(requestsTo(log, 'upload-plan')).to.equal(2),
  },
  {
    title: 'the answer with the file is cut',
    faults: [{ name: 'cut-answer', at: 'complete-upload' }],
    after: (_, log) => expect(requestsTo(log, 'complete-upload')).to.equal(2),
  },
];

describe('the fault matrix: what the new engine adds', function () {
  this.timeout(15_000);

  afterEach(async () => {
    closeTabs();
    await closeBackends();
  });

  for (const row of ROWS) it(row.title, () => runRow(row));

  for (const seed of [11, 12, 13, 14]) {
    const random = seededRandom(seed);
    const deaths = [1, 2].map(() => 2 + Math.floor((random() * PARTS) / 3));
    it(`killed at once at the parts ${deaths.join(' and then ')}: no more is lost than was in flight`, async () => {
      const world = await openStoredWorld([]);
      const { backend, bytes, file, scope } = world;
      let tab = await world.openTab();
      for (const [death, nth] of deaths.entries()) {
        await backend.setFaults([{ name: 'no-answer', at: 'part', nth, times: always }]);
        if (death === 0) tab.element.selectFile(file);
        else await acceptOffer(tab);
        // Where the recording itself is not stored yet there is nothing to go on with; ETags are not waited for.
        await untilStored(scope);
        await untilStruck(backend);
        tab.kill();
        tab = await world.openTab();
      }
      await backend.setFaults([]);
      await goOn(tab, world);
      const most = deaths.length * MOST_IN_FLIGHT * PART;
      expect(bytesSentTwice(await backend.log(), bytes.length)).to.be.within(1, most);
    });
  }
});
