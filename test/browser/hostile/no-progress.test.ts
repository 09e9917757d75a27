/** A browser that reports no progress of an upload. */
import { expect } from '@open-wc/testing';
import { runRow } from '../../support/fault-row.js';
import { hide, shimSends, type Bodies } from '../../support/hostile-engine.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

describe('upload without progress events', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('sends every part once', async () => {
    let bodies: Bodies = [];
    await runRow({
      title: '',
      before: (world) => {
        bodies = shimSends(world, false, (request, _body, go) => {
          hide(request.upload, 'progress', 'load', 'loadend');
          go();
        });
      },
      after: ({ tab }) => expect(tab.element.progress.fraction).to.equal(1),
    });
    expect(bodies).to.have.length(5);
  });
});
