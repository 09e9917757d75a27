/** Fault matrix: a tab that dies at any part, repeatedly, without a chance to store anything. */
import { expect } from '@open-wc/testing';
import { acceptOffer, goOn, openStoredWorld, PARTS } from '../../support/fault-resume.js';
import { bytesSentTwice, PART } from '../../support/fault-row.js';
import { closeBackends, untilStruck } from '../../support/private-backend.js';
import { seededRandom } from '../../support/seeded-random.js';
import { untilStored } from '../../support/stored-work.js';
import { closeTabs } from '../../support/tab.js';

const always = 'always' as const;

/** Maximum number of parts sent at the same time. */
const MOST_IN_FLIGHT = 6;

describe('fault matrix: killed tab', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const seed of [11, 12, 13, 14]) {
    const random = seededRandom(seed);
    const deaths = [1, 2].map(() => random.between(2, 1 + Math.floor(PARTS / 3)));
    it(`killed at once at the parts ${deaths.join(' and then ')}: only parts in flight are sent again`, async () => {
      const world = await openStoredWorld([]);
      const { backend, bytes, file, scope } = world;
      let tab = await world.openTab();
      for (const [death, nth] of deaths.entries()) {
        await backend.setFaults([{ name: 'no-answer', at: 'part', nth, times: always }]);
        if (death === 0) tab.element.selectFile(file);
        else await acceptOffer(tab);
        // Without the stored recording, nothing can be resumed. Stored ETags are not required.
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
