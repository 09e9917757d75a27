/** Work that is stored while the service requires payment; once it is paid, the work resumes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBrowser } from '../../../support/browser.js';
import { PATHS } from '../../../support/scripted-session.js';
import { jsonResponse } from '../../../support/simulated-world.js';

describe('work whose request was answered with 402', () => {
  for (const [path, uploadedFraction, plans, parts] of [
    ['submit', 1, 0, 0],
    ['complete', 1, 0, 0],
    ['plan', 0, 1, 20],
  ] as const) {
    it(`(${path}) is offered after a reload, with its uploaded parts`, async () => {
      const browser = createBrowser();
      const tab = browser.open({ [path]: () => jsonResponse(402, undefined) });
      tab.selectFile();
      await tab.until('failed');
      await tab.crash();
      const next = browser.open();
      const offer = await next.keeper.findOffer();
      assert.ok(offer);
      assert.deepEqual([offer.needs, offer.uploadedFraction], ['nothing', uploadedFraction]);
      await next.keeper.accept(offer);
      assert.equal((await next.until('ready', 'failed')).name, 'ready');
      const planned = next.world.requests.filter((it) => it === PATHS.plan);
      assert.deepEqual([planned.length, next.world.sentParts.length], [plans, parts]);
    });
  }
});
