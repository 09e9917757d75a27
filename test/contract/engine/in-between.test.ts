/**
 * Something stands between the page and the real handler, service and storage host, and answers in their place or changes
 * what they answer. After some such answers of any kind, at any call, the recording is transcribed: once, and no byte is sent
 * again.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { after, before, describe, it, type TestContext } from 'node:test';
import { noRecognizer, type Sandbox } from '../../../demo/sandbox/index.js';
import {
  createBackendFetchToken,
  createHttpBackend,
  createSession,
  createTokenProvider,
  createUploadService,
  type Ports,
  type SessionState,
} from '../../../src/engine.js';
import { EMPTY_RECORD, recordEvent } from '../../../src/engine/session/session.js';
import type { SeenAnswer } from '../../../src/protocol/errors.js';
import { type NodeHandler, toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { BASE, handlerFor } from '../../support/handler.js';
import { createNodePorts } from '../../support/node-ports.js';
import { recordingBytes } from '../../support/recording.js';
import { seededRandom } from '../../support/seeded-random.js';
import { sandboxFor } from '../../support/sandbox-client.js';
import { createSimulatedClock } from '../../support/simulated-world.js';

const CALLS = ['token', 'plan', 'part', 'completion', 'submission', 'query'] as const;
type Call = (typeof CALLS)[number];

const BACKEND_CALLS: readonly Call[] = ['token', 'submission', 'query'];

const placeOf = (call: Call): SeenAnswer['place'] => {
  if (call === 'part') return 'storage';
  return BACKEND_CALLS.includes(call) ? 'backend' : 'service';
};

const callOf = (method: string, path: string): Call | null => {
  if (path.endsWith('/user-token')) return 'token';
  if (path.endsWith('/generate-presigned-urls')) return 'plan';
  if (path.endsWith('/complete-upload')) return 'completion';
  if (/\/transcriptions\/?$/.test(path)) return method === 'POST' ? 'submission' : null;
  if (path.includes('/transcriptions/')) return 'query';
  return method === 'PUT' ? 'part' : null;
};

/** The bytes of a response, without its length. */
const raw = (
  status: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
  length: number | null = Buffer.byteLength(body),
): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `HTTP/1.1 ${status}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(length === null ? [] : [`Content-Length: ${length}`]),
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const page = (status: string, text: string, headers = {}): Buffer =>
  raw(status, { ...HTML, ...headers }, `<!DOCTYPE html><html><body><h1>${text}</h1></body></html>`);
const json = (status: string, body: unknown, headers = {}): Buffer =>
  raw(status, { ...JSON_TYPE, ...headers }, JSON.stringify(body));

interface Case {
  readonly symptom: string;
  /** Null: the connection is closed without an answer. */
  readonly answer: Buffer | null;
  /** Default: all. Where an answer cannot be told from one of the place itself, it is a refusal. */
  readonly calls?: readonly Call[];
}

const IN_TWO_SECONDS = {
  Date: 'Thu, 01 Jan 2026 10:00:00 GMT',
  'Retry-After': 'Thu, 01 Jan 2026 10:00:02 GMT',
};

const CASES: readonly Case[] = [
  { symptom: 'an offline page', answer: page('200 OK', 'You are offline') },
  {
    symptom: 'a page with a comment before its doctype',
    answer: raw('200 OK', {}, '<!-- x --><!DOCTYPE html><p>Hi'),
  },
  {
    symptom: 'an XHTML page',
    answer: raw(
      '200 OK',
      { 'Content-Type': 'application/xhtml+xml' },
      '<?xml version="1.0"?><html/>',
    ),
  },
  { symptom: 'a redirect to a sign-in page', answer: raw('302 Found', { Location: '/sign-in' }) },
  {
    symptom: 'a challenge of a firewall',
    answer: page('403 Forbidden', 'Just a moment...', { 'cf-mitigated': 'challenge' }),
  },
  {
    symptom: 'a block page of a company’s proxy',
    answer: page('403 Forbidden', 'Website blocked'),
  },
  {
    symptom: 'a gateway that checks sessions answers 401 with a page',
    answer: page('401 Unauthorized', '401 Authorization Required'),
  },
  {
    symptom: 'a page that is not found during a deploy',
    answer: page('404 Not Found', '404 Not Found'),
  },
  { symptom: 'a page that is gone', answer: page('410 Gone', '410 Gone') },
  {
    symptom: 'a bad request of a load balancer',
    answer: page('400 Bad Request', '400 Bad Request'),
  },
  {
    symptom: 'a proxy asks for a password',
    answer: page('407 Proxy Authentication Required', 'Sign in'),
  },
  { symptom: 'Laravel’s Page Expired', answer: page('419 unknown status', 'Page Expired') },
  { symptom: 'IIS’s Login Time-out', answer: page('440 Login Time-out', 'Login Time-out') },
  {
    symptom: 'a captive portal',
    answer: page('511 Network Authentication Required', 'Welcome to our Wi-Fi'),
  },
  { symptom: 'Cloudflare’s 522', answer: page('522 ', 'Connection timed out') },
  { symptom: 'Cloudflare’s 530', answer: page('530 ', 'Origin DNS error') },
  {
    symptom: 'a connection that was routed to another host',
    answer: page('421 Misdirected Request', 'Misdirected'),
  },
  {
    symptom: 'a gateway times out',
    answer: json('504 Gateway Timeout', { message: 'Endpoint request timed out' }),
  },
  { symptom: '503 of a load balancer', answer: raw('503 Service Unavailable', {}) },
  {
    symptom: '429 with a date by another clock',
    answer: json('429 Too Many Requests', {}, IN_TWO_SECONDS),
  },
  { symptom: 'not modified', answer: raw('304 Not Modified', { ETag: '"old"' }, '', null) },
  { symptom: 'a redirect without a target', answer: raw('300 Multiple Choices', {}) },
  { symptom: 'no content', answer: raw('204 No Content', {}, '', null) },
  { symptom: 'nothing', answer: raw('200 OK', {}) },
  { symptom: 'nothing, as a page', answer: raw('200 OK', HTML) },
  { symptom: 'JSON of a gateway', answer: json('200 OK', { message: 'OK' }) },
  {
    symptom: 'an error of a gateway in a 200',
    answer: json('200 OK', { errorMessage: 'Task timed out after 3.00 seconds' }),
  },
  { symptom: 'null', answer: json('200 OK', null) },
  { symptom: 'a list', answer: json('200 OK', []) },
  { symptom: 'true', answer: json('200 OK', true) },
  { symptom: 'half of a JSON', answer: raw('200 OK', JSON_TYPE, '{"FileId":"a","access_tok') },
  {
    symptom: 'a warning of PHP before the JSON',
    answer: raw(
      '200 OK',
      HTML,
      '<br />\n<b>Warning</b>: x in <b>y.php</b> on line <b>2</b><br />\n{}',
    ),
  },
  { symptom: 'a body that breaks off', answer: raw('200 OK', JSON_TYPE, '{"FileId":', 500) },
  {
    symptom: 'a body that is not gzip',
    answer: raw('200 OK', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 'no gzip'),
  },
  {
    symptom: 'bytes that are not HTTP',
    answer: Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  },
  { symptom: 'a connection that is closed', answer: null },
  {
    symptom: 'AWS API Gateway forbids',
    answer: json('403 Forbidden', { message: 'Forbidden' }),
    calls: BACKEND_CALLS,
  },
  {
    symptom: 'WordPress forbids with a code of its own',
    answer: json('403 Forbidden', {
      code: 'rest_cookie_invalid_nonce',
      message: 'x',
      data: { status: 403 },
    }),
    calls: BACKEND_CALLS,
  },
  {
    symptom: 'a session filter answers JSON',
    answer: json('401 Unauthorized', { message: 'Unauthenticated.' }),
    calls: ['submission', 'query'],
  },
  {
    symptom: 'a gateway has no route during a deploy: 404 as JSON',
    answer: json('404 Not Found', { message: 'no Route matched with those values' }),
  },
  {
    symptom: 'a gateway has no route during a deploy: 404 as text',
    answer: raw('404 Not Found', { 'Content-Type': 'text/plain' }, '404 page not found'),
  },
  { symptom: 'a gateway has no route any more: 410', answer: raw('410 Gone', {}) },
  {
    symptom: 'a firewall forbids a part, as JSON',
    answer: json('403 Forbidden', { message: 'Forbidden' }),
    calls: ['part'],
  },
  {
    symptom: 'a proxy finds a bad part',
    answer: raw('400 Bad Request', {}),
    calls: ['part'],
  },
  {
    symptom: 'the service still merges: 423',
    answer: json('423 Locked', {}),
    calls: ['completion'],
  },
  {
    symptom: 'the service still merges: 409',
    answer: json('409 Conflict', { message: 'merging' }),
    calls: ['completion'],
  },
  {
    symptom: 'the service still merges: 202',
    answer: json('202 Accepted', {}),
    calls: ['completion'],
  },
];

/** Changes of an answer that do not change what it means. */
const CHANGES: Readonly<Record<string, (text: string) => { text: string; type?: string }>> = {
  'a byte order mark before the JSON': (text) => ({ text: `\uFEFF${text}` }),
  'JSON as text/plain': (text) => ({ text, type: 'text/plain' }),
  'JSON as text/html': (text) => ({ text, type: 'text/html; charset=utf-8' }),
  'JSON with white space around it': (text) => ({ text: `\r\n\r\n ${text}\n\n` }),
  'JSON with a field twice': (text) => ({
    text: text.replace(/^\{/, '{"status":"x","FileId":"y","access_token":"z",'),
  }),
};

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Keys of submissions must differ. */
const random = seededRandom(43).next;

/** Requests under way. No time passes meanwhile. */
let busy = 0;
/** Also that of the handler, which compares the age of a submission with its own. */
const clock = createSimulatedClock(() => busy > 0);

/** What stands in between, for the next session. */
let inBetween: {
  readonly answer: (call: Call) => Buffer | 'forward' | null;
  readonly change: (call: Call, text: string) => { readonly text: string; readonly type?: string };
};

/** What answers the handler in place of the service. */
let ofGateway: (path: string) => Response | null = () => null;

/** Takes requests to `/<origin>/<path>`. */
const startProxy = (): Server =>
  createServer((incoming, outgoing) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = incoming;
      const [, origin = '', ...rest] = url.split('/');
      const body = await readBody(incoming);
      if (origin === 'sign-in') {
        outgoing.writeHead(200, HTML).end('<!DOCTYPE html><h1>Sign in</h1><input type="password">');
        return;
      }
      const call = callOf(method, `/${rest.join('/')}`.replace(/\?.*/, ''));
      const answer = call === null ? 'forward' : inBetween.answer(call);
      if (answer === null) outgoing.destroy();
      else if (answer !== 'forward') outgoing.socket?.end(answer);
      if (answer !== 'forward') return;
      const target = `${decodeURIComponent(origin)}/${rest.join('/')}`;
      const { host: _host, ...kept } = headers;
      const sent = forward(target, { method, headers: kept }, (response) => {
        void readBody(response).then((bytes) => {
          const given = response.headers;
          const changed = call && call !== 'part' ? inBetween.change(call, bytes.toString()) : null;
          const all = { ...given, ...(changed?.type && { 'content-type': changed.type }) };
          delete all['content-length'];
          delete all['transfer-encoding'];
          outgoing.writeHead(response.statusCode ?? 500, all);
          outgoing.end(changed?.text ?? bytes);
        });
      });
      sent.on('error', () => outgoing.destroy());
      sent.end(body);
    })();
  });

describe('something in between', () => {
  const cleanUps: (() => Promise<void>)[] = [];
  let sandbox: Sandbox;
  let proxy: string;
  let backend: string;
  let handle: NodeHandler;
  /** A new handler has no partner token yet. */
  let beginHandler: () => void;

  before(async () => {
    const owner = { after: (cleanUp: () => Promise<void>) => void cleanUps.unshift(cleanUp) };
    sandbox = await sandboxFor(owner, { recognizer: noRecognizer(), chunkSize: () => 40_000 });
    const options = {
      clock,
      proxyUploads: true,
      fetch: async (...[url, init]: Parameters<typeof fetch>) =>
        ofGateway(new URL(url instanceof Request ? url.url : url).pathname) ?? fetch(url, init),
      limits: { userTokens: null, submissions: null, queries: null },
    } as const;
    beginHandler = () => (handle = toNodeHandler(handlerFor(sandbox, options)));
    beginHandler();
    for (const server of [
      createServer((request, response) => void handle(request, response)),
      startProxy(),
    ]) {
      const url = await listen(server);
      cleanUps.unshift(() => close(server));
      if (backend === undefined) backend = url + BASE;
      else proxy = url;
    }
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  /** Transcribes a recording through the proxy. */
  const transcribe = async (serviceUrl = sandbox.serviceUrl) => {
    const underWay = async <T>(work: Promise<T>): Promise<T> => {
      busy++;
      return work.finally(() => busy--);
    };
    const through = (url: string): string => {
      const { origin, pathname, search } = new URL(url);
      return `${proxy}/${encodeURIComponent(origin)}${pathname}${search}`;
    };
    const node = createNodePorts({ 'X-Test-User': 'user-ada' });
    const told: string[] = [];
    const ports: Ports = {
      ...node,
      clock,
      http: (it) => underWay(node.http({ ...it, url: through(it.url) })),
      sendPart: (it) => underWay(node.sendPart({ ...it, url: through(it.url) })),
      hash: (blob, it) => underWay(node.hash(blob, it)),
      tell: (message) => told.push(message),
      random,
    };
    const tokens = createTokenProvider(createBackendFetchToken(backend, ports), ports);
    const session = createSession(ports, () => ({
      service: () => createUploadService(serviceUrl, tokens, ports),
      backend: () => createHttpBackend(backend, ports),
      limits: {},
      manualStart: false,
    }));
    let record = EMPTY_RECORD;
    let plans = 0;
    const tried: string[] = [];
    const ended = new Promise<SessionState>((resolve) => {
      session.subscribe((state, _previous, event) => {
        record = recordEvent(record, event, 0);
        if (event.type === 'planned') plans++;
        if (event.type === 'part-tried') tried.push(event.attempt.outcome);
        if (state.name === 'ready' || state.name === 'failed') resolve(state);
      });
    });
    const bytes = recordingBytes(100_000);
    const tasks = sandbox.taskIds().length;
    const file = new File([bytes], 'talk.wav');
    session.dispatch({ type: 'select', source: { kind: 'file', file }, options: {} });
    const state = await ended;
    return { state, bytes, told, record, plans, tried, tasks: sandbox.taskIds().length - tasks };
  };

  const assertDone = async ({
    state,
    bytes,
    plans,
    tasks,
  }: Awaited<ReturnType<typeof transcribe>>) => {
    const why =
      state.name === 'failed' ? `${state.error.message} ${String(state.error.cause)}` : '';
    assert.equal(state.name, 'ready', why);
    assert.ok(state.name === 'ready');
    assert.deepEqual([plans, tasks], [1, 1], 'plans and tasks');
    const merged = await readFile(sandbox.uploadedFile(state.job.plan?.FileId ?? '') ?? '');
    const md5 = (it: Uint8Array): string => createHash('md5').update(it).digest('hex');
    assert.equal(md5(merged), md5(bytes));
  };

  /** Something in between answers the first two calls of the handler to this path. Returns how many are left. */
  const pagesTo = (t: TestContext, status: number, path: string | RegExp): (() => number) => {
    let left = 2;
    beginHandler();
    inBetween = { answer: () => 'forward', change: (_call, text) => ({ text }) };
    ofGateway = (asked) =>
      asked.search(path) >= 0 && left-- > 0
        ? new Response('<!DOCTYPE html><h1>nginx</h1>', { status, headers: HTML })
        : null;
    t.after(() => (ofGateway = () => null));
    return () => Math.max(0, left);
  };

  const ANSWERS = 5;

  for (const { symptom, answer, calls = CALLS } of CASES)
    for (const call of calls)
      it(`${symptom}, in place of the answer to the ${call}: work continues`, async () => {
        let left = ANSWERS;
        // The first part shows that the host is set up.
        let skipped = call === 'part' ? 1 : 0;
        inBetween = {
          answer: (asked) => (asked !== call || skipped-- > 0 || left-- <= 0 ? 'forward' : answer),
          change: (_call, text) => ({ text }),
        };
        const done = await transcribe();
        await assertDone(done);
        assert.ok(left < ANSWERS, 'nothing was in between');
        const { record } = done;
        const place = BACKEND_CALLS.includes(call)
          ? 'backend'
          : call === 'part'
            ? 'storage'
            : 'service';
        const seen = record.entries.filter(({ detail }) => detail?.['place'] === place);
        if (call !== 'part') assert.ok(seen.length > 0, JSON.stringify(record.entries));
        assert.doesNotMatch(JSON.stringify(record), /https?:|127\.0\.0\.1|Bearer/);
      });

  for (const [symptom, change] of Object.entries(CHANGES))
    it(`${symptom}, in all answers: the recording is transcribed`, async () => {
      inBetween = { answer: () => 'forward', change: (_call, text) => change(text) };
      const done = await transcribe();
      await assertDone(done);
      assert.deepEqual(done.told, []);
    });

  for (const status of [400, 401, 403, 404, 407])
    for (const [call, path] of [
      ['exchange', '/oauth/partner/access-token'],
      ['user token', '/users/access-token'],
      ['plan', '/generate-presigned-urls'],
      ['completion', '/complete-upload'],
      ['query', '/transcriptions/task'],
    ] as const)
      it(`a page with ${status}, in place of the service’s answer to the handler’s ${call}: work continues`, async (t) => {
        const left = pagesTo(t, status, path);
        await assertDone(await transcribe(backend));
        assert.equal(left(), 0);
      });

  it('a page in place of the service’s answer to a submission: the outcome is unknown', async (t) => {
    const left = pagesTo(t, 404, /\/transcriptions\/$/);
    const { state, tasks } = await transcribe();
    assert.ok(state.name === 'failed');
    assert.deepEqual([state.error.failure?.reason, tasks], ['submission-unknown', 0]);
    // The handler does not submit again by itself.
    assert.deepEqual([state.error.recoverable, left()], [true, 1]);
  });

  // Queries are repeated without end.
  for (const call of CALLS.filter((it) => it !== 'query'))
    it(`pages that stay, in place of the answer to the ${call}: the error says who answered`, async () => {
      const blocked = page('200 OK', 'Blocked by example-corp.test/why for bob@example.com');
      inBetween = {
        answer: (asked) => (asked === call ? blocked : 'forward'),
        change: (_call, text) => ({ text }),
      };
      const { state, told } = await transcribe();
      assert.ok(state.name === 'failed');
      assert.deepEqual(state.error.seen, {
        place: placeOf(call),
        ...{ by: 'in-between', status: 200, type: 'text/html' },
        words: 'Blocked by … for …',
      });
      assert.equal(state.error.failure?.reason, 'answered-by-another');
      assert.match(told[0] ?? '', /status 200, a web page, “Blocked by … for …”/);
    });
});
