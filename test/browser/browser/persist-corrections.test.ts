/** Asking the browser to keep corrections. */
import { expect } from '@open-wc/testing';
import { createDatabase } from '../../../src/browser/database.js';
import { createTaskStore } from '../../../src/browser/database.js';

describe('persistent storage', () => {
  it('is asked for once, when corrections are stored, and not for a waveform', async () => {
    let asked = 0;
    // WebKit may drop a method of `navigator.storage` itself when it collects garbage.
    Object.assign(StorageManager.prototype, {
      persist: () => {
        asked += 1;
        return Promise.resolve(false);
      },
    });
    const database = createDatabase(`persist-test-${Date.now()}`);
    const peaks = createTaskStore(database, 'peaks');
    await peaks.save('page:anna', 'task-1', {});
    expect(asked).to.equal(0);
    const edits = createTaskStore(database, 'edits');
    for (const task of ['task-1', 'task-2']) await edits.save('page:anna', task, {});
    expect(asked).to.equal(navigator.userAgent.includes('Firefox/') ? 0 : 1);
    await edits.removeWhere(() => true);
    await peaks.removeWhere(() => true);
  });
});
