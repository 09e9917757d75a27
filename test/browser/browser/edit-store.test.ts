/** The stored corrections, in a real IndexedDB. */
import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { createDatabase } from '../../../src/browser/database.js';
import { createTaskStore } from '../../../src/browser/database.js';

let databases = 0;
const newName = (): string => `edit-store-test-${++databases}-${Date.now()}`;

describe('edit store', () => {
  it('returns what was saved last, by scope and task, and deletes what is removed', async () => {
    const databaseName = newName();
    const store = createTaskStore(createDatabase(databaseName), 'edits');
    await store.save('anna', 'task', { edits: [1] });
    await store.save('anna', 'task', { edits: [1, 2] });
    await store.save('bo', 'task', { edits: [3] });
    const reopened = createTaskStore(createDatabase(databaseName), 'edits');
    expect(await reopened.load('anna', 'task')).to.deep.equal({ edits: [1, 2] });
    expect(await reopened.load('bo', 'task')).to.deep.equal({ edits: [3] });
    expect(await reopened.load('anna', 'other')).to.equal(undefined);
    await reopened.remove('anna', 'task');
    expect(await store.load('anna', 'task')).to.equal(undefined);
    expect(await store.load('bo', 'task')).to.deep.equal({ edits: [3] });
  });

  it('lists whose corrections exist and when they were saved, and deletes the selected ones', async () => {
    let now = 1_000;
    const store = createTaskStore(createDatabase(newName()), 'edits', { now: () => now });
    await store.save('anna', 'one', 'a');
    now = 2_000;
    await store.save('anna', 'two', 'b');
    await store.save('bo', 'one', 'c');
    expect(await store.list()).to.deep.equal([
      { scope: 'anna', id: 'one', savedAtMs: 1_000 },
      { scope: 'anna', id: 'two', savedAtMs: 2_000 },
      { scope: 'bo', id: 'one', savedAtMs: 2_000 },
    ]);
    await store.removeWhere(({ scope, savedAtMs }) => scope === 'anna' && savedAtMs > 1_000);
    expect((await store.list()).map(({ scope, id }) => [scope, id])).to.deep.equal([
      ['anna', 'one'],
      ['bo', 'one'],
    ]);
  });

  it('moves the corrections of a user whose key was rotated, and keeps newer ones', async () => {
    const store = createTaskStore(createDatabase(newName()), 'edits');
    await store.save('old', 'one', 'a');
    await store.save('old', 'two', 'b');
    await store.save('new', 'two', 'c');
    await store.save('bo', 'one', 'd');
    await store.move?.(['old'], 'new', 9);
    expect(await store.load('new', 'one')).to.equal('a');
    expect(await store.load('new', 'two')).to.equal('c');
    expect(await store.load('bo', 'one')).to.equal('d');
    expect(await store.load('old', 'one')).to.equal(undefined);
  });

  it('deletes records of an older version, which had no scope', async () => {
    const databaseName = newName();
    const old = await openDB(databaseName, 1, {
      upgrade: (database) => void database.createObjectStore('edits'),
    });
    await old.put('edits', { savedAtMs: Date.now(), record: 'a' }, ['', 'task']);
    old.close();
    expect(await createTaskStore(createDatabase(databaseName), 'edits').list()).to.deep.equal([]);
  });

  it('rejects if nothing can be stored, and works again later', async () => {
    const databaseName = newName();
    const store = createTaskStore(createDatabase(databaseName), 'edits');
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
