/** A request fails after its last byte, although the host has stored the part. */
import { expect } from '@open-wc/testing';
import { runRow } from '../../support/fault-row.js';
import { hide, shimSends, type Bodies } from '../../support/hostile-engine.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

describe('error after the last byte', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('sends that part again from memory, and the others from the file', async () => {
    let bodies: Bodies = [];
    await runRow({
      title: '',
      sentTwice: 1,
      before: (world) => {
        bodies = shimSends(world, false, (request, _body, go, index) => {
          if (index === 0) {
            hide(request, 'load');
            request.onload = () => request.dispatchEvent(new ProgressEvent('error'));
          }
          go();
        });
      },
    });
    expect(bodies).to.deep.equal(['file', 'memory', 'file', 'file', 'file', 'file']);
  });
});
