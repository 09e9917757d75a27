/** Task watchers against a real Redis, over `createRedisStorage`. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import {
  createRedisStorage,
  createTaskWatcher,
  type FinishedTask,
  type SendRedisCommand,
  type SubmittedTask,
} from '../../src/server.js';
import { startRedis, type RedisServer } from '../support/redis-server.js';
import {
  API_KEY,
  createService,
  createSimulatedClock,
  DATA,
} from '../unit/server/watcher/world.js';
import { submitTo, until } from './watcher-support.js';

const CLIENTS: Readonly<
  Record<string, (t: TestContext, server: RedisServer) => Promise<SendRedisCommand>>
> = {
  'node-redis': async (t, { port }) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    client.on('error', () => undefined);
    await client.connect();
    t.after(() => client.destroy());
    return (command) => client.sendCommand(command);
  },
  ioredis: async (t, { port }) => {
    const redis = new Redis(`redis://127.0.0.1:${port}`);
    redis.on('error', () => undefined);
    await new Promise((resolve) => redis.once('ready', resolve));
    t.after(() => redis.disconnect());
    return ([name, ...args]) => redis.call(name, ...args);
  },
};

for (const [client, connect] of Object.entries(CLIENTS)) {
  describe(`createRedisStorage with ${client}`, () => {
    it('keeps, lists, expires and claims keys', async (t) => {
      const storage = createRedisStorage(await connect(t, await startRedis(t)));
      for (let index = 0; index < 2_500; index++) await storage.setItem(`a:b:${index}`, 'x');
      await storage.setItem('a:c', '{"x":1}', { ttl: 60 });
      await storage.setItem('a?b', 'y');
      assert.equal((await storage.getKeys('a:b:')).length, 2_500);
      assert.deepEqual(await storage.getKeys('a?'), ['a?b']);
      assert.equal(await storage.getItem('a:c'), '{"x":1}');
      assert.equal(await storage.getItem('none'), null);
      await storage.removeItem('a:c');
      assert.equal(await storage.getItem('a:c'), null);
      const claims = await Promise.all(
        Array.from({ length: 20 }, () => storage.setIfAbsent('claim', 'me', { ttl: 1 })),
      );
      assert.equal(claims.filter(Boolean).length, 1);
      await until(() => storage.setIfAbsent('claim', 'me', { ttl: 1 }), 'the claim ends');
    });

    it('four instances call each hook exactly once, though two of them stop', async (t) => {
      const server = await startRedis(t);
      const clock = createSimulatedClock(undefined, () => sleep(15));
      const service = createService(clock);
      const finished: FinishedTask[] = [];
      const submitted: SubmittedTask[] = [];
      const watchers = await Promise.all(
        [0, 1, 2, 3].map(async () =>
          createTaskWatcher({
            serviceUrl: 'https://service.example',
            clientId: 'client-7f3a',
            apiKey: API_KEY,
            storage: createRedisStorage(await connect(t, server)),
            ...{ clock, fetch: service.fetch },
            onSubmitted: (task) => void submitted.push(task),
            onFinished: (task) => void finished.push(task),
          }),
        ),
      );
      for (const watcher of watchers) watcher.start();
      const ids = Array.from({ length: 40 }, (_, index) => `task-${index}`);
      await Promise.all(ids.map((id, index) => submitTo(watchers[index % 4]!, id)));
      await clock.advance(5_000);
      await Promise.all([watchers[0]!.stop(), watchers[1]!.stop()]);
      service.answer('SUCCESS');
      for (let left = 40; left > 0 && finished.length < ids.length; left--) {
        await clock.advance(10_000);
      }
      const sorted = (tasks: readonly { readonly transcriptionId: string }[]) =>
        tasks.map(({ transcriptionId }) => transcriptionId).sort();
      assert.deepEqual(sorted(finished), [...ids].sort());
      assert.deepEqual(sorted(submitted), [...ids].sort());
      assert.deepEqual(finished[0]?.data, DATA);
      const { tasks, next } = await watchers[2]!.list('user-ada', { limit: 30, after: null });
      assert.equal(tasks.length, 30);
      assert.ok(next !== null);
      await Promise.all([watchers[2]!.stop(), watchers[3]!.stop()]);
    });
  });
}
