/** The stored work, in each engine's own IndexedDB and Web Locks. */
import { expect } from '@open-wc/testing';
import { createIndexedDbStore } from '../../src/browser/job-store.js';
import { webLocks } from '../../src/browser/locks.js';
import type { StoredJob } from '../../src/engine/index.js';

const job = (id: string, scope: string, savedAtMs: number): StoredJob => ({
  version: 1,
  id,
  scope,
  savedAtMs,
  title: `${id}.wav`,
  source: { kind: 'file' },
  facts: {
    options: { diarization: true },
    facts: {
      name: `${id}.wav`,
      size: 10,
      fileType: 'wav',
      durationSeconds: null,
      lastModifiedMs: null,
    },
    plan: {
      FileId: 'f',
      UploadId: 'u',
      ChunkSize: 5,
      Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
    },
  },
  etags: [[1, '"e"']],
});

let databases = 0;

describe('the store', () => {
  it('gives back what was saved, by scope, the newest first, and forgets what is removed', async () => {
    const name = `store-test-${++databases}-${Date.now()}`;
    const store = createIndexedDbStore(name);
    await store.save(job('old', 'anna', 1));
    await store.save(job('new', 'anna', 2));
    await store.save(job('other', 'bo', 3));
    await store.save({ ...job('old', 'anna', 1), title: 'renamed.wav' });
    const reopened = createIndexedDbStore(name);
    const jobs = await reopened.list('anna');
    expect(jobs.map(({ title }) => title)).to.deep.equal(['new.wav', 'renamed.wav']);
    expect(jobs[0]).to.deep.equal(job('new', 'anna', 2));
    await reopened.remove('new');
    expect(await store.list('anna')).to.have.length(1);
    expect(await store.list('nobody')).to.deep.equal([]);
  });

  it('keeps the bytes of a recording, and drops them with its job', async () => {
    const store = createIndexedDbStore(`store-test-${++databases}-${Date.now()}`);
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    await store.save(job('a', '', 1));
    await store.saveBytes('a', new Blob([bytes]));
    const kept = await store.loadBytes('a');
    expect(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer(0))).to.deep.equal(bytes);
    await store.remove('a');
    expect(await store.loadBytes('a')).to.equal(null);
  });
});

describe('the locks', () => {
  it('are had by one at a time, and by the next once they are released', async () => {
    const name = `lock-test-${Date.now()}`;
    expect(await webLocks.isTaken(name)).to.equal(false);
    const release = await webLocks.take(name);
    expect(release).to.be.a('function');
    expect(await webLocks.isTaken(name)).to.equal(true);
    expect(await webLocks.take(name)).to.equal(null);
    release?.();
    let again = await webLocks.take(name);
    while (again === null) {
      await new Promise(requestAnimationFrame);
      again = await webLocks.take(name);
    }
    again();
  });
});
