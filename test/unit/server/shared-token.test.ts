/** Two processes of a backend with one token cache, over HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createStorage, type Driver } from 'unstorage';
import httpDriver from 'unstorage/drivers/http';
import { createStorageServer } from 'unstorage/server';
import type { PartnerHandler } from '../../../src/server.js';
import type { FakeService } from '../../support/fake-service.js';
import { type Answer, readAnswer, requestOf, ROUTES, startHarness } from './harness.js';

const MINUTE = 60_000;

const startCache = async (t: TestContext) => {
  const memory = createStorage();
  const server = createServer(createStorageServer(memory).handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** The storage of one process. */
  const connect = () => createStorage({ driver: httpDriver({ base }) as Driver });
  const tokens = async (): Promise<string[]> => {
    const values = await memory.getItems<{ access_token: string }>(await memory.getKeys());
    return values.map(({ value }) => value.access_token);
  };
  return { connect, tokens };
};

const startTwo = async (t: TestContext) => {
  const cache = await startCache(t);
  const harness = await startHarness(t, { tokenCache: cache.connect() });
  return { ...harness, cache, other: harness.another({ tokenCache: cache.connect() }) };
};

const ask = async (handler: PartnerHandler): Promise<Answer> =>
  readAnswer(await handler(requestOf('POST /user-token')));
const statuses = (...answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

/** Only the partner token that was issued last is accepted. */
const acceptOnlyLatest = (service: FakeService) => {
  let latest = '';
  let count = 0;
  const issue = () => {
    latest = `partner-token-${++count}`;
    return { json: { access_token: latest, refresh_token: `refresh-token-${count}` } };
  };
  service.on(ROUTES.exchange, issue);
  service.on(ROUTES.userToken, ({ headers }) =>
    headers.authorization === `Bearer ${latest}`
      ? { json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 } }
      : { status: 401 },
  );
  return issue;
};

const refuseFirstToken = (service: FakeService, status: number): void =>
  service.on(ROUTES.userToken, ({ headers }) =>
    headers.authorization === 'Bearer partner-token-1'
      ? { status }
      : { json: { access_token: 'user-token-2', token_type: 'bearer', expires_in: 60 } },
  );

describe('processes that share a token cache', () => {
  it('share what one of them has exchanged for a token that was revoked', async (t) => {
    const { service, handler, other } = await startTwo(t);
    assert.deepEqual(statuses(await ask(handler), await ask(other)), [200, 200]);
    refuseFirstToken(service, 403);
    assert.deepEqual(
      statuses(await ask(handler), await ask(other), await ask(handler)),
      [200, 200, 200],
    );
    assert.equal(service.at(ROUTES.exchange).length, 2);
  });

  it('keep the newer token of another one while a refused one is replaced', async (t) => {
    const { service, handler, other, cache } = await startTwo(t);
    await ask(handler);
    await ask(other);
    refuseFirstToken(service, 401);
    // The first process has read the refused token, and its exchange fails only after the other's has succeeded.
    let isOver = (): void => undefined;
    const over = new Promise<void>((resolve) => (isOver = resolve));
    service.on(ROUTES.exchange, async (_, count) => {
      if (count > 2) return { json: { access_token: `partner-token-${count}` } };
      await over;
      return { status: 500 };
    });
    const exchanging = service.next(ROUTES.exchange);
    const first = ask(handler);
    await exchanging;
    assert.equal((await ask(other)).status, 200);
    isOver();
    assert.equal((await first).status, 200);
    assert.deepEqual(await cache.tokens(), ['partner-token-3']);
    assert.equal(service.at(ROUTES.exchange).length, 3);
  });

  it('settle if each new token ends the one before', async (t) => {
    const { service, handler, other, advance } = await startTwo(t);
    const issue = acceptOnlyLatest(service);
    assert.deepEqual(statuses(await ask(handler), await ask(other)), [200, 200]);
    // Both renew at once. The refresh token works once: the second refresh fails when the first process has answered.
    advance(116 * MINUTE);
    let isAnswered = (): void => undefined;
    const answered = new Promise<void>((resolve) => (isAnswered = resolve));
    service.on(ROUTES.refresh, async (_, count) => {
      if (count === 1) return issue();
      await answered;
      return { status: 400 };
    });
    const both = [ask(handler), ask(other)];
    void Promise.race(both).then(isAnswered);
    assert.deepEqual(statuses(...(await Promise.all(both))), [200, 200]);
    assert.equal(service.at(ROUTES.exchange).length, 1);
    const before = service.at(ROUTES.exchange).length + service.at(ROUTES.refresh).length;
    for (let count = 0; count < 3; count++) {
      assert.deepEqual(statuses(await ask(handler), await ask(other)), [200, 200]);
    }
    const after = service.at(ROUTES.exchange).length + service.at(ROUTES.refresh).length;
    assert.equal(after, before);
  });

  it('exchange no token for each request of a user whom the service refuses', async (t) => {
    const { service, handler, other } = await startTwo(t);
    service.on(ROUTES.userToken, () => ({ status: 403 }));
    for (let count = 0; count < 5; count++) {
      for (const one of [handler, other]) {
        assert.equal((await ask(one)).code, 'service-credentials');
      }
    }
    assert.equal(service.at(ROUTES.exchange).length, 3);
  });

  it('try the newer token of another one before a user counts as refused', async (t) => {
    const { service, handler, other } = await startTwo(t);
    await ask(handler);
    service.on(ROUTES.userToken, async ({ headers }) => {
      const { authorization } = headers;
      if (authorization === 'Bearer partner-token-1') return { status: 401 };
      if (authorization === 'Bearer partner-token-2') {
        if (service.at(ROUTES.exchange).length === 2) await ask(other);
        return { status: 401 };
      }
      return { json: { access_token: 'user-token-3', token_type: 'bearer', expires_in: 60 } };
    });
    assert.equal((await ask(handler)).status, 200);
    assert.equal(service.at(ROUTES.exchange).length, 3);
  });

  it('do with their own token while the cache answers late with a refused one, or with none', async (t) => {
    for (const late of ['refused', 'none']) {
      const stored = new Map<string, string>();
      const harness = await startHarness(t, {
        tokenCache: {
          get: (key) => Promise.resolve(late === 'none' ? null : stored.get(key)),
          set: (key, value) =>
            Promise.resolve(void (stored.has(key) ? null : stored.set(key, value))),
        },
      });
      assert.equal((await harness.ask('POST /user-token')).status, 200);
      refuseFirstToken(harness.service, 401);
      for (let count = 0; count < 3; count++) {
        assert.equal((await harness.ask('POST /user-token')).status, 200);
      }
      assert.equal(harness.service.at(ROUTES.exchange).length, 2, late);
    }
  });
});
