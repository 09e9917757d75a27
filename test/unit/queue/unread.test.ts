/** What cannot be read is not taken for nothing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQueueBrowser } from '../../support/queue.js';

const ITEM = { id: 'job', name: 'a', size: 200, lastModifiedMs: 1, continues: true };
const LIST = { version: 1, items: [{ ...ITEM, transcriptionId: 'task-1' }] };

it('a list that cannot be read is not overwritten, and is shown once it can be', async () => {
  const browser = createQueueBrowser();
  await browser.lists.save('page:user', 'list tab', LIST);
  const { load } = browser.lists;
  browser.lists.load = () => Promise.reject(new Error('lost'));
  const tab = browser.open({ reloaded: true });
  tab.queue.add([new File(['no recording'], 'b', { lastModified: 1 })]);
  await tab.until('b failed');
  assert.equal(tab.queue.isKeeping(), false);
  tab.die();
  browser.lists.load = load;
  assert.deepEqual(browser.lists.records.get('["page:user","list tab"]'), LIST);
  const next = browser.open({ reloaded: true });
  await next.until('a ready');
});

it('a list whose unfinished jobs cannot be read is not overwritten', async () => {
  const browser = createQueueBrowser();
  const list = { version: 1, items: [{ ...ITEM, transcriptionId: null }] };
  await browser.lists.save('page:user', 'list tab', list);
  browser.store.fail = new Error('lost');
  const tab = browser.open({ reloaded: true });
  await tab.until('a interrupted');
  tab.queue.add([new File(['no recording'], 'b', { lastModified: 1 })]);
  await tab.until('a interrupted, b failed');
  assert.equal(tab.queue.isKeeping(), false);
  tab.die();
  await new Promise(setImmediate);
  assert.deepEqual(browser.lists.records.get('["page:user","list tab"]'), list);
});
