/** Several instances that share one storage: restarts, crashes, leases. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import type { FinishedTask, WatcherStorage } from '../../../../src/server.js';
import { createWorld, nameOf } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A storage that a crashed process can no longer reach. */
const severed = (storage: WatcherStorage, isDead: () => boolean): WatcherStorage => {
  const dead = (): Promise<never> => Promise.reject(new Error('the process is dead'));
  return {
    getItem: (key) => (isDead() ? dead() : storage.getItem(key)),
    setItem: (key, value, options) => (isDead() ? dead() : storage.setItem(key, value, options)),
    removeItem: (key) => (isDead() ? dead() : storage.removeItem(key)),
    getKeys: (base) => (isDead() ? dead() : storage.getKeys(base)),
  };
};

describe('task watcher: several instances', () => {
  it('a server that only records leaves its tasks to a started instance', async () => {
    const { clock, service, finished, another, submit, watcher } = createWorld();
    await submit('task-1');
    service.answer('SUCCESS');
    await clock.advance(HOUR);
    assert.equal(service.queries.length, 0);
    const worker = another();
    worker.start();
    await clock.advance(2 * MINUTE);
    await submit('task-2', watcher);
    await clock.advance(2 * MINUTE);
    assert.equal(finished.length, 2);
    await worker.stop();
  });

  it('after stop, another instance goes on at its next look', async () => {
    const { clock, service, finished, submitted, another, submit, watcher } = createWorld();
    watcher.start();
    const second = another();
    second.start();
    await submit('task-1');
    await clock.advance(30 * SECOND);
    await watcher.stop();
    service.answer('SUCCESS');
    await clock.advance(90 * SECOND);
    assert.equal(finished.length, 1);
    assert.equal(submitted.length, 1);
    await second.stop();
  });

  it('after a crash, another instance takes over when the lease has ended', async () => {
    const shared = createWorld();
    let isDead = false;
    const finished: FinishedTask[] = [];
    const crashing = shared.another({
      storage: severed(shared.storage, () => isDead),
      fetch: (...request) =>
        isDead ? Promise.reject(new Error('dead')) : shared.service.fetch(...request),
    });
    crashing.start();
    for (let id = 0; id < 10; id++) await shared.submit(`task-${id}`, crashing);
    await shared.clock.advance(30 * SECOND);
    isDead = true;
    const survivors = [0, 1].map(() =>
      shared.another({ onFinished: (task) => void finished.push(task) }),
    );
    for (const survivor of survivors) survivor.start();
    shared.service.answer('SUCCESS');
    await shared.clock.advance(40 * SECOND);
    assert.equal(finished.length, 0, 'the lease has not ended yet');
    await shared.clock.advance(5 * MINUTE);
    assert.equal(finished.length, 10);
    assert.equal(new Set(finished.map(({ transcriptionId }) => transcriptionId)).size, 10);
    for (const survivor of survivors) await survivor.stop();
  });

  for (const hours of [-5, 5]) {
    it(`takes over after a crash, and not before, with a clock that is ${hours} h off`, async () => {
      const shared = createWorld();
      let isDead = false;
      const crashing = shared.another({
        storage: severed(shared.storage, () => isDead),
        fetch: (...request) =>
          isDead ? Promise.reject(new Error('dead')) : shared.service.fetch(...request),
      });
      crashing.start();
      await shared.submit('task-1', crashing);
      await shared.clock.advance(10 * SECOND);
      let queries = 0;
      const skewed = shared.another({
        clock: { ...shared.clock, now: () => shared.clock.now() + hours * HOUR },
        fetch: (...request) => {
          queries++;
          return shared.service.fetch(...request);
        },
      });
      skewed.start();
      await shared.clock.advance(10 * MINUTE);
      assert.equal(queries, 0, 'a living instance keeps its task');
      isDead = true;
      shared.service.answer('SUCCESS');
      await shared.clock.advance(15 * MINUTE);
      assert.equal(shared.finished.length, 1);
      await skewed.stop();
    });
  }

  it('an instance that was paused does not call a hook that another is retrying', async () => {
    const shared = createWorld();
    let isPaused = false;
    const waiting: (() => void)[] = [];
    let calls = 0;
    const fail = (): void => {
      calls++;
      throw new Error('down');
    };
    const paused = shared.another({
      onFinished: fail,
      clock: {
        now: shared.clock.now,
        setTimer: (run, ms) =>
          shared.clock.setTimer(() => (isPaused ? waiting.push(run) : run()), ms),
      },
    });
    const second = shared.another({ onFinished: () => Promise.reject(new Error('down')) });
    shared.service.answer('SUCCESS');
    paused.start();
    await shared.submit('task-1', paused);
    await shared.clock.advance(30 * SECOND);
    isPaused = true;
    second.start();
    await shared.clock.advance(5 * MINUTE);
    const before = calls;
    isPaused = false;
    for (const run of waiting.splice(0)) run();
    await shared.clock.advance(30 * MINUTE);
    assert.equal(calls, before);
    await Promise.all([paused.stop(), second.stop()]);
  });

  it('an instance that was paused past its lease does not call a hook that another has called', async () => {
    const shared = createWorld();
    let isPaused = false;
    const waiting: (() => void)[] = [];
    const slow: FinishedTask[] = [];
    const paused = shared.another({
      onFinished: (task) => void slow.push(task),
      clock: {
        now: shared.clock.now,
        setTimer: (run, ms) =>
          shared.clock.setTimer(() => (isPaused ? waiting.push(run) : run()), ms),
      },
    });
    paused.start();
    await shared.submit('task-1', paused);
    await shared.clock.advance(10 * SECOND);
    isPaused = true;
    shared.watcher.start();
    shared.service.answer('SUCCESS');
    await shared.clock.advance(5 * MINUTE);
    assert.equal(shared.finished.length, 1);
    isPaused = false;
    for (const run of waiting) run();
    await shared.clock.advance(5 * MINUTE);
    assert.equal(slow.length, 0);
    await Promise.all([paused.stop(), shared.watcher.stop()]);
  });

  it('shares the tasks of a crashed instance between the others', async () => {
    const shared = createWorld();
    for (let id = 0; id < 60; id++) await shared.submit(`task-${id}`);
    const counts = [0, 0, 0];
    const workers = counts.map((_, index) =>
      shared.another({
        fetch: (...request) => {
          counts[index] = counts[index]! + 1;
          return shared.service.fetch(...request);
        },
      }),
    );
    for (const worker of workers) worker.start();
    await shared.clock.advance(2 * MINUTE);
    counts.fill(0);
    await shared.clock.advance(10 * MINUTE);
    assert.ok(Math.min(...counts) > 0, counts.join());
    const total = counts[0]! + counts[1]! + counts[2]!;
    assert.ok(total < 60 * 16, `${total}: each task is queried by one instance`);
    for (const worker of workers) await worker.stop();
  });

  it('with setIfAbsent, two instances that both believe to own a task call the hook once', async () => {
    const claims = new Map<string, string>();
    const { storage } = createWorld();
    const atomic: WatcherStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => storage.setItem(key, value),
      getKeys: (base) => storage.getKeys(base),
      removeItem: async (key) => {
        claims.delete(key);
        await storage.removeItem(key);
      },
      setIfAbsent: (key, value) => {
        if (claims.has(key)) return Promise.resolve(false);
        claims.set(key, value);
        return Promise.resolve(true);
      },
    };
    let release = (): void => undefined;
    let calls = 0;
    const world = createWorld({
      storage: atomic,
      onFinished: () => {
        calls++;
        return new Promise<void>((resolve) => (release = resolve));
      },
    });
    world.service.answer('SUCCESS');
    world.watcher.start();
    await world.submit('task-1');
    await world.clock.advance(10 * SECOND);
    assert.equal(calls, 1);
    // Another instance takes the task while the hook runs, as if the lease had ended.
    const key = (await storage.getKeys('')).find((each) => each.includes(':active:')) ?? '';
    const stored = (await storage.getItem(key)) as { owner: string | null };
    await storage.setItem(key, JSON.stringify({ ...stored, owner: null }));
    const second = world.another();
    second.start();
    await world.clock.advance(2 * MINUTE);
    assert.equal(calls, 1, 'the hook is running elsewhere');
    release();
    await world.clock.advance(2 * MINUTE);
    assert.equal(calls, 1, 'the hook has succeeded elsewhere');
    assert.doesNotMatch((await storage.getKeys('')).join(), /:active:/);
    await Promise.all([world.watcher.stop(), second.stop()]);
  });
});

describe('task watcher: restarts over unstorage (fs)', () => {
  it('goes on with tasks, hooks and failures after the process has died', async (t) => {
    const base = await mkdtemp(path.join(tmpdir(), 'watcher-'));
    t.after(() => rm(base, { recursive: true, force: true }));
    const open = (): WatcherStorage => createStorage({ driver: fsDriver({ base }) as Driver });
    const first = createWorld({ storage: open() });
    await first.submit('task-1');
    await first.submit('task-2');
    const second = createWorld({ storage: open() });
    second.service.answer('SUCCESS', 'task-1');
    await second.watcher.runOnce();
    while (second.finished.length === 0) {
      await second.clock.sleep(MINUTE);
      await second.watcher.runOnce();
    }
    const third = createWorld({ storage: open() });
    third.service.answer('SUCCESS');
    await third.clock.sleep(10 * MINUTE);
    await third.watcher.runOnce();
    assert.deepEqual(
      [...second.finished, ...third.finished].map(({ transcriptionId }) => transcriptionId),
      ['task-1', 'task-2'],
    );
    assert.equal(second.submitted.length, 2);
    assert.equal(third.submitted.length, 0);
  });
});

describe('task watcher: runOnce', () => {
  it('queries each task once, obeys a pause of the service, and leaves the rest', async () => {
    const { clock, service, finished, watcher, submit } = createWorld();
    for (let id = 0; id < 30; id++) await submit(`task-${id}`);
    await clock.sleep(MINUTE);
    await watcher.runOnce();
    assert.equal(service.queries.length, 30);
    service.answer({ http: 429, retryAfter: 600 });
    await clock.sleep(2 * MINUTE);
    await watcher.runOnce();
    assert.ok(service.queries.length <= 30 + 16, `${service.queries.length}`);
    service.answer('SUCCESS');
    await clock.sleep(11 * MINUTE);
    await watcher.runOnce();
    assert.equal(finished.length, 30);
    assert.equal(clock.timers(), 0);
    watcher.start();
    await assert.rejects(watcher.runOnce(), /call stop first/);
    await watcher.stop();
    assert.equal(await watcher.retry(nameOf('task-1')), false);
  });
});
