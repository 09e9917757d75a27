import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { sessionName } from '../../../demo/sandbox/sessions/sessions.js';
import { SERVICE_PATHS, transcriptionPath } from '../../../src/protocol/routes.js';
import { bearer, clientOf, post, reply, sandboxFor } from '../../support/sandbox-client.js';

const POSTS = Object.values(SERVICE_PATHS);
const FOR_PAGES: readonly string[] = [SERVICE_PATHS.uploadPlan, SERVICE_PATHS.completeUpload];
const CALLED_BY_PAGE = 'Section 5, rule 2: A browser called what only a backend may call.';

test('paths must match exactly, including slashes', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const changed = POSTS.map((path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`));
  for (const path of [...changed, '/', '/open', `/${SERVICE_PATHS.partnerToken}`]) {
    const { status, json } = await post(client.url(path), client.keyPair, {});
    assert.deepEqual([path, status, json['error']], [path, 404, 'not-found']);
  }
  for (const path of [`${transcriptionPath('a')}/`, `${transcriptionPath('a')}/b`]) {
    const { status } = await reply(fetch(client.url(path), { headers: client.keyPair }));
    assert.equal(status, 404);
  }
  const broken = await reply(fetch(client.url(`${SERVICE_PATHS.transcriptions}%ff`)));
  assert.equal(broken.status, 404);
});

test('other methods are refused with 405', async (t) => {
  const client = clientOf(await sandboxFor(t));
  for (const path of POSTS)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await reply(fetch(client.url(path), { method }));
      assert.deepEqual([answer.status, answer.json['error']], [405, 'method-not-allowed']);
      assert.equal(answer.headers.get('allow'), 'POST');
    }
  const answer = await post(client.url(transcriptionPath('a')), client.keyPair, {});
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET']);
});

test('a body must be JSON with its content type, and of limited size', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const headers = bearer(await client.userToken());
  const send = (body: string | Buffer, type?: string) =>
    reply(
      fetch(client.url(SERVICE_PATHS.uploadPlan), {
        method: 'POST',
        headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
        body: body as BodyInit,
      }),
    );
  const good = JSON.stringify({ filesize: 1, filetype: 'mp3' });
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON'])
    assert.equal((await send(good, type)).status, 200);
  for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded'])
    assert.equal((await send(good, type)).json['error'], 'not-json');
  assert.equal((await send(Buffer.from(good))).status, 415);
  for (const body of ['{', 'filesize=1', '', Buffer.from([0x22, 0xff, 0x22])]) {
    const { status, json } = await send(body, 'application/json');
    assert.deepEqual([status, json['error']], [400, 'malformed-json']);
  }
  const large = await send(JSON.stringify({ filetype: 'x'.repeat(70_000) }), 'application/json');
  assert.deepEqual([large.status, large.json['error']], [413, 'body-too-large']);
  assert.match(String(large.json['message']), /must not exceed 65536 bytes/);
});

test('an endless body without Content-Length is cut off', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let piece = 0; piece < 20; piece += 1) controller.enqueue(Buffer.alloc(10_000, ' '));
      controller.close();
    },
  });
  const { status } = await reply(
    fetch(client.url(SERVICE_PATHS.uploadPlan), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...bearer(await client.userToken()) },
      body,
      duplex: 'half',
    } as RequestInit),
  );
  assert.equal(status, 413);
});

test('a completion may list ten thousand chunks', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const { status, json } = await client.complete(await client.userToken(), {
    file_id: 'file_none',
    upload_id: 'upload_none',
    filetype: 'mp3',
    part_list: Array.from({ length: 10_000 }, (_, index) => ({
      PartNumber: index + 1,
      ETag: `"${'0'.repeat(32)}"`,
    })),
  });
  assert.deepEqual([status, json['error']], [404, 'upload-not-found']);
});

test('pages may call only 4.4 and 4.6', async (t) => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  const Origin = 'https://partner.example';
  for (const path of [...POSTS, transcriptionPath('a')]) {
    const preflight = await fetch(client.url(path), {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });
    const answer = await post(client.url(path), { Origin }, {});
    const violations = sandbox.log.slice(-2).map(({ violation }) => violation);
    const allowed = [preflight, answer].map(({ headers }) =>
      headers.get('access-control-allow-origin'),
    );
    if (FOR_PAGES.includes(path)) {
      assert.equal(preflight.status, 204);
      assert.deepEqual(allowed, ['*', '*']);
      assert.equal(
        preflight.headers.get('access-control-allow-headers'),
        'Authorization, Content-Type',
      );
      assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST');
      assert.ok(violations.every((violation) => violation !== CALLED_BY_PAGE));
    } else {
      assert.equal(preflight.status, 405);
      assert.deepEqual(allowed, [null, null]);
      assert.deepEqual(violations, [CALLED_BY_PAGE, CALLED_BY_PAGE]);
    }
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
});

test('the log has an entry for each request of a client', async (t) => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  const { plan } = await client.upload(await client.userToken(), randomBytes(100), 'wav');

  const published = await reply(fetch(client.url('/__sandbox/log')));
  assert.equal(published.status, 200);
  assert.deepEqual(published.json, JSON.parse(JSON.stringify(sandbox.log)));
  const entry = sandbox.log.find(({ method, host }) => method === 'PUT' && host === 'storage');
  assert.ok(entry);
  const { at, ms, headers, headerNames, ids, responseHeaders, ...rest } = entry;
  assert.deepEqual(rest, {
    number: 4,
    host: 'storage',
    method: 'PUT',
    path: `/uploads/${plan.FileId}/${plan.UploadId}/1`,
    kind: 'part',
    uploadId: plan.UploadId,
    partNumber: 1,
    status: 200,
    bytesReceived: 100,
    bytesSent: 0,
    session: sessionName('user-0001'),
  });
  assert.deepEqual(ids, [plan.FileId, plan.UploadId]);
  assert.deepEqual(
    responseHeaders?.map(({ name }) => name),
    ['etag'],
  );
  assert.ok(at > 0);
  assert.ok(ms !== null && ms >= 0);
  assert.ok(headerNames.includes('content-length') && !headerNames.includes('authorization'));
  assert.deepEqual(
    headers.map(({ name }) => name),
    headerNames,
  );
  assert.ok(headers.some(({ name, value }) => name === 'content-length' && value === '100'));
  assert.ok(!published.text.includes('?'));
  assert.ok(!sandbox.log.some(({ path }) => path.startsWith('/__sandbox')));
});

test('a response never repeats a token or a value from the request', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const secret = 'sensitive-value-123';
  const answers = [
    await post(client.url(SERVICE_PATHS.uploadPlan), bearer(secret), {}),
    await post(client.url(SERVICE_PATHS.partnerRefresh), client.ofClient, {
      refresh_token: secret,
    }),
    await post(client.url(SERVICE_PATHS.uploadPlan), bearer(await client.userToken()), {
      filesize: secret,
      filetype: secret,
    }),
    await post(client.url(`/${secret}`), {}, {}),
  ];
  for (const { status, text } of answers) {
    assert.ok(status >= 400);
    assert.ok(!text.includes(secret));
  }
});
