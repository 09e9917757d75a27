import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WatcherStorage } from '../../../../src/server.js';
import { contentOf, createWorld, DATA, nameOf, settle } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('task watcher: storage', () => {
  /** The methods of a storage, to replace some of them. */
  const storageOf = (storage: WatcherStorage): WatcherStorage => ({
    getItem: (key) => storage.getItem(key),
    setItem: (key, value, options) => storage.setItem(key, value, options),
    removeItem: (key) => storage.removeItem(key),
    getKeys: (base) => storage.getKeys(base),
  });

  /** A storage that fails while `isDown()`. */
  const flaky = (storage: WatcherStorage, isDown: () => boolean): WatcherStorage => {
    const guard =
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        isDown() ? Promise.reject(new Error('ECONNREFUSED')) : work(...args);
    return {
      getItem: guard((key: string) => storage.getItem(key)),
      setItem: guard((key: string, value: string, options?: { ttl?: number }) =>
        storage.setItem(key, value, options),
      ),
      removeItem: guard((key: string) => storage.removeItem(key)),
      getKeys: guard((base: string) => storage.getKeys(base)),
    };
  };

  it('loses nothing while the storage fails for hours, and calls no hook that it cannot record', async () => {
    const { storage } = createWorld();
    let isDown = false;
    const world = createWorld({ storage: flaky(storage, () => isDown) });
    const { clock, service, finished, submitted, watcher, submit, events } = world;
    watcher.start();
    await submit('task-1');
    await clock.advance(10 * SECOND);
    isDown = true;
    await submit('task-2');
    service.answer('SUCCESS');
    await clock.advance(3 * HOUR);
    assert.equal(finished.length, 0);
    assert.ok(
      events.some((event) => event.kind === 'configuration' && /storage/.test(event.message)),
    );
    isDown = false;
    await clock.advance(30 * MINUTE);
    assert.deepEqual(finished.map(({ transcriptionId }) => transcriptionId).sort(), [
      'task-1',
      'task-2',
    ]);
    assert.equal(submitted.length, 2);
    await watcher.stop();
  });

  it('keeps a new task that is not stored yet if its page asks for it', async () => {
    const { storage } = createWorld();
    let isFull = true;
    const full: WatcherStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) =>
        isFull && key.includes(':active:')
          ? Promise.reject(new Error('no space left'))
          : storage.setItem(key, value),
      removeItem: (key) => storage.removeItem(key),
      getKeys: (base) => storage.getKeys(base),
    };
    const { clock, service, finished, watcher, another, submit } = createWorld({ storage: full });
    const second = another();
    second.start();
    watcher.start();
    await clock.advance(30 * SECOND);
    await submit('task-1');
    await clock.advance(2_001);
    const task = { ...nameOf('task-1'), sealedId: 'sealed-task-1' };
    await watcher.query(task, () => Promise.reject(new Error('the watcher asks')));
    isFull = false;
    service.answer('SUCCESS');
    await clock.advance(2 * MINUTE);
    assert.equal(finished.length, 1);
    await Promise.all([watcher.stop(), second.stop()]);
  });

  it('does not call a hook again in this process if its success could not be stored', async () => {
    const { storage } = createWorld();
    let isDown = false;
    let calls = 0;
    const world = createWorld({
      storage: flaky(storage, () => isDown),
      onFinished: () => {
        calls++;
        isDown = true;
      },
    });
    const { clock, service, watcher, submit } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    isDown = false;
    await clock.advance(HOUR);
    assert.equal(calls, 1);
    assert.doesNotMatch((await storage.getKeys('')).join(), /:active:/);
    await watcher.stop();
  });

  it('survives garbage in the storage, and reports it', async () => {
    const world = createWorld();
    const { clock, service, storage, finished, watcher, submit, events } = world;
    await submit('task-1');
    const key = (await storage.getKeys('')).find((each) => each.includes(':active:')) ?? '';
    const other = key.replace(/[0-9a-f]{32}$/, '0'.repeat(32));
    await storage.setItem(other, '{"state":{"userId":7}}');
    await storage.setItem(key.replace(/active:.*/, 'active:garbage'), '{');
    await storage.setItem(key.replace(/active:.*/, 'instance:garbage'), '[]');
    service.answer('SUCCESS');
    watcher.start();
    await clock.advance(10 * MINUTE);
    assert.equal(finished.length, 1);
    assert.ok(events.some((event) => event.kind === 'configuration'));
    await watcher.stop();
  });

  it('queries again if the storage has lost the result', async () => {
    const failing = { isBroken: true };
    const { clock, service, storage, watcher, submit } = createWorld({
      onFinished: () => {
        if (failing.isBroken) throw new Error('down');
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(10 * SECOND);
    for (const key of await storage.getKeys('')) {
      if (key.includes(':result:')) await storage.removeItem(key);
    }
    failing.isBroken = false;
    await clock.advance(10 * MINUTE);
    assert.equal(service.queries.length, 2);
    assert.doesNotMatch((await storage.getKeys('')).join(), /:active:/);
    await watcher.stop();
  });

  it('a result that the storage refuses reaches the hook, and is not queried again', async () => {
    const { storage } = createWorld();
    let attempts = 0;
    const world = createWorld({
      storage: {
        ...storageOf(storage),
        setItem: (key: string, value: string) =>
          key.includes(':result:')
            ? Promise.reject(new Error('value too large'))
            : storage.setItem(key, value),
      },
      onFinished: ({ data }) => {
        attempts++;
        assert.deepEqual(data, DATA);
        if (attempts < 3) throw new Error('down');
      },
    });
    const { clock, service, watcher, submit, events } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    assert.equal(attempts, 3);
    assert.equal(service.queries.length, 1);
    assert.ok(
      events.some(
        (event) => event.kind === 'configuration' && /refused a result/.test(event.message),
      ),
    );
    assert.doesNotMatch((await storage.getKeys('')).join(), /:active:/);
    await watcher.stop();
  });

  it('a result that the storage takes but does not keep reaches the hook', async () => {
    const { storage } = createWorld();
    const { clock, service, watcher, submit, finished } = createWorld({
      storage: {
        ...storageOf(storage),
        getItem: (key: string) =>
          key.includes(':result:') ? Promise.resolve(null) : storage.getItem(key),
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    assert.deepEqual(finished[0]?.data, DATA);
    assert.equal(service.queries.length, 2);
    await watcher.stop();
  });

  it('a result that is nested too deeply to be stored is UNREADABLE', async () => {
    const { clock, watcher, submit, service, finished } = createWorld();
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    service.answer({ body: `{"transcription_id":"task-1","status":"SUCCESS","data":${deep}}` });
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    assert.deepEqual(
      finished.map(({ status }) => status),
      ['UNREADABLE'],
    );
    assert.equal(service.queries.length, 1);
    await watcher.stop();
  });

  it('stores at most 60 characters of a status', async () => {
    const { clock, storage, watcher, submit, service } = createWorld();
    service.answer('X'.repeat(100_000));
    watcher.start();
    await submit('task-1');
    await clock.advance(MINUTE);
    const { tasks } = await watcher.list('user-ada', { limit: 1, after: null });
    assert.equal(tasks[0]?.status, 'X'.repeat(60));
    assert.ok((await contentOf(storage)).length < 3_000);
    await watcher.stop();
  });

  it('a submission waits at most about 2 s for a storage that hangs', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isDone = false;
    const hanging = new AbortController();
    const never = (): Promise<never> =>
      new Promise((_, reject) => hanging.signal.addEventListener('abort', reject));
    const { submit } = createWorld({
      storage: { getItem: never, setItem: never, removeItem: never, getKeys: never },
    });
    const submitted = submit('task-1');
    let waitedMs = 0;
    void submitted.then(() => (isDone = true));
    for (; !isDone; waitedMs += 100) {
      t.mock.timers.tick(100);
      await settle();
    }
    assert.ok(waitedMs <= 2_500, `${waitedMs} ms`);
    hanging.abort();
  });
});
