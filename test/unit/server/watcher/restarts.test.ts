/** One process after another over one storage: restarts and crashes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import type { WatcherStorage } from '../../../../src/server.js';
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

describe('task watcher: restarts', () => {
  it('keeps tasks that are submitted before start, and says once that start is missing', async () => {
    const { clock, service, finished, submit, watcher, events } = createWorld();
    await submit('task-1');
    await submit('task-2');
    service.answer('SUCCESS');
    await clock.advance(HOUR);
    assert.equal(service.queries.length, 0);
    assert.equal(events.length, 1);
    assert.match(JSON.stringify(events), /start\(\) has not been called/);
    watcher.start();
    await clock.advance(MINUTE);
    assert.equal(finished.length, 2);
    await watcher.stop();
  });

  it('after stop, the next process calls each hook once', async () => {
    const { clock, service, finished, submitted, another, submit, watcher } = createWorld();
    watcher.start();
    await submit('task-1');
    await clock.advance(30 * SECOND);
    await watcher.stop();
    assert.equal(clock.timers(), 0);
    service.answer('SUCCESS');
    const second = another();
    second.start();
    await clock.advance(90 * SECOND);
    assert.deepEqual([submitted.length, finished.length], [1, 1]);
    await second.stop();
  });

  for (const driver of ['memory', 'folder'] as const) {
    it(`an older answer does not overwrite the end that another process has stored (${driver})`, async (t) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'watcher-'));
      t.after(() => rm(folder, { recursive: true, force: true }));
      const storage = createStorage(
        driver === 'memory' ? {} : { driver: fsDriver({ base: folder }) as Driver },
      );
      let isHookDown = true;
      const hooks: string[] = [];
      const world = createWorld({
        storage,
        onSubmitted: undefined,
        onFinished: ({ status }) => {
          hooks.push(isHookDown ? 'failed' : status);
          if (isHookDown) throw new Error('down');
        },
      });
      const { clock, service, submit, another } = world;
      // The old process of a deployment, whose query takes long.
      let answerLate = (): void => undefined;
      const late = new Promise<void>((resolve) => (answerLate = resolve));
      const old = another({
        fetch: async (input, options) => {
          service.answer('STARTED');
          const answer = service.fetch(input, options);
          service.answer('SUCCESS');
          await late;
          return answer;
        },
      });
      old.start();
      await submit('task-1', old);
      while (service.queries.length === 0) await clock.advance(SECOND);
      const next = another();
      next.start();
      while (hooks.length === 0) await clock.advance(SECOND);
      const statuses = async (watcher = next) =>
        (await watcher.list('user-ada', { limit: 9, after: null })).tasks.map(
          ({ status }) => status,
        );
      assert.deepEqual(await statuses(), ['SUCCESS']);
      answerLate();
      await Promise.all([old.stop(), next.stop()]);
      const third = another();
      assert.deepEqual(await statuses(third), ['SUCCESS']);
      const { length } = service.queries;
      isHookDown = false;
      third.start();
      while (!hooks.includes('SUCCESS')) await clock.advance(SECOND);
      assert.equal(service.queries.length, length, 'an ended task is not queried again');
      assert.deepEqual(await statuses(third), ['SUCCESS']);
      await third.stop();
    });
  }

  it('is told of a task again without losing what it knows, and calls each hook once', async () => {
    const { clock, service, finished, submitted, submit, watcher, another } = createWorld();
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await submit('task-1');
    await clock.advance(MINUTE);
    await submit('task-1');
    await watcher.stop();
    const second = another();
    await submit('task-1', second);
    second.start();
    await submit('task-1', second);
    await clock.advance(HOUR);
    assert.deepEqual([submitted.length, finished.length], [1, 1]);
    assert.equal((await second.list('user-ada', { limit: 9, after: null })).tasks.length, 1);
    await second.stop();
  });

  it('watches what the last process stored after this one had started', async () => {
    const { clock, service, finished, another, submit, watcher } = createWorld();
    watcher.start();
    const next = another();
    next.start();
    await clock.advance(SECOND);
    await watcher.stop();
    await submit('task-1');
    service.answer('SUCCESS');
    await clock.advance(2 * MINUTE);
    assert.equal(finished.length, 1);
    await next.stop();
  });

  it('after a crash, the next process goes on with every task, and spreads the queries', async () => {
    const shared = createWorld();
    let isDead = false;
    const crashing = shared.another({
      storage: severed(shared.storage, () => isDead),
      onSubmitted: undefined,
      fetch: (...request) =>
        isDead ? Promise.reject(new Error('dead')) : shared.service.fetch(...request),
      onFinished: () => Promise.reject(new Error('dead')),
    });
    crashing.start();
    for (let id = 0; id < 100; id++) await shared.submit(`task-${id}`, crashing);
    await shared.clock.advance(10 * MINUTE);
    isDead = true;
    await shared.clock.advance(HOUR);
    shared.service.times.length = 0;
    shared.service.answer('SUCCESS');
    shared.watcher.start();
    await shared.clock.advance(3 * MINUTE);
    assert.equal(new Set(shared.finished.map(({ transcriptionId }) => transcriptionId)).size, 100);
    assert.equal(shared.finished.length, 100);
    const first = Math.min(...shared.service.times);
    const burst = shared.service.times.filter((time) => time < first + SECOND).length;
    assert.ok(burst < 25, `${burst} of 100 in the first second`);
    await shared.watcher.stop();
  });

  it('calls no hook again if the process died between two writes after it', async () => {
    const shared = createWorld();
    let isDead = false;
    const crashing = shared.another({
      storage: {
        ...severed(shared.storage, () => isDead),
        removeItem: (key) => {
          isDead ||= key.includes(':active:');
          return Promise.reject(new Error('the process is dead'));
        },
      },
    });
    shared.service.answer('SUCCESS');
    crashing.start();
    await shared.submit('task-1', crashing);
    await shared.clock.advance(MINUTE);
    assert.equal(shared.finished.length, 1);
    const next = shared.another();
    next.start();
    await shared.clock.advance(10 * MINUTE);
    assert.equal(shared.finished.length, 1);
    assert.doesNotMatch((await shared.storage.getKeys('')).join(), /:active:/);
    await next.stop();
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
    second.watcher.start();
    while (second.finished.length === 0) await second.clock.advance(SECOND);
    await second.watcher.stop();
    const third = createWorld({ storage: open() });
    third.service.answer('SUCCESS');
    third.watcher.start();
    while (third.finished.length === 0) await third.clock.advance(SECOND);
    await third.watcher.stop();
    assert.deepEqual(
      [...second.finished, ...third.finished].map(({ transcriptionId }) => transcriptionId),
      ['task-1', 'task-2'],
    );
    assert.equal(second.submitted.length, 2);
    assert.equal(third.submitted.length, 0);
    assert.equal(await third.watcher.retry(nameOf('task-1')), false);
  });
});

describe('task watcher: a clock that is set', () => {
  for (const hours of [-24, 24 * 30]) {
    it(`by ${hours} h changes neither the pace nor the end of a task`, async () => {
      const { clock, service, finished, submit, watcher } = createWorld();
      watcher.start();
      await submit('task-1');
      await clock.advance(10 * SECOND);
      clock.set(hours * HOUR);
      const { length } = service.queries;
      await clock.advance(10 * MINUTE);
      assert.ok(service.queries.length - length > 8, `${service.queries.length - length} queries`);
      assert.deepEqual(finished, []);
      service.answer('SUCCESS');
      await clock.advance(2 * MINUTE);
      assert.deepEqual(
        finished.map(({ status }) => status),
        ['SUCCESS'],
      );
      await watcher.stop();
    });

    it(`by ${hours} h before a restart delays nothing by more than ten minutes`, async () => {
      const { clock, service, finished, submit, watcher, another } = createWorld();
      watcher.start();
      await submit('task-1');
      await clock.advance(10 * SECOND);
      await watcher.stop();
      clock.set(hours * HOUR);
      service.answer('SUCCESS');
      const next = another();
      next.start();
      await clock.advance(11 * MINUTE);
      assert.equal(finished.length, 1);
      await next.stop();
    });
  }
});
