/** Files that can be read once and then "change", as on Android: they are copied before they are used. */
import { expect } from '@open-wc/testing';
import { createCopier } from '../../../src/browser/recording-ports.js';
import { openStores } from '../../../src/browser/job-store.js';
import { newId } from '../../../src/browser/tab-session.js';

const bytes = Uint8Array.from({ length: 9_000_001 }, (_, at) => (at * 7 + (at >> 9)) & 255);
const recording = (): File =>
  new File([bytes], 'talk.wav', { type: 'audio/wav', lastModified: 1_000 });
const { signal } = new AbortController();
const copy = createCopier(() => null);

/** True if this browser can copy to disk. WebKitGTK has no such file system under automation. */
const hasDisk = async (): Promise<boolean> =>
  navigator.storage.getDirectory().then(
    () => true,
    () => false,
  );

const expectSame = async (file: File): Promise<void> => {
  expect([file.name, file.lastModified, file.size]).to.deep.equal([
    'talk.wav',
    1_000,
    bytes.length,
  ]);
  expect(new Uint8Array(await file.arrayBuffer())).to.deep.equal(bytes);
};

describe('a file that vanishes', () => {
  for (const [place, id] of [
    ['on disk', newId()],
    ['in memory, if the page may store nothing', null],
  ] as const) {
    it(`is copied ${place}, after it could not be read`, async () => {
      const result = await copy(recording(), { jobId: id, when: 'after-failure', signal });
      if (result.kind !== 'copied') throw new Error(result.problem);
      await expectSame(result.file as File);
      const isOnDisk = await openStores().isOnDisk(result.file);
      expect(isOnDisk).to.equal(id !== null && (await hasDisk()));
      // No job needs it.
      await openStores().jobs.removeWhere(() => false);
      if (isOnDisk && id !== null)
        expect(await openStores().readCopy(id, recording())).to.equal(null);
    });
  }

  it('is not copied elsewhere before it fails', async () => {
    const request = { jobId: newId(), when: 'first', signal } as const;
    expect(await copy(recording(), request)).to.deep.equal({
      kind: 'not-copied',
      problem: 'unneeded',
    });
  });

  it('is copied although the browser estimates that there is no space', async () => {
    // WebKit may drop a method of `navigator.storage` itself when it collects garbage.
    const prototype: Partial<StorageManager> = StorageManager.prototype;
    const { estimate } = prototype;
    Object.assign(prototype, {
      estimate: () => Promise.resolve({ quota: bytes.length + 9, usage: 10 }),
    });
    try {
      const request = { jobId: newId(), when: 'after-failure', signal } as const;
      const result = await copy(recording(), request);
      expect(result.kind).to.equal('copied');
    } finally {
      Object.assign(prototype, { estimate });
    }
  });

  it('is read itself if there is no space for a copy; the next failure says that there is none', async () => {
    // The copy on disk does not fit its size, and memory takes no file of this size.
    const large = Object.defineProperty(recording(), 'size', { value: 2 ** 40 });
    const choose = () => copy(large, { jobId: newId(), when: 'after-failure', signal });
    expect(await choose()).to.deep.equal({ kind: 'not-copied', problem: 'unneeded' });
    expect(await choose()).to.deep.equal({ kind: 'not-copied', problem: 'no-space' });
    // It is not refused for ever.
    expect(await choose()).to.deep.equal({ kind: 'not-copied', problem: 'unneeded' });
  });

  it('is told as unreadable if it cannot be read even once, and nothing is left', async () => {
    const jobId = newId();
    const gone = Object.assign(recording(), {
      stream: () => {
        throw new DOMException('gone', 'NotReadableError');
      },
      slice: () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error()) }),
    });
    const result = await copy(gone, { jobId: null, when: 'after-failure', signal });
    expect(result).to.deep.equal({ kind: 'not-copied', problem: 'unreadable' });
    expect(await openStores().readCopy(jobId, recording())).to.equal(null);
  });
});
