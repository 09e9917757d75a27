import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentOf, createWorld, DATA, nameOf, settle } from './world.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LEFT_OVER = /task-1|Hello|:(?:active|done|result|list):/;

/** A promise that the test resolves. */
const createGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe('task watcher: forget', () => {
  it('deletes a task, and does not query it again', async () => {
    const { clock, storage, finished, service, watcher, submit } = createWorld();
    watcher.start();
    await submit('task-1');
    await clock.advance(SECOND);
    await watcher.forget(nameOf('task-1'));
    assert.doesNotMatch(await contentOf(storage), LEFT_OVER);
    service.answer('SUCCESS');
    await clock.advance(60 * MINUTE);
    assert.equal(finished.length, 0);
    assert.equal(service.queries.length, 0);
    await watcher.stop();
  });

  for (const status of ['PROGRESS', 'SUCCESS']) {
    it(`stays deleted when its open page asks again, after ${status}`, async () => {
      const { clock, storage, finished, service, watcher, submit } = createWorld();
      watcher.start();
      await submit('task-1');
      await clock.advance(5 * SECOND);
      await watcher.forget(nameOf('task-1'));
      const task = { ...nameOf('task-1'), sealedId: 'sealed-task-1' };
      const answer = { transcription_id: 'task-1', status: 'PROGRESS', raw: null };
      assert.equal((await watcher.query(task, () => Promise.resolve(answer))).status, 'PROGRESS');
      service.answer(status);
      await clock.advance(60 * MINUTE);
      await watcher.query(task, () => Promise.resolve(answer));
      await clock.advance(60 * MINUTE);
      assert.deepEqual(finished, []);
      assert.doesNotMatch(await contentOf(storage), LEFT_OVER);
      await watcher.stop();
    });
  }

  it('leaves a mark without ids, and deletes it after 30 days', async () => {
    const { clock, storage, watcher, submit } = createWorld();
    watcher.start();
    await submit('task-1');
    await watcher.forget(nameOf('task-1'));
    assert.match(await contentOf(storage), /:forgotten:/);
    assert.doesNotMatch(await contentOf(storage), /task-1|user-ada/);
    await clock.sleep(31 * 24 * 60 * MINUTE);
    await clock.advance(60 * MINUTE);
    assert.equal(await contentOf(storage), '[]');
    await watcher.stop();
  });

  for (const where of ['this process', 'another process'] as const) {
    it(`in ${where}, during a query: stores nothing, and calls no hook`, async () => {
      const { open, opened } = createGate();
      let queries = 0;
      const world = createWorld({
        fetch: async () => {
          queries++;
          await opened;
          return Response.json({ transcription_id: 'task-1', status: 'SUCCESS', data: DATA });
        },
      });
      const { clock, watcher, submit, storage, finished } = world;
      watcher.start();
      await submit('task-1');
      await clock.advance(10 * SECOND);
      assert.equal(queries, 1);
      await (where === 'this process' ? watcher : world.another()).forget(nameOf('task-1'));
      assert.doesNotMatch(await contentOf(storage), LEFT_OVER);
      open();
      await settle(50);
      await clock.advance(5 * MINUTE);
      assert.deepEqual(finished, []);
      assert.doesNotMatch(await contentOf(storage), LEFT_OVER);
      await watcher.stop();
    });

    it(`in ${where}, during a hook: stores nothing`, async () => {
      const { open, opened } = createGate();
      let calls = 0;
      const world = createWorld({
        onFinished: () => {
          calls++;
          return opened;
        },
      });
      const { clock, watcher, submit, storage, service } = world;
      service.answer('SUCCESS');
      watcher.start();
      await submit('task-1');
      await clock.advance(10 * SECOND);
      assert.equal(calls, 1);
      await (where === 'this process' ? watcher : world.another()).forget(nameOf('task-1'));
      open();
      await settle(50);
      await clock.advance(5 * MINUTE);
      assert.equal(calls, 1);
      assert.doesNotMatch(await contentOf(storage), LEFT_OVER);
      await watcher.stop();
    });
  }

  for (const status of ['SUCCESS', 'FAILURE'] as const) {
    it(`in another process, between two attempts of the hook of ${status}: calls it no more`, async () => {
      let calls = 0;
      const { clock, watcher, submit, service, another } = createWorld({
        onFinished: () => {
          calls += 1;
          throw new Error('down');
        },
      });
      service.answer(status);
      watcher.start();
      await submit('task-1');
      await clock.advance(20 * SECOND);
      assert.ok(calls > 0);
      await another().forget(nameOf('task-1'));
      const before = calls;
      await clock.advance(60 * MINUTE);
      assert.equal(calls, before);
      await watcher.stop();
    });
  }

  it('waits for a write of the task that is running', async () => {
    const { open, opened } = createGate();
    const { storage } = createWorld();
    let isSlow = false;
    const slow = {
      getItem: (key: string) => storage.getItem(key),
      getKeys: (base: string) => storage.getKeys(base),
      removeItem: (key: string) => storage.removeItem(key),
      setItem: async (key: string, value: string) => {
        if (key.includes(':result:')) {
          isSlow = true;
          await opened;
        }
        await storage.setItem(key, value);
      },
    };
    const { clock, watcher, submit, service, finished } = createWorld({ storage: slow });
    service.answer('SUCCESS');
    watcher.start();
    await submit('task-1');
    await clock.advance(10 * SECOND);
    assert.ok(isSlow);
    const forgotten = watcher.forget(nameOf('task-1'));
    await settle();
    open();
    await forgotten;
    await clock.advance(5 * MINUTE);
    assert.doesNotMatch(await contentOf(storage), LEFT_OVER);
    assert.deepEqual(finished, []);
    await watcher.stop();
  });
});
