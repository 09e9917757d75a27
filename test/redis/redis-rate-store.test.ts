/** The Redis rate store against a real server, with both clients that the documentation names. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import {
  createRedisRateStore,
  type HandlerEvent,
  type RateLimit,
  type SendRedisCommand,
} from '../../src/server.js';
import { startRedis, type RedisServer } from '../support/redis-server.js';
import { FILE_URL, requestOf, startHarness, type Harness } from '../unit/server/harness.js';

/** The client of one instance, set up as in docs/backend.md. */
type Connect = (t: TestContext, server: RedisServer) => Promise<SendRedisCommand>;

const CLIENTS: Readonly<Record<string, Connect>> = {
  'node-redis': async (t, { port }) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true });
    client.on('error', () => undefined);
    await client.connect();
    t.after(() => client.destroy());
    return (command) => client.sendCommand(command);
  },
  ioredis: async (t, { port }) => {
    const redis = new Redis(`redis://127.0.0.1:${port}`, { enableOfflineQueue: false });
    redis.on('error', () => undefined);
    await new Promise((resolve) => redis.once('ready', resolve));
    t.after(() => redis.disconnect());
    return ([name, ...args]) => redis.call(name, ...args);
  },
};

const HOURLY: RateLimit = { requests: 20, seconds: 3600 };
const FOUR = ['one', 'two', 'three', 'four'] as const;

const post = { json: { file_url: FILE_URL } };

/** Four handlers, each with its own client and, where possible, its own clock. */
const cluster = async (t: TestContext, server: RedisServer, connect: Connect) => {
  const events: HandlerEvent[] = [];
  const harness: Harness = await startHarness(t, {
    limits: { submissions: HOURLY, timeoutMs: 60_000 },
    onEvent: (event) => void events.push(event),
  });
  const handlers = await Promise.all(
    FOUR.map(async (_, index) => {
      const ahead = index * 86_400_000;
      return harness.another({
        rateStore: createRedisRateStore(await connect(t, server)),
        clock: { now: () => harness.now() + ahead },
      });
    }),
  );
  /** Sends this many requests to each instance in parallel; returns how many passed at each. */
  const askEach = async (times: number, user = 'user-ada'): Promise<readonly number[]> =>
    Promise.all(
      handlers.map(async (handler) => {
        const answers = await Promise.all(
          Array.from({ length: times }, () =>
            handler(requestOf('POST /transcriptions', { ...post, user })),
          ),
        );
        for (const { status } of answers) assert.ok(status === 200 || status === 429);
        return answers.filter(({ status }) => status === 200).length;
      }),
    );
  const alarms = () => events.filter(({ kind }) => kind === 'configuration').length;
  return { harness, handlers, askEach, alarms };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Retries until the server responds, e.g. after a restart. */
const untilAnswered = async (send: SendRedisCommand): Promise<void> => {
  for (;;) {
    try {
      assert.equal(String(await send(['PING'])), 'PONG');
      return;
    } catch {
      await sleep(20);
    }
  }
};

for (const [client, connect] of Object.entries(CLIENTS)) {
  describe(`Redis rate store with ${client}`, () => {
    it('allows exactly the limit for four instances with 100 requests each', async (t) => {
      const server = await startRedis(t);
      const { harness, askEach, alarms } = await cluster(t, server, connect);
      assert.equal(sum(await askEach(100)), 20);
      assert.equal(sum(await askEach(100)), 0);
      assert.equal(harness.service.at('POST /open/partner/ai/transcriptions/').length, 20);
      assert.equal(sum(await askEach(5, 'user-bob')), 20);
      assert.equal(alarms(), 0);
    });

    it('loads the script again after SCRIPT FLUSH', async (t) => {
      const server = await startRedis(t);
      const send = await connect(t, server);
      const sent: string[] = [];
      const store = createRedisRateStore((command) => {
        sent.push(command[0]);
        return send(command);
      });
      const take = async () => (await store.take('key', { requests: 3, seconds: 3600 }, 0)).allowed;
      assert.deepEqual([await take(), await take()], [true, true]);
      assert.equal(String(await send(['SCRIPT', 'FLUSH'])), 'OK');
      assert.deepEqual([await take(), await take()], [true, false]);
      assert.deepEqual(sent, ['EVALSHA', 'EVAL', 'EVALSHA', 'EVALSHA', 'EVAL', 'EVALSHA']);
    });

    it("falls back to each instance's own limit while the server is down, and is exact again after a restart", async (t) => {
      const server = await startRedis(t);
      const sends: SendRedisCommand[] = [];
      const { harness, askEach, alarms } = await cluster(t, server, async (...where) => {
        const send = await connect(...where);
        sends.push(send);
        return send;
      });
      const before = await askEach(3);
      assert.deepEqual(before, [3, 3, 3, 3]);
      const submitted = harness.service.next('POST /open/partner/ai/transcriptions/');
      const pending = askEach(100);
      await submitted;
      await server.kill();
      const during = await pending;
      const after = await askEach(100);
      const allowed = before.map((count, index) => count + during[index]! + after[index]!);
      assert.deepEqual(allowed, [20, 20, 20, 20]);
      assert.equal(alarms(), 4);
      assert.equal(sum(await askEach(100)), 0);

      await server.start();
      await Promise.all(sends.map(untilAnswered));
      assert.equal(sum(await askEach(100, 'user-cem')), 20);
      assert.equal(sum(await askEach(100)), 0);
      assert.equal(alarms(), 4);
    });

    it("uses the server's clock, and a key expires once the limit is fully available", async (t) => {
      const server = await startRedis(t);
      const send = await connect(t, server);
      const store = createRedisRateStore(send);
      const hour = 3_600_000;
      const daily: RateLimit = { requests: 24, seconds: 86_400 };
      for (const [taken, now] of [0, Number.MAX_SAFE_INTEGER].entries()) {
        assert.deepEqual(await store.take('day', daily, now), { allowed: true });
        const life = Number(await send(['PTTL', 'day']));
        assert.ok(life > (taken + 1) * hour - 60_000 && life <= (taken + 1) * hour, `${life}`);
      }
      const brief: RateLimit = { requests: 2, seconds: 1 };
      assert.deepEqual(await store.take('brief', brief, 0), { allowed: true });
      while (Number(await send(['EXISTS', 'brief'])) === 1) await sleep(20);
    });

    it('does not count a refusal, and returns the time until the next request is allowed', async (t) => {
      const server = await startRedis(t);
      const store = createRedisRateStore(await connect(t, server));
      const second: RateLimit = { requests: 1, seconds: 1 };
      await store.take('key', second, 0);
      const refused = await store.take('key', second, 0);
      assert.ok(!refused.allowed && refused.retryAfterMs > 0 && refused.retryAfterMs <= 1_000);
      await store.take('key', second, 0);
      await sleep(refused.retryAfterMs + 1);
      assert.deepEqual(await store.take('key', second, 0), { allowed: true });
    });

    it('replaces a key without a valid time, and limits a time in the far future to one interval', async (t) => {
      const server = await startRedis(t);
      const send = await connect(t, server);
      const store = createRedisRateStore(send);
      const two: RateLimit = { requests: 2, seconds: 3600 };
      const refused = { allowed: false, retryAfterMs: 1_800_000 };
      for (const held of ['soon', '', 'nan', '-inf', '-7', '0']) {
        await send(['SET', held, held]);
        assert.deepEqual(await store.take(held, two, 0), { allowed: true }, held);
        assert.match(String(await send(['GET', held])), /^\d{13}$/);
        assert.equal((await store.take(held, two, 0)).allowed, true, held);
        assert.equal((await store.take(held, two, 0)).allowed, false, held);
      }
      for (const held of ['inf', '1e300', '99999999999999']) {
        await send(['SET', held, held]);
        assert.deepEqual(await store.take(held, two, 0), refused, held);
        const life = Number(await send(['PTTL', held]));
        assert.ok(life > 3_540_000 && life <= 3_600_000, `${held}: ${life}`);
      }
    });
  });
}
