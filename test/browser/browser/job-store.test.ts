/** The stored jobs, in a real IndexedDB. */
import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { rememberHandle } from '../../../src/browser/browser-ports.js';
import { createDatabase } from '../../../src/browser/database.js';
import { createJobStore } from '../../../src/browser/job-store.js';
import type { AudioFile, StoredJob } from '../../../src/engine.js';
import { onFullDisk } from '../../support/full-disk.js';

const job = (id: string, scope: string, savedAtMs: number): StoredJob => ({
  version: 4,
  id,
  scope,
  savedAtMs,
  title: `${id}.wav`,
  source: { kind: 'file' },
  job: {
    options: { diarization: true },
    file: {
      name: `${id}.wav`,
      size: 10,
      fileType: 'wav',
      durationSeconds: null,
      lastModifiedMs: 5,
    },
    plan: {
      FileId: 'f',
      UploadId: 'u',
      ChunkSize: 5,
      Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
    },
    hashPoint: {
      bytes: 5,
      md5: '0123456789abcdef0123456789abcdef',
      state: { engine: 'e', bytes: new Uint8Array([1, 2, 3]) },
    },
  },
  etags: [[1, '"e"']],
});

let databases = 0;
const newName = (): string => `store-test-${++databases}-${Date.now()}`;

const bytesOf = async (file: AudioFile | null): Promise<Uint8Array> =>
  new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));

describe('job store', () => {
  it('returns what was saved, by scope, newest first, and deletes what is removed', async () => {
    const databaseName = newName();
    const store = createJobStore(createDatabase(databaseName));
    await store.save(job('old', 'anna', 1), true);
    await store.save(job('new', 'anna', 2), true);
    await store.save(job('other', 'bo', 3), true);
    await store.save({ ...job('old', 'anna', 1), title: 'renamed.wav' }, true);
    const reopened = createJobStore(createDatabase(databaseName));
    const jobs = await reopened.list('anna');
    expect(jobs.map(({ title }) => title)).to.deep.equal(['new.wav', 'renamed.wav']);
    expect(jobs[0]).to.deep.equal(job('new', 'anna', 2));
    await reopened.remove('new');
    expect(await store.list('anna')).to.have.length(1);
    expect(await store.list('nobody')).to.deep.equal([]);
    expect((await store.list()).map(({ id }) => id)).to.deep.equal(['other', 'old']);
    await store.removeWhere(({ savedAtMs }) => savedAtMs < 2);
    expect(await store.list('anna')).to.deep.equal([]);
    expect(await store.list('bo')).to.have.length(1);
  });

  it('moves the jobs of a user whose key was rotated, with their recordings', async () => {
    const store = createJobStore(createDatabase(newName()));
    await store.save(job('hers', 'old', 1), true);
    await store.saveRecording('hers', new File([new Uint8Array(10)], 'hers.wav'));
    await store.save(job('his', 'bo', 2), true);
    await store.move?.(['old', 'older'], 'new', 9);
    expect(await store.list('new')).to.deep.equal([job('hers', 'new', 9)]);
    expect(await store.recordingAccess('hers')).to.equal('ready');
    expect(await store.list('bo')).to.have.length(1);
    expect(await store.list('old')).to.deep.equal([]);
  });

  it('does not restore a job or recording that was deleted meanwhile', async () => {
    const databaseName = newName();
    const store = createJobStore(createDatabase(databaseName));
    expect(await store.save(job('a', 'anna', 1), true)).to.equal(true);
    expect(await store.save(job('a', 'anna', 2), false)).to.equal(true);
    const file = new File(['0123456789'], 'a.wav');
    const { arrayBuffer } = file;
    file.arrayBuffer = async () => {
      // While the bytes are read, the user signs out in another tab.
      await createJobStore(createDatabase(databaseName)).removeWhere(() => true);
      return arrayBuffer.call(file);
    };
    expect(await store.saveRecording('a', file)).to.equal(false);
    expect(await store.save(job('a', 'anna', 3), false)).to.equal(false);
    const raw = await openDB(databaseName);
    expect([await raw.count('jobs'), await raw.count('files')]).to.deep.equal([0, 0]);
    raw.close();
  });

  it('says so if the disk is full', async () => {
    const store = createJobStore(createDatabase(newName()));
    await store.save(job('a', 'anna', 1), true);
    const file = new File([new Uint8Array(10)], 'a.wav');
    const ends = await onFullDisk(
      () => store.save(job('a', 'anna', 2), false),
      () => store.saveRecording('a', file),
    );
    expect(ends).to.deep.equal(['rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('deletes records of an older version and records that it cannot read', async () => {
    const databaseName = newName();
    const old = await openDB(databaseName, 2, {
      upgrade: (database) => {
        database.createObjectStore('jobs');
        database.createObjectStore('recordings');
      },
    });
    await old.put('jobs', { ...job('a', 'anna', 1), version: 2 }, 'a');
    await old.put('recordings', { kind: 'bytes' }, 'a');
    old.close();
    const store = createJobStore(createDatabase(databaseName));
    expect(await store.list('anna')).to.deep.equal([]);
    await store.save(job('b', 'anna', 1), true);
    const raw = await openDB(databaseName, 4);
    await raw.put('jobs', { ...job('c', 'anna', 1), etags: 'none' }, 'c');
    await raw.put('jobs', job('d', 'anna', 1), 'under another name');
    expect(await raw.count('files')).to.equal(0);
    expect((await store.list('anna')).map(({ id }) => id)).to.deep.equal(['b']);
    await store.removeWhere(() => false);
    expect(await raw.getAllKeys('jobs')).to.deep.equal(['b']);
    raw.close();
  });

  it('stores a small recording by value, and deletes it with its job', async () => {
    const store = createJobStore(createDatabase(newName()));
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const file = new File([bytes], 'a.wav', { lastModified: 1_234 });
    await store.save(job('a', '', 1), true);
    expect(await store.saveRecording('whose job was never saved', file)).to.equal(false);
    expect(await store.recordingAccess('whose job was never saved')).to.equal('missing');
    expect(await store.recordingAccess('a')).to.equal('missing');
    expect(await store.saveRecording('a', file)).to.equal(true);
    expect(await store.recordingAccess('a')).to.equal('ready');
    const kept = await store.loadRecording('a');
    expect(await bytesOf(kept)).to.deep.equal(bytes);
    expect([kept?.name, kept?.lastModified]).to.deep.equal(['a.wav', 1_234]);
    await store.removeWhere(() => false);
    expect(await store.recordingAccess('a')).to.equal('ready');
    await store.remove('a');
    expect(await store.loadRecording('a')).to.equal(null);
    expect(await store.recordingAccess('a')).to.equal('missing');
  });

  it('does not store a large recording without a file handle', async () => {
    const store = createJobStore(createDatabase(newName()), 9);
    await store.save(job('a', '', 1), true);
    expect(await store.saveRecording('a', new File(['0123456789'], 'a.wav'))).to.equal(false);
    expect(await store.recordingAccess('a')).to.equal('missing');
  });
});

describe('large recording with a file handle', () => {
  /** A real handle; null if the browser has none, such as WebKitGTK under automation. */
  const makeHandle = async (name: string): Promise<FileSystemFileHandle | null> => {
    try {
      const directory = await navigator.storage.getDirectory();
      const handle = await directory.getFileHandle(name, { create: true });
      const writer = await handle.createWritable();
      await writer.write('0123456789');
      await writer.close();
      return handle;
    } catch {
      return null;
    }
  };

  it('is read again through the handle; without handles it is not stored', async () => {
    const name = `${newName()}.wav`;
    const store = createJobStore(createDatabase(newName()), 9);
    await store.save(job('a', '', 1), true);
    const handle = await makeHandle(name);
    if (handle === null) {
      expect(navigator.userAgent).to.not.contain('Chrome');
      const file = new File(['0123456789'], name);
      rememberHandle(file, Promise.reject(new DOMException('not here', 'NotFoundError')));
      expect(await store.saveRecording('a', file)).to.equal(false);
      return;
    }
    const file = await handle.getFile();
    rememberHandle(file, Promise.resolve(handle));
    expect(await store.saveRecording('a', file)).to.equal(true);
    expect(await store.recordingAccess('a')).to.equal('ready');
    const kept = await store.loadRecording('a');
    expect([kept?.name, kept?.size]).to.deep.equal([name, 10]);
    expect(kept?.lastModified).to.equal(file.lastModified);

    const writer = await handle.createWritable();
    await writer.write('01234567890123456789');
    await writer.close();
    expect((await store.loadRecording('a'))?.size).to.equal(20);

    await (await navigator.storage.getDirectory()).removeEntry(name);
    expect(await store.recordingAccess('a')).to.equal('missing');
  });
});
