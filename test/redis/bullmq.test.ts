/** The BullMQ adapter against a real Redis. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { FinishedTask, HandlerEvent, QueuedTask, SubmittedTask } from '../../src/server.js';
import { createBullTaskWatcher, type BullTaskWatcherOptions } from '../../src/server/bullmq.js';
import { createSession } from '../../demo/session.js';
import { startFakeService } from '../support/fake-service.js';
import { startRedis, type RedisServer } from '../support/redis-server.js';
import { FILE_URL, requestOf, ROUTES } from '../unit/server/harness.js';
import {
  API_KEY,
  createService,
  DATA,
  nameOf,
  type Service,
} from '../unit/server/watcher/world.js';
import { submitTo, until } from './watcher-support.js';

const SYSTEM = { now: () => Date.now(), elapsed: () => 0, setTimer: () => () => undefined };

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
    let hasEnded = false;
    let ends = 0;
    service.answer(() => {
      if (!hasEnded) return 'PENDING';
      ends++;
      return 'SUCCESS';
    });
    const now = Date.now();
    // It stands still, so that the answer to a submission stays fresh.
    const web = create({ clock: { now: () => now } });
    const ids = Array.from({ length: 20 }, (_, index) => `task-${index}`);
    await Promise.all(ids.map((id) => submitTo(web, id)));
    const task = { ...nameOf('task-0'), sealedId: 'sealed-task-0' };
    assert.deepEqual(await web.query(task, never), { status: 'PENDING', data: null });
    for (const worker of [create(), create()]) worker.start();
    await until(() => submitted.length === 20);
    assert.equal(finished.length, 0);
    hasEnded = true;
    await until(() => finished.length === 20);
    assert.equal(new Set(finished.map(({ transcriptionId }) => transcriptionId)).size, 20);
    assert.deepEqual(finished[0]?.data, DATA);
    assert.deepEqual(await web.query(task, never), { status: 'SUCCESS', data: DATA });
    assert.equal(submitted.length, 20);
    assert.equal(ends, 20, 'no task is queried after its end');
  });

  it('leaves no timer behind that would keep the process alive after a submission', async (t) => {
    const { create } = await start(t);
    const watcher = create();
    const { setTimeout, clearTimeout } = globalThis;
    const timers = new Set<unknown>();
    t.mock.method(
      globalThis,
      'setTimeout',
      (run: (...all: unknown[]) => void, ms: number, ...rest: unknown[]) => {
        const timer = setTimeout(run, ms, ...rest);
        if (ms === 2_000) timers.add(timer);
        return timer;
      },
    );
    t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
      timers.delete(timer);
      clearTimeout(timer);
    });
    await submitTo(watcher, 'task-1');
    assert.equal(timers.size, 0);
  });

  it('hands what a page found out to the hooks, without another query', async (t) => {
    const { service, finished, submitted, create } = await start(t);
    let aheadMs = 0;
    const watcher = create({ clock: { now: () => Date.now() + aheadMs } });
    watcher.start();
    service.answer({ http: 500 });
    await submitTo(watcher, 'task-1');
    await until(() => submitted.length === 1);
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
    await until(() => finished.length === 1);
    assert.deepEqual(finished[0]?.data, DATA);
    assert.ok(service.queries.length - length <= 1);
  });

  it('an older answer of a page does not erase the result and the hook that a worker has stored', async (t) => {
    const { service, finished, create } = await start(t);
    let isHookDown = true;
    let hooks = 0;
    let aheadMs = 0;
    const watcher = create({
      clock: { now: () => Date.now() + aheadMs },
      onSubmitted: undefined,
      onFinished: (task) => {
        hooks += 1;
        if (isHookDown) throw new Error('the database is down');
        finished.push(task);
      },
    });
    await submitTo(watcher, 'task-1');
    // The answer to the submission is no longer fresh.
    aheadMs = 2_001;
    const page = { ...nameOf('task-1'), sealedId: 'sealed-task-1' };
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    const asking = watcher.query(page, async () => {
      await late;
      return { transcription_id: 'task-1', status: 'PROGRESS', raw: null };
    });
    service.answer('SUCCESS');
    watcher.start();
    await until(() => hooks > 0);
    answer();
    assert.equal((await asking).status, 'PROGRESS');
    // The page asks again at once: what is stored answers.
    assert.deepEqual(await watcher.query(page, never), { status: 'SUCCESS', data: DATA });
    isHookDown = false;
    await until(() => finished.length === 1);
    assert.deepEqual(finished[0]?.data, DATA);
    assert.deepEqual(service.queries, ['task-1']);
  });

  it('an older answer of a worker does not erase the end that is stored meanwhile', async (t) => {
    const { server, service, finished, create } = await start(t);
    const connection = { host: '127.0.0.1', port: server.port };
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    let isAsked = false;
    const stuck = create({
      onSubmitted: undefined,
      fetch: async (...request) => {
        isAsked = true;
        await late;
        return service.fetch(...request);
      },
    });
    await submitTo(stuck, 'task-1');
    stuck.start();
    await until(() => isAsked);
    // Another worker has taken the job over, because this one seemed dead, and has stored the end.
    const queue = new Queue<QueuedTask>(stuck.queueName, { connection });
    t.after(() => queue.close());
    const [job] = await queue.getActive();
    assert.ok(job);
    const now = Date.now();
    const state = {
      ...job.data.state,
      status: 'SUCCESS',
      endedAt: now,
      queryAt: null,
      hookAt: now,
    };
    await job.updateData({ state, data: DATA });
    service.answer('PROGRESS');
    answer();
    await until(() => finished.length === 1);
    assert.deepEqual([finished[0]?.status, finished[0]?.data], ['SUCCESS', DATA]);
    assert.deepEqual(service.queries, ['task-1']);
  });

  it('an end that is stored while a worker stores an older answer stays', async (t) => {
    const { server, service, finished, create } = await start(t);
    const options = { host: '127.0.0.1', port: server.port, maxRetriesPerRequest: null };
    let afterRead: (() => Promise<unknown>) | null = null;
    /** Another process writes between two commands of this one. */
    class Interrupted extends Redis {
      override async sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>) {
        const result: unknown = await super.sendCommand(command, stream);
        const interrupt = command.name.startsWith('hget') ? afterRead : null;
        if (interrupt === null) return result;
        afterRead = null;
        await interrupt();
        return result;
      }
    }
    const connection = new Interrupted(options);
    t.after(() => connection.disconnect());
    const queues: Queue<QueuedTask>[] = [];
    const watcher = create({
      connection,
      onSubmitted: undefined,
      fetch: async (...request) => {
        const [queue] = queues;
        const [job] = (await queue?.getActive()) ?? [];
        assert.ok(job);
        const now = Date.now();
        const ended = { status: 'SUCCESS', endedAt: now, queryAt: null, hookAt: now };
        afterRead = () => job.updateData({ state: { ...job.data.state, ...ended }, data: DATA });
        return service.fetch(...request);
      },
    });
    const queue = new Queue<QueuedTask>(watcher.queueName, { connection: options });
    t.after(() => queue.close());
    queues.push(queue);
    await submitTo(watcher, 'task-1');
    service.answer('PROGRESS');
    watcher.start();
    await until(() => finished.length === 1);
    assert.deepEqual([finished[0]?.status, finished[0]?.data], ['SUCCESS', DATA]);
    assert.deepEqual(service.queries, ['task-1']);
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
    await until(() => saved.get('task-1') === 'SUCCESS');
  });

  it('keeps a task whose hook fails for too long, and calls the hook after retry', async (t) => {
    const { service, events, create } = await start(t);
    let isBroken = true;
    let calls = 0;
    const watcher = create({
      limits: { hookSeconds: 1 },
      onSubmitted: undefined,
      onFinished: () => {
        if (isBroken) throw new RangeError('the database is down');
        calls++;
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submitTo(watcher, 'task-1');
    await until(async () => (await watcher.failures()).length === 1);
    const [failure] = await watcher.failures();
    assert.equal(failure?.error.name, 'RangeError');
    assert.ok(events.some((event) => event.kind === 'hook' && event.outcome === 'gave-up'));
    isBroken = false;
    assert.equal(await watcher.retry(nameOf('task-1')), true);
    await until(() => calls === 1);
    await until(async () => (await watcher.failures()).length === 0);
    assert.equal(await watcher.retry(nameOf('task-1')), false);
    await watcher.forget(nameOf('task-1'));
  });

  it('answers submissions and queries without Redis, and keeps the task until it is back', async (t) => {
    const { server, service, finished, create } = await start(t);
    const watcher = create();
    watcher.start();
    await server.kill();
    // Nothing is stored yet, so a repeat of the page is told to the watcher again.
    await assert.rejects(submitTo(watcher, 'task-1'));
    const answer = await watcher.query({ ...nameOf('task-1'), sealedId: 'x' }, () =>
      Promise.resolve({ transcription_id: 'task-1', status: 'STARTED', raw: null }),
    );
    assert.equal(answer.status, 'STARTED');
    service.answer('SUCCESS');
    await server.start();
    await until(() => finished.length === 1);
  });

  it('a Redis that refuses writes for a moment does not lose a task', async (t) => {
    const { server, service, finished, create } = await start(t);
    const admin = new Redis({ host: '127.0.0.1', port: server.port });
    t.after(() => admin.disconnect());
    let isRefusing = false;
    const watcher = create({
      onSubmitted: undefined,
      fetch: async (...request) => {
        if (service.queries.length === 0) {
          await admin.config('SET', 'maxmemory', '1');
          isRefusing = true;
        }
        return service.fetch(...request);
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submitTo(watcher, 'task-1');
    await until(() => isRefusing);
    await until(async () => (await admin.info('errorstats')).includes('OOM'));
    await admin.config('SET', 'maxmemory', '0');
    await until(() => finished.length === 1);
  });

  it('two clients on one Redis do not query the tasks of each other', async (t) => {
    const { create, finished, service } = await start(t);
    const asked: string[] = [];
    const other = create({
      clientId: 'client-2',
      fetch: (input, options) => {
        asked.push(input as string);
        return service.fetch(input, options);
      },
    });
    other.start();
    const watcher = create();
    await submitTo(watcher, 'task-1');
    service.answer('SUCCESS');
    watcher.start();
    await until(() => finished.length === 1);
    assert.deepEqual(asked, []);
    assert.equal(await other.retry(nameOf('task-1')), false);
  });

  it('a forgotten task stays deleted when its open page asks again', async (t) => {
    const { server, service, finished, create } = await start(t);
    const watcher = create({ onSubmitted: undefined });
    const redis = new Redis({ host: '127.0.0.1', port: server.port });
    t.after(() => redis.disconnect());
    watcher.start();
    await submitTo(watcher, 'task-1');
    await until(() => service.queries.length > 0);
    await watcher.forget(nameOf('task-1'));
    const task = { ...nameOf('task-1'), sealedId: 'sealed-task-1' };
    const answer = { transcription_id: 'task-1', status: 'PROGRESS', raw: null };
    const { length } = service.queries;
    for (let time = 0; time < 5; time++) {
      await watcher.query(task, () => Promise.resolve(answer));
    }
    service.answer('SUCCESS');
    // A later task passes the same queue, so an earlier one would have been finished before it.
    await submitTo(watcher, 'task-2');
    await until(() => finished.length === 1);
    assert.deepEqual(
      finished.map(({ transcriptionId }) => transcriptionId),
      ['task-2'],
    );
    assert.equal(service.queries.filter((id) => id === 'task-1').length, length);
    for (const key of await redis.keys('*')) {
      const value = (await redis.type(key)) === 'hash' ? await redis.hgetall(key) : {};
      assert.doesNotMatch(JSON.stringify(value), /sealed-task-1/);
    }
  });

  it('forget waits for a hook that is running, and no hook is called after it', async (t) => {
    const { service, create } = await start(t);
    let calls = 0;
    let fail = (): void => undefined;
    const watcher = create({
      onSubmitted: undefined,
      onFinished: () => {
        calls++;
        return new Promise((_, reject) => (fail = () => reject(new Error('down'))));
      },
    });
    service.answer('SUCCESS');
    watcher.start();
    await submitTo(watcher, 'task-1');
    await until(() => calls === 1);
    let isForgotten = false;
    const forgetting = watcher.forget(nameOf('task-1')).then(() => (isForgotten = true));
    await watcher.query({ ...nameOf('task-1'), sealedId: 'sealed' }, never).catch(() => undefined);
    assert.equal(isForgotten, false);
    fail();
    await forgetting;
    service.queries.length = 0;
    await submitTo(watcher, 'task-2');
    await until(() => calls === 2);
    assert.deepEqual(service.queries, ['task-2']);
    fail();
  });

  it('lists a job that failed for another reason than a hook, and retries it', async (t) => {
    const { server, service, finished, create } = await start(t);
    const connection = { host: '127.0.0.1', port: server.port };
    const watcher = create({ onSubmitted: undefined });
    await submitTo(watcher, 'task-1');
    const queue = new Queue(watcher.queueName, { connection });
    const failing = new Worker(
      watcher.queueName,
      () => Promise.reject(new UnrecoverableError('no memory for task-1 and api-key-c41f88')),
      { connection },
    );
    t.after(() => Promise.all([queue.close(), failing.close()]));
    await until(async () => (await queue.getFailedCount()) === 1);
    await failing.close();
    const [failure] = await watcher.failures();
    assert.deepEqual([failure?.transcriptionId, failure?.attempts], ['task-1', 0]);
    assert.doesNotMatch(JSON.stringify(failure?.error), /no memory|c41f88/);
    service.answer('SUCCESS');
    watcher.start();
    assert.equal(await watcher.retry(nameOf('task-1')), true);
    await until(() => finished.length === 1);
  });
});
