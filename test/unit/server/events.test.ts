import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { summaryOf } from '../../../src/server/handler-events.js';
import type { HandlerEvent } from '../../../src/server.js';
import {
  advice,
  assertNoSecrets,
  deadUrl,
  FILE_URL,
  OWN_ORIGIN,
  ROUTES,
  startHarness,
  submit,
} from './harness.js';

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
    assert.deepEqual(summary.filter(Boolean), [
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

  it('reports how far the clock is ahead of the service, if its answer has a date', async (t) => {
    const harness = await startHarness(t);
    const told = async (date: string | undefined): Promise<unknown> => {
      harness.service.on(ROUTES.userToken, () => ({
        json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 60 },
        headers: date === undefined ? {} : { Date: date },
      }));
      await harness.ask('POST /user-token');
      const event = harness.events.findLast(({ kind }) => kind === 'service-call');
      return event?.kind === 'service-call' && event.clockAheadMs;
    };
    assert.equal(await told(new Date(harness.now() + 90_000).toUTCString()), -90_000);
    assert.equal(await told(new Date(harness.now() - 5_000).toUTCString()), 5_000);
    assert.equal(await told('never'), undefined);
    assert.equal(await told(undefined), undefined);
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

  it('receives the name and code, and not the message, of an error that a custom exchange throws', async (t) => {
    const below = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const events: HandlerEvent[] = [];
    const harness = await startHarness(t, {
      exchange: () => Promise.reject(new TypeError('fetch failed', { cause: below })),
      onEvent: (event) => void events.push(event),
    });
    await harness.ask('POST /user-token');
    const [event] = events;
    assert.ok(event?.kind === 'service-call');
    assert.deepEqual(event.cause, { name: 'TypeError', code: 'ECONNREFUSED' });
    assert.equal(event.status, null);
  });

  it('does not receive a token that a store error quotes', async (t) => {
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
    assert.deepEqual(told.cause, { name: 'ReplyError' });
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
  it('has the name and the code, and never the message', () => {
    const error = Object.assign(new TypeError('user-ada has no row'), { code: 'E42' });
    assert.deepEqual(summaryOf(error, []), { name: 'TypeError', code: 'E42' });
    assert.deepEqual(summaryOf('plain text', []), { name: 'string' });
    assert.deepEqual(summaryOf(null, []), { name: 'object' });
    assert.deepEqual(summaryOf({ message: 'from elsewhere', code: 7 }, []), {
      name: 'Error',
      code: '7',
    });
  });

  it('has no name or code that is long, or contains the start of a secret', () => {
    const odd = { name: 'x'.repeat(100), code: 'not a code' };
    assert.deepEqual(summaryOf(odd, []), { name: 'Error' });
    const named = { name: 'secret-0b5-Error', code: 'user%2Dada' };
    assert.deepEqual(summaryOf(named, ['secret-0b5e9d', 'user-ada', '']), { name: 'Error' });
  });
});

describe('without onEvent', () => {
  const printed = async (t: TestContext, environment: string | undefined): Promise<string[]> => {
    const { NODE_ENV } = process.env;
    t.after(() => {
      if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = NODE_ENV;
    });
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
    const lines: string[] = [];
    t.mock.method(console, 'error', (line: string) => lines.push(line));
    const harness = await startHarness(t, { onEvent: undefined });
    await harness.ask('POST /user-token', { user: null });
    for (const status of [422, 401, 500]) {
      harness.service.on(ROUTES.submit, () => ({ status }));
      await harness.ask('POST /transcriptions', { json: { file_url: FILE_URL } });
    }
    return lines;
  };

  it('prints configuration events and failures of the service, but no refused request', async (t) => {
    const lines = await printed(t, undefined);
    assert.deepEqual(
      lines.map((line) => /^\[audio-transcribe\] (\S+): /.exec(line)?.[1]),
      ['configuration', 'service-call', 'service-call'],
    );
    const text = lines.join('\n');
    assert.match(text, /^\[audio-transcribe\] configuration: .*"option":"clientId, apiKey"/);
    assert.match(text, /docs\/backend\.md#options/);
    assert.match(text, /"outcome":"service-credentials"/);
    assert.match(text, /"outcome":"submission-unknown"/);
    assert.doesNotMatch(text, /no-session|service-rejected/);
    assertNoSecrets(text);
  });

  it('prints nothing if NODE_ENV is production', async (t) => {
    assert.deepEqual(await printed(t, 'production'), []);
  });
});

describe('a wrong option', () => {
  for (const [option, route, status, ask] of [
    ['clientId, clientSecret', ROUTES.exchange, 401, 'POST /user-token'],
    ['clientId, clientSecret', ROUTES.exchange, 403, 'POST /user-token'],
    ['clientId', ROUTES.userToken, 401, 'POST /user-token'],
    ['clientId, apiKey', ROUTES.submit, 401, 'POST /transcriptions'],
    ['clientId, apiKey', ROUTES.query, 401, 'GET'],
  ] as const) {
    it(`${route} answers ${status}: one configuration event names ${option}`, async (t) => {
      const harness = await startHarness(t);
      const sealed = await submit(harness);
      harness.service.on(route, () => ({ status }));
      for (let time = 0; time < 3; time++) {
        const what = ask === 'GET' ? `GET /transcriptions/${sealed}` : ask;
        const json = ask === 'POST /transcriptions' ? { file_url: FILE_URL } : undefined;
        assert.equal((await harness.ask(what, { json })).code, 'service-credentials');
      }
      const [event, ...more] = advice(harness);
      assert.equal(more.length, 0);
      assert.equal(event?.option, option);
      assert.match(event.docs ?? '', /^docs\/backend\.md#/);
    });
  }

  it('names the file host that allowedFileHosts lacks, once, and no address', async (t) => {
    const harness = await startHarness(t, { allowedFileHosts: ['files.example.com'] });
    const json = { file_url: 'https://cdn.example.net:9000/private/a.mp3?signature=abc' };
    for (let time = 0; time < 3; time++) {
      const answer = await harness.ask('POST /transcriptions', { json });
      assert.equal(answer.code, 'file-url-not-allowed');
    }
    const [event, ...more] = advice(harness);
    assert.equal(more.length, 0);
    assert.equal(event?.option, 'allowedFileHosts');
    assert.match(event.message, /Received: cdn\.example\.net:9000\./);
    assert.doesNotMatch(event.message, /private|signature/);
  });

  it('names publicOrigin and allowedOrigins once for a foreign page, and basePath for a path', async (t) => {
    const harness = await startHarness(t);
    for (let time = 0; time < 2; time++) {
      await harness.ask('POST /user-token', { headers: { Origin: 'https://app.example.org' } });
      await harness.ask('GET /nowhere');
    }
    assert.deepEqual(
      advice(harness).map(({ option }) => option),
      ['allowedOrigins, publicOrigin', 'basePath'],
    );
    assert.match(advice(harness)[0]?.message ?? '', /Received: app\.example\.org\./);
  });

  for (const [path, received] of [
    [
      '/app/api/transcribe/user-token?code=abc',
      '/app/api/transcribe/user-token, which needs basePath /app/api/transcribe.',
    ],
    ['/user-token', '/user-token, which needs basePath /.'],
    ['/v1/transcriptions/eyJhbGciOi.J9', '/v1/transcriptions/…, which needs basePath /v1.'],
    ['/reset/0b5e9dc41f88/user-ada%40example.org', '/reset/…/….'],
  ] as const) {
    it(`names the path that arrived, without values: ${received}`, async (t) => {
      const harness = await startHarness(t);
      await harness.ask(`POST ${path}`, { base: OWN_ORIGIN });
      const [event] = advice(harness);
      assert.equal(event?.option, 'basePath');
      assert.ok(event.message.endsWith(` Received: ${received}`), event.message);
    });
  }

  it('says which result of a store is wrong', async (t) => {
    for (const [value, says] of [
      [Buffer.from('{}'), /tokenCache\.get must return the text/],
      [{ access_token: 'partner-token-1' }, /tokenCache\.get must return the text/],
      ['[object Object]', /tokenCache\.get returned another text/],
    ] as const) {
      const harness = await startHarness(t, {
        tokenCache: {
          get: () => Promise.resolve(value as string),
          set: () => Promise.resolve(),
        },
      });
      assert.equal((await harness.ask('POST /user-token')).status, 200);
      assert.match(advice(harness)[0]?.message ?? '', says);
    }
    const harness = await startHarness(t, {
      rateStore: { take: () => Promise.resolve('OK' as unknown as { allowed: true }) },
    });
    assert.equal((await harness.ask('POST /user-token')).status, 200);
    assert.match(advice(harness)[0]?.message ?? '', /rateStore\.take must return/);
  });

  it('serviceUrl: a service that cannot be reached and has never answered is misconfigured', async (t) => {
    const harness = await startHarness(t, { serviceUrl: await deadUrl(), fetch });
    const answer = await harness.ask('POST /user-token');
    assert.deepEqual([answer.status, answer.code], [500, 'misconfigured']);
    await harness.ask('POST /user-token');
    const [event, ...more] = advice(harness);
    assert.equal(more.length, 0);
    assert.equal(event?.option, 'serviceUrl');
    assert.match(event.message, /ECONNREFUSED/);
    const call = harness.events.find(({ kind }) => kind === 'service-call');
    assert.ok(call?.kind === 'service-call');
    assert.deepEqual(
      [call.status, call.outcome, call.detail],
      [null, 'misconfigured', 'the connection failed: ECONNREFUSED'],
    );
  });

  it('serviceUrl: a service that has answered before is not available', async (t) => {
    let isDown = false;
    const refused = Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' });
    const harness = await startHarness(t, {
      fetch: (...request) => (isDown ? Promise.reject(refused) : fetch(...request)),
    });
    harness.service.on(ROUTES.exchange, () => ({ status: 500 }));
    assert.equal((await harness.ask('POST /user-token')).code, 'service-unavailable');
    isDown = true;
    assert.equal((await harness.ask('POST /user-token')).code, 'service-unavailable');
    assert.deepEqual(advice(harness), []);
  });
});
