/** Fault matrix: a tab that is killed twice, with and without time to store anything. */
import { testKilled, testKilledAtOnce } from '../../support/fault-killed.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

describe('fault matrix: killed tab', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  testKilled(1);
  testKilledAtOnce(11);
});
