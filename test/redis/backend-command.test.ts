/** `npx audio-transcribe backend` with `STORAGE` in a real Redis: two processes share keys and tasks. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { readBackendSettings } from '../../demo/backend-command/settings.js';
import { COOKIE, createBackendWorld, type Application } from '../contract/backend-command/world.js';
import { startRedis } from '../support/redis-server.js';

const KEY = '0123456789abcdef0123456789abcdef';
const DATA = { text: 'Hello.', language: 'en', duration: 2, segments: [] };
const SECRET = 's'.repeat(32);

const submit = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${url}/transcriptions`, {
    method: 'POST',
    headers: {
      ...{ Cookie: COOKIE, 'Content-Type': 'application/json', 'Idempotency-Key': KEY },
      ...headers,
    },
    body: JSON.stringify({ file_url: 'https://files.example.com/a.mp3' }),
  });
  const { transcription_id: id } = (await response.json()) as { transcription_id?: string };
  return { status: response.status, id };
};

const posts = ({ asked }: Application) => asked.filter(({ req }) => req.method === 'POST');

/** Resolves once the application has got `count` posts. The time limit of the test runner ends a wait in vain. */
const untilPosted = async (application: Application, count: number): Promise<void> => {
  while (posts(application).length < count) await new Promise((resolve) => setImmediate(resolve));
};

const world = async (t: TestContext) => {
  const running: { close(): Promise<void> }[] = [];
  // Before Redis ends: without it, BullMQ waits.
  t.after(() => Promise.all(running.map((each) => each.close())));
  const redis = await startRedis(t);
  const made = await createBackendWorld(t);
  made.service.on('GET /open/partner/ai/transcriptions/task-1', () => ({
    json: { transcription_id: 'task-1', status: 'SUCCESS', data: DATA },
  }));
  const STORAGE = `redis://127.0.0.1:${redis.port}/3`;
  const changes = { STORAGE, WATCH_URL: `${made.application.url}/done`, WATCH_SECRET: SECRET };
  const start: typeof made.start = async (given) => {
    const started = await made.start(given);
    running.push(started);
    return started;
  };
  return { ...made, redis, changes, start };
};

describe('backend command: STORAGE in Redis', () => {
  it('gives a repeat at another process the first task, and posts its end', async (t) => {
    const { service, application, start, changes } = await world(t);
    const [first, second] = [await start(changes), await start(changes)];
    const { status, id } = await submit(first.url);
    assert.equal(status, 200);
    assert.deepEqual(await submit(second.url, { 'Idempotency-Key-Age': '1' }), { status: 200, id });
    assert.equal(service.at('POST /open/partner/ai/transcriptions/').length, 1);
    await untilPosted(application, 1);
    const { transcriptionId, status: end } = JSON.parse(posts(application)[0]?.body ?? '') as {
      transcriptionId: string;
      status: string;
    };
    assert.deepEqual([transcriptionId, end], [id, 'SUCCESS']);
  });

  it('posts at another process what the first could not', async (t) => {
    const { application, start, changes } = await world(t);
    application.postStatus = 503;
    const first = await start(changes);
    await submit(first.url);
    await untilPosted(application, 1);
    await first.close();
    const { length } = posts(application);
    application.postStatus = 204;
    await start(changes);
    await untilPosted(application, length + 1);
  });

  it('submits nothing while Redis is down, and goes on afterwards', async (t) => {
    const { service, redis, start, changes } = await world(t);
    const { url } = await start({ STORAGE: changes.STORAGE });
    await redis.kill();
    assert.equal((await submit(url)).status, 503);
    assert.equal(service.at('POST /open/partner/ai/transcriptions/').length, 0);
    await redis.start();
    let status = 503;
    while (status === 503) ({ status } = await submit(url));
    assert.equal(status, 200);
  });

  it('does not start without Redis, nor with another address, and quotes neither', async (t) => {
    const { redis, environment, start } = await world(t);
    await redis.kill();
    const STORAGE = `redis://:hush@127.0.0.1:${redis.port}`;
    await assert.rejects(
      start({ STORAGE }),
      ({ message }: Error) => /^STORAGE: Redis/.test(message) && !message.includes('hush'),
    );
    assert.throws(
      () => readBackendSettings({ ...environment, STORAGE: 'postgres://app:hush@127.0.0.1/kept' }),
      ({ message }: Error) => /^STORAGE must be/m.test(message) && !message.includes('hush'),
    );
  });
});
