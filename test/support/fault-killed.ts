/** Uploads whose page is killed twice, each time in another part, and resumed. The seed decides in which parts. */
import { expect } from '@open-wc/testing';
import { acceptOffer, hasEtags, openStoredWorld, PARTS, resume } from './fault-resume.js';
import { bytesInFlight, bytesSentTwice, PART, requestsTo } from './fault-row.js';
import { untilStruck } from './private-backend.js';
import { seededRandom } from './seeded-random.js';
import { untilStored } from './stored-work.js';

/** Maximum number of parts sent at the same time. */
const MOST_IN_FLIGHT = 6;

/** The pages are killed as soon as the recording is stored. */
export const testKilledAtOnce = (seed: number): void => {
  const random = seededRandom(seed);
  const kills = [1, 2].map(() => random.between(2, 1 + Math.floor(PARTS / 3)));
  it(`killed at once at parts ${kills.join(' and then ')}: only parts in flight are sent again`, async () => {
    const world = await openStoredWorld([]);
    const { backend, bytes, file, scope } = world;
    let tab = await world.openTab();
    for (const [index, nth] of kills.entries()) {
      await backend.setFaults([{ name: 'no-answer', at: 'part', nth, times: 'always' }]);
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
};

/** The pages are killed once the parts that were sent are stored. */
export const testKilled = (seed: number): void => {
  const random = seededRandom(seed);
  const kills = [1, 2].map(() => random.between(1, Math.floor(PARTS / 2)));
  it(`killed at parts ${kills.join(' and then ')}: only parts in flight are sent again`, async () => {
    const world = await openStoredWorld([]);
    const { backend, bytes, file, scope } = world;
    let tab = await world.openTab();
    let stored = 0;
    for (const [index, nth] of kills.entries()) {
      await backend.setFaults([{ name: 'no-answer', at: 'part', nth, times: 'always' }]);
      if (index === 0) tab.element.selectFile(file);
      else await acceptOffer(tab);
      await untilStruck(backend);
      stored += nth - 1;
      await untilStored(scope, hasEtags(stored));
      tab.kill();
      tab = await world.openTab();
    }
    await backend.setFaults([]);
    await resume(tab, world);
    const log = await backend.log();
    expect(bytesSentTwice(log, bytes.length)).to.be.within(1, bytesInFlight(log));
    expect(requestsTo(log, 'upload-plan')).to.equal(1);
  });
};
