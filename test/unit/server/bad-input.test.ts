/** Sends thousands of seeded malformed requests: each must get a 4xx with a code, and none may reach the service. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../../../src/protocol/problem.js';
import {
  createPartnerHandler,
  type HandlerEvent,
  type PartnerHandler,
} from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { badRequest, type BadRequest, type Mount } from '../../support/bad-requests.js';
import { seededRandom } from '../../support/seeded-random.js';
import {
  API_KEY,
  BASE,
  CLIENT_ID,
  CLIENT_SECRET,
  OWN_ORIGIN,
  readAnswer,
  requestOf,
} from './harness.js';
import { seededRuns } from '../../support/seeded-runs.js';
import { serve } from './node-server.js';

/** Number of requests. `SHOW=1` prints the count of each code. */
const RUNS = seededRuns(500, 10_000);
/** `SEED=123` sends only that request. */
const SEED = process.env['SEED'];
/** One request in this many is sent as raw bytes over its own socket. */
const RAW_EVERY = 20;
const BODY_BYTES = 64 * 1024;

interface Bench {
  readonly handler: PartnerHandler;
  readonly mount: Mount;
  readonly events: readonly HandlerEvent[];
  /** Number of calls to the service so far. */
  readonly calls: () => number;
}

/** Submits one recording of Ada's, then returns a handler that counts its calls to the service. */
const createBench = async (): Promise<Bench> => {
  let calls = 0;
  const events: HandlerEvent[] = [];
  const handler = createPartnerHandler({
    serviceUrl: 'https://service.example',
    ...{ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, apiKey: API_KEY, basePath: BASE },
    authorize: (request) => {
      const userId = request.headers.get('x-test-user');
      return userId === null ? null : { userId };
    },
    allowedOrigins: ['https://friend.example'],
    proxyUploads: true,
    limits: { bodyBytes: BODY_BYTES },
    onEvent: (event) => void events.push(event),
    fetch: () => {
      calls += 1;
      const task = { transcription_id: 'task-1', status: 'PENDING', data: {} };
      return Promise.resolve(Response.json(task));
    },
  });
  const json = { file_url: 'https://files.example.com/a.mp3' };
  const submitted = await readAnswer(await handler(requestOf('POST /transcriptions', { json })));
  const { transcription_id: sealedId } = submitted.json as { readonly transcription_id: string };
  assert.equal(calls, 1);
  calls = 0;
  events.length = 0;
  const mount = { base: BASE, bodyBytes: BODY_BYTES, sealedId };
  return { handler, mount, events, calls: () => calls };
};

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 1000)
        controller.enqueue(bytes.slice(at, at + 1000));
      controller.close();
    },
  });

const toRequest = ({ method, target, headers, body, streamed }: BadRequest): Request =>
  new Request(OWN_ORIGIN + target, {
    method,
    headers: Object.fromEntries(
      // The Fetch standard allows only bytes (U+0000 to U+00FF) in a header.
      Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
    ),
    body: body !== null && streamed ? streamOf(body) : body,
    ...(streamed ? { duplex: 'half' as const } : {}),
  });

const head = ({ method, target, headers, body, streamed, raw }: BadRequest): string => {
  const length = headers['Content-Length'] ?? String(body?.length ?? 0);
  const framing = streamed ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': length };
  const all = { Host: 'backend.example', Connection: 'close', ...headers, ...framing };
  // Node answers invalid HTTP itself, before it calls the handler.
  const path = raw ? target : encodeURI(target).replaceAll('%25', '%');
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

/** Sends raw bytes and reads until the connection closes. */
const exchange = (url: string, request: BadRequest): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(pieces).toString()));
    socket.write(head(request));
    const { body, streamed } = request;
    if (body !== null && streamed) {
      if (body.length > 0) socket.write(`${body.length.toString(16)}\r\n`);
      if (body.length > 0) socket.write(body);
      socket.write(body.length > 0 ? '\r\n0\r\n\r\n' : '0\r\n\r\n');
    } else if (body !== null) socket.write(body);
  });

interface Verdict {
  readonly status: number;
  readonly type: string | null;
  readonly cache: string | null;
  readonly text: string;
}

const parseAnswer = (raw: string): Verdict => {
  const [top = '', text = ''] = raw.split(/\r\n\r\n(.*)/s);
  const field = (name: string): string | null =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(top)?.[1] ?? null;
  const chunked = field('transfer-encoding') === 'chunked';
  return {
    status: Number(top.split(' ')[1]),
    type: field('content-type'),
    cache: field('cache-control'),
    text: chunked ? (/^[0-9a-f]+\r\n(.*)\r\n0\r\n\r\n$/s.exec(text)?.[1] ?? text) : text,
  };
};

/** Codes that only a response of the service can cause. */
const OF_SERVICE: ReadonlySet<string> = new Set<ProblemCode>([
  'service-rejected',
  'payment-required',
  'recording-too-large',
  // Its headers are not random: see submission-keys.test.ts.
  'another-user',
  'key-reused',
]);

const judge = ({ status, type, cache, text }: Verdict, { method }: BadRequest): string => {
  assert.ok(status >= 400 && status < 500 && status !== 499, `status ${status}`);
  assert.equal(type, PROBLEM_TYPE);
  assert.equal(cache, 'no-store');
  if (method === 'HEAD' && text === '') return `${status}`;
  const { code, status: repeated } = JSON.parse(text) as Record<string, unknown>;
  assert.equal(PROBLEMS[code as ProblemCode].status, status);
  assert.equal(repeated, status);
  return String(code);
};

/** Sends the request for one seed and returns the code of the response. */
const run = async (seed: number, bench: Bench, url: string): Promise<string> => {
  const request = badRequest(seededRandom(seed), bench.mount);
  const isShort = request.headers['Content-Length'] !== undefined;
  const raw = request.raw || (seed % RAW_EVERY === 0 && !isShort);
  try {
    const code = judge(
      raw ? parseAnswer(await exchange(url, request)) : await direct(bench.handler, request),
      request,
    );
    assert.equal(bench.calls(), 0, 'the service was called');
    return code;
  } catch (cause) {
    const { flaw, method, target, headers, body } = request;
    const start = body === null ? '' : ` ${Buffer.from(body).toString().slice(0, 200)}`;
    const shown = `${method} ${target} ${JSON.stringify(headers)}${start}`;
    throw new Error(`SEED=${seed} (${flaw}${raw ? ', raw' : ''}): ${shown}`, { cause });
  }
};

const direct = async (handler: PartnerHandler, request: BadRequest): Promise<Verdict> => {
  const response = await handler(toRequest(request));
  const { status, headers } = response;
  const [type, cache] = [headers.get('content-type'), headers.get('cache-control')];
  return { status, type, cache, text: await response.text() };
};

const serveBench = (t: TestContext, { handler }: Bench): Promise<string> =>
  serve(t, toNodeHandler(handler));

describe('malformed requests', () => {
  it(`get a 4xx with a code and never reach the service (${RUNS} requests)`, async (t) => {
    const bench = await createBench();
    const url = await serveBench(t, bench);
    const seeds =
      SEED === undefined ? Array.from({ length: RUNS }, (_, i) => i + 1) : [Number(SEED)];
    const codes = new Map<string, number>();
    for (const seed of seeds) {
      const code = await run(seed, bench, url);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    if (process.env['SHOW']) console.log([...codes]);
    assert.deepEqual(
      // Each option that a refused request may be due to is named once.
      bench.events.filter((event) => event.kind !== 'request' && !('option' in event)),
      [],
    );
    if (SEED !== undefined) return;
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      if (status >= 500 || status === 429 || OF_SERVICE.has(code)) continue;
      assert.ok((codes.get(code) ?? 0) > RUNS / 200, `${code} is rare`);
    }
  });
});
