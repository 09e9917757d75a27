import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import test from 'node:test';
import { createSecrets } from '../../../demo/sandbox/secrets.js';
import { createSigner } from '../../../demo/service/secrets.js';
import {
  clientOf,
  manualClock,
  put,
  reply,
  sandboxFor,
  type Reply,
} from '../../support/sandbox-client.js';

const refused = ({ status, text, headers }: Reply, expected: number, code: string): void => {
  assert.equal(status, expected);
  assert.equal(headers.get('content-type'), 'application/xml');
  assert.match(text, new RegExp(`<Error><Code>${code}</Code><Message>[^<]+</Message></Error>$`));
};

/** A plan for 2500 bytes in chunks of 1000. */
const planned = async (t: Parameters<typeof sandboxFor>[0], options = {}) => {
  const sandbox = await sandboxFor(t, { chunkSize: () => 1000, ...options });
  const client = clientOf(sandbox);
  const token = await client.userToken();
  const plan = await client.plan(token, 2500, 'wav');
  const addresses = plan.Parts.map(({ PresignedUrl }) => PresignedUrl);
  return { sandbox, client, token, plan, addresses: addresses as [string, string, string] };
};

/** Sends what fetch cannot: a body without Content-Length, or one that breaks off. */
const rawPut = (url: string, headers: Record<string, string>, body: string, breakOff = false) =>
  new Promise<number>((resolve, reject) => {
    const request = httpRequest(url, { method: 'PUT', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', (error) => {
      if (breakOff) resolve(0);
      else reject(error);
    });
    if (breakOff) request.write(body, () => request.destroy());
    else request.end(body);
  });

test('4.5 stores a chunk and returns its MD5 as the ETag', async (t) => {
  const { addresses } = await planned(t);
  const chunk = randomBytes(1000);
  const { status, headers } = await put(addresses[0], chunk);
  assert.equal(status, 200);
  assert.equal(headers.get('etag'), `"${createHash('md5').update(chunk).digest('hex')}"`);
});

test('4.5 replaces a chunk that is sent again', async (t) => {
  const { sandbox, client, token, plan, addresses } = await planned(t);
  const file = randomBytes(2500);
  const request = {
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    part_list: await client.putParts(plan, file),
    filetype: 'wav',
  };
  await put(addresses[1], randomBytes(1000));
  const outdated = await client.complete(token, request);
  assert.deepEqual([outdated.status, outdated.json['error']], [400, 'etag-mismatch']);
  await put(addresses[1], file.subarray(1000, 2000));
  assert.equal((await client.complete(token, request)).status, 200);
  assert.ok(sandbox.uploadedFile(plan.FileId));
});

test('4.5 accepts only the planned size', async (t) => {
  const { sandbox, addresses } = await planned(t);
  refused(await put(addresses[0], randomBytes(999)), 400, 'IncompleteBody');
  refused(await put(addresses[0], randomBytes(1001)), 400, 'EntityTooLarge');
  assert.equal(sandbox.log.at(-1)?.bytesReceived, 0);
  refused(await put(addresses[0], ''), 400, 'IncompleteBody');
  refused(await put(addresses[2], randomBytes(1000)), 400, 'EntityTooLarge');
  assert.equal((await put(addresses[2], randomBytes(500))).status, 200);
  assert.equal(await rawPut(addresses[0], { 'Transfer-Encoding': 'chunked' }, 'x'), 411);
});

test('4.5 does not store a chunk that breaks off', async (t) => {
  const { sandbox, client, token, plan, addresses } = await planned(t);
  const lost = new Promise<void>((resolve) => {
    const seen = () => (sandbox.log.at(-1)?.status === 0 ? resolve() : void setImmediate(seen));
    seen();
  });
  assert.equal(await rawPut(addresses[0], { 'Content-Length': '1000' }, 'half', true), 0);
  await lost;
  assert.ok((sandbox.log.at(-1)?.bytesReceived ?? 1000) < 1000);
  const { status, json } = await client.complete(token, {
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    filetype: 'wav',
    part_list: [1, 2, 3].map((PartNumber) => ({ PartNumber, ETag: '"x"' })),
  });
  assert.deepEqual([status, json['error']], [400, 'part-missing']);
});

test('4.6 ignores a chunk that is still being sent when the upload is completed', async (t) => {
  const { sandbox, client, token, plan, addresses } = await planned(t);
  const file = randomBytes(2500);
  const part_list = await client.putParts(plan, file);
  const headers = { 'Content-Length': '1000', Expect: '100-continue' };
  const late = httpRequest(addresses[0], { method: 'PUT', headers });
  const answered = new Promise<number>((resolve, reject) => {
    late.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    late.on('error', reject);
  });
  late.flushHeaders();
  // The server sends "100 Continue" when it starts reading the request.
  await new Promise((resolve) => late.once('continue', resolve));
  const ids = { file_id: plan.FileId, upload_id: plan.UploadId };
  const done = await client.complete(token, { ...ids, part_list, filetype: 'wav' });
  assert.equal(done.status, 200);
  late.end(randomBytes(1000));
  assert.equal(await answered, 404);
  assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);
});

test('signed addresses: are valid for one method only', () => {
  const clock = manualClock();
  const signer = createSigner(clock, createSecrets(randomBytes(32)));
  const address = signer.sign('PUT', '/a', { from: clock.now(), seconds: 60 });
  const { pathname, searchParams } = new URL(`http://host${address}`);
  assert.doesNotThrow(() => signer.verify('PUT', pathname, searchParams));
  assert.throws(() => signer.verify('GET', pathname, searchParams), { status: 403 });
});

test('signed addresses: are valid only for their file, upload, chunk and method, unmodified', async (t) => {
  const { client, token, addresses } = await planned(t);
  const other = await client.plan(token, 2500, 'wav');
  const [, , file, upload] = new URL(addresses[0]).pathname.split('/');
  const [, , otherFile, otherUpload] = new URL(other.Parts[0]?.PresignedUrl ?? '').pathname.split(
    '/',
  );
  const changed = [
    addresses[0].replace(String(file), String(otherFile)),
    addresses[0].replace(String(upload), String(otherUpload)),
    addresses[0].replace(/signature=./, (start) =>
      start.endsWith('0') ? 'signature=1' : 'signature=0',
    ),
    addresses[0].replace(/expires=\d+/, 'expires=99999999999'),
    addresses[0].replace(/&signature=.*/, ''),
    addresses[0].replace(/\?.*/, ''),
    `${addresses[0]}&expires=99999999999`,
  ];
  for (const address of changed)
    refused(await put(address, randomBytes(1000)), 403, 'SignatureDoesNotMatch');
  const got = await reply(fetch(addresses[0]));
  refused(got, 405, 'method-not-allowed');
  assert.equal((await put(addresses[0], randomBytes(1000))).status, 200);
});

test('signed addresses: expire', async (t) => {
  const clock = manualClock();
  const { client, token, addresses } = await planned(t, { clock });
  clock.advance(3599);
  assert.equal((await put(addresses[0], randomBytes(1000))).status, 200);
  clock.advance(1);
  const late = await put(addresses[0], randomBytes(1000));
  refused(late, 403, 'AccessDenied');
  assert.match(late.text, /Request has expired/);

  const { done } = await client.upload(token, randomBytes(10), 'mp3');
  const download = String(done.json['DownloadUrl']);
  clock.advance(86_399);
  assert.equal((await reply(fetch(download))).status, 200);
  clock.advance(1);
  refused(await reply(fetch(download)), 403, 'AccessDenied');
});

test('DownloadUrl: serves the file, whole and in ranges', async (t) => {
  const { client, token } = await planned(t);
  const file = randomBytes(2500);
  for (const [filetype, type] of [
    ['mp3', 'audio/mpeg'],
    ['m4a', 'audio/mp4'],
    ['wav', 'audio/wav'],
  ] as const) {
    const { done } = await client.upload(token, file, filetype);
    const address = String(done.json['DownloadUrl']);
    const whole = await fetch(address);
    assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, type]);
    assert.equal(whole.headers.get('accept-ranges'), 'bytes');
    assert.equal(whole.headers.get('content-length'), '2500');
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), file);
    const head = await fetch(address, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '2500']);
    assert.equal((await head.arrayBuffer()).byteLength, 0);
  }
  const { done } = await client.upload(token, file, 'wav');
  const address = String(done.json['DownloadUrl']);
  const ranged = (Range: string, more = {}) => fetch(address, { headers: { Range, ...more } });
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=2400-', 2400, 2499],
    ['bytes=2400-9999', 2400, 2499],
    ['bytes=-100', 2400, 2499],
    ['bytes=-9999', 0, 2499],
  ] as const) {
    const part = await ranged(range);
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/2500`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), file.subarray(start, end + 1));
  }
  for (const range of ['bytes=2500-', 'bytes=-0']) {
    const answer = await reply(ranged(range));
    refused(answer, 416, 'InvalidRange');
    assert.equal(answer.headers.get('content-range'), 'bytes */2500');
  }
  for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=9-3', 'bytes=-'])
    assert.equal((await reply(ranged(range))).status, 200);
  const etag = (await reply(fetch(address))).headers.get('etag') ?? '';
  assert.equal((await reply(ranged('bytes=0-1', { 'If-Range': etag }))).status, 206);
  assert.equal((await reply(ranged('bytes=0-1', { 'If-Range': '"old"' }))).status, 200);
});

test('DownloadUrl: is signed for reading one file only', async (t) => {
  const { client, token } = await planned(t);
  const { done } = await client.upload(token, randomBytes(10), 'mp3');
  const other = await client.upload(token, randomBytes(10), 'mp3');
  const address = String(done.json['DownloadUrl']);
  refused(
    await reply(
      fetch(address.replace(String(done.json['FileId']), String(other.done.json['FileId']))),
    ),
    403,
    'SignatureDoesNotMatch',
  );
  refused(await put(address, 'x'), 405, 'method-not-allowed');
  const withKey = fetch(address, { headers: { 'X-Client-Api-Key': 'k' } });
  refused(await reply(withKey), 400, 'InvalidArgument');
  // <audio> sends the cookies of the page's host name, for any port.
  const withCookie = fetch(address, { headers: { Cookie: 'session=1' } });
  assert.equal((await reply(withCookie)).status, 200);
});

test('storage CORS: pages of any origin may upload, play audio, and read the headers they need', async (t) => {
  const { sandbox, client, token, addresses } = await planned(t);
  const Origin = 'https://partner.example';
  const preflight = (names: string) =>
    fetch(addresses[0], {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': names,
      },
    });
  const allowed = await preflight('content-type');
  assert.equal(allowed.status, 204);
  assert.equal(allowed.headers.get('access-control-allow-origin'), '*');
  assert.match(allowed.headers.get('access-control-allow-methods') ?? '', /\bPUT\b/);
  assert.doesNotMatch(allowed.headers.get('access-control-allow-headers') ?? '', /authorization/i);
  assert.equal(sandbox.log.at(-1)?.violation, undefined);
  await preflight('authorization,content-type');
  assert.equal(
    sandbox.log.at(-1)?.violation,
    'Section 4.5: A browser wants to send authorization.',
  );

  const stored = await put(addresses[0], randomBytes(1000), { Origin });
  assert.equal(stored.headers.get('access-control-allow-origin'), '*');
  assert.match(stored.headers.get('access-control-expose-headers') ?? '', /\bETag\b/);
  const { done } = await client.upload(token, randomBytes(10), 'mp3');
  const listened = await reply(fetch(String(done.json['DownloadUrl']), { headers: { Origin } }));
  const exposed = listened.headers.get('access-control-expose-headers') ?? '';
  assert.match(exposed, /Accept-Ranges, Content-Range/);
  const error = await put(addresses[0].replace(/\?.*/, ''), 'x', { Origin });
  assert.equal(error.headers.get('access-control-allow-origin'), '*');
});
