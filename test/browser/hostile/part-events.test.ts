/** What browsers tell wrongly of a request that sends a part, replayed in every engine. */
import { expect } from '@open-wc/testing';
import { partsOf, runRow, type World } from '../../support/fault-row.js';
import { hide, shimSends, type Bodies } from '../../support/hostile-engine.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

describe('a request that sends a part', () => {
  let bodies: Bodies = [];
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const isWebKit of [true, false])
    it(`is aborted by the browser ${isWebKit ? 'in WebKit' : 'elsewhere'}: the part is sent again`, async () => {
      await runRow({
        title: '',
        sentTwice: 3,
        before: (world) => {
          // Safari fires `abort` for a connection that it dropped itself.
          bodies = shimSends(world, isWebKit, (request, _body, go, index) => {
            go();
            if (index < 3) request.upload.addEventListener('progress', () => request.abort());
          });
        },
        after: ({ tab }) => {
          const outcomes = tab.element.diagnostics().tries.map(({ outcome }) => outcome);
          expect(outcomes.slice(0, 4)).to.deep.equal([
            ...['no-answer', 'no-answer', 'no-answer', 'stored'],
          ]);
        },
      });
      expect(bodies).to.have.length(8);
    });

  it('fails after its last byte: that part is sent again from memory, and the others from the file', async () => {
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

  it('reports no progress: every part is sent once', async () => {
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

  /** Safari 26: a request with a file is sent and answered, but never ends. */
  const neverDone = (world: World, isWebKit: boolean): Bodies =>
    shimSends(world, isWebKit, (request, body, go) => {
      if (body === 'file') hide(request, 'readystatechange', 'progress', 'load', 'loadend');
      go();
    });

  it('never ends with a file in WebKit: every part is sent from memory at once', async () => {
    await runRow({ title: '', before: (world) => (bodies = neverDone(world, true)) });
    expect(bodies).to.deep.equal(Array.from({ length: 5 }, () => 'memory'));
  });

  it('never ends with a file elsewhere: the first part is sent twice, then every part from memory', async () => {
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
          ...[1, 'stored', true],
        ]);
      },
    });
    expect(bodies).to.deep.equal(['file', ...Array.from({ length: 5 }, () => 'memory')]);
  });
});
