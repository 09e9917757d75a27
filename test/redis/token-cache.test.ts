/** The `tokenCache` of the documentation against a real Redis. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startRedis } from '../support/redis-server.js';
import { requestOf, ROUTES, startHarness } from '../unit/server/harness.js';

it('token cache: instances share one token, and do without a lost Redis', async (t) => {
  const server = await startRedis(t);
  process.env['REDIS_URL'] = `redis://127.0.0.1:${server.port}`;
  t.after(() => delete process.env['REDIS_URL']);
  const told = t.mock.method(console, 'error', () => undefined);
  const { redis, tokenCache } = await import('../../demo/recipes/token-cache.js');
  t.after(() => redis.destroy());
  /** Unlike `events.once`, it goes on after an error. */
  const next = (event: 'ready' | 'reconnecting'): Promise<unknown> =>
    new Promise((resolve) => redis.once(event, resolve));
  if (!redis.isReady) await next('ready');
  const harness = await startHarness(t);
  const failures = (): number =>
    harness.events.filter(({ kind }) => kind === 'configuration').length;
  /** Asks a new instance; returns how many tokens have been exchanged. */
  const exchanges = async (): Promise<number> => {
    const handler = harness.another({ tokenCache });
    assert.equal((await handler(requestOf('POST /user-token'))).status, 200);
    return harness.service.at(ROUTES.exchange).length;
  };
  assert.deepEqual([await exchanges(), await exchanges(), failures()], [1, 1, 0]);

  const lost = next('reconnecting');
  await server.kill();
  await lost;
  assert.equal(await exchanges(), 2);
  assert.ok(told.mock.callCount() > 0 && failures() > 0);

  const ready = next('ready');
  await server.start();
  await ready;
  assert.deepEqual([await exchanges(), await exchanges()], [3, 3]);
});
