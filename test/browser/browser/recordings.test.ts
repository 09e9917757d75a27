/** Recordings of the microphone whose audio can't be deleted, or whose record was. */
import { expect } from '@open-wc/testing';
import { createDatabase } from '../../../src/browser/database.js';
import { createRecordingStore } from '../../../src/browser/recording-store.js';
import { onFullDisk } from '../../support/full-disk.js';

const RECORD = {
  ...{ id: 'talk', scope: 'user:anna', savedAtMs: 1, startedAtMs: 1 },
  ...{ stage: 'open' as const, name: '' },
};

let count = 0;

const setUp = async () => {
  const name = `test-recordings-${Date.now()}-${(count += 1)}`;
  const root = await navigator.storage.getDirectory().catch(() => null);
  if (root === null) return null;
  const folder = await root.getDirectoryHandle(name, { create: true });
  let stuck: DOMException | null = null;
  const removeEntry = folder.removeEntry.bind(folder);
  folder.removeEntry = (entry, options) =>
    stuck === null ? removeEntry(entry, options) : Promise.reject(stuck);
  let beforeEnd = (): Promise<void> => Promise.resolve();
  const getDirectoryHandle = folder.getDirectoryHandle.bind(folder);
  folder.getDirectoryHandle = async (...request) => {
    const own = await getDirectoryHandle(...request);
    const keys = own.keys.bind(own);
    own.keys = async function* () {
      await beforeEnd();
      yield* keys();
    } as typeof keys;
    return own;
  };
  const open = () => createRecordingStore(createDatabase(name), () => Promise.resolve(folder));
  const store = open();
  const place = await store.create(RECORD);
  const folders = async (): Promise<readonly string[]> => {
    const names: string[] = [];
    for await (const one of folder.keys()) names.push(one);
    return names;
  };
  return {
    ...{ store, folder, folders, place },
    /** The same recordings in another tab. */
    other: open(),
    stick: (error: string | null) => (stuck = error === null ? null : new DOMException('', error)),
    /** Whoever reads the audio waits before its end. Resolves then, with a function that ends the wait. */
    holdReader: () =>
      new Promise<() => void>((resolve) => {
        beforeEnd = () => new Promise((proceed) => resolve(proceed));
      }),
  };
};

describe('the recordings of the microphone', () => {
  for (const [error, isTold] of [
    // Another tab is writing it. Nobody can open it any more.
    ['NoModificationAllowedError', false],
    ['UnknownError', true],
  ] as const) {
    it(`are deleted later if their audio can not be deleted now: ${error}`, async () => {
      const world = await setUp();
      if (world?.place !== 'files') return;
      world.stick(error);
      const removed = world.store.removeWhere(() => true);
      expect(await removed.catch((thrown: DOMException) => thrown.name)).to.equal(
        isTold ? error : undefined,
      );
      expect([await world.store.list(), await world.folders()]).to.deep.equal([[], ['talk']]);
      world.stick(null);
      await world.store.removeWhere(() => false);
      expect(await world.folders()).to.deep.equal([]);
    });
  }

  it('are deleted although their record is gone', async () => {
    const world = await setUp();
    if (world?.place !== 'files') return;
    await world.folder.getDirectoryHandle('forgotten', { create: true });
    await world.store.removeWhere(() => false);
    expect(await world.folders()).to.deep.equal(['talk']);
  });

  it('are not stored again if another tab deletes them while their file is made', async () => {
    const world = await setUp();
    if (world?.place !== 'files') return;
    const { store, other } = world;
    const held = world.holdReader();
    const sealed = store.seal('talk', new ArrayBuffer(44), 'talk.wav').catch(() => null);
    const proceed = await held;
    await other.remove('talk');
    proceed();
    expect(await sealed).to.equal(null);
    expect([await store.list(), await world.folders()]).to.deep.equal([[], []]);
  });

  it('keep all audio but the piece that a crash lost, and what is added comes last', async () => {
    const world = await setUp();
    if (world?.place !== 'files') return;
    const { store, other, folder } = world;
    const pieceOf = (letter: string): ArrayBuffer =>
      new TextEncoder().encode(letter.repeat(512 * 1024)).buffer;
    for (const letter of 'abc') await store.append('talk', pieceOf(letter));
    await (await folder.getDirectoryHandle('talk')).removeEntry('1');
    // A page that was opened after the crash.
    await other.append('talk', pieceOf('d'));
    const text = (await (await other.read('talk'))?.text()) ?? '';
    expect(text.replace(/(.)\1*/g, '$1')).to.equal('acd');
  });

  it('say so if the disk is full', async () => {
    const noFiles = () => Promise.reject(new DOMException('', 'NotSupportedError'));
    const database = createDatabase(`test-recordings-${Date.now()}-${(count += 1)}`);
    const store = createRecordingStore(database, noFiles);
    expect(await store.create(RECORD)).to.equal('database');
    const ends = await onFullDisk(
      () => store.append('talk', new ArrayBuffer(10)),
      () => store.mark('talk', 'sent'),
    );
    expect(ends).to.deep.equal(['rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('belong to the user whose token arrives', async () => {
    const world = await setUp();
    if (world === null) return;
    await world.store.adopt('talk', 'user:bo');
    expect((await world.store.list()).map(({ scope }) => scope)).to.deep.equal(['user:bo']);
  });
});
