import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createStorage, type Driver, type Storage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import type { KeyValueStorage, PartnerHandler } from '../../../src/server.js';
import { readAnswer, requestOf, ROUTES, startHarness } from './harness.js';

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
const pair = async (t: TestContext, storage: KeyValueStorage) => {
  const harness = await startHarness(t, { tokenCache: storage });
  return { harness, handlers: [harness.handler, harness.another({})] as const };
};

const userToken = async (handler: PartnerHandler) =>
  readAnswer(await handler(requestOf('POST /user-token')));

for (const [driver, create] of Object.entries(STORAGES)) {
  it(`two instances over one unstorage (${driver}) share one partner token and its renewal`, async (t) => {
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
}

describe('storage option', () => {
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
    await userToken(harness.handler);
    assert.deepEqual(lives, [7200]);
    assert.deepEqual(
      [...entries.keys()].map((key) => key.replace(/[0-9a-f]{64}$/, 'hash')),
      ['audio-transcribe:partner-token:hash'],
    );
  });
});
