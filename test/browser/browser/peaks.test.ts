/** Peaks are stored for a transcript, under the rules of all stored data, in a real IndexedDB. */
import { expect } from '@open-wc/testing';
import { createPeaksReader, type PeaksReaderOptions } from '../../../src/browser/peaks-reader.js';
import { createDatabase } from '../../../src/browser/database.js';
import { createTaskStore } from '../../../src/browser/database.js';
import { openStores } from '../../../src/browser/job-store.js';
import { forgetStored } from '../../../src/browser/page-storage.js';
import type { EditStore } from '../../../src/engine.js';
import { wavHeader } from '../../../src/convert/pcm.js';
import type { Peaks } from '../../../src/peaks/peaks.js';
import type { PeaksResult } from '../../../src/peaks/read-peaks.js';

type PeakStore = Pick<EditStore, 'load' | 'save'>;

const { signal } = new AbortController();
const ANNA = 'user:anna';

/** A wave file of a quarter second. */
const recording = (): Blob => new Blob([wavHeader(8_000, 4_000), new Uint8Array(4_000).fill(0x20)]);

const EMPTY = new Blob([]);

const { peaks: peaksStore } = openStores();

const createReader = (options: Partial<PeaksReaderOptions> = {}) => {
  const reader = createPeaksReader({ workerUrl: () => null, ...options });
  return (
    source: Blob,
    scope: string | null | undefined,
    transcriptionId: string | null = 'task',
  ): Promise<PeaksResult> => reader(source, { signal, transcriptionId, scope: () => scope });
};

const stored = async (): Promise<readonly string[]> =>
  (await peaksStore.list()).map(({ scope, id }) => `${scope} ${id}`);

describe('stored peaks', () => {
  beforeEach(() => peaksStore.removeWhere(() => true));
  after(() => peaksStore.removeWhere(() => true));

  it('the second time: are loaded, and the audio is not read', async () => {
    const read = createReader();
    const first = await read(recording(), ANNA);
    expect(first.kind).to.equal('peaks');
    // An empty file has no peaks.
    expect(await read(EMPTY, ANNA)).to.deep.equal(first);
    expect(await stored()).to.deep.equal([`${ANNA} task`]);
  });

  it('another user, or another task: has none of them', async () => {
    const read = createReader();
    await read(recording(), ANNA);
    expect((await read(EMPTY, 'user:bo')).kind).to.equal('none');
    expect((await read(EMPTY, ANNA, 'other')).kind).to.equal('none');
  });

  it('no-storage, an unknown user, and a transcript without an id: store nothing', async () => {
    const read = createReader();
    for (const scope of [null, undefined]) {
      expect((await read(recording(), scope)).kind).to.equal('peaks');
    }
    expect((await read(recording(), ANNA, null)).kind).to.equal('peaks');
    expect(await stored()).to.deep.equal([]);
  });

  it('no peaks: are not stored', async () => {
    expect((await createReader()(EMPTY, ANNA)).kind).to.equal('none');
    expect(await stored()).to.deep.equal([]);
  });

  it('forgetStored: deletes them', async () => {
    const read = createReader();
    for (const user of ['anna', 'bo']) await read(recording(), `user:${user}`);
    await forgetStored('anna');
    expect(await stored()).to.deep.equal(['user:bo task']);
    await forgetStored(null);
    expect(await stored()).to.deep.equal([]);
  });

  it('forgetStored while the audio is read: nothing is stored later', async () => {
    for (const forgotten of ['anna', null]) {
      let begun = (): void => undefined;
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      let goOn = (): void => undefined;
      const store: PeakStore = {
        save: (...values) => peaksStore.save(...values),
        load: async () => {
          begun();
          await new Promise<void>((resolve) => (goOn = resolve));
          return undefined;
        },
      };
      const result = createReader({ store })(recording(), ANNA);
      await isBegun;
      await forgetStored(forgotten);
      goOn();
      expect((await result).kind).to.equal('peaks');
      expect(await stored()).to.deep.equal([]);
    }
  });

  it('forgetStored while they are stored: waits, then deletes them', async () => {
    let saving = (): void => undefined;
    const isSaving = new Promise<void>((resolve) => (saving = resolve));
    const store: PeakStore = {
      load: () => Promise.resolve(undefined),
      save: async (...values) => {
        saving();
        await peaksStore.save(...values);
      },
    };
    const result = createReader({ store })(recording(), ANNA);
    await isSaving;
    await forgetStored('anna');
    expect(await stored()).to.deep.equal([]);
    await result;
    expect(await stored()).to.deep.equal([]);
  });

  it('storage that is forbidden or damaged: the audio is read again', async () => {
    const failing: PeakStore = {
      load: () => Promise.reject(new DOMException('No storage here.', 'SecurityError')),
      save: () => Promise.reject(new DOMException('No storage here.', 'SecurityError')),
    };
    expect((await createReader({ store: failing })(recording(), ANNA)).kind).to.equal('peaks');
    await peaksStore.save(ANNA, 'task', { levels: 'many', bucketMs: 10 });
    const peaks = await createReader()(recording(), ANNA);
    expect(peaks.kind === 'peaks' && peaks.peaks.levels.length).to.equal(25);
  });

  it('store: keeps peaks over a reload', async () => {
    const databaseName = `peaks-test-${Date.now()}`;
    const peaks: Peaks = { levels: Uint8Array.of(1, 2, 255), bucketMs: 20 };
    await createTaskStore(createDatabase(databaseName), 'peaks').save(ANNA, 'task', peaks);
    const reopened = createTaskStore(createDatabase(databaseName), 'peaks');
    expect(await reopened.load(ANNA, 'task')).to.deep.equal(peaks);
  });
});
