/** A submission through the real handler to a service that accepts it and then fails creates one task, never two. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import { createHttpBackend, isTranscribeError } from '../../../src/engine.js';
import { createPartnerHandler } from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen, startFakeService, type Reply } from '../../support/fake-service.js';
import { createNodePorts } from '../../support/node-ports.js';
import { manualTimers } from '../../unit/server/harness.js';

const SUBMIT = 'POST /open/partner/ai/transcriptions/';
/** Of the handler, in ms. */
const TIMEOUT_MS = 1_100;
const BASE = '/api/transcribe';

interface Answer {
  /** Whether the service creates a task before it responds. */
  readonly taken: boolean;
  readonly reply: Reply;
}

const TAKEN: Answer = {
  taken: true,
  reply: { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } },
};

/** Submits once, as the element does; returns the created tasks and the outcome. */
const submitThrough = async (t: TestContext, answers: readonly Answer[]) => {
  const service = await startFakeService();
  t.after(() => service.close());
  const endCall = manualTimers(t, TIMEOUT_MS);
  let tasks = 0;
  service.on(SUBMIT, (_received, count) => {
    const { taken, reply } = answers[count - 1] ?? TAKEN;
    if (taken) tasks++;
    if (reply === 'hang') endCall();
    return reply;
  });
  const handler = createPartnerHandler({
    serviceUrl: service.url,
    ...{ clientId: 'client-1', clientSecret: 'secret-1', apiKey: 'api-key-1' },
    basePath: BASE,
    authorize: () => ({ userId: 'user-ada' }),
    limits: { timeoutMs: TIMEOUT_MS },
  });
  const server = createServer(toNodeHandler(handler));
  t.after(() => close(server));
  const backend = createHttpBackend((await listen(server)) + BASE, createNodePorts({}));
  const request = { file_url: 'https://files.example.com/a.mp3' };
  const outcome = await backend
    .submit(request, { signal: new AbortController().signal, key: 'a'.repeat(32) })
    .then(
      ({ status }) => status,
      (error: unknown) => error,
    );
  return { tasks: () => tasks, asked: () => service.at(SUBMIT).length, outcome };
};

const LATER = { 'Retry-After': '1' };

for (const [what, reply] of [
  ['500 with Retry-After', { status: 500, headers: LATER }],
  ['502 with Retry-After', { status: 502, headers: LATER }],
  ['504 with Retry-After', { status: 504, headers: LATER }],
  ['507 with Retry-After', { status: 507, headers: LATER }],
  ['503 without Retry-After', { status: 503 }],
  ['a 200 that is not JSON', { text: '<html>' }],
  ['a connection that is cut', 'cut'],
  ['no answer', 'hang'],
] as const) {
  test(`the service creates the task and answers with ${what}: it is not submitted again`, async (t) => {
    const { tasks, asked, outcome } = await submitThrough(t, [{ taken: true, reply }]);
    assert.deepEqual([tasks(), asked()], [1, 1]);
    assert.ok(isTranscribeError(outcome), String(outcome));
    assert.equal(outcome.code, 'network');
    assert.match(outcome.message, /twice/);
  });
}

for (const reply of [{ status: 429 }, { status: 503, headers: LATER }]) {
  test(`the service answers ${reply.status} without having processed it twice, then 200: exactly one task`, async (t) => {
    const busy = { taken: false, reply };
    const { tasks, asked, outcome } = await submitThrough(t, [busy, busy]);
    assert.equal(outcome, 'PENDING');
    assert.deepEqual([tasks(), asked()], [1, 3]);
  });
}

for (const [status, code, recoverable] of [
  [400, 'backend-rejected', false],
  [402, 'backend-rejected', true],
  [413, 'file-too-large', false],
  [422, 'backend-rejected', false],
] as const) {
  test(`the service answers ${status}: no task, and a retry is ${recoverable ? '' : 'not '}offered`, async (t) => {
    const { tasks, asked, outcome } = await submitThrough(t, [{ taken: false, reply: { status } }]);
    assert.deepEqual([tasks(), asked()], [0, 1]);
    assert.ok(isTranscribeError(outcome));
    assert.deepEqual([outcome.code, outcome.recoverable], [code, recoverable]);
  });
}
