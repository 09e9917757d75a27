import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createStorage, type Driver, type Storage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import type { KeyValueStorage, PartnerHandler } from '../../../src/server.js';
import { FILE_URL, manualTimers, readAnswer, requestOf, ROUTES, startHarness } from './harness.js';

const folder = async (t: TestContext): Promise<string> => {
  const base = await mkdtemp(path.join(tmpdir(), 'storage-'));
  t.after(() => rm(base, { recursive: true, force: true }));
  return base;
};

const STORAGES: Readonly<Record<string, (t: TestContext) => Promise<Storage>>> = {
  memory: () => Promise.resolve(createStorage()),
  // The types of the unstorage drivers do not resolve under ESM rules.
  fs: async (t) => createStorage({ driver: fsDriver({ base: await folder(t) }) as Driver }),
};

/** Two instances that share one storage. */
const pair = async (t: TestContext, storage: KeyValueStorage, requests = 4) => {
  const shared = {
    tokenCache: storage,
    rateStore: storage,
    limits: { submissions: { requests, seconds: 60 } },
  };
  const harness = await startHarness(t, shared);
  return { harness, handlers: [harness.handler, harness.another({})] as const };
};

const userToken = async (handler: PartnerHandler) =>
  readAnswer(await handler(requestOf('POST /user-token')));
const submission = async (handler: PartnerHandler) =>
  readAnswer(await handler(requestOf('POST /transcriptions', { json: { file_url: FILE_URL } })));

for (const [driver, create] of Object.entries(STORAGES)) {
  describe(`two instances over one unstorage (${driver})`, () => {
    it('share one partner token and its renewal', async (t) => {
      const { harness, handlers } = await pair(t, await create(t));
      for (const handler of handlers) assert.equal((await userToken(handler)).status, 200);
      assert.equal(harness.service.at(ROUTES.exchange).length, 1);
      harness.advance(116 * 60_000);
      for (const handler of handlers) assert.equal((await userToken(handler)).status, 200);
      assert.equal(harness.service.at(ROUTES.exchange).length, 1);
      assert.equal(harness.service.at(ROUTES.refresh).length, 1);
      assert.deepEqual(
        harness.service.at(ROUTES.userToken).map(({ headers }) => headers.authorization),
        [
          ...['Bearer partner-token-1', 'Bearer partner-token-1'],
          ...['Bearer partner-token-refreshed-1', 'Bearer partner-token-refreshed-1'],
        ],
      );
    });

    it('share the token that replaced a refused one', async (t) => {
      const { harness, handlers } = await pair(t, await create(t));
      for (const handler of handlers) await userToken(handler);
      harness.service.on(ROUTES.userToken, ({ headers }) =>
        headers.authorization === 'Bearer partner-token-1'
          ? { status: 401 }
          : { json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 } },
      );
      for (const handler of handlers) assert.equal((await userToken(handler)).status, 200);
      assert.equal(harness.service.at(ROUTES.exchange).length, 2);
    });

    it('share the rate limit of a user', async (t) => {
      const { harness, handlers } = await pair(t, await create(t));
      const statuses: number[] = [];
      for (let round = 0; round < 3; round++) {
        for (const handler of handlers) statuses.push((await submission(handler)).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429]);
      harness.advance(15_000);
      assert.equal((await submission(handlers[1])).status, 200);
      assert.equal((await submission(handlers[0])).status, 429);
    });

    it('each allow at most the limit if all requests arrive at once', async (t) => {
      const { harness, handlers } = await pair(t, await create(t));
      const answers = await Promise.all(
        Array.from({ length: 10 }).flatMap(() => handlers.map((handler) => submission(handler))),
      );
      const taken = answers.filter(({ status }) => status === 200).length;
      assert.ok(taken >= 4 && taken <= 8, `${taken} of 4 were allowed`);
      assert.equal(harness.service.at(ROUTES.submit).length, taken);
      assert.equal((await submission(handlers[0])).status, 429);
    });
  });
}

describe('storage option', () => {
  it('never allows more than the limit if the storage loses entries or is read during a write', async (t) => {
    const entries = new Map<string, string>();
    let reads = 0;
    const storage: KeyValueStorage = {
      // Every other read returns a truncated file, as during a write by another instance.
      getItem: (key) => Promise.resolve(++reads % 2 === 0 ? '' : (entries.get(key) ?? null)),
      setItem: (key, value) => Promise.resolve(void entries.set(key, value)),
      removeItem: (key) => Promise.resolve(void entries.delete(key)),
    };
    const { harness, handlers } = await pair(t, storage);
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++) statuses.push((await submission(handlers[0])).status);
    assert.deepEqual(statuses.slice(0, 4), [200, 200, 200, 200]);
    assert.deepEqual(new Set(statuses.slice(4)), new Set([429]));
    harness.advance(15_000);
    assert.equal((await submission(handlers[0])).status, 200);
  });

  it('receives the time to live of an entry in seconds, and no user id', async (t) => {
    const entries = new Map<string, string>();
    const lives: (number | undefined)[] = [];
    const storage: KeyValueStorage = {
      getItem: (key) => Promise.resolve(entries.get(key) ?? null),
      setItem: (key, value, options) => {
        lives.push(options?.ttl);
        return Promise.resolve(void entries.set(key, value));
      },
      removeItem: (key) => Promise.resolve(void entries.delete(key)),
    };
    const { harness } = await pair(t, storage);
    const limits = {
      submissions: { requests: 4, seconds: 60 },
      userTokens: { requests: 2, seconds: 60 },
    };
    const handlers = [harness.another({ limits })] as const;
    await userToken(handlers[0]);
    await submission(handlers[0]);
    assert.deepEqual(lives, [30, 7200, 15]);
    assert.deepEqual(
      [...entries.keys()].map((key) => key.replace(/[0-9a-f]{64}$/, 'hash')),
      ['userTokens', 'partner-token', 'submissions'].map((what) => `audio-transcribe:${what}:hash`),
    );
  });

  it('is used again after it recovers', async (t) => {
    const storage = createStorage();
    let isSilent = true;
    const pass = manualTimers(t, 1_100);
    const silent = (): Promise<never> => {
      pass();
      return new Promise(() => undefined);
    };
    const harness = await startHarness(t, {
      rateStore: {
        getItem: (key: string) => (isSilent ? silent() : storage.getItem(key)),
        setItem: (key: string, value: string) => storage.setItem(key, value),
        removeItem: (key: string) => storage.removeItem(key),
      },
      limits: { submissions: { requests: 1, seconds: 60 }, timeoutMs: 1_100 },
    });
    const first = await Promise.all([submission(harness.handler), submission(harness.handler)]);
    assert.deepEqual(first.map(({ status }) => status).sort(), [200, 429]);
    isSilent = false;
    // Requests allowed in the meantime count.
    assert.equal((await submission(harness.handler)).status, 429);
    assert.deepEqual(await storage.getKeys(), []);
    harness.advance(60_000);
    assert.equal((await submission(harness.handler)).status, 200);
    assert.equal((await storage.getKeys()).length, 1);
    assert.equal((await submission(harness.another({}))).status, 429);
  });
});
