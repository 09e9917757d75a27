/** What the log says if a real Redis refuses a command. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import type { HandlerEvent } from '../../src/server.js';
import { createBullTaskWatcher } from '../../src/server/bullmq.js';
import { startRedis } from '../support/redis-server.js';
import { API_KEY, CLIENT_ID, requestOf, startHarness } from '../unit/server/harness.js';

const PASSWORD = 'correct-horse-battery';

const connect = (t: TestContext, port: number, options = {}): Redis => {
  const redis = new Redis({ port, host: '127.0.0.1', ...options });
  redis.on('error', () => undefined);
  t.after(() => redis.disconnect());
  return redis;
};

const messages = (events: readonly HandlerEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'configuration' ? [event.message] : []));

describe('the log', () => {
  for (const [code, setting, says] of [
    ['NOAUTH', ['requirepass', PASSWORD], /NOAUTH Authentication required\. .*password/],
    ['OOM', ['maxmemory', '1'], /OOM command not allowed when used memory\. .*maxmemory/],
    ['NOREPLICAS', ['min-replicas-to-write', '1'], /NOREPLICAS .*replicas/],
  ] as const) {
    it(`says what Redis said, and what mends it: ${code}`, async (t) => {
      const { port } = await startRedis(t);
      const admin = connect(t, port);
      await admin.ping();
      await admin.config('SET', ...setting);
      const redis = connect(t, port, { enableReadyCheck: false });
      const harness = await startHarness(t, {
        tokenCache: {
          get: (key) => redis.get(key),
          set: async (key, value, ttlMs) => void (await redis.set(key, value, 'PX', ttlMs)),
        },
      });
      assert.equal((await harness.handler(requestOf('POST /user-token'))).status, 200);
      const told = messages(harness.events).join('\n');
      assert.match(told, says);
      assert.doesNotMatch(told, /partner-token-|audio-transcribe:|correct/);
    });
  }

  it('says what Redis said to BullMQ: a wrong password', async (t) => {
    const { port } = await startRedis(t);
    const admin = connect(t, port);
    await admin.config('SET', 'requirepass', PASSWORD);
    let tell: (message: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const watcher = createBullTaskWatcher({
      serviceUrl: 'http://127.0.0.1:9',
      clientId: CLIENT_ID,
      apiKey: API_KEY,
      connection: { port, host: '127.0.0.1', password: 'staple-of-mine' },
      onEvent: (event) => {
        if (event.kind === 'configuration' && event.message.includes('WRONGPASS'))
          tell(event.message);
      },
      onFinished: () => undefined,
    });
    watcher.start();
    const message = await told;
    // BullMQ closes its connections only while Redis answers.
    await admin.config('SET', 'requirepass', '');
    await watcher.stop();
    assert.match(message, /user name or password/);
    assert.doesNotMatch(message, /staple|correct/);
  });
});
