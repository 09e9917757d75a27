import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { manualTimers, ROUTES, startHarness, type Asked } from './harness.js';

const PLAN = `POST ${SERVICE_PATHS.uploadPlan}`;
const COMPLETE = `POST ${SERVICE_PATHS.completeUpload}`;
const browser = { headers: { Authorization: 'Bearer browser-token' } };
const planRequest: Asked = { ...browser, json: { filesize: 10, filetype: 'mp3' } };
const completeRequest: Asked = {
  ...browser,
  json: {
    file_id: 'file-1',
    upload_id: 'upload-1',
    part_list: [{ PartNumber: 1, ETag: '"abc"' }],
    filetype: 'mp3',
    file_md5: '0'.repeat(32),
  },
};
const plan = {
  FileId: 'file-1',
  UploadId: 'upload-1',
  ChunkSize: 5,
  Parts: [
    { PartNumber: 1, PresignedUrl: 'https://storage.example/1?signature=a' },
    { PartNumber: 2, PresignedUrl: 'https://storage.example/2?signature=b' },
  ],
};
const file = {
  FileId: 'file-1',
  FileType: 'mp3',
  DownloadUrl: 'https://storage.example/file-1?signature=c',
  FileMd5: '0'.repeat(32),
};

/** Both routes: of the service, of the handler, and what the page sends. */
const UPLOADS = [
  [ROUTES.plan, PLAN, planRequest],
  [ROUTES.complete, COMPLETE, completeRequest],
] as const;

describe('proxyUploads', () => {
  it('forwards 4.4 with the user token and no other header of the browser', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    harness.service.on(ROUTES.plan, () => ({ json: { ...plan, note: 'raw-service-text' } }));
    const asked = { ...planRequest, headers: { ...planRequest.headers, Cookie: 'session=1' } };
    const answer = await harness.ask(PLAN, asked);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json, plan);
    const [received] = harness.service.received;
    assert.equal(received?.headers.authorization, 'Bearer browser-token');
    assert.equal(received.headers.cookie, undefined);
    assert.equal(received.headers['x-client-api-key'], undefined);
    assert.deepEqual(JSON.parse(received.body), { filesize: 10, filetype: 'mp3' });
  });

  it('forwards 4.6 in the same way', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    harness.service.on(ROUTES.complete, () => ({ json: { ...file, note: 'raw-service-text' } }));
    const answer = await harness.ask(COMPLETE, completeRequest);
    assert.deepEqual(answer.json, file);
    const [received] = harness.service.received;
    assert.equal(received?.headers.authorization, 'Bearer browser-token');
    assert.deepEqual(JSON.parse(received.body), completeRequest.json);
  });

  it('answers 401 if nobody is signed in, and does not forward the token', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const [, what, asked] of UPLOADS) {
      const answer = await harness.ask(what, { ...asked, user: null });
      assert.equal(answer.status, 401);
      assert.equal(answer.code, 'no-session');
    }
    assert.equal(harness.service.received.length, 0);
  });

  it('calls authorize, which sees the user token and the cookie', async (t) => {
    const seen: (string | null)[] = [];
    const harness = await startHarness(t, {
      proxyUploads: true,
      authorize: ({ headers }) => {
        seen.push(headers.get('authorization'), headers.get('cookie'));
        return headers.get('cookie') === 'session=ada' ? { userId: 'user-ada' } : null;
      },
    });
    harness.service.on(ROUTES.plan, () => ({ json: plan }));
    const headers = { ...browser.headers, Cookie: 'session=ada' };
    assert.equal((await harness.ask(PLAN, { ...planRequest, headers })).status, 200);
    assert.deepEqual(seen, ['Bearer browser-token', 'session=ada']);
    const stranger = { ...browser.headers, Cookie: 'session=eve' };
    assert.equal((await harness.ask(PLAN, { ...planRequest, headers: stranger })).status, 401);
    assert.equal(harness.service.received.length, 1);
  });

  it('answers 401 without a user token', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const headers of [{}, { Authorization: 'Basic abc' }, { Authorization: 'Bearer ' }]) {
      const answer = await harness.ask(PLAN, { ...planRequest, headers });
      assert.equal(answer.code, 'no-session');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    assert.equal(harness.service.received.length, 0);
  });

  it('validates both requests against the specification', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const json of [{}, { filesize: 0, filetype: 'mp3' }, { filesize: 1, filetype: 'ogg' }]) {
      assert.equal((await harness.ask(PLAN, { ...browser, json })).code, 'bad-request');
    }
    const json = { ...(completeRequest.json as object), part_list: [] };
    assert.equal((await harness.ask(COMPLETE, { ...browser, json })).code, 'bad-request');
    const wrongMethod = await harness.ask(PLAN.replace('POST', 'GET'), browser);
    assert.equal(wrongMethod.code, 'method-not-allowed');
    const evil = {
      ...planRequest,
      headers: { ...browser.headers, Origin: 'https://evil.example' },
    };
    assert.equal((await harness.ask(PLAN, evil)).code, 'origin-not-allowed');
    assert.equal(harness.service.received.length, 0);
  });

  it('reports a refused user token to the page, which then requests another', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const [status, code] of [
      [401, 'no-session'],
      [403, 'no-session'],
      [404, 'not-found'],
      [402, 'payment-required'],
      [413, 'recording-too-large'],
      [429, 'too-many-requests'],
      [500, 'service-unavailable'],
    ] as const) {
      for (const [route, what, asked] of UPLOADS) {
        harness.service.on(route, () => ({ status, text: 'raw-service-text' }));
        assert.equal((await harness.ask(what, asked)).code, code);
      }
    }
  });

  for (const status of [409, 423])
    it(`a completion with ${status} is still merging, so the page asks again; a plan is refused`, async (t) => {
      const harness = await startHarness(t, { proxyUploads: true });
      harness.service.on(ROUTES.complete, () => ({ status, text: 'merging' }));
      harness.service.on(ROUTES.plan, () => ({ status, text: 'no' }));
      const answer = await harness.ask(COMPLETE, completeRequest);
      assert.deepEqual([answer.status, answer.code], [503, 'service-unavailable']);
      assert.equal((await harness.ask(PLAN, planRequest)).code, 'service-rejected');
    });

  for (const status of [200, 400, 500])
    it(`a completion with ${status} that says NoSuchUpload is not found, so the page uploads again`, async (t) => {
      const harness = await startHarness(t, { proxyUploads: true });
      const text = '<Error><Code>NoSuchUpload</Code></Error>';
      harness.service.on(ROUTES.complete, () => ({ status, text }));
      const answer = await harness.ask(COMPLETE, completeRequest);
      assert.deepEqual([answer.status, answer.code], [404, 'not-found']);
    });

  it('takes no web page for a refusal: the page asks again, and keeps its token and its upload', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const status of [400, 401, 403, 404, 407, 410])
      for (const [route, what, asked] of UPLOADS) {
        harness.service.on(route, () => ({ status, text: '<!DOCTYPE html><h1>raw-service-text' }));
        const answer = await harness.ask(what, asked);
        assert.deepEqual([answer.status, answer.code], [503, 'service-unavailable']);
      }
  });

  it('forwards Retry-After, limits the body, and times out', async (t) => {
    const limits = { timeoutMs: 1_100, bodyBytes: 300 };
    const harness = await startHarness(t, { proxyUploads: true, limits });
    const pass = manualTimers(t, 1_100);
    for (const [route, what, asked] of UPLOADS) {
      harness.service.on(route, () => ({ status: 429, headers: { 'Retry-After': '7' } }));
      assert.equal((await harness.ask(what, asked)).headers.get('retry-after'), '7');
      const text = JSON.stringify(asked.json).padEnd(301);
      const headers = { ...browser.headers, 'Content-Type': 'application/json' };
      assert.equal((await harness.ask(what, { text, headers })).code, 'body-too-large');
      harness.service.on(route, () => {
        pass();
        return 'hang';
      });
      assert.equal((await harness.ask(what, asked)).code, 'service-timeout');
    }
  });

  it('rejects an invalid upload plan or file', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    harness.service.on(ROUTES.plan, () => ({ json: { ...plan, ChunkSize: 0 } }));
    harness.service.on(ROUTES.complete, () => ({ json: { ...file, FileMd5: 'x' } }));
    assert.equal((await harness.ask(PLAN, planRequest)).code, 'service-answer-invalid');
    assert.equal((await harness.ask(COMPLETE, completeRequest)).code, 'service-answer-invalid');
  });
});

describe('rate limit of proxied uploads', () => {
  const limits = { uploads: { requests: 3, seconds: 60 } };

  it('counts plans and completions of each user together, before calling the service', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true, limits });
    harness.service.on(ROUTES.plan, () => ({ json: plan }));
    harness.service.on(ROUTES.complete, () => ({ json: file }));
    assert.equal((await harness.ask(PLAN, planRequest)).status, 200);
    assert.equal((await harness.ask(COMPLETE, completeRequest)).status, 200);
    assert.equal((await harness.ask(PLAN, planRequest)).status, 200);
    for (const [, what, asked] of UPLOADS) {
      const answer = await harness.ask(what, asked);
      assert.equal(answer.status, 429);
      assert.equal(answer.code, 'too-many-requests');
      assert.equal(answer.headers.get('retry-after'), '20');
      assert.match((answer.json as { detail: string }).detail, /uploads per user/);
    }
    assert.equal(harness.service.received.length, 3);
    const bob = await harness.ask(PLAN, { ...planRequest, user: 'user-bob' });
    assert.equal(bob.status, 200);
    harness.advance(20_000);
    assert.equal((await harness.ask(PLAN, planRequest)).status, 200);
  });

  it('does not count a rejected request, but counts a failed call', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true, limits });
    await harness.ask(PLAN, { ...planRequest, user: null });
    await harness.ask(PLAN, { ...planRequest, headers: {} });
    await harness.ask(PLAN, { ...planRequest, json: {} });
    await harness.ask(PLAN.replace('POST', 'GET'), browser);
    harness.service.on(ROUTES.plan, () => ({ status: 500 }));
    for (let count = 0; count < 3; count++) {
      assert.equal((await harness.ask(PLAN, planRequest)).status, 503);
    }
    assert.equal((await harness.ask(PLAN, planRequest)).status, 429);
    assert.equal((await harness.ask(PLAN, { ...planRequest, json: {} })).code, 'bad-request');
  });

  it('is 600 by default', async (t) => {
    // Checking this many events for secrets each time would be slow.
    const harness = await startHarness(t, { proxyUploads: true, onEvent: () => undefined });
    harness.service.on(ROUTES.plan, () => ({ json: plan }));
    for (let count = 0; count < 600; count++) {
      assert.equal((await harness.ask(PLAN, planRequest)).status, 200);
    }
    assert.equal((await harness.ask(PLAN, planRequest)).status, 429);
  });
});

describe('without proxyUploads', () => {
  it('answers 404 to 4.4 and 4.6', async (t) => {
    const harness = await startHarness(t);
    for (const [, what, asked] of UPLOADS) {
      assert.equal((await harness.ask(what, asked)).code, 'not-found');
    }
  });
});
