import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WatcherStorage } from '../../../../src/server.js';
import { createWorld, DATA, nameOf } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('task watcher: hooks that fail', () => {
  it('retries with growing pauses, in order, and reports each failure without secrets', async () => {
    let isBroken = true;
    const calls: string[] = [];
    const world = createWorld({
      onSubmitted: ({ transcriptionId }) => {
        calls.push('submitted');
        if (isBroken) throw new Error(`no row for ${transcriptionId} with api-key-c41f88`);
      },
      onFinished: () => void calls.push('finished'),
    });
    const { clock, service, watcher, submit, events } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-12345678');
    await clock.advance(30 * MINUTE);
    assert.ok(!calls.includes('finished'));
    assert.ok(calls.length > 5 && calls.length < 20, `${calls.length} attempts`);
    isBroken = false;
    await clock.advance(15 * MINUTE);
    assert.deepEqual(calls.slice(-2), ['submitted', 'finished']);
    assert.equal(service.queries.length, 1);
    const text = JSON.stringify(events);
    for (const secret of ['task-12345678', 'api-key-c41f88', 'user-ada', 'signature']) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.ok(events.some((event) => event.kind === 'hook' && event.outcome === 'failed'));
    await watcher.stop();
  });

  it('gives up after hookSeconds, keeps the task and its data, and calls the hook after retry', async () => {
    let isBroken = true;
    const delivered: unknown[] = [];
    const world = createWorld({
      limits: { hookSeconds: 3600 },
      onFinished: ({ data }) => {
        if (isBroken) throw new Error('the database is down');
        delivered.push(data);
      },
    });
    const { clock, service, watcher, submit, events } = world;
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(3 * HOUR);
    const [failure, ...more] = await watcher.failures();
    assert.equal(more.length, 0);
    assert.equal(failure?.transcriptionId, 'task-1');
    assert.deepEqual(
      [failure.hook, failure.status, failure.error.message],
      ['finished', 'SUCCESS', 'the database is down'],
    );
    assert.equal(
      events.filter((event) => event.kind === 'hook' && event.outcome === 'gave-up').length,
      1,
    );
    isBroken = false;
    await clock.sleep(30 * 24 * HOUR);
    assert.equal(delivered.length, 0);
    assert.equal(await watcher.retry(nameOf('task-1')), true);
    await clock.advance(MINUTE);
    assert.deepEqual(delivered, [DATA]);
    assert.deepEqual(await watcher.failures(), []);
    assert.equal(await watcher.retry(nameOf('task-1')), false);
    assert.equal(service.queries.length, 1);
    await watcher.stop();
  });

  it('parks a task whose onSubmitted fails for too long once it has ended; retry calls both hooks', async () => {
    let isBroken = true;
    const calls: string[] = [];
    const { clock, service, watcher, submit } = createWorld({
      limits: { hookSeconds: 60 },
      onSubmitted: () => {
        if (isBroken) throw new Error('down');
        calls.push('submitted');
      },
      onFinished: () => void calls.push('finished'),
    });
    watcher.start();
    await submit('task-1');
    await clock.advance(HOUR);
    assert.deepEqual(await watcher.failures(), []);
    service.answer('SUCCESS');
    await clock.advance(5 * MINUTE);
    assert.equal((await watcher.failures())[0]?.hook, 'submitted');
    isBroken = false;
    await watcher.retry(nameOf('task-1'));
    await clock.advance(MINUTE);
    assert.deepEqual(calls, ['submitted', 'finished']);
    await watcher.stop();
  });

  it('aborts a hook that hangs, and calls it again', async () => {
    let attempts = 0;
    const aborted: boolean[] = [];
    const { clock, service, watcher, submit } = createWorld({
      limits: { hookTimeoutMs: 20 },
      onFinished: (_, { signal, attempt }) => {
        attempts = attempt;
        if (attempt > 1) return undefined;
        return new Promise(() => signal.addEventListener('abort', () => aborted.push(true)));
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(10 * SECOND);
    while (aborted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await clock.advance(10 * SECOND);
    assert.equal(attempts, 2);
    await watcher.stop();
  });
});

describe('task watcher: storage', () => {
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
});
