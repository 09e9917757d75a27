import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { createStorage } from 'unstorage';
import { parseUploadPlan } from '../../../src/protocol/upload-responses.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { isTerminal } from '../../../src/protocol/types.js';
import {
  createPartnerHandler,
  createTaskWatcher,
  type PartnerHandlerOptions,
} from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import {
  close,
  listen,
  startFakeService,
  type Reply as Scripted,
} from '../../support/fake-service.js';
import { createAnswerBook, type AnswerBook } from '../../support/openapi.js';
import { clientOf, reply, sample, sandboxFor, type Reply } from '../../support/sandbox-client.js';
import { manualTimers } from '../../unit/server/harness.js';

/** Of the handler, in ms. */
const TIMEOUT_MS = 1_100;
const BASE = '/api/transcribe';
const ADA = { 'X-Test-User': 'user-ada' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Backend {
  /** `POST /user-token` below the base path; checks the response against the document. */
  readonly ask: (
    what: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ) => Promise<Reply>;
}

const backendFor = async (
  t: TestContext,
  book: AnswerBook,
  options: Partial<PartnerHandlerOptions>,
): Promise<Backend> => {
  const handler = createPartnerHandler({
    serviceUrl: undefined,
    ...{ clientId: 'client-1', clientSecret: 'secret-1', apiKey: 'api-key-1', basePath: BASE },
    authorize: (request) => {
      const userId = request.headers.get('x-test-user');
      if (userId === 'broken') throw new Error('the session store is down');
      return userId === null ? null : { userId };
    },
    ...options,
  });
  const serve = toNodeHandler(handler);
  const fail = toNodeHandler(() => Promise.reject(new Error('a wrapper of the handler failed')));
  const server = createServer((req, res) => (req.headers['x-test-fail'] ? fail : serve)(req, res));
  t.after(() => close(server));
  const url = (await listen(server)) + BASE;
  return {
    ask: async (what, headers = ADA, body) => {
      const [method = '', path = ''] = what.split(' ');
      const init = { method, headers, ...(body === undefined ? {} : { body }) };
      const answer = await reply(fetch(url + path, init));
      assert.equal(answer.headers.get('audio-transcribe'), '1', what);
      book.check({ method, path: path.split('?')[0] ?? '', ...answer });
      return answer;
    },
  };
};

const text = ({ json }: Reply, name: string): string => String(json[name]);

/** Successes: with the whole service behind the handler. */
const walkSuccess = async (t: TestContext, book: AnswerBook): Promise<void> => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  const { ask } = await backendFor(t, book, {
    serviceUrl: sandbox.serviceUrl,
    ...sandbox.credentials,
    allowedFileHosts: [new URL(sandbox.storageUrl).host],
  });
  const token = text(await ask('POST /user-token'), 'access_token');
  const { done } = await client.upload(token, await sample('voicemail.wav'), 'wav');
  const body = JSON.stringify({ file_url: done.json['DownloadUrl'] });
  const submitted = await ask('POST /transcriptions', { ...ADA, ...JSON_TYPE }, body);
  const path = `GET /transcriptions/${text(submitted, 'transcription_id')}`;
  let task = await ask(path);
  while (!isTerminal(text(task, 'status'))) task = await ask(path);
  assert.equal(text(task, 'status'), 'SUCCESS');
};

/** The optional routes with the same sandbox; then with no requests left, then with nobody signed in. */
const walkRelay = async (t: TestContext, book: AnswerBook): Promise<void> => {
  const sandbox = await sandboxFor(t);
  const { ask } = await backendFor(t, book, {
    serviceUrl: sandbox.serviceUrl,
    ...sandbox.credentials,
    proxyUploads: true,
    limits: { uploads: { requests: 2, seconds: 60 }, userTokens: { requests: 1, seconds: 60 } },
  });
  const token = text(await ask('POST /user-token'), 'access_token');
  assert.equal((await ask('POST /user-token')).status, 429);
  const file = await sample('voicemail.wav');
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${token}` };
  const relay = async (path: string, body: unknown): Promise<Reply> => {
    const what = `POST ${path}`;
    assert.equal((await ask(what, headers, JSON.stringify(body))).status, 401);
    assert.equal((await ask(what, { ...headers, ...ADA }, '{}')).status, 400);
    return ask(what, { ...headers, ...ADA }, JSON.stringify(body));
  };
  const request = { filesize: file.length, filetype: 'wav' };
  const plan = parseUploadPlan((await relay(SERVICE_PATHS.uploadPlan, request)).json);
  const completion = {
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    part_list: await clientOf(sandbox).putParts(plan, file),
    filetype: 'wav',
  };
  assert.equal((await relay(SERVICE_PATHS.completeUpload, completion)).status, 200);
  assert.equal((await relay(SERVICE_PATHS.uploadPlan, request)).status, 429);
  assert.equal((await relay(SERVICE_PATHS.completeUpload, completion)).status, 429);
};

/** The optional list of tasks, until no request is left. */
const walkList = async (t: TestContext, book: AnswerBook): Promise<void> => {
  const service = await startFakeService();
  t.after(() => service.close());
  service.on('POST /open/partner/ai/transcriptions/', (_, count) => ({
    json: {
      transcription_id: `task-${count}`,
      status: count < 3 ? 'PENDING' : 'FAILURE',
      data: {},
    },
  }));
  const watcher = createTaskWatcher({
    ...{ serviceUrl: service.url, clientId: 'client-1', apiKey: 'api-key-1' },
    storage: createStorage(),
    onFinished: () => undefined,
  });
  const { ask } = await backendFor(t, book, {
    ...{ serviceUrl: service.url, watcher, listTranscriptions: true },
    limits: { queries: { requests: 3, seconds: 60 } },
  });
  for (let count = 0; count < 3; count++) {
    await ask('POST /transcriptions', { ...ADA, ...JSON_TYPE }, FILE);
  }
  const { json } = await ask('GET /transcriptions?limit=2');
  assert.equal((json['transcriptions'] as unknown[]).length, 2);
  assert.equal((await ask(`GET /transcriptions?after=${String(json['next'])}`)).status, 200);
  assert.equal((await ask('GET /transcriptions?limit=x')).status, 400);
  assert.equal((await ask('GET /transcriptions')).status, 429);
  assert.equal((await ask('GET /transcriptions', {})).status, 401);
};

const REQUESTS = ['POST /user-token', 'POST /transcriptions', 'GET /transcriptions/{id}'] as const;
const FILE = JSON.stringify({ file_url: 'https://files.example.com/a.mp3' });

type ServiceFailure = readonly [reply: Scripted, code: string, ofSubmission?: string];
const SERVICE_FAILURES: readonly ServiceFailure[] = [
  [{ status: 400 }, 'service-rejected'],
  [{ status: 402 }, 'payment-required'],
  [{ status: 413 }, 'service-rejected', 'recording-too-large'],
  [{ status: 500 }, 'service-unavailable', 'submission-unknown'],
  [{ status: 401 }, 'service-credentials'],
  [{ text: 'not JSON' }, 'service-answer-invalid'],
  [{ status: 429, headers: { 'Retry-After': '3' } }, 'too-many-requests'],
  [
    { status: 503, headers: { 'Retry-After': 'Sat, 21 Nov 2026 12:00:00 GMT' } },
    'service-unavailable',
  ],
  ['cut', 'service-unavailable', 'submission-unknown'],
  ['hang', 'service-timeout'],
];

/** Failures: with a service that returns scripted responses. */
const walkFailures = async (t: TestContext, book: AnswerBook): Promise<void> => {
  const service = await startFakeService();
  t.after(() => service.close());
  const endCall = manualTimers(t, TIMEOUT_MS);
  let scripted: Scripted = { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
  const exchanged = { json: { access_token: 'partner-token', expires_in: 7200 } };
  service.on('POST /oauth/partner/access-token', () => exchanged);
  for (const route of [
    'POST /open/partner/users/access-token',
    'POST /open/partner/ai/transcriptions/',
    'GET /open/partner/ai/transcriptions/task-1',
  ]) {
    service.on(route, () => {
      if (scripted === 'hang') endCall();
      return scripted;
    });
  }
  const { ask } = await backendFor(t, book, {
    serviceUrl: service.url,
    limits: { timeoutMs: TIMEOUT_MS },
  });
  const submitted = await ask('POST /transcriptions', { ...ADA, ...JSON_TYPE }, FILE);
  const id = text(submitted, 'transcription_id');

  const codeOf = async (answer: Promise<Reply>): Promise<string> => {
    const { text: body } = await answer;
    return String((JSON.parse(body) as { readonly code?: unknown }).code);
  };
  for (const request of REQUESTS) {
    const what = request.replace('{id}', id);
    const [method, path = ''] = what.split(' ');
    const body = method === 'GET' ? undefined : path === '/user-token' ? '{}' : FILE;
    const headers = body === undefined ? ADA : { ...ADA, ...JSON_TYPE };
    for (const [answer, ofOthers, ofSubmission = ofOthers] of SERVICE_FAILURES) {
      const code = path === '/transcriptions' ? ofSubmission : ofOthers;
      scripted = answer;
      assert.equal(await codeOf(ask(what, headers, body)), code, what);
    }
    const refusals: readonly (readonly [code: string, answer: Promise<Reply>])[] = [
      ['no-session', ask(what, body === undefined ? {} : JSON_TYPE, body)],
      ['origin-not-allowed', ask(what, { ...headers, Origin: 'https://evil.example' }, body)],
      ['misconfigured', ask(what, { ...headers, 'X-Test-User': 'broken' }, body)],
      ['handler-failed', ask(what, { ...headers, 'X-Test-Fail': '1' }, body)],
      ['method-not-allowed', ask(`DELETE ${path}`)],
    ];
    for (const [code, answer] of refusals) assert.equal(await codeOf(answer), code, what);
    if (body === undefined) continue;
    const bodies: readonly (readonly [code: string, answer: Promise<Reply>])[] = [
      ['not-json', ask(what, { ...ADA, 'Content-Type': 'text/plain' }, '{}')],
      ['bad-request', ask(what, headers, '{"unknown":1}')],
      ['body-too-large', ask(what, headers, ' '.repeat(2 ** 20 + 1))],
    ];
    for (const [code, answer] of bodies) assert.equal(await codeOf(answer), code, what);
  }
  scripted = { json: { transcription_id: 'task-1', status: 'SUCCESS' } };
  assert.equal(await codeOf(ask(`GET /transcriptions/${id}`)), 'service-result-invalid');
  const local = JSON.stringify({ file_url: 'http://127.0.0.1/a.mp3' });
  const refused = ask('POST /transcriptions', { ...ADA, ...JSON_TYPE }, local);
  assert.equal(await codeOf(refused), 'file-url-not-allowed');
  const other = { ...ADA, ...JSON_TYPE, 'User-Key': 'of-another-user' };
  assert.equal(await codeOf(ask('POST /transcriptions', other, FILE)), 'another-user');
  const keyed = { ...ADA, ...JSON_TYPE, 'Idempotency-Key': 'a-key-of-one-decision' };
  scripted = { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
  assert.equal((await ask('POST /transcriptions', keyed, FILE)).status, 200);
  const another = FILE.replace('a.mp3', 'b.mp3');
  assert.equal(await codeOf(ask('POST /transcriptions', keyed, another)), 'key-reused');
  assert.equal(await codeOf(ask('GET /transcriptions/unknown')), 'not-found');
};

test('OpenAPI: the handler returns exactly the responses that the document promises', async (t) => {
  const book = await createAnswerBook('partner-backend');
  await walkSuccess(t, book);
  await walkFailures(t, book);
  await walkRelay(t, book);
  await walkList(t, book);
  assert.deepEqual(book.unseen(), []);
});

test('OpenAPI: an undocumented response is detected', async () => {
  const book = await createAnswerBook('partner-backend');
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  const token = { access_token: 'a', token_type: 'bearer', expires_in: 1 };
  const answer = { method: 'POST', path: '/user-token', status: 200, headers };
  book.check({ ...answer, text: JSON.stringify(token) });
  const { expires_in, ...short } = token;
  for (const bad of [{ ...token, more: 1 }, short, { ...short, expires_in: String(expires_in) }]) {
    assert.throws(() => book.check({ ...answer, text: JSON.stringify(bad) }), /200/);
  }
  const cached = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'public' });
  assert.throws(() => book.check({ ...answer, headers: cached, text: JSON.stringify(token) }));
  assert.throws(() => book.check({ ...answer, status: 201, text: JSON.stringify(token) }));
  assert.throws(() => book.check({ ...answer, path: '/other', text: JSON.stringify(token) }));
});
