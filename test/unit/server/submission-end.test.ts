/** Every way in which a submission can end, made to happen: which problem the page gets, and whether a task may exist. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { PartnerHandlerOptions, SubmissionStore } from '../../../src/server.js';
import { mayHaveTask, SUBMISSION_ENDS } from '../../../src/server/submission-end.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen, type Reply } from '../../support/fake-service.js';
import {
  deadUrl,
  FILE_URL,
  manualTimers,
  requestOf,
  ROUTES,
  startHarness,
  type Answer,
  type Asked,
  type Harness,
} from './harness.js';

const KEY = '0123456789abcdef0123456789abcdef';
/** Longer than any test takes; the tests end it. In ms. */
const TIMEOUT_MS = 999_999;

type End = keyof typeof SUBMISSION_ENDS;

const submit = (harness: Harness, more: Asked = {}, age?: string): Promise<Answer> =>
  harness.ask('POST /transcriptions', {
    json: { file_url: FILE_URL },
    ...more,
    headers: {
      'Idempotency-Key': KEY,
      ...(age === undefined ? {} : { 'Idempotency-Key-Age': age }),
      ...more.headers,
    },
  });

const storeThatFails = (): SubmissionStore => {
  const down = (): Promise<never> => Promise.reject(new Error('down'));
  return { getItem: down, setItem: down, removeItem: down, setIfAbsent: down };
};

/** A submission that the service answers like this. */
const answered =
  (reply: Reply, options: Partial<PartnerHandlerOptions> = {}) =>
  async (t: TestContext): Promise<Answer> => {
    const harness = await startHarness(t, options);
    harness.service.on(ROUTES.submit, () => reply);
    return submit(harness);
  };

/** A submission that the handler refuses by itself. */
const refused =
  (options: Partial<PartnerHandlerOptions>, asked: Asked = {}) =>
  async (t: TestContext): Promise<Answer> => {
    const harness = await startHarness(t, options);
    const answer = await submit(harness, asked);
    assert.equal(harness.service.at(ROUTES.submit).length, 0);
    return answer;
  };

const page = { text: '<html>', headers: { 'Content-Type': 'text/html' } };
const later = { 'Retry-After': '7' };

const CASES: Readonly<Record<End, (t: TestContext) => Promise<Answer>>> = {
  'no-session': refused({}, { user: null }),
  'foreign-origin': refused({}, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
  'not-set-up': refused({ authorize: () => Promise.reject(new Error('no database')) }),
  malformed: refused({}, { json: { file_url: 7 } }),
  'another-host': refused({ allowedFileHosts: ['elsewhere.example.com'] }),
  'another-user': refused({}, { headers: { 'User-Key': 'k'.repeat(22) } }),
  async 'key-reused'(t) {
    const harness = await startHarness(t);
    await submit(harness);
    return submit(harness, { json: { file_url: 'https://files.example.com/another.mp3' } });
  },
  async 'limit-reached'(t) {
    const harness = await startHarness(t, {
      limits: { submissions: { requests: 1, seconds: 60 } },
    });
    await submit(harness);
    return submit(harness, { headers: { 'Idempotency-Key': 'k'.repeat(20) } });
  },
  'store-away': refused({ submissionStore: storeThatFails() }),
  async 'store-away-at-repeat'(t) {
    const harness = await startHarness(t, { submissionStore: storeThatFails() });
    return submit(harness, {}, '3');
  },
  async 'still-open'(t) {
    const harness = await startHarness(t);
    let answer: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => (answer = resolve));
    harness.service.on(ROUTES.submit, async () => {
      await waits;
      return { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
    });
    const arrived = harness.service.next(ROUTES.submit);
    const first = submit(harness);
    await arrived;
    const second = await submit(harness, {}, '1');
    answer();
    await first;
    return second;
  },
  async 'known-task'(t) {
    const harness = await startHarness(t);
    await submit(harness);
    return submit(harness, {}, '3');
  },
  async 'known-unknown'(t) {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.submit, () => ({ status: 500 }));
    await submit(harness);
    return submit(harness, {}, '3');
  },
  async 'handler-failed'(t) {
    const server = createHttpServer(toNodeHandler(() => Promise.reject(new Error('a wrapper'))));
    t.after(() => close(server));
    const response = await fetch(await listen(server), { method: 'POST' });
    const json: unknown = await response.json();
    const { code } = json as { code: string };
    return { status: response.status, headers: response.headers, text: '', json, code };
  },
  accepted: answered({ json: { transcription_id: 'task-1', status: 'PENDING', data: {} } }),
  'answer-invalid': answered({ json: { id: 7 } }),
  'answer-broken': answered('break-off'),
  'no-answer': answered('cut'),
  async 'timed-out'(t) {
    const end = manualTimers(t, TIMEOUT_MS);
    const harness = await startHarness(t, { limits: { timeoutMs: TIMEOUT_MS } });
    harness.service.on(ROUTES.submit, () => {
      end();
      return 'hang';
    });
    return submit(harness);
  },
  async 'not-sent'(t) {
    const harness = await startHarness(t);
    const serviceUrl = await deadUrl();
    const { ask } = await startHarness(t, { serviceUrl });
    assert.equal(harness.service.received.length, 0);
    return ask('POST /transcriptions', { json: { file_url: FILE_URL } });
  },
  moved: answered({ status: 308, headers: { Location: 'https://new.example.com/' } }),
  redirected: answered({ status: 302, headers: { Location: 'https://new.example.com/' } }),
  'proxy-refused': answered({ status: 511, ...page }),
  intercepted: answered({ status: 403, ...page }),
  busy: answered({ status: 429 }),
  unavailable: answered({ status: 503, headers: later }),
  failed: answered({ status: 503 }),
  'credentials-refused': answered({ status: 403 }),
  'payment-required': answered({ status: 402 }),
  'too-large': answered({ status: 413 }),
  refused: answered({ status: 400 }),
};

describe('a submission that ends as', () => {
  for (const [name, run] of Object.entries(CASES)) {
    const { code, when, ...end } = SUBMISSION_ENDS[name as End];
    it(`${name} is answered with ${code ?? 'the task'}: ${when}`, async (t) => {
      const answer = await run(t);
      assert.equal(answer.code ?? null, code);
      const isOpen = answer.code === 'submission-unknown' && answer.headers.has('retry-after');
      assert.equal('isRetryTold' in end, isOpen);
      const { sent } = answer.json as { sent?: boolean };
      // The page repeats it by itself only if there is no task.
      if (sent === false) assert.equal(end.task, 'no');
    });
  }

  it('something has one meaning: no problem both means that there is no task and that there may be one', () => {
    for (const { task, code } of Object.values(SUBMISSION_ENDS)) {
      if (code !== null) assert.equal(mayHaveTask(code), task === 'maybe', code);
    }
  });
});

describe('the connection of a submission', () => {
  it('is a new one, so an idle one that was dropped on the way does not matter', async (t) => {
    const harness = await startHarness(t);
    // As a gateway does that has forgotten the connection: it resets the second request on it.
    const sockets = new Map<Socket, number>();
    const { hostname, port } = new URL(harness.service.url);
    const gateway = createServer((socket) => {
      const upstream = connect(Number(port), hostname);
      socket.on('error', () => undefined).on('close', () => upstream.destroy());
      upstream.on('error', () => undefined).on('data', (data) => socket.write(data));
      socket.on('data', (data) => {
        const isRequest = /^(?:POST|GET) /.test(data.toString('latin1'));
        const count = (sockets.get(socket) ?? 0) + Number(isRequest);
        sockets.set(socket, count);
        if (count > 1) socket.resetAndDestroy();
        else upstream.write(data);
      });
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    t.after(() => {
      for (const socket of sockets.keys()) socket.destroy();
      gateway.close();
    });
    const serviceUrl = `http://127.0.0.1:${(gateway.address() as { port: number }).port}`;
    const handler = harness.another({ serviceUrl });
    const ask = (key: string): Promise<Response> =>
      handler(
        requestOf('POST /transcriptions', {
          json: { file_url: FILE_URL },
          headers: { 'Idempotency-Key': key },
        }),
      );
    for (const key of ['a', 'b', 'c']) {
      assert.equal((await ask(key.repeat(32))).status, 200);
    }
    assert.equal(sockets.size, 3);
    assert.deepEqual([...new Set(sockets.values())], [1]);
    assert.equal(harness.service.at(ROUTES.submit).length, 3);
  });

  it('that a proxy refuses with 407 has not reached the service', async (t) => {
    const answer = await answered({ status: 407 })(t);
    assert.deepEqual([answer.status, answer.code], [503, 'service-unavailable']);
  });

  for (const [when, refuse] of [
    // It speaks no TLS, so the handshake fails with another code than a refused connection.
    ['does not get beyond', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['ends within', (socket: Socket) => socket.once('data', () => socket.destroy())],
  ] as const) {
    it(`that ${when} the handshake of TLS was not used`, async (t) => {
      const server = createServer(refuse).listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => server.close());
      const { port } = server.address() as { port: number };
      const serviceUrl = `https://127.0.0.1:${port}`;
      for (const own of [{}, { fetch: (...call: Parameters<typeof fetch>) => fetch(...call) }]) {
        const answer = await submit(await startHarness(t, { serviceUrl, ...own }));
        assert.deepEqual([answer.status, answer.code], [503, 'service-unavailable']);
      }
    });
  }
});
