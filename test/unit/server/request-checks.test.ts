import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../../../src/protocol/problem.js';
import {
  advice,
  FILE_URL,
  OWN_ORIGIN,
  requestOf,
  startHarness,
  submit,
  type Answer,
  type Asked,
  type Harness,
} from './harness.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BODY = JSON.stringify({ file_url: FILE_URL });

const refused = (answer: Answer, code: ProblemCode): void => {
  const { status, title } = PROBLEMS[code];
  assert.equal(answer.code, code);
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get('content-type'), PROBLEM_TYPE);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const { type, title: said, status: repeated } = answer.json as Record<string, unknown>;
  assert.deepEqual([type, said, repeated], ['about:blank', title, status]);
};

const post = (harness: Harness, asked: Asked, path = '/transcriptions'): Promise<Answer> =>
  harness.ask(`POST ${path}`, asked);

/** Submits these bytes as JSON. */
const sendBody = (harness: Harness, body: BodyInit): Promise<Response> =>
  harness.handler(
    new Request(`${OWN_ORIGIN}/api/transcribe/transcriptions`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-Test-User': 'user-ada' },
      body,
      duplex: 'half',
    } as RequestInit),
  );

describe('request checks', () => {
  it('answer 401 if nobody is signed in', async (t) => {
    const harness = await startHarness(t);
    for (const what of ['POST /user-token', 'POST /transcriptions', 'GET /transcriptions/x']) {
      refused(await harness.ask(what, { user: null }), 'no-session');
    }
    const undefinedSession = await startHarness(t, { authorize: () => undefined as never });
    refused(await undefinedSession.ask('POST /user-token'), 'no-session');
    assert.equal(harness.service.received.length, 0);
  });

  it('answer 404 for an unknown path', async (t) => {
    const harness = await startHarness(t);
    for (const path of ['', '/', '/usertoken', '/user-token/x']) {
      refused(await harness.ask(`POST ${path}`), 'not-found');
    }
    for (const base of [
      OWN_ORIGIN,
      `${OWN_ORIGIN}/api/transcribe2`,
      `${OWN_ORIGIN}/x/api/transcribe`,
    ]) {
      refused(await harness.ask('POST /user-token', { base }), 'not-found');
    }
  });

  it('accept other spellings of a path: a closing slash, double slashes, needless escapes', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    const escaped = sealed.replace('.', '%2e');
    for (const [what, asked] of [
      ['POST /user-token/', {}],
      ['POST //user-token', {}],
      ['POST /user%2Dtoken', {}],
      ['POST /user-token', { base: `${OWN_ORIGIN}//api//transcribe` }],
      ['POST /transcriptions/', { json: { file_url: FILE_URL } }],
      [`GET /transcriptions/${sealed}/`, {}],
      [`GET /transcriptions//${sealed}`, {}],
      [`GET /transcriptions/${escaped}`, {}],
    ] as const) {
      assert.equal((await harness.ask(what, asked)).status, 200, what);
    }
    const handler = harness.another({ basePath: '/%C3%BC/' });
    const base = `${OWN_ORIGIN}/%c3%bc`;
    const { status } = await handler(requestOf('POST /user-token/', { base }));
    assert.equal(status, 200, 'an escape in lower case');
  });

  it('do not take an escaped slash for a slash', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    refused(await harness.ask(`GET /transcriptions%2F${sealed}`), 'not-found');
    refused(await harness.ask('POST %2Fuser-token'), 'not-found');
  });

  it('answer HEAD like GET, without a body', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    for (const [path, status] of [
      [`/transcriptions/${sealed}`, 200],
      ['/transcriptions/unsealed', 404],
    ] as const) {
      const [head, get] = [await harness.ask(`HEAD ${path}`), await harness.ask(`GET ${path}`)];
      assert.deepEqual([head.status, head.text], [status, '']);
      assert.deepEqual([...head.headers], [...get.headers]);
    }
  });

  it('answer 405 with Allow for the wrong method', async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness);
    for (const [what, allow] of [
      ['GET /user-token', 'POST'],
      ['HEAD /user-token', 'POST'],
      ['OPTIONS /user-token', 'POST'],
      ['GET /transcriptions', 'POST'],
      ['DELETE /transcriptions', 'POST'],
      [`POST /transcriptions/${sealed}`, 'GET, HEAD'],
    ] as const) {
      const answer = await harness.ask(what);
      if (what.startsWith('HEAD')) assert.deepEqual([answer.status, answer.text], [405, '']);
      else refused(answer, 'method-not-allowed');
      assert.equal(answer.headers.get('allow'), allow);
    }
  });

  it('answer 413 for a too large body, with or without Content-Length', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 100 } });
    const text = `{"file_url":"${'x'.repeat(100)}"}`;
    refused(await post(harness, { text, headers: JSON_TYPE }), 'body-too-large');
    refused(await post(harness, { text, headers: JSON_TYPE }, '/user-token'), 'body-too-large');
    const declared = { ...JSON_TYPE, 'Content-Length': '101' };
    refused(await post(harness, { text: '{}', headers: declared }), 'body-too-large');
    const exact = `{"file_url":"${FILE_URL}"}`.padEnd(100);
    assert.equal((await post(harness, { text: exact, headers: JSON_TYPE })).status, 200);
  });

  it('answer at the limit, and end a body that goes on without end', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 1000 } });
    const mebibyte = new Uint8Array(1024 * 1024);
    let sent = 0;
    let cancelled = (): void => undefined;
    const isCancelled = new Promise<void>((resolve) => (cancelled = resolve));
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 1;
          controller.enqueue(mebibyte);
        },
        cancel: () => cancelled(),
      },
      { highWaterMark: 0 },
    );
    assert.equal((await sendBody(harness, body)).status, 413);
    await isCancelled;
    assert.ok(sent < 20, `read ${sent} MiB`);
  });

  it('give up after timeoutMs if the body never arrives', async (t) => {
    const harness = await startHarness(t, { limits: { timeoutMs: 20 } });
    assert.equal((await sendBody(harness, new ReadableStream())).status, 400);
  });

  it('answer 415 unless the body is application/json', async (t) => {
    const harness = await startHarness(t);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      '',
    ]) {
      refused(await post(harness, { text: BODY, headers: { 'Content-Type': type } }), 'not-json');
      const asked = { text: '{}', headers: { 'Content-Type': type } };
      refused(await post(harness, asked, '/user-token'), 'not-json');
    }
    const charset = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    assert.equal((await post(harness, { text: BODY, headers: charset })).status, 200);
  });

  it('answer 400 unless the body is JSON in UTF-8', async (t) => {
    const harness = await startHarness(t);
    for (const text of ['', '{', 'undefined', '{"file_url":}']) {
      refused(await post(harness, { text, headers: JSON_TYPE }), 'bad-request');
    }
    const latin1 = Buffer.from('{"file_url":"https://files.example.com/\u00fc.mp3"}', 'latin1');
    assert.equal((await sendBody(harness, latin1)).status, 400);
    assert.equal(harness.service.received.length, 0);
  });

  it('run in this order: 403, 401, 404, 405, 413, 415, 400', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 60 } });
    const evil = { Origin: 'https://evil.example' };
    const plain = { 'Content-Type': 'text/plain' };
    const large = 'x'.repeat(61);
    const all = { user: null, text: large, headers: { ...plain, ...evil } };
    refused(await harness.ask('PUT /nowhere', all), 'origin-not-allowed');
    refused(await harness.ask('PUT /nowhere', { ...all, headers: plain }), 'no-session');
    const known = { text: large, headers: plain };
    refused(await harness.ask('PUT /nowhere', known), 'not-found');
    refused(await harness.ask('DELETE /transcriptions/unsealed', {}), 'not-found');
    refused(await harness.ask('PUT /transcriptions', known), 'method-not-allowed');
    refused(await post(harness, known), 'body-too-large');
    refused(await post(harness, { text: '{', headers: plain }), 'not-json');
    refused(await post(harness, { text: '{', headers: JSON_TYPE }), 'bad-request');
    assert.equal(harness.service.received.length, 0);
  });

  it('add Cache-Control: no-store to a successful response', async (t) => {
    const harness = await startHarness(t);
    const answer = await post(harness, { text: BODY, headers: JSON_TYPE });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  });
});

describe('authorize', () => {
  it('answers 500 without details if it throws; onEvent receives the name of the error', async (t) => {
    const thrown = new Error('raw-service-text');
    const events: unknown[] = [];
    const harness = await startHarness(t, {
      authorize: () => {
        throw thrown;
      },
      onEvent: (event) => void events.push(event),
    });
    const answer = await harness.ask('POST /user-token');
    refused(answer, 'misconfigured');
    assert.equal('detail' in (answer.json as object), false);
    assert.deepEqual(events[0], {
      kind: 'configuration',
      message: 'authorize threw.',
      option: 'authorize',
      docs: 'docs/backend.md#options',
      cause: { name: 'Error' },
    });
  });

  for (const userId of ['short', 'x'.repeat(121), '', 7, undefined]) {
    it(`answers 500 for the userId ${String(userId).slice(0, 8)}, and onEvent receives the reason`, async (t) => {
      const harness = await startHarness(t, { authorize: () => ({ userId: userId as string }) });
      const answer = await harness.ask('POST /user-token');
      refused(answer, 'misconfigured');
      assert.equal('detail' in (answer.json as object), false);
      assert.match(advice(harness)[0]?.message ?? '', /6 to 120 characters/);
      assert.equal(harness.service.received.length, 0);
    });
  }

  it('may return a userId of 6 to 120 characters, synchronously or as a promise', async (t) => {
    for (const userId of ['abcdef', '用'.repeat(120)]) {
      const later = await startHarness(t, { authorize: () => Promise.resolve({ userId }) });
      assert.equal((await later.ask('POST /user-token')).status, 200);
    }
  });

  it('gets an explanatory error if it reads the body of the request instead of a clone', async (t) => {
    const harness = await startHarness(t, {
      authorize: async (request) => {
        await request.text();
        return { userId: 'user-ada' };
      },
    });
    refused(await post(harness, { text: BODY, headers: JSON_TYPE }), 'misconfigured');
    assert.match(JSON.stringify(harness.events), /request\.clone\(\)/);
  });
});
