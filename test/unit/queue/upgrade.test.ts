/** What version 1.0.0 has stored. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQueueBrowser } from '../../support/queue.js';

it('a list that version 1.0.0 has stored is shown after a reload, and stored under its key of now', async () => {
  const browser = createQueueBrowser();
  const item = { id: 'job', name: 'a', size: 200, lastModifiedMs: 1, continues: true };
  const list = { version: 1, items: [{ ...item, transcriptionId: 'task-1' }] };
  await browser.lists.save('page:user', 'list former tab', list);
  const tab = browser.open({ reloaded: true });
  await tab.until('a ready');
  tab.die();
  const next = browser.open({ reloaded: true });
  await next.until('a ready');
  assert.equal(next.queue.items[0]?.transcriptionId, 'task-1');
  assert.deepEqual([...browser.lists.records.keys()], ['["page:user","list tab"]']);
});
