/** Safari 26: a request with a file is sent and answered, but never ends. */
import { expect } from '@open-wc/testing';
import { partsOf, runRow, type World } from '../../support/fault-row.js';
import { hide, shimSends, type Bodies } from '../../support/hostile-engine.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const neverDone = (world: World, isWebKit: boolean): Bodies =>
  shimSends(world, isWebKit, (request, body, go) => {
    if (body === 'file') hide(request, 'readystatechange', 'progress', 'load', 'loadend');
    go();
  });

describe('request with a file that is answered but never ends', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('in WebKit: sends every part from memory at once', async () => {
    let bodies: Bodies = [];
    await runRow({ title: '', before: (world) => (bodies = neverDone(world, true)) });
    expect(bodies).to.deep.equal(Array.from({ length: 5 }, () => 'memory'));
  });

  it('elsewhere: sends the first part twice, then every part from memory', async () => {
    let bodies: Bodies = [];
    await runRow({
      title: '',
      sentTwice: 1,
      before: (world) => (bodies = neverDone(world, false)),
      during: async ({ backend, tab }) => {
        while (partsOf(await backend.log()).length === 0) await new Promise(requestAnimationFrame);
        while (tab.element.diagnostics().tries.length === 0) await tab.advance(1_000);
      },
      after: ({ tab }) => {
        const [first, second] = tab.element.diagnostics().tries;
        expect([first?.part, first?.outcome]).to.deep.equal([1, 'stalled']);
        expect([second?.part, second?.outcome, second?.fromMemory]).to.deep.equal([
          1,
          'stored',
          true,
        ]);
      },
    });
    expect(bodies).to.deep.equal(['file', ...Array.from({ length: 5 }, () => 'memory')]);
  });
});
