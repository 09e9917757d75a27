/** Handles that die while the page lives, as on iOS in the background: what was stored before is there, and what comes after. */
import { expect } from '@open-wc/testing';
import { broadcastTabChannel, webLocks } from '../../../src/browser/browser-ports.js';
import { createDatabase, createTaskStore } from '../../../src/browser/database.js';
import { openStores } from '../../../src/browser/job-store.js';
import { createRecordingStore } from '../../../src/browser/recording-store.js';
import { forgetting } from '../../../src/browser/page-storage.js';
import { copyName, FOLDER } from '../../../src/convert/names.js';

let databases = 0;
const newName = (): string => `dead-handles-test-${++databases}-${Date.now()}`;

/** A database whose connection can be ended as a browser does it: without any event. */
const mortalDatabase = () => {
  const open = createDatabase(newName());
  return { open, kill: async () => (await open()).close() };
};

/** Replaces a method of a prototype until the returned function is called. */
const replace = <Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  by: Target[Name],
): (() => void) => {
  const original = target[name];
  target[name] = by;
  return () => {
    target[name] = original;
  };
};

/** The next call of this method rejects, as that of a handle that has died. Returns what restores it. */
const failOnce = <Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
): (() => void) => {
  const original = target[name] as (...values: unknown[]) => Promise<unknown>;
  let fails = 1;
  return replace(target, name, function (this: Target, ...values: unknown[]) {
    if (fails-- > 0) return Promise.reject(new DOMException('dead', 'InvalidStateError'));
    return original.apply(this, values);
  } as Target[Name]);
};

describe('a handle that has died is opened again, and the operation repeated', () => {
  it('database: its connection was ended', async () => {
    const { open, kill } = mortalDatabase();
    const store = createTaskStore(open, 'edits');
    await store.save('anna', 'one', 'before');
    await kill();
    await store.save('anna', 'two', 'after');
    await kill();
    expect(await store.load('anna', 'one')).to.equal('before');
    expect(await store.load('anna', 'two')).to.equal('after');
    await kill();
    expect(await store.list()).to.have.length(2);
    await kill();
    await store.removeWhere(() => true);
    expect(await store.list()).to.have.length(0);
  });

  it('database: the server behind its connection is gone', async () => {
    const { open } = mortalDatabase();
    const store = createTaskStore(open, 'edits');
    await store.save('anna', 'one', 'before');
    const dead = await open();
    dead.transaction = () => {
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
    };
    dead.get = () => Promise.reject(new DOMException('Connection lost.', 'UnknownError'));
    expect(await store.load('anna', 'one')).to.equal('before');
    expect(await store.list()).to.have.length(1);
    expect(await open()).to.not.equal(dead);
  });

  it('database: an error about the record itself is not tried again', async () => {
    const { open } = mortalDatabase();
    const store = createTaskStore(open, 'edits');
    const before = await open();
    const failure: unknown = await store
      .save('anna', 'one', () => undefined)
      .catch((error: unknown) => error);
    expect((failure as DOMException).name).to.equal('DataCloneError');
    expect(await open()).to.equal(before);
  });

  it('directory: it is looked for at each operation', async () => {
    const { open } = mortalDatabase();
    const name = newName();
    let asked = 0;
    const folder = async (): Promise<FileSystemDirectoryHandle> => {
      asked += 1;
      // Some engines write to no files from a page. The audio is then in the database.
      const root = await navigator.storage.getDirectory();
      const handle = await root.getDirectoryHandle(name, { create: true });
      if (asked % 2 === 1) return handle;
      throw new DOMException('The directory handle is dead.', 'InvalidStateError');
    };
    const store = createRecordingStore(open, folder);
    const id = newName();
    await store.create({
      ...{ id, scope: 'anna', savedAtMs: 1, startedAtMs: 1, stage: 'open', name: '' },
    });
    for (const part of ['a', 'b', 'c']) {
      await store.append(id, new TextEncoder().encode(part).buffer);
    }
    expect(await (await store.read(id))?.text()).to.equal('abc');
    await store.remove(id);
  });

  it('disk: the folder of copies and its files are looked for again', async () => {
    const jobId = newName();
    const folder = async (): Promise<FileSystemDirectoryHandle> =>
      (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
    const write = async (): Promise<unknown> =>
      (await folder()).getFileHandle(copyName(jobId), { create: true });
    // Some engines write to no files from a page.
    const isWritten = await write().then(
      () => true,
      () => false,
    );
    const { readCopy } = openStores();
    for (const die of [
      () => failOnce(StorageManager.prototype, 'getDirectory'),
      () => failOnce(FileSystemFileHandle.prototype, 'getFile'),
    ]) {
      const restore = die();
      const copy = await readCopy(jobId, new File([], 'talk.wav'));
      restore();
      expect(copy?.name).to.equal(isWritten ? 'talk.wav' : undefined);
    }
    if (isWritten) await (await folder()).removeEntry(copyName(jobId));
    expect(await readCopy(jobId, new File([], 'talk.wav'))).to.equal(null);
  });

  it('lock: a request that fails once is repeated', async () => {
    const restore = failOnce(LockManager.prototype, 'request');
    try {
      const name = newName();
      const lock = await webLocks.take(name);
      expect(lock).to.not.equal(null);
      expect(await webLocks.isTaken(name)).to.equal(true);
      lock?.release();
    } finally {
      restore();
    }
  });

  it('lock: a frame that may not use locks works as if there were none', async () => {
    const restore = replace(LockManager.prototype, 'request', () =>
      Promise.reject(new DOMException('no origin', 'SecurityError')),
    );
    const restoreQuery = replace(LockManager.prototype, 'query', () =>
      Promise.reject(new DOMException('no origin', 'SecurityError')),
    );
    try {
      const lock = await webLocks.take('any');
      expect(lock).to.not.equal(null);
      expect(await webLocks.isTaken('any')).to.equal(false);
      expect([...(await webLocks.held())]).to.deep.equal([]);
      await webLocks.whenFree('any', new AbortController().signal);
      expect(await webLocks.share('any')).to.equal(await webLocks.steal('any'));
    } finally {
      restore();
      restoreQuery();
    }
  });

  it('channel: a message that cannot be posted stops nothing, and the next one goes through a new channel', async () => {
    const heard: (string | null)[] = [];
    const stop = forgetting.listen((id) => {
      heard.push(id);
      return Promise.resolve();
    });
    const { postMessage } = BroadcastChannel.prototype;
    const posted: unknown[] = [];
    let fails = 1;
    const restore = replace(
      BroadcastChannel.prototype,
      'postMessage',
      function (this: BroadcastChannel, message: unknown) {
        if (fails-- > 0) throw new DOMException('closed', 'InvalidStateError');
        posted.push(message);
        postMessage.call(this, message);
      },
    );
    try {
      await forgetting.tell('anna');
      expect(posted).to.deep.equal([{ forget: 'anna' }]);
      fails = 1;
      broadcastTabChannel.post();
      broadcastTabChannel.post();
      expect(posted).to.have.length(2);
    } finally {
      restore();
      stop();
    }
    expect(heard).to.deep.equal(['anna']);
  });
});
