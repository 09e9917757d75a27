/** What an element shows as itself belongs to one person: the next one sees nothing of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storageScope } from '../../../src/engine.js';
import { known } from '../../support/own-scope.js';
import { createQueueBrowser, named } from '../../support/queue.js';

const open = () => {
  const browser = createQueueBrowser();
  const page = { user: 'anna' };
  const tab = browser.open({
    userKey: () => page.user,
    source: known(() => storageScope('page', page.user)),
  });
  const { recordings } = tab;
  recordings.setList(null, null);
  return { ...{ browser, page, tab, recordings } };
};

describe('a single recording, if the page names another person', () => {
  it('is taken away with its transcript', async () => {
    const { page, tab, recordings } = open();
    await recordings.front.choose(named('a'));
    await tab.untilShown('ready');
    recordings.ownerChanged();
    assert.equal(recordings.shown.name, 'ready');
    page.user = 'bruno';
    recordings.ownerChanged();
    assert.equal(recordings.shown.name, 'idle');
    // The page is told, so that a form sends nothing of it.
    assert.equal(tab.events.at(-1), 'a idle');
  });

  it('stays stored while its task runs, and is offered to its owner only', async () => {
    const { browser, page, tab, recordings } = open();
    tab.service.busy.set('task-1', 10_000);
    await recordings.front.choose(named('a'));
    await tab.untilShown('transcribing');
    await recordings.sessions.works()[0]?.persistence.flushed();
    page.user = 'bruno';
    recordings.ownerChanged();
    assert.equal(recordings.shown.name, 'idle');
    await recordings.front.lookUp();
    const offered = (): string | undefined => recordings.front.offer?.job.title;
    assert.equal(offered(), undefined);
    const [stored] = await browser.store.list();
    assert.deepEqual([stored?.scope, stored?.job.transcriptionId], ['page:anna', 'task-1']);
    page.user = 'anna';
    await recordings.front.lookUp();
    assert.equal(offered(), 'a');
  });
});
