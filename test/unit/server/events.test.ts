import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { summaryOf } from '../../../src/server/events.js';
import type { HandlerEvent } from '../../../src/server.js';
import { assertNoSecrets, FILE_URL, ROUTES, startHarness, submit } from './harness.js';

describe('onEvent', () => {
  it('receives every request and every call to the service, with durations', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.userToken, () => {
      harness.advance(250);
      return { json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 } };
    });
    await harness.ask('POST /user-token');
    assert.deepEqual(harness.events, [
      {
        kind: 'service-call',
        route: 'exchange-partner-token',
        status: 200,
        durationMs: 0,
        outcome: 'ok',
      },
      {
        kind: 'service-call',
        route: 'issue-user-token',
        status: 200,
        durationMs: 250,
        outcome: 'ok',
      },
      {
        kind: 'request',
        route: 'user-token',
        method: 'POST',
        status: 200,
        durationMs: 250,
        outcome: 'ok',
        retries: 0,
        tokenRenewed: true,
      },
    ]);
  });

  it('reports which calls of a request were repeated, and whether it waited for a new token', async (t) => {
    const harness = await startHarness(t);
    const efforts = async (): Promise<unknown> => {
      await harness.ask('POST /user-token');
      const last = harness.events.at(-1);
      return last?.kind === 'request' && [last.outcome, last.retries, last.tokenRenewed];
    };
    assert.deepEqual(await efforts(), ['ok', 0, true]);
    assert.deepEqual(await efforts(), ['ok', 0, false]);
    harness.advance(116 * 60_000);
    assert.deepEqual(await efforts(), ['ok', 0, true]);
    harness.service.on(ROUTES.userToken, (_, count) =>
      count === 4
        ? { status: 401 }
        : { json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 } },
    );
    assert.deepEqual(await efforts(), ['ok', 1, true]);
    harness.service.on(ROUTES.userToken, () => ({ status: 401 }));
    assert.deepEqual(await efforts(), ['service-credentials', 1, true]);
    harness.service.on(ROUTES.exchange, () => ({ status: 503 }));
    harness.advance(200 * 60_000);
    assert.deepEqual(await efforts(), ['service-unavailable', 0, false]);
  });

  it('reports an invalid response of the service without its content', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.submit, () => ({
      json: { transcription_id: 7, status: 'raw-service-text' },
    }));
    await harness.ask('POST /transcriptions', { json: { file_url: FILE_URL } });
    assert.deepEqual(harness.events[0], {
      kind: 'service-call',
      route: 'submit-transcription',
      status: 200,
      durationMs: 0,
      outcome: 'service-answer-invalid',
      detail: 'transcription_id must be a string',
    });
  });

  it('never receives a token, key, address, user id or task id', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    await harness.ask('POST /user-token');
    await harness.ask(`GET /transcriptions/${sealed}`);
    await harness.ask('GET /transcriptions/nothing', { headers: { Cookie: 'session=cookie' } });
    const told = JSON.stringify(harness.events);
    assertNoSecrets(told);
    for (const value of [sealed, 'task-1', 'user-ada', 'user-token-1', FILE_URL, 'cookie']) {
      assert.ok(!told.includes(value), `${value} was told`);
    }
    assert.equal(harness.events.filter(({ kind }) => kind === 'request').length, 4);
  });

  it('reports the route only if the handler serves it', async (t) => {
    const harness = await startHarness(t, { allowedOrigins: ['https://pages.example'] });
    await harness.ask('GET /nowhere');
    await harness.ask('OPTIONS /user-token', {
      headers: { Origin: 'https://pages.example', 'Access-Control-Request-Method': 'POST' },
    });
    const summary = harness.events.map(
      (event: HandlerEvent) => event.kind === 'request' && [event.route, event.outcome],
    );
    assert.deepEqual(summary, [
      ['none', 'not-found'],
      ['preflight', 'ok'],
    ]);
  });

  it('names the option to check for a refused request, and nothing that the page sent', async (t) => {
    const harness = await startHarness(t, { allowedFileHosts: ['files.example'] });
    const told = async (...request: Parameters<typeof harness.ask>): Promise<string> => {
      await harness.ask(...request);
      const event = harness.events.at(-1);
      assert.ok(event?.kind === 'request');
      return event.detail ?? '';
    };
    const foreign = await told('POST /user-token', { headers: { Origin: 'https://evil.example' } });
    assert.match(foreign, /allowedOrigins.+publicOrigin/);
    const unknown = await told('GET /evil');
    assert.match(unknown, /basePath/);
    const file = await told('POST /transcriptions', { json: { file_url: 'https://evil.example' } });
    assert.match(file, /allowedFileHosts/);
    assert.doesNotMatch(foreign + unknown + file, /evil/);
    assert.equal(await told('POST /transcriptions', { json: { evil: true } }), '');
    assert.equal(await told('GET /transcriptions/evil'), '');
  });

  it('reports why the service could not be reached', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const harness = await startHarness(t, { serviceUrl: `http://127.0.0.1:${port}`, fetch });
    await harness.ask('POST /user-token');
    const [event] = harness.events;
    assert.ok(event?.kind === 'service-call');
    assert.deepEqual(
      [event.status, event.outcome, event.detail],
      [null, 'service-unavailable', 'the connection failed: ECONNREFUSED'],
    );
  });

  it('may throw or reject without affecting the request', async (t) => {
    for (const onEvent of [
      () => {
        throw new Error('observer');
      },
      () => Promise.reject(new Error('observer')),
    ]) {
      const harness = await startHarness(t, { onEvent });
      assert.equal((await harness.ask('POST /user-token')).status, 200);
    }
  });

  it('receives the name, message and code of an error that a custom exchange throws', async (t) => {
    const below = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const events: HandlerEvent[] = [];
    const harness = await startHarness(t, {
      exchange: () => Promise.reject(new TypeError('fetch failed', { cause: below })),
      onEvent: (event) => void events.push(event),
    });
    await harness.ask('POST /user-token');
    const [event] = events;
    assert.ok(event?.kind === 'service-call');
    assert.deepEqual(event.cause, {
      name: 'TypeError',
      message: 'fetch failed',
      code: 'ECONNREFUSED',
    });
    assert.equal(event.status, null);
  });

  it('redacts a token that a store error quotes', async (t) => {
    /** An error as ioredis throws it, with the failed command and its arguments. */
    class ReplyError extends Error {
      override readonly name = 'ReplyError';
      readonly command: unknown;
      constructor(name: string, ...args: readonly string[]) {
        // For an unknown command, Redis quotes the start of each argument.
        super(
          `ERR unknown command '${name}', with args beginning with: '${args[1]?.slice(0, 30)}'`,
        );
        this.command = { name, args };
      }
    }
    const events: HandlerEvent[] = [];
    const harness = await startHarness(t, {
      tokenCache: {
        get: () => Promise.resolve(null),
        set: (key, value) => Promise.reject(new ReplyError('SETX', key, value)),
        delete: () => Promise.resolve(),
      },
      onEvent: (event) => void events.push(event),
    });
    await harness.ask('POST /user-token');
    assertNoSecrets(inspect(events, { depth: null, showHidden: true }));
    const told = events.find(({ kind }) => kind === 'configuration');
    assert.ok(told?.kind === 'configuration');
    assert.match(told.message, /^tokenCache\.set failed/);
    assert.equal(told.cause?.name, 'ReplyError');
    assert.match(told.cause.message, /^ERR unknown command 'SETX', with args beginning with: /);
    // Redis truncated the token; the truncated part is redacted too.
    assert.doesNotMatch(told.cause.message, /partner/);
    assert.deepEqual(Object.keys(told.cause), ['name', 'message']);
  });

  it('reports each failing cache method once, and again after it has worked in between', async (t) => {
    let isDown = true;
    const answer = async <T>(value: T): Promise<T> => {
      if (isDown) throw new Error('cache is down');
      return Promise.resolve(value);
    };
    const harness = await startHarness(t, {
      tokenCache: {
        get: () => answer(null),
        set: () => answer(undefined),
        delete: () => answer(undefined),
      },
    });
    const told = () =>
      harness.events.flatMap((event) => (event.kind === 'configuration' ? [event.message] : []));
    const twice = [
      'tokenCache.get failed; the partner token is fetched without it.',
      'tokenCache.set failed; the partner token is fetched without it.',
    ];
    for (let request = 0; request < 3; request++) await harness.ask('POST /user-token');
    assert.deepEqual(told(), twice);
    isDown = false;
    await harness.ask('POST /user-token');
    isDown = true;
    for (let request = 0; request < 3; request++) await harness.ask('POST /user-token');
    assert.deepEqual(told(), [...twice, ...twice]);
  });
});

describe('error summary', () => {
  const of = (message: string, secrets: readonly string[] = []): string =>
    summaryOf(new Error(message), secrets).message;

  it('contains no known secret, nor the start of one', () => {
    const secrets = ['short', 'secret-0b5e9d with a blank', ''];
    assert.equal(of('a short one, short', secrets), 'a [redacted] one, [redacted]');
    assert.equal(of('secret-0b5e9d with a blank.', secrets), '[redacted].');
    assert.equal(of('secret-0b5…', secrets), '[redacted]…');
    assert.equal(of('secret-9', secrets), 'secret-9');
  });

  it('contains nothing that looks like a token, and no query or password of a URL', () => {
    const jwt =
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
    assert.doesNotMatch(of(`Bearer ${jwt}`), /eyJ|dozj/);
    assert.equal(
      of('GET https://a.example/b?sig=x#y failed'),
      'GET https://a.example/b?[redacted] failed',
    );
    assert.equal(
      of('redis://user:word@cache:6379 is down'),
      'redis://[redacted]@cache:6379 is down',
    );
    assert.equal(
      of('getaddrinfo ENOTFOUND cache.internal.example'),
      'getaddrinfo ENOTFOUND cache.internal.example',
    );
  });

  it('is short, and never throws for any thrown value', () => {
    assert.equal(of('word '.repeat(1000)).length, 500);
    assert.deepEqual(summaryOf('plain text', []), { name: 'string', message: 'plain text' });
    assert.deepEqual(summaryOf(null, []), { name: 'object', message: '' });
    assert.deepEqual(summaryOf({ message: 'from elsewhere', code: 7 }, []), {
      name: 'Error',
      message: 'from elsewhere',
      code: '7',
    });
    const name = 'x'.repeat(100);
    const odd = Object.assign(new Error('odd'), { name, code: 'not a code' });
    assert.deepEqual(summaryOf(odd, []), { name: 'Error', message: 'odd' });
  });
});
