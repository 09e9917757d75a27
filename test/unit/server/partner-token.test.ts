import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenCache } from '../../../src/server.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  manualTimers,
  readAnswer,
  requestOf,
  ROUTES,
  startHarness,
  type Harness,
} from './harness.js';

const MINUTE = 60_000;
const ok = async (harness: Harness): Promise<void> => {
  assert.equal((await harness.ask('POST /user-token')).status, 200);
};
const partnerTokens = ({ service }: Harness): (string | undefined)[] =>
  service.at(ROUTES.userToken).map(({ headers }) => headers.authorization);

/** A shared cache that holds only strings, like one in another process. */
const sharedCache = (): TokenCache & { entries: Map<string, { value: string; ttlMs: number }> } => {
  const entries = new Map<string, { value: string; ttlMs: number }>();
  return {
    entries,
    get: (key) => Promise.resolve(entries.get(key)?.value ?? null),
    set: (key, value, ttlMs) => Promise.resolve(void entries.set(key, { value, ttlMs })),
  };
};

describe('the partner token', () => {
  it('is exchanged for the client credentials: POST, Basic in UTF-8, an empty JSON object', async (t) => {
    const harness = await startHarness(t);
    await ok(harness);
    const [exchange] = harness.service.at(ROUTES.exchange);
    assert.equal(
      exchange?.headers.authorization,
      `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`, 'utf8').toString('base64')}`,
    );
    assert.equal(exchange.headers['content-type'], 'application/json');
    assert.equal(exchange.body, '{}');
    assert.deepEqual(partnerTokens(harness), ['Bearer partner-token-1']);
  });

  it('is fetched once for concurrent requests, and cached for later ones', async (t) => {
    const harness = await startHarness(t);
    await Promise.all(Array.from({ length: 25 }, () => ok(harness)));
    await ok(harness);
    assert.equal(harness.service.at(ROUTES.exchange).length, 1);
    assert.equal(harness.service.at(ROUTES.userToken).length, 26);
  });

  it('is fetched again by the next request after a shared fetch failed', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.exchange, (_, count) =>
      count === 1 ? { status: 503 } : { json: { access_token: 'partner-token-2' } },
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => harness.ask('POST /user-token')),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, 503, 503, 503, 503],
    );
    assert.equal(harness.service.at(ROUTES.exchange).length, 1);
    await ok(harness);
  });

  it('is renewed with its refresh token five minutes before it expires', async (t) => {
    const harness = await startHarness(t);
    await ok(harness);
    harness.advance(115 * MINUTE - 1);
    await ok(harness);
    assert.equal(harness.service.at(ROUTES.refresh).length, 0);
    harness.advance(1);
    await Promise.all(Array.from({ length: 10 }, () => ok(harness)));
    const [refresh, ...more] = harness.service.at(ROUTES.refresh);
    assert.equal(more.length, 0);
    assert.equal(refresh?.body, JSON.stringify({ refresh_token: 'refresh-token-1' }));
    assert.match(refresh.headers.authorization ?? '', /^Basic /);
    assert.equal(harness.service.at(ROUTES.exchange).length, 1);
    assert.equal(partnerTokens(harness).at(-1), 'Bearer partner-token-refreshed-1');
  });

  it('keeps its refresh token if a renewal returns none', async (t) => {
    const harness = await startHarness(t);
    await ok(harness);
    for (const count of [1, 2]) {
      harness.advance(116 * MINUTE);
      await ok(harness);
      assert.equal(harness.service.at(ROUTES.refresh).length, count);
    }
    assert.deepEqual(
      harness.service.at(ROUTES.refresh).map(({ body }) => JSON.parse(body) as unknown),
      [{ refresh_token: 'refresh-token-1' }, { refresh_token: 'refresh-token-1' }],
    );
  });

  it('may have nothing, null or an empty string for its refresh token and its lifetime', async (t) => {
    for (const [more, lastsMinutes] of [
      [{}, 120],
      [{ refresh_token: null, expires_in: null }, 120],
      [{ refresh_token: '', expires_in: '' }, 120],
      [{ refresh_token: null, expires_in: 3600 }, 60],
    ] as const) {
      const harness = await startHarness(t);
      harness.service.on(ROUTES.exchange, (_, count) => ({
        json: { access_token: `partner-token-${count}`, ...more },
      }));
      await ok(harness);
      // It is renewed five minutes before its end.
      harness.advance((lastsMinutes - 6) * MINUTE);
      await ok(harness);
      assert.equal(harness.service.at(ROUTES.exchange).length, 1);
      harness.advance(2 * MINUTE);
      await ok(harness);
      assert.equal(harness.service.at(ROUTES.exchange).length, 2);
      assert.equal(harness.service.at(ROUTES.refresh).length, 0);
    }
  });

  it('must not have another lifetime than a positive number of seconds', async (t) => {
    for (const expires_in of ['soon', '7200', 0, true, []]) {
      const harness = await startHarness(t);
      const json = { access_token: 'partner-token-1', expires_in };
      harness.service.on(ROUTES.exchange, () => ({ json }));
      assert.equal((await harness.ask('POST /user-token')).code, 'service-answer-invalid');
    }
  });

  it('is exchanged again if the renewal fails', async (t) => {
    for (const reply of [{ status: 400 }, { status: 404 }, { text: '<html>' }, 'cut'] as const) {
      const harness = await startHarness(t);
      harness.service.on(ROUTES.refresh, () => reply);
      await ok(harness);
      harness.advance(116 * MINUTE);
      await ok(harness);
      assert.equal(harness.service.at(ROUTES.refresh).length, 1);
      assert.equal(partnerTokens(harness).at(-1), 'Bearer partner-token-2');
    }
  });

  it('is exchanged again if the renewal exceeds timeoutMs', async (t) => {
    const harness = await startHarness(t, { limits: { timeoutMs: 1_100 } });
    const pass = manualTimers(t, 1_100);
    harness.service.on(ROUTES.refresh, () => {
      pass();
      return 'hang';
    });
    await ok(harness);
    harness.advance(116 * MINUTE);
    await ok(harness);
    assert.equal(partnerTokens(harness).at(-1), 'Bearer partner-token-2');
  });

  it('is exchanged, not renewed, once it has expired', async (t) => {
    const harness = await startHarness(t);
    await ok(harness);
    harness.advance(120 * MINUTE);
    await ok(harness);
    assert.equal(harness.service.at(ROUTES.exchange).length, 2);
    assert.equal(harness.service.at(ROUTES.refresh).length, 0);
  });

  it('stays in use while valid if renewal and exchange fail, with a pause between attempts', async (t) => {
    const harness = await startHarness(t);
    await ok(harness);
    harness.service.on(ROUTES.refresh, () => ({ status: 500 }));
    harness.service.on(ROUTES.exchange, () => ({ status: 500 }));
    harness.advance(116 * MINUTE);
    await ok(harness);
    await ok(harness);
    assert.equal(partnerTokens(harness).at(-1), 'Bearer partner-token-1');
    assert.equal(harness.service.at(ROUTES.refresh).length, 1);
    harness.advance(30_000);
    await ok(harness);
    assert.equal(harness.service.at(ROUTES.refresh).length, 2);
    harness.advance(4 * MINUTE);
    assert.equal((await harness.ask('POST /user-token')).code, 'service-unavailable');
  });

  it('is replaced once after a 401 of 4.3, and the call is repeated once', async (t) => {
    const harness = await startHarness(t);
    await ok(harness);
    harness.service.on(ROUTES.userToken, ({ headers }) =>
      headers.authorization === 'Bearer partner-token-1'
        ? { status: 401, text: 'raw-service-text' }
        : { json: { access_token: 'user-token-2', token_type: 'Bearer', expires_in: 60 } },
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => harness.ask('POST /user-token')),
    );
    for (const { json } of answers) {
      const { userKey: _scope, ...token } = json as Record<string, unknown>;
      assert.deepEqual(token, {
        access_token: 'user-token-2',
        token_type: 'bearer',
        expires_in: 60,
      });
    }
    assert.equal(harness.service.at(ROUTES.exchange).length, 2);
    assert.equal(harness.service.at(ROUTES.refresh).length, 0);
  });

  it('is not replaced after any other error status', async (t) => {
    const harness = await startHarness(t);
    for (const status of [400, 402, 404, 422, 429, 500]) {
      harness.service.on(ROUTES.userToken, () => ({ status }));
      assert.ok((await harness.ask('POST /user-token')).status >= 400);
    }
    assert.equal(harness.service.at(ROUTES.exchange).length, 1);
  });

  it('can come from the options exchange and refresh', async (t) => {
    const seen: unknown[] = [];
    const harness = await startHarness(t, {
      exchange: ({ signal, fetch, ...context }) => {
        seen.push(context, signal instanceof AbortSignal, typeof fetch);
        return Promise.resolve({
          access_token: 'partner-token-own',
          refresh_token: 'refresh-token-own',
          expires_in: 100,
        });
      },
      refresh: ({ refreshToken }) => {
        seen.push(refreshToken);
        return Promise.resolve({ access_token: 'partner-token-renewed' });
      },
    });
    await ok(harness);
    harness.advance(91_000);
    await ok(harness);
    assert.deepEqual(seen, [
      { serviceUrl: harness.service.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
      true,
      'function',
      'refresh-token-own',
    ]);
    assert.deepEqual(partnerTokens(harness), [
      'Bearer partner-token-own',
      'Bearer partner-token-renewed',
    ]);
    assert.equal(harness.service.at(ROUTES.exchange).length, 0);
  });

  it('is read from what a replaced function returns as strictly as from the service', async (t) => {
    const malformed = await startHarness(t, { exchange: () => Promise.resolve({ token: 'x' }) });
    assert.equal((await malformed.ask('POST /user-token')).code, 'service-answer-invalid');
    const failing = await startHarness(t, { exchange: () => Promise.reject(new Error('no')) });
    assert.equal((await failing.ask('POST /user-token')).code, 'service-unavailable');
    const silent = await startHarness(t, {
      exchange: () => new Promise(() => undefined),
      limits: { timeoutMs: 20 },
    });
    assert.equal((await silent.ask('POST /user-token')).code, 'service-timeout');
  });

  it('is shared by several instances through a cache, under one key of this service and client', async (t) => {
    const tokenCache = sharedCache();
    const harness = await startHarness(t, { tokenCache });
    await ok(harness);
    const other = harness.another({});
    assert.equal((await readAnswer(await other(requestOf('POST /user-token')))).status, 200);
    assert.equal(harness.service.at(ROUTES.exchange).length, 1);
    const [[key, entry] = []] = tokenCache.entries;
    assert.match(key ?? '', /^audio-transcribe:partner-token:[0-9a-f]{64}$/);
    assert.equal(entry?.ttlMs, 7200_000);
    const stranger = harness.another({ clientId: 'another-client' });
    await stranger(requestOf('POST /user-token'));
    assert.equal(tokenCache.entries.size, 2);
  });

  it('is fetched without the cache if the cache fails, times out or holds another value', async (t) => {
    const pass = manualTimers(t, 1_100);
    for (const get of [
      () => Promise.reject(new Error('cache is down')),
      () => Promise.resolve('{"access_token":7}'),
      () => Promise.resolve('not JSON'),
      () => Promise.resolve(undefined),
      () => {
        pass();
        return new Promise<never>(() => undefined);
      },
    ]) {
      const tokenCache: TokenCache = {
        get,
        set: () => Promise.reject(new Error('cache is down')),
      };
      const harness = await startHarness(t, { tokenCache, limits: { timeoutMs: 1_100 } });
      await ok(harness);
      assert.ok(
        harness.events.some(
          (event) => event.kind === 'configuration' && event.message.startsWith('tokenCache'),
        ),
      );
    }
  });
});
