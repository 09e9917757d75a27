/** Work of a tab that is reloaded, and then killed. */
import { expect } from '@open-wc/testing';
import { findPart, until, untilPart } from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';
import { untilStored } from '../../support/stored-work.js';
import { closeTabs, freshScope, openTab } from '../../support/tab.js';

describe('fault matrix: reloaded and killed tab', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('a reloaded tab continues without an offer, and a killed one leaves its work to the next', async () => {
    const backend = await openBackend({
      faults: [{ name: 'black-hole', at: 'part', part: 3, times: 'always' }],
    });
    const scope = freshScope();
    const attributes = { 'user-key': scope };
    const first = await openTab(backend.settings, { attributes });
    first.element.selectFile(recordingFile(recordingBytes(300_000), 'left.wav'));
    await untilStored(scope);
    const before = first.element;
    await first.reload();
    expect(first.element).to.not.equal(before);
    expect(first.element.state).to.equal('idle');
    let offers = 0;
    const { element } = first;
    new MutationObserver(() => {
      if (findPart(element, 'offer') !== null) offers++;
    }).observe(element.renderRoot, { childList: true, subtree: true });
    await until(element, 'uploading');
    expect(offers).to.equal(0);
    first.kill();
    expect(() => first.window).to.throw();
    const second = await openTab(backend.settings, { attributes });
    expect((await untilPart(second.element, 'offer')).textContent).to.contain('left.wav');
  });
});
