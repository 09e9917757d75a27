/** Asking the browser to keep what is stored. */
import { expect } from '@open-wc/testing';
import { createDatabase } from '../../../src/browser/database.js';
import { createRecordingStore } from '../../../src/browser/recording-store.js';

describe('persistent storage', () => {
  it('is asked for once, when a recording is stored, but not in Firefox, which would ask the user', async () => {
    let asked = 0;
    // WebKit may drop a method of `navigator.storage` itself when it collects garbage.
    Object.assign(StorageManager.prototype, {
      persist: () => {
        asked += 1;
        return Promise.resolve(false);
      },
    });
    const store = createRecordingStore(createDatabase(`persist-test-${Date.now()}`));
    expect(asked).to.equal(0);
    for (const id of ['a', 'b']) {
      await store.create({
        ...{ id, scope: 'page:anna', savedAtMs: 1, startedAtMs: 1 },
        ...{ stage: 'open', name: '' },
      });
    }
    expect(asked).to.equal(navigator.userAgent.includes('Firefox/') ? 0 : 1);
    for (const id of ['a', 'b']) await store.remove(id);
  });
});
