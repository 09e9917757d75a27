/** Task watchers against a real Redis: `createRedisStorage`, and the BullMQ adapter. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import {
  createRedisStorage,
  createTaskWatcher,
  type FinishedTask,
  type HandlerEvent,
  type SendRedisCommand,
  type SubmittedTask,
  type TaskRecorder,
} from '../../src/server.js';
import { createBullTaskWatcher, type BullTaskWatcherOptions } from '../../src/server/bullmq.js';
import { createSession } from '../../demo/session.js';
import { startFakeService } from '../support/fake-service.js';
import { startRedis, type RedisServer } from '../support/redis-server.js';
import { FILE_URL, requestOf, ROUTES } from '../unit/server/harness.js';
import {
  API_KEY,
  createService,
  createSimulatedClock,
  DATA,
  nameOf,
  type Service,
} from '../unit/server/watcher/world.js';

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

const SYSTEM = { now: () => Date.now(), setTimer: () => () => undefined };

/** Waits until a condition holds. */
const until = async (holds: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  const end = Date.now() + 30_000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `timed out: ${what}`);
    await sleep(20);
  }
};

const submitTo = (recorder: TaskRecorder, id: string): Promise<void> =>
  recorder.submitted(
    {
      ...nameOf(id),
      sealedId: `sealed-${id}`,
      request: { file_url: 'https://files.example.com/a.mp3?signature=abc' },
    },
    { transcription_id: id, status: 'PENDING', raw: null },
  );

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

describe('BullMQ adapter', () => {
  interface Bull {
    readonly server: RedisServer;
    readonly service: Service;
    readonly finished: FinishedTask[];
    readonly submitted: SubmittedTask[];
    readonly events: HandlerEvent[];
    create(changes?: Partial<BullTaskWatcherOptions>): ReturnType<typeof createBullTaskWatcher>;
  }
  const start = async (t: TestContext): Promise<Bull> => {
    const stops: (() => Promise<void>)[] = [];
    // Before Redis ends.
    t.after(() => Promise.all(stops.map((stop) => stop())));
    const server = await startRedis(t);
    const service = createService(SYSTEM);
    const finished: FinishedTask[] = [];
    const submitted: SubmittedTask[] = [];
    const events: HandlerEvent[] = [];
    return {
      ...{ server, service, finished, submitted, events },
      create(changes = {}) {
        const watcher = createBullTaskWatcher({
          serviceUrl: 'https://service.example',
          clientId: 'client-7f3a',
          apiKey: API_KEY,
          connection: { host: '127.0.0.1', port: server.port, maxRetriesPerRequest: null },
          fetch: service.fetch,
          onSubmitted: (task) => void submitted.push(task),
          onFinished: (task) => void finished.push(task),
          onEvent: (event) => void events.push(event),
          ...changes,
        });
        stops.push(() => watcher.stop());
        return watcher;
      },
    };
  };
  const never = () => Promise.reject(new Error('the service was asked'));

  it('calls the hooks in workers of other processes, once each, and answers pages', async (t) => {
    const { service, finished, submitted, create } = await start(t);
    const web = create();
    const ids = Array.from({ length: 20 }, (_, index) => `task-${index}`);
    await Promise.all(ids.map((id) => submitTo(web, id)));
    const task = { ...nameOf('task-0'), sealedId: 'sealed-task-0' };
    assert.deepEqual(await web.query(task, never), { status: 'PENDING', data: null });
    for (const worker of [create(), create()]) worker.start();
    await until(() => submitted.length === 20, 'onSubmitted');
    assert.equal(finished.length, 0);
    service.answer('SUCCESS');
    await until(() => finished.length === 20, 'onFinished');
    assert.equal(new Set(finished.map(({ transcriptionId }) => transcriptionId)).size, 20);
    assert.deepEqual(finished[0]?.data, DATA);
    assert.deepEqual(await web.query(task, never), { status: 'SUCCESS', data: DATA });
    assert.equal(submitted.length, 20);
    assert.equal(service.queries.length, 20);
  });

  it('hands what a page found out to the hooks, without another query', async (t) => {
    const { service, finished, submitted, create } = await start(t);
    let aheadMs = 0;
    const watcher = create({ clock: { now: () => Date.now() + aheadMs } });
    watcher.start();
    service.answer({ http: 500 });
    await submitTo(watcher, 'task-1');
    await until(() => submitted.length === 1, 'onSubmitted');
    // The answer to the submission is no longer fresh.
    aheadMs = 2_001;
    const task = { ...nameOf('task-1'), sealedId: 'sealed-task-1' };
    const { length } = service.queries;
    const answer = await watcher.query(task, () =>
      Promise.resolve({
        ...{ transcription_id: 'task-1', status: 'SUCCESS' as const, raw: DATA },
        data: { text: '', language: null, duration: null, segments: [] },
      }),
    );
    assert.deepEqual(answer, { status: 'SUCCESS', data: DATA });
    await until(() => finished.length === 1, 'onFinished');
    assert.deepEqual(finished[0]?.data, DATA);
    assert.ok(service.queries.length - length <= 1);
  });

  it('the recipe calls its hook though no page is open', async (t) => {
    const fake = await startFakeService();
    t.after(() => fake.close());
    const answer = (status: string, data: unknown) => () => ({
      json: { transcription_id: 'task-1', status, data },
    });
    fake.on(ROUTES.submit, answer('PENDING', {}));
    fake.on(ROUTES.query, answer('SUCCESS', DATA));
    let stop = (): Promise<void> => Promise.resolve();
    t.after(() => stop());
    const { port } = await startRedis(t);
    const environment = {
      ...{ SERVICE_URL: fake.url, CLIENT_ID: 'client-1', CLIENT_SECRET: 'secret-1' },
      ...{ API_KEY: 'api-key-1', REDIS_PORT: String(port) },
    };
    Object.assign(process.env, environment);
    const { handler, saved, watcher } = await import('../../demo/recipes/bullmq.js');
    stop = () => watcher.stop();
    const { status } = await handler(
      requestOf('POST /transcriptions', {
        json: { file_url: FILE_URL },
        headers: { Cookie: createSession('secret-1').newCookie() },
      }),
    );
    assert.equal(status, 200);
    await until(() => saved.get('task-1') === 'SUCCESS', 'the hook');
  });

  it('keeps a task whose hook fails for too long, and calls the hook after retry', async (t) => {
    const { service, events, create } = await start(t);
    let isBroken = true;
    let calls = 0;
    const watcher = create({
      limits: { hookSeconds: 1 },
      onSubmitted: undefined,
      onFinished: () => {
        if (isBroken) throw new Error('the database is down');
        calls++;
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submitTo(watcher, 'task-1');
    await until(async () => (await watcher.failures()).length === 1, 'gives up');
    const [failure] = await watcher.failures();
    assert.equal(failure?.error.message, 'the database is down');
    assert.ok(events.some((event) => event.kind === 'hook' && event.outcome === 'gave-up'));
    isBroken = false;
    assert.equal(await watcher.retry(nameOf('task-1')), true);
    await until(() => calls === 1, 'the hook is called');
    await until(async () => (await watcher.failures()).length === 0, 'the failure is gone');
    assert.equal(await watcher.retry(nameOf('task-1')), false);
    await watcher.forget(nameOf('task-1'));
  });

  it('answers submissions and queries without Redis, and keeps the task until it is back', async (t) => {
    const { server, service, finished, create } = await start(t);
    const watcher = create();
    watcher.start();
    await server.kill();
    await submitTo(watcher, 'task-1');
    const answer = await watcher.query({ ...nameOf('task-1'), sealedId: 'x' }, () =>
      Promise.resolve({ transcription_id: 'task-1', status: 'STARTED', raw: null }),
    );
    assert.equal(answer.status, 'STARTED');
    service.answer('SUCCESS');
    await server.start();
    await until(() => finished.length === 1, 'onFinished');
  });
});
