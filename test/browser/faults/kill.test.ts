/** Fault matrix: a tab that is killed twice, without time to store anything. */
import { expect } from '@open-wc/testing';
import { acceptOffer, resume, openStoredWorld, PARTS } from '../../support/fault-resume.js';
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
    const kills = [1, 2].map(() => random.between(2, 1 + Math.floor(PARTS / 3)));
    it(`killed at once at parts ${kills.join(' and then ')}: only parts in flight are sent again`, async () => {
      const world = await openStoredWorld([]);
      const { backend, bytes, file, scope } = world;
      let tab = await world.openTab();
      for (const [index, nth] of kills.entries()) {
        await backend.setFaults([{ name: 'no-answer', at: 'part', nth, times: always }]);
        if (index === 0) tab.element.selectFile(file);
        else await acceptOffer(tab);
        // Without the stored recording, nothing can be resumed. Stored ETags are not required.
        await untilStored(scope);
        await untilStruck(backend);
        tab.kill();
        tab = await world.openTab();
      }
      await backend.setFaults([]);
      await resume(tab, world);
      const most = kills.length * MOST_IN_FLIGHT * PART;
      expect(bytesSentTwice(await backend.log(), bytes.length)).to.be.within(1, most);
    });
  }
});
