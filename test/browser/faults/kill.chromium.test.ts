/** Fault matrix: a tab that is killed twice, in more places. */
import { testKilled, testKilledAtOnce } from '../../support/fault-killed.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

describe('fault matrix: killed tab, more places', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const seed of [2, 3, 4]) testKilled(seed);
  for (const seed of [12, 13, 14]) testKilledAtOnce(seed);
});
