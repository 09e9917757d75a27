/** `check-backend` passes our handler, and notices an implementation that breaks one rule. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { runCheckBackend } from '../../../demo/check-backend-command/main.js';
import {
  createPartnerHandler,
  type PartnerHandler,
  type PartnerHandlerOptions,
} from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen, startFakeService, type FakeService } from '../../support/fake-service.js';

const USERS = new Map([
  ['session=ada', 'user-ada'],
  ['session=bob', 'user-bob'],
]);
const FILE_URL = 'https://files.example.com/a.mp3';
const SECRET = 'secret-1-0123456789';

const startService = async (t: TestContext): Promise<FakeService> => {
  const service = await startFakeService();
  t.after(() => service.close());
  service.on('POST /oauth/partner/access-token', () => ({
    json: { access_token: 'partner-token-1', expires_in: 7200 },
  }));
  service.on('POST /open/partner/users/access-token', () => ({
    json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 86_400 },
  }));
  service.on('POST /open/partner/ai/transcriptions/', (_, count) => ({
    json: { transcription_id: `task-${count}`, status: 'PENDING', data: {} },
  }));
  for (let task = 1; task < 9; task++) {
    service.on(`GET /open/partner/ai/transcriptions/task-${task}`, () => ({
      json: { transcription_id: `task-${task}`, status: 'STARTED', data: {} },
    }));
  }
  return service;
};

const JSON_TYPE = { 'Content-Type': 'application/json' };

type Change = (request: Request, handler: PartnerHandler) => Promise<Response>;

const check = async (
  t: TestContext,
  change: Change = (request, handler) => handler(request),
  more: readonly string[] = ['--submit', FILE_URL],
  options: Pick<PartnerHandlerOptions, 'allowedOrigins' | 'publicOrigin' | 'limits'> = {},
) => {
  const service = await startService(t);
  const handler = createPartnerHandler({
    ...{ serviceUrl: service.url, clientId: 'client-1', apiKey: 'api-key-1' },
    clientSecret: SECRET,
    authorize: (request) => {
      const userId = USERS.get(request.headers.get('cookie') ?? '');
      return userId === undefined ? null : { userId };
    },
    onEvent: () => undefined,
    ...options,
  });
  const server = createServer(toNodeHandler((request) => change(request, handler)));
  t.after(() => close(server));
  const url = `${await listen(server)}/api/transcribe`;
  const lines: string[] = [];
  const environment = {
    CLIENT_SECRET: SECRET,
    SESSION: 'Cookie: session=ada',
    ...(more.length === 0 ? {} : { OTHER_SESSION: 'Cookie: session=bob' }),
  };
  const code = await runCheckBackend([url, ...more], environment, (line) => void lines.push(line));
  const failed = lines.filter((line) => line.startsWith('FAIL'));
  return { code, lines, failed, service };
};

/** The request with other headers; a header of null is removed. */
const withHeaders = (
  request: Request,
  changes: Readonly<Record<string, string | null>>,
): Request => {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(request, { headers });
};

const answerWith = (response: Response, changes: Readonly<Record<string, string>>): Response => {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(changes)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
};

const readJson = async (request: Request): Promise<Record<string, unknown>> => {
  const text = await request.clone().text();
  try {
    const json = JSON.parse(text) as unknown;
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    return {};
  }
};

const withBody = (request: Request, body: string): Request => {
  const { headers } = withHeaders(request, { 'Content-Length': null });
  return new Request(request.url, { method: request.method, headers, body });
};

const isRoute = (request: Request, method: string, part: string): boolean =>
  request.method === method && new URL(request.url).pathname.includes(part);
const isSubmission = (request: Request): boolean => isRoute(request, 'POST', '/transcriptions');

/** Changes successes as JSON. */
const changeJson =
  (
    concerns: (request: Request) => boolean,
    change: (json: Record<string, unknown>) => object,
  ): Change =>
  async (request, handler) => {
    const response = await handler(request);
    if (!response.ok || !concerns(request)) return response;
    const json = (await response.json()) as Record<string, unknown>;
    return Response.json(change(json), { headers: response.headers });
  };

/** Changes problems as JSON. */
const changeProblem =
  (code: string, change: (json: Record<string, unknown>) => object, status?: number): Change =>
  async (request, handler) => {
    const response = await handler(request);
    if (response.ok) return response;
    const json = (await response.json()) as Record<string, unknown>;
    const isIt = json['code'] === code;
    return new Response(JSON.stringify(isIt ? change(json) : json), {
      status: isIt && status !== undefined ? status : response.status,
      headers: response.headers,
    });
  };

/** Corrects what must be refused, so that it is accepted. */
const correct =
  (repair: (json: Record<string, unknown>) => object, part = '/transcriptions'): Change =>
  async (request, handler) =>
    handler(
      isRoute(request, 'POST', part)
        ? withBody(request, JSON.stringify(repair(await readJson(request))))
        : request,
    );

const headers =
  (
    changes: (request: Request) => Readonly<Record<string, string | null>>,
    concerns: (request: Request) => boolean = () => true,
  ): Change =>
  (request, handler) =>
    handler(concerns(request) ? withHeaders(request, changes(request)) : request);

const AS_ADA = headers(() => ({ Cookie: 'session=ada' }));
const sameSite = { Origin: null, 'Sec-Fetch-Site': null };

/** Takes a foreign `Origin` if `accepts` does. */
const origins = (accepts: (origin: string, own: string) => boolean): Change =>
  headers(
    () => sameSite,
    (request) =>
      !request.headers.has('sec-fetch-site') &&
      accepts(request.headers.get('origin') ?? '', new URL(request.url).origin),
  );

/** A host that the check of addresses lets through. */
const takes = (accepted: RegExp): Change =>
  correct((json) => (accepted.test(String(json['file_url'])) ? { file_url: FILE_URL } : json));

/** What an implementation does wrong, and the check that must notice it. */
const MUTANTS: Readonly<Record<string, readonly [Change, RegExp]>> = {
  'signs everybody in': [
    (request, handler) =>
      request.headers.has('cookie') ? handler(request) : AS_ADA(request, handler),
    /401 without a session/,
  ],
  'answers 403 to who is not signed in': [
    changeProblem('no-session', (json) => ({ ...json, status: 403 }), 403),
    /401 without a session/,
  ],
  'takes requests of other sites': [headers(() => sameSite), /another site is refused/],
  'looks only at Sec-Fetch-Site': [headers(() => ({ Origin: null })), /by \{"Origin"/],
  'looks only at Origin': [headers(() => ({ 'Sec-Fetch-Site': null })), /by \{"Sec-Fetch-Site"/],
  'takes sibling sites': [
    headers(
      () => sameSite,
      (request) => request.headers.get('sec-fetch-site') === 'same-site',
    ),
    /same-site/,
  ],
  'takes the origin of a sandboxed frame': [origins((origin) => origin === 'null'), /"null"/],
  'compares only the beginning of an origin': [
    origins((origin, own) => origin !== own && origin.startsWith(own)),
    /evil\.example/,
  ],
  'compares hosts without ports': [
    origins((origin, own) => origin.startsWith(own.replace(/:\d+$/, ':'))),
    /:9"/,
  ],
  'permits every origin in preflights': [
    async (request, handler) =>
      request.method === 'OPTIONS'
        ? new Response(null, { headers: { 'Access-Control-Allow-Origin': '*' } })
        : handler(request),
    /another site gets no permission/,
  ],
  'permits every origin in answers': [
    async (request, handler) =>
      answerWith(await handler(request), { 'Access-Control-Allow-Origin': '*' }),
    /Access-Control-Allow-Origin/,
  ],
  'refuses its own origin': [
    headers(
      () => ({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }),
      (request) => request.headers.get('origin') === new URL(request.url).origin,
    ),
    /a page of http.* is accepted/,
  ],
  'refuses the query of an address': [
    async (request, handler) =>
      new URL(request.url).search === ''
        ? handler(request)
        : handler(
            new Request(new URL('/api/transcribe/user-token', request.url), {
              ...{ method: 'POST', body: '[]', headers: withHeaders(request, JSON_TYPE).headers },
            }),
          ),
    /the query of the address is ignored/,
  ],
  'takes the query for a part of the id': [
    async (request, handler) => handler(new Request(request.url.replace('?', '%3F'), request)),
    /to its own user/,
  ],
  'asks for the path before the session': [
    (request, handler) =>
      request.url.includes('no-such-route') ? AS_ADA(request, handler) : handler(request),
    /in the order/,
  ],
  'takes the user of the body': [correct(() => ({}), '/user-token'), /no user of the body/],
  'answers GET with a token': [
    (request, handler) =>
      handler(
        isRoute(request, 'GET', '/user-token')
          ? new Request(request.url, { method: 'POST', headers: request.headers })
          : request,
      ),
    /GET \/user-token is 405/,
  ],
  'does not say which methods are allowed': [
    async (request, handler) => {
      const response = await handler(request);
      response.headers.delete('Allow');
      return response;
    },
    /405 with Allow/,
  ],
  'fails on odd ids': [
    changeProblem('not-found', (json) => ({ ...json, code: 'handler-failed', status: 500 }), 500),
    /an unknown id is 404/,
  ],
  'ignores keys': [headers(() => ({ 'Idempotency-Key': null })), /paid twice/],
  'forgets keys at once': [
    headers(
      () => ({ 'Idempotency-Key': crypto.randomUUID() }),
      (request) => request.headers.has('idempotency-key-age'),
    ),
    /a repeat gets the same task|older than the memory/,
  ],
  'ignores the age of keys': [
    headers(() => ({ 'Idempotency-Key-Age': null })),
    /older than the memory/,
  ],
  'shares keys between users': [
    async (request, handler) =>
      request.headers.has('idempotency-key') && request.headers.get('cookie') === 'session=bob'
        ? AS_ADA(request, handler)
        : handler(request),
    /nobody else/,
  ],
  'compares a key with the whole address': [
    async (request, handler) => {
      const key = request.headers.get('idempotency-key');
      if (key === null) return handler(request);
      const { file_url: address } = await readJson(request);
      const { length } = new URL(String(address)).search;
      return handler(withHeaders(request, { 'Idempotency-Key': `${key}-${length}` }));
    },
    /a repeat gets the same task/,
  ],
  'does not compare what a key was for': [
    async (request, handler) =>
      handler(
        request.headers.has('idempotency-key') && isSubmission(request)
          ? withBody(request, JSON.stringify({ file_url: FILE_URL }))
          : request,
      ),
    /other options is 422/,
  ],
  'takes any key': [
    headers(
      () => ({ 'Idempotency-Key': null }),
      (request) => request.headers.get('idempotency-key') === 'x',
    ),
    /malformed key/,
  ],
  'takes endless keys': [
    headers(
      () => ({ 'Idempotency-Key': null }),
      (request) => (request.headers.get('idempotency-key') ?? '').length > 128,
    ),
    /malformed key/,
  ],
  'ignores User-Key': [headers(() => ({ 'User-Key': null })), /User-Key/],
  'takes any media type': [
    headers(
      () => ({ 'Content-Type': 'application/json' }),
      (request) => request.method === 'POST' && request.headers.has('content-type'),
    ),
    /not JSON is 415/,
  ],
  'refuses a charset': [
    headers(
      () => ({ 'Content-Type': 'text/plain' }),
      (request) => (request.headers.get('content-type') ?? '').includes('charset'),
    ),
    /a charset of JSON/,
  ],
  'takes unknown fields': [correct(({ user_id: _, ...json }) => json), /user_id.* is 400/],
  'takes any params': [correct(({ params: _, ...json }) => json), /params.* is 400/],
  'takes a body that is no object': [
    async (request, handler) =>
      handler(
        isSubmission(request) && ['null', '[]'].includes(await request.clone().text())
          ? withBody(request, JSON.stringify({ file_url: FILE_URL }))
          : request,
      ),
    /the body null is 400/,
  ],
  'has no limit of sizes': [
    async (request, handler) =>
      isSubmission(request) && (await request.clone().text()).length > 2 ** 20
        ? handler(withBody(request, '{}'))
        : handler(request),
    /a body of 2 MiB is 413/,
  ],
  'believes Content-Length': [
    async (request, handler) =>
      isSubmission(request) && !request.headers.has('content-length')
        ? handler(withBody(request, (await request.clone().text()).trim() || '{}'))
        : handler(request),
    /without Content-Length is 413/,
  ],
  'takes loopback addresses': [takes(/localhost|127\.0\.0\.1/), /127\.0\.0\.1/],
  'takes addresses as numbers': [takes(/2130706433|0x7f|0177/), /0x7f/],
  'takes private networks': [takes(/\/\/(?:10|172|192|100)\./), /192\.168/],
  'takes the metadata of clouds': [takes(/169\.254|metadata/), /169\.254/],
  'takes IPv6': [takes(/\[/), /\[::1\]/],
  'takes private names': [takes(/\.local|\.default/), /nas\.local/],
  'takes any scheme': [takes(/^(?:file|ftp|data):/), /file:/],
  'takes credentials in addresses': [takes(/:\/\/user:/), /user:password/],
  'lets caches store tokens': [
    async (request, handler) =>
      answerWith(await handler(request), { 'Cache-Control': 'max-age=60' }),
    /forbids caches/,
  ],
  'answers with a secret': [
    async (request, handler) => answerWith(await handler(request), { 'X-Debug': SECRET }),
    /contains a secret/,
  ],
  'answers web pages to errors': [
    async (request, handler) => {
      const response = await handler(request);
      return response.ok
        ? response
        : new Response('<h1>Error</h1>', { status: response.status, headers: response.headers });
    },
    /without JSON/,
  ],
  'answers errors as plain JSON': [
    async (request, handler) => {
      const response = await handler(request);
      return response.ok ? response : answerWith(response, { 'Content-Type': 'application/json' });
    },
    /as application\/json/,
  ],
  'has a code of its own': [
    changeProblem('bad-request', (json) => ({ ...json, code: 'invalid' })),
    /the code invalid/,
  ],
  'says another status in the body': [
    changeProblem('bad-request', (json) => ({ ...json, status: 422 })),
    /status of bad-request/,
  ],
  'leaves the title of errors out': [
    changeProblem('not-found', ({ title: _, ...json }) => json),
    /type, title, detail or sent/,
  ],
  'uses a code on the wrong route': [
    async (request, handler) => {
      const response = await handler(request);
      const isBad = response.status === 400 && request.url.endsWith('/user-token');
      const json = { type: 'about:blank', title: 'No.', code: 'file-url-not-allowed', status: 400 };
      return isBad
        ? new Response(JSON.stringify(json), { status: 400, headers: response.headers })
        : response;
    },
    /must not answer file-url-not-allowed/,
  ],
  'gives every user one userKey': [
    changeJson(
      (request) => request.url.endsWith('/user-token'),
      (json) => ({ ...json, userKey: 'same' }),
    ),
    /two users have the same userKey/,
  ],
  'changes userKey': [
    changeJson(
      (request) => request.url.endsWith('/user-token'),
      (json) => ({ ...json, userKey: crypto.randomUUID() }),
    ),
    /userKey changes/,
  ],
  'leaves userKey out': [
    changeJson(
      (request) => request.url.endsWith('/user-token'),
      ({ userKey: _, ...json }) => json,
    ),
    /userKey is missing/,
  ],
  'sends the lifetime as a text': [
    changeJson(
      (request) => request.url.endsWith('/user-token'),
      (json) => ({ ...json, expires_in: 'a day' }),
    ),
    /a token for the signed-in user.*expires_in/,
  ],
  'answers [] where the document has {}': [
    changeJson(
      (request) => request.url.includes('/transcriptions'),
      (json) => ({ ...json, data: [] }),
    ),
    /must be \{\}, not \[\]/,
  ],
  'answers with the id of the service': [
    changeJson(
      (request) => isRoute(request, 'GET', '/transcriptions/'),
      (json) => ({ ...json, transcription_id: 'task-1' }),
    ),
    /another id/,
  ],
  'shows tasks to everybody': [
    (request, handler) => (request.method === 'GET' ? AS_ADA(request, handler) : handler(request)),
    /to nobody else/,
  ],
  'opens changed ids': [
    (request, handler) => {
      const url = request.url.replace(/(\/transcriptions\/)[AB]/, '$1d');
      return handler(new Request(url, request));
    },
    /to nobody else/,
  ],
};

const PAGE = 'https://app.example.com';
/** Pages on another origin than the handler. */
const OTHER_ORIGIN = { publicOrigin: PAGE, allowedOrigins: [PAGE] };

const isPreflight = (request: Request): boolean => request.method === 'OPTIONS';

/** What is wrong for pages on another origin. */
const OTHER_ORIGIN_MUTANTS: Readonly<Record<string, readonly [Change, RegExp]>> = {
  'refuses cross-site requests of its page': [
    headers(
      () => ({ Origin: 'https://evil.example' }),
      (request) => request.headers.get('origin') === PAGE && !isPreflight(request),
    ),
    /a page of https.* is accepted/,
  ],
  'permits no headers in preflights': [
    async (request, handler) =>
      isPreflight(request)
        ? answerWith(await handler(request), { 'Access-Control-Allow-Headers': 'content-type' })
        : handler(request),
    /does not have idempotency-key/,
  ],
  'asks for the session in preflights': [
    async (request, handler) =>
      handler(isPreflight(request) ? new Request(request, { method: 'DELETE' }) : request),
    /preflight of \/user-token without a session is 401/,
  ],
  'permits its page only in successes': [
    async (request, handler) => {
      const response = await handler(request);
      if (response.status === 401) response.headers.delete('Access-Control-Allow-Origin');
      return response;
    },
    /answers 401 with Access-Control-Allow-Origin: null/,
  ],
  'permits no credentials': [
    async (request, handler) => {
      const response = await handler(request);
      response.headers.delete('Access-Control-Allow-Credentials');
      return response;
    },
    /without Access-Control-Allow-Credentials/,
  ],
  'lets the page read no header': [
    async (request, handler) => {
      const response = await handler(request);
      response.headers.delete('Access-Control-Expose-Headers');
      return response;
    },
    /Access-Control-Expose-Headers does not have/,
  ],
};

describe('check-backend', () => {
  it('passes our handler, and submits one recording', async (t) => {
    const { code, failed, lines, service } = await check(t);
    assert.deepEqual([code, failed], [0, []]);
    assert.ok(lines.length > 20);
    assert.equal(service.at('POST /open/partner/ai/transcriptions/').length, 1);
  });

  it('submits nothing unless it is told to, and says what it did not check', async (t) => {
    const { code, lines, service } = await check(t, undefined, []);
    assert.equal(code, 0);
    assert.equal(service.at('POST /open/partner/ai/transcriptions/').length, 0);
    assert.match(lines.join('\n'), /^– .*--submit/m);
  });

  const LIMITS = ['--limits'];
  const tokens = (service: FakeService): number =>
    service.at('POST /open/partner/users/access-token').length;

  it('passes the limits of our handler, if it is told to try them', async (t) => {
    const { code, failed, lines, service } = await check(t, undefined, LIMITS);
    assert.deepEqual([code, failed], [0, []]);
    assert.match(lines.join('\n'), /^ok .* asks too often/m);
    assert.ok(tokens(service) > 200);
    const untold = await check(t, undefined, []);
    assert.match(untold.lines.join('\n'), /^– .*asks too often.*--limits/m);
    assert.ok(tokens(untold.service) < 20);
  });

  it('notices a backend without limits', async (t) => {
    const { code, failed, service } = await check(t, undefined, LIMITS, {
      limits: { userTokens: null },
    });
    assert.equal(code, 1);
    assert.match(failed.join('\n'), /one user got 1000 tokens/);
    assert.ok(tokens(service) < 1_100);
  });

  it('notices a backend that limits all users together, or does not say how long', async (t) => {
    let asked = 0;
    const together: Change = (request, handler) => {
      asked += 1;
      return handler(asked > 150 ? withHeaders(request, { Cookie: 'session=ada' }) : request);
    };
    const { failed } = await check(t, together, LIMITS);
    assert.match(failed.join('\n'), /^FAIL .* asks too often.*: expected 200, got 429/m);
    const silent: Change = async (request, handler) => {
      const response = await handler(request);
      response.headers.delete('Retry-After');
      return response;
    };
    const hidden = await check(t, silent, LIMITS);
    assert.match(hidden.failed.join('\n'), /^FAIL .* asks too often.*: Retry-After is missing/m);
  });

  it('passes our handler for pages on another origin, if their origin is named', async (t) => {
    const named = await check(t, undefined, ['--origin', PAGE, '--submit', FILE_URL], OTHER_ORIGIN);
    assert.deepEqual([named.code, named.failed], [0, []]);
    assert.match(named.lines.join('\n'), /^ok .* may send its requests/m);
    const { failed } = await check(t, undefined, [], OTHER_ORIGIN);
    assert.match(failed.join('\n'), /^FAIL a page of http:.* is accepted/);
  });

  it('passes our handler behind a proxy that ends TLS, and advises to set publicOrigin', async (t) => {
    const proxied: Change = (request, handler) =>
      handler(new Request(request.url.replace('http:', 'https:'), request));
    const { code, failed, lines } = await check(t, proxied);
    assert.deepEqual([code, failed], [0, []]);
    assert.match(lines.join('\n'), /^– .*without Sec-Fetch-Site.*publicOrigin/m);
  });

  for (const [what, [change, noticed]] of Object.entries(OTHER_ORIGIN_MUTANTS)) {
    it(`notices a backend for pages on another origin that ${what}`, async (t) => {
      const { code, failed } = await check(t, change, ['--origin', PAGE], OTHER_ORIGIN);
      assert.equal(code, 1);
      assert.match(failed.join('\n'), noticed);
    });
  }

  for (const [what, [change, noticed]] of Object.entries(MUTANTS)) {
    it(`notices a backend that ${what}`, async (t) => {
      const { code, failed } = await check(t, change);
      assert.equal(code, 1);
      assert.match(failed.join('\n'), noticed);
    });
  }

  it('says how it is used, and that nothing answers', async () => {
    const said: string[] = [];
    const print = (line: string): void => void said.push(line);
    assert.equal(await runCheckBackend(['nowhere'], {}, print), 2);
    assert.match(said.join('\n'), /^Usage:/);
    const wrongOrigin = ['http://127.0.0.1:9/api', '--origin', `${PAGE}/page`];
    assert.equal(await runCheckBackend(wrongOrigin, { SESSION: 'Cookie: a=b' }, print), 2);
    const dead = ['http://127.0.0.1:9/api'];
    assert.equal(await runCheckBackend(dead, { SESSION: 'Cookie: a=b' }, print), 1);
    assert.match(said.join('\n'), /cannot be reached/);
  });
});
