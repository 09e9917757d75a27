/** What an element that shows one recording does with one that a closed tab has left. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { known } from '../../support/own-scope.js';
import { createQueueBrowser, named, submissionsOf, type OpenOptions } from '../../support/queue.js';

/** A tab that was closed while it uploaded `a`, and another one. */
const leave = async (options: OpenOptions = {}) => {
  const browser = createQueueBrowser();
  const first = browser.open();
  first.recordings.setList(null, null);
  first.service.isHeld = true;
  await first.recordings.front.choose(named('a'));
  await first.untilShown('uploading');
  await first.leave();
  const tab = browser.open({ key: 'other', ...options });
  tab.recordings.setList(null, null);
  const { front } = tab.recordings;
  await front.lookUp();
  return { browser, tab, front };
};

describe('a recording that a closed tab has left', () => {
  it('goes on if the person accepts the offer and chooses the file', async () => {
    const { tab, front } = await leave();
    assert.equal(front.offer?.job.title, 'a');
    await front.accept(named('a'));
    await tab.untilShown('ready');
    assert.equal(front.offer, null);
    assert.equal(submissionsOf(tab), 1);
    assert.equal(tab.recordings.sessions.flags.front, 'job-1');
  });

  it('goes on if its file is chosen', async () => {
    const { tab, front } = await leave();
    await front.choose(named('a'));
    await tab.untilShown('ready');
    assert.equal(tab.recordings.sessions.flags.front, 'job-1');
  });

  it('is forgotten if the person declines', async () => {
    const { browser, front } = await leave();
    await front.decline();
    assert.equal(front.offer, null);
    assert.equal(browser.store.size(), 0);
  });

  it('waits for start() with manual-start, and starts once', async () => {
    const { tab, front } = await leave({ manualStart: true });
    await front.choose(named('a'));
    assert.equal(tab.recordings.shown.name, 'preparing');
    front.start();
    front.start();
    await tab.untilShown('ready');
    assert.equal(submissionsOf(tab), 1);
    assert.equal(tab.recordings.sessions.works().length, 1);
    assert.equal(tab.recordings.sessions.flags.front, 'job-1');
  });

  it('is left alone by a page that stores nothing', async () => {
    const { tab, front } = await leave({ source: known(() => null) });
    assert.equal(front.offer, null);
    await front.choose(named('a'));
    await tab.untilShown('ready');
    assert.notEqual(tab.recordings.sessions.flags.front, 'job-1');
  });
});
