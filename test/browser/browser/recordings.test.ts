/** Recordings of the microphone whose audio can't be deleted, or whose record was. */
import { expect } from '@open-wc/testing';
import { createRecordingStore } from '../../../src/browser/recording-store.js';

let count = 0;

const setUp = async () => {
  const name = `test-recordings-${Date.now()}-${(count += 1)}`;
  const root = await navigator.storage.getDirectory().catch(() => null);
  if (root === null) return null;
  const folder = await root.getDirectoryHandle(name, { create: true });
  let isStuck = false;
  const removeEntry = folder.removeEntry.bind(folder);
  folder.removeEntry = (entry, options) =>
    isStuck
      ? Promise.reject(new DOMException('busy', 'NoModificationAllowedError'))
      : removeEntry(entry, options);
  const store = createRecordingStore({ databaseName: name, folder: () => Promise.resolve(folder) });
  const record = {
    ...{ id: 'talk', scope: 'user:anna', savedAtMs: 1, startedAtMs: 1 },
    ...{ stage: 'open' as const, name: '' },
  };
  const place = await store.create(record);
  const folders = async (): Promise<readonly string[]> => {
    const names: string[] = [];
    for await (const one of folder.keys()) names.push(one);
    return names;
  };
  return { store, folder, folders, place, stick: (stuck: boolean) => (isStuck = stuck) };
};

describe('the recordings of the microphone', () => {
  it('are deleted later if their audio can not be deleted now', async () => {
    const world = await setUp();
    if (world?.place !== 'files') return;
    world.stick(true);
    await world.store.removeWhere(() => true);
    expect([await world.store.list(), await world.folders()]).to.deep.equal([[], ['talk']]);
    world.stick(false);
    await world.store.removeWhere(() => false);
    expect(await world.folders()).to.deep.equal([]);
  });

  it('are deleted although their record is gone', async () => {
    const world = await setUp();
    if (world?.place !== 'files') return;
    await world.folder.getDirectoryHandle('forgotten', { create: true });
    await world.store.removeWhere(() => false);
    expect(await world.folders()).to.deep.equal(['talk']);
  });

  it('are not stored again if they are deleted while their file is made', async () => {
    const world = await setUp();
    if (world === null) return;
    const { store } = world;
    const sealed = store.seal('talk', new ArrayBuffer(44), 'talk.wav').catch(() => null);
    await store.remove('talk');
    await sealed;
    expect(await store.list()).to.deep.equal([]);
  });

  it('belong to the user whose token arrives', async () => {
    const world = await setUp();
    if (world === null) return;
    await world.store.adopt('talk', 'user:bo');
    expect((await world.store.list()).map(({ scope }) => scope)).to.deep.equal(['user:bo']);
  });
});
