/** The recipe with rate-limiter-flexible against a real Redis. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { rateStoreIn } from '../../demo/recipes/rate-limiter.js';
import { startRedis } from '../support/redis-server.js';
import { FILE_URL, requestOf, startHarness } from '../unit/server/harness.js';

const HOURLY = { requests: 20, seconds: 3600 };

describe('rate store with rate-limiter-flexible', () => {
  const cluster = async (t: TestContext) => {
    const server = await startRedis(t);
    const harness = await startHarness(t, { limits: { submissions: HOURLY, timeoutMs: 60_000 } });
    const handlers = Array.from({ length: 4 }, () => {
      const redis = new Redis({ port: server.port, enableOfflineQueue: false });
      redis.on('error', () => undefined);
      t.after(() => redis.disconnect());
      return { redis, handler: harness.another({ rateStore: rateStoreIn(redis) }) };
    });
    await Promise.all(
      handlers.map(({ redis }) => new Promise((resolve) => redis.once('ready', resolve))),
    );
    const ask = async (user: string) =>
      (
        await Promise.all(
          handlers.flatMap(({ handler }) =>
            Array.from({ length: 30 }, () =>
              handler(requestOf('POST /transcriptions', { json: { file_url: FILE_URL }, user })),
            ),
          ),
        )
      ).filter(({ status }) => status === 200).length;
    return { server, harness, handlers, ask };
  };

  it('allows exactly the limit for four instances with 30 requests each', async (t) => {
    const { harness, ask } = await cluster(t);
    assert.equal(await ask('user-ada'), 20);
    assert.equal(await ask('user-ada'), 0);
    assert.equal(await ask('user-bob'), 20);
    assert.deepEqual(
      harness.events.filter(({ kind }) => kind === 'configuration'),
      [],
    );
  });

  it('tells how long to wait', async (t) => {
    const { handlers, ask } = await cluster(t);
    await ask('user-ada');
    const [first] = handlers;
    const refused = await first!.handler(
      requestOf('POST /transcriptions', { json: { file_url: FILE_URL } }),
    );
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(refused.status === 429 && seconds > 60 && seconds <= 3600, String(seconds));
  });

  it('leaves the decision to each instance while Redis is down', async (t) => {
    const { server, harness, ask } = await cluster(t);
    await server.kill();
    assert.equal(await ask('user-ada'), 4 * 20);
    assert.ok(harness.events.some(({ kind }) => kind === 'configuration'));
  });
});
