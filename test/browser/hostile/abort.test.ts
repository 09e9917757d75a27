/** Safari fires `abort` for a connection that it dropped itself. */
import { expect } from '@open-wc/testing';
import { runRow } from '../../support/fault-row.js';
import { shimSends, type Bodies } from '../../support/hostile-engine.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

describe('abort by the browser', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const isWebKit of [true, false])
    it(`${isWebKit ? 'in WebKit' : 'elsewhere'}: the part is sent again`, async () => {
      let bodies: Bodies = [];
      await runRow({
        title: '',
        sentTwice: 3,
        before: (world) => {
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
});
