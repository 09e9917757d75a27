import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SERVICE_PATHS } from '../../../src/protocol/index.js';
import { ROUTES, startHarness, type Asked } from './harness.js';

const PLAN = `POST ${SERVICE_PATHS.uploadPlan}`;
const COMPLETE = `POST ${SERVICE_PATHS.completeUpload}`;
const browser = { user: null, headers: { Authorization: 'Bearer browser-token' } };
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

describe('with proxyUploads', () => {
  it("passes 4.4 on with the browser's user token, and with nothing else of it", async (t) => {
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

  it('passes 4.6 on in the same way', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    harness.service.on(ROUTES.complete, () => ({ json: { ...file, note: 'raw-service-text' } }));
    const answer = await harness.ask(COMPLETE, completeRequest);
    assert.deepEqual(answer.json, file);
    const [received] = harness.service.received;
    assert.equal(received?.headers.authorization, 'Bearer browser-token');
    assert.deepEqual(JSON.parse(received.body), completeRequest.json);
  });

  it('is 401 without a user token', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const headers of [{}, { Authorization: 'Basic abc' }, { Authorization: 'Bearer ' }]) {
      const answer = await harness.ask(PLAN, { ...planRequest, headers });
      assert.equal(answer.code, 'no-session');
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    assert.equal(harness.service.received.length, 0);
  });

  it('checks both requests against the specification', async (t) => {
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

  it('tells the page that its own token was refused, so that it asks for another', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    for (const [status, code] of [
      [401, 'no-session'],
      [403, 'no-session'],
      [404, 'not-found'],
      [402, 'payment-required'],
      [409, 'service-rejected'],
      [413, 'recording-too-large'],
      [429, 'too-many-requests'],
      [500, 'service-unavailable'],
    ] as const) {
      for (const [route, what, asked] of [
        [ROUTES.plan, PLAN, planRequest],
        [ROUTES.complete, COMPLETE, completeRequest],
      ] as const) {
        harness.service.on(route, () => ({ status, text: 'raw-service-text' }));
        assert.equal((await harness.ask(what, asked)).code, code);
      }
    }
  });

  it('passes Retry-After on, bounds the body and gives up on silence', async (t) => {
    const limits = { timeoutMs: 1_000, bodyBytes: 300 };
    const harness = await startHarness(t, { proxyUploads: true, limits });
    for (const [route, what, asked] of [
      [ROUTES.plan, PLAN, planRequest],
      [ROUTES.complete, COMPLETE, completeRequest],
    ] as const) {
      harness.service.on(route, () => ({ status: 429, headers: { 'Retry-After': '7' } }));
      assert.equal((await harness.ask(what, asked)).headers.get('retry-after'), '7');
      const text = JSON.stringify(asked.json).padEnd(301);
      const headers = { ...browser.headers, 'Content-Type': 'application/json' };
      assert.equal((await harness.ask(what, { text, headers })).code, 'body-too-large');
      harness.service.on(route, () => 'hang');
      assert.equal((await harness.ask(what, asked)).code, 'service-timeout');
    }
  });

  it('refuses a plan or a file that does not fit', async (t) => {
    const harness = await startHarness(t, { proxyUploads: true });
    harness.service.on(ROUTES.plan, () => ({ json: { ...plan, ChunkSize: 0 } }));
    harness.service.on(ROUTES.complete, () => ({ json: { ...file, FileMd5: 'x' } }));
    assert.equal((await harness.ask(PLAN, planRequest)).code, 'service-answer-invalid');
    assert.equal((await harness.ask(COMPLETE, completeRequest)).code, 'service-answer-invalid');
  });
});

describe('without proxyUploads', () => {
  it('4.4 and 4.6 are 404', async (t) => {
    const harness = await startHarness(t);
    const headers = { Authorization: 'Bearer browser-token' };
    for (const [what, { json }] of [
      [PLAN, planRequest],
      [COMPLETE, completeRequest],
    ] as const) {
      assert.equal((await harness.ask(what, { json, headers })).code, 'not-found');
    }
  });
});
