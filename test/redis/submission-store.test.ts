/** The `submissionStore` that docs/backend.md shows, against a real Redis. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { root } from '../../scripts/paths.mjs';
import type { SubmissionStore } from '../../src/server.js';
import { startRedis } from '../support/redis-server.js';
import {
  FILE_URL,
  readAnswer,
  requestOf,
  ROUTES,
  startHarness,
  type Answer,
} from '../unit/server/harness.js';

const KEY = '0123456789abcdef0123456789abcdef';

type StoreIn = (redis: Redis) => SubmissionStore;

/** The code in the documentation. */
const documentedStore = async (): Promise<StoreIn> => {
  const page = await readFile(`${root}docs/backend.md`, 'utf8');
  const code = /^const submissionStore: SubmissionStore = (\{[^]*?^\});/m.exec(page)?.[1];
  assert.ok(code !== undefined, 'docs/backend.md shows no submissionStore');
  // oxlint-disable-next-line typescript/no-implied-eval -- the code of our own documentation
  return new Function('redis', `return ${code}`) as StoreIn;
};

describe('submissionStore in Redis', () => {
  const cluster = async (t: TestContext) => {
    const server = await startRedis(t);
    const storeIn = await documentedStore();
    const harness = await startHarness(t, { limits: { submissions: null, timeoutMs: 60_000 } });
    const instance = async () => {
      const redis = new Redis({ port: server.port, enableOfflineQueue: false });
      redis.on('error', () => undefined);
      t.after(() => redis.disconnect());
      await new Promise((resolve) => redis.once('ready', resolve));
      return { redis, handler: harness.another({ submissionStore: storeIn(redis) }) };
    };
    const [first, second] = [await instance(), await instance()];
    const submit = async ({ handler }: typeof first, headers = {}): Promise<Answer> =>
      readAnswer(
        await handler(
          requestOf('POST /transcriptions', {
            json: { file_url: FILE_URL },
            headers: { 'Idempotency-Key': KEY, ...headers },
          }),
        ),
      );
    const tasks = (): number => harness.service.at(ROUTES.submit).length;
    return { server, harness, first, second, submit, tasks };
  };

  it('gives a repeat at another instance the task of the first', async (t) => {
    const { first, second, submit, tasks } = await cluster(t);
    const { status, json } = await submit(first);
    const repeat = await submit(second, { 'Idempotency-Key-Age': '3' });
    assert.deepEqual([status, repeat.status], [200, 200]);
    const idOf = (body: unknown) => (body as { transcription_id: string }).transcription_id;
    assert.equal(idOf(repeat.json), idOf(json));
    assert.equal(tasks(), 1);
  });

  it('lets one of two instances submit that get the same key at the same moment', async (t) => {
    const { harness, first, second, submit, tasks } = await cluster(t);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    /** Attempts that have reached the service, or were told to ask again while another one is open. */
    let known = 0;
    const arrive = (): void => {
      known += 1;
      if (known === 20) answer();
    };
    harness.service.on(ROUTES.submit, async () => {
      arrive();
      await answered;
      return { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
    });
    const attempts = Array.from({ length: 20 }, async (_, index) => {
      const attempt = await submit(index % 2 ? second : first);
      if (attempt.headers.get('retry-after') === '1') arrive();
      return attempt;
    });
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(tasks(), 1);
    assert.equal((await submit(second)).status, 200);
    assert.equal(tasks(), 1);
  });

  it('keeps a key for a day, under a name without the user or the key', async (t) => {
    const { first, submit } = await cluster(t);
    await submit(first);
    const names = await first.redis.keys('*');
    const [name = '', ...others] = names.filter((each) => !each.includes(':submissions-since:'));
    assert.deepEqual(others, []);
    for (const each of names) assert.ok(!each.includes('user-ada') && !each.includes(KEY), each);
    const seconds = await first.redis.ttl(name);
    assert.ok(seconds > 86_300 && seconds <= 86_400, String(seconds));
  });

  it('a Redis that was restarted empty in between does not lead to a second task', async (t) => {
    const { server, first, second, submit, tasks } = await cluster(t);
    assert.equal((await submit(first)).status, 200);
    await server.kill();
    const down = await submit(second, { 'Idempotency-Key-Age': '1' });
    assert.deepEqual([down.code, down.headers.get('retry-after')], ['submission-unknown', '5']);
    await server.start();
    await Promise.all(
      [first, second].map(async ({ redis }) => redis.status === 'ready' || once(redis, 'ready')),
    );
    const back = await submit(second, { 'Idempotency-Key-Age': '2' });
    assert.deepEqual([back.code, back.headers.get('retry-after')], ['submission-unknown', null]);
    assert.equal(tasks(), 1);
  });

  it('a command that the client keeps while Redis restarts leads to one task and no question', async (t) => {
    const { server, harness, second, submit, tasks } = await cluster(t);
    // As by default: commands wait for the connection, although the handler gives them up.
    const redis = new Redis({ port: server.port, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    t.after(() => redis.disconnect());
    await once(redis, 'ready');
    const storeIn = await documentedStore();
    const limits = { submissions: null, timeoutMs: 500 };
    const handler = harness.another({ submissionStore: storeIn(redis), limits });
    const patient = { redis, handler };
    await submit(patient, { 'Idempotency-Key': 'another-decision' });
    const gone = once(redis, 'close');
    await server.kill();
    await gone;
    const refused = await submit(patient);
    assert.deepEqual([refused.status, (refused.json as { sent?: boolean }).sent], [503, false]);
    await server.start();
    await once(redis, 'ready');
    // An answer to a later command shows that the late claim was carried out.
    await redis.ping();
    assert.equal((await submit(patient)).status, 200);
    await Promise.all([second.redis.status === 'ready' || once(second.redis, 'ready')]);
    assert.equal((await submit(second, { 'Idempotency-Key-Age': '3' })).status, 200);
    assert.equal(tasks(), 2);
  });

  it('submits nothing while Redis is down', async (t) => {
    const { server, first, submit, tasks } = await cluster(t);
    await server.kill();
    const { status, json } = await submit(first);
    assert.deepEqual([status, (json as { sent?: boolean }).sent], [503, false]);
    assert.equal(tasks(), 0);
  });
});
