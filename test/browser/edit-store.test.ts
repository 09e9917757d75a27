/** A person's corrections, in each engine's own IndexedDB. */
import { expect } from '@open-wc/testing';
import { createIndexedDbEditStore, EDITS_LIFETIME } from '../../src/browser/edit-store.js';

let databases = 0;
const newName = (): string => `edit-store-test-${++databases}-${Date.now()}`;

describe('the store of corrections', () => {
  it('gives back what was saved last, by scope and task, and forgets what is removed', async () => {
    const databaseName = newName();
    const store = createIndexedDbEditStore({ databaseName });
    await store.save('anna', 'task', { edits: [1] });
    await store.save('anna', 'task', { edits: [1, 2] });
    await store.save('bo', 'task', { edits: [3] });
    const reopened = createIndexedDbEditStore({ databaseName });
    expect(await reopened.load('anna', 'task')).to.deep.equal({ edits: [1, 2] });
    expect(await reopened.load('bo', 'task')).to.deep.equal({ edits: [3] });
    expect(await reopened.load('anna', 'other')).to.equal(undefined);
    await reopened.remove('anna', 'task');
    expect(await store.load('anna', 'task')).to.equal(undefined);
    expect(await store.load('bo', 'task')).to.deep.equal({ edits: [3] });
  });

  it('drops what nobody has touched for half a year, and nothing else', async () => {
    let now = 1_000;
    const clock = { now: () => now };
    const store = createIndexedDbEditStore({ databaseName: newName(), clock });
    await store.save('', 'old', 'a');
    now += 1;
    await store.save('', 'newer', 'b');
    now = 1_000 + EDITS_LIFETIME;
    await store.save('', 'today', 'c');
    expect(await store.load('', 'old')).to.equal(undefined);
    expect(await store.load('', 'newer')).to.equal('b');
    now += 1;
    await store.save('', 'newer', 'd');
    now += EDITS_LIFETIME - 1;
    await store.save('', 'last', 'e');
    expect(await store.load('', 'newer')).to.equal('d');
    expect(await store.load('', 'today')).to.equal(undefined);
  });

  it('rejects where nothing can be stored, and works again when it can', async () => {
    const databaseName = newName();
    const store = createIndexedDbEditStore({ databaseName });
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'SecurityError');
    };
    try {
      const failure = await store.load('', 'task').catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(DOMException);
    } finally {
      IDBFactory.prototype.open = open;
    }
    await store.save('', 'task', 'a');
    expect(await store.load('', 'task')).to.equal('a');
  });
});
