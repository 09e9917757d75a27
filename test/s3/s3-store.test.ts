/** The sandbox with a real S3 store: pages send to Ceph, and the sandbox checks what is stored. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';
import { inspect } from 'node:util';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings, SandboxOptions } from '../../demo/sandbox/index.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import type { UploadedPart, UploadPlan } from '../../src/protocol/types.js';
import { bearer, clientOf, post, put, sample } from '../support/sandbox-client.js';
import { sandboxFolder } from '../support/sandbox-folder.js';
import { startCeph, type Ceph } from './ceph.js';
import { longWav } from './long-wav.js';
import { relayTo } from './tcp-relay.js';

const CHUNK = 5 * 1024 * 1024;
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

let ceph: Ceph;
let s3: S3Settings;
let direct: S3Client;

test.before(async () => {
  ceph = await startCeph();
  s3 = { ...ceph.settings, bucket: 'recordings' };
  const { endpoint, region, ...credentials } = ceph.settings;
  direct = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await direct.send(new CreateBucketCommand({ Bucket: s3.bucket }));
});
test.after(() => ceph.stop());

type Test = Parameters<typeof sandboxFolder>[0];

/** A planned upload of two chunks in the store. */
const planned = async (t: Test, options: Partial<SandboxOptions> = {}) => {
  const sandboxes = await sandboxFolder(t, { s3, ...options });
  const sandbox = await sandboxes.start();
  const client = clientOf(sandbox);
  const token = await client.userToken();
  const file = randomBytes(CHUNK + 1000);
  const plan = await client.plan(token, file.length, 'wav');
  const request = (part_list: readonly UploadedPart[], more = {}) => ({
    ...{ file_id: plan.FileId, upload_id: plan.UploadId, part_list, filetype: 'wav' },
    ...more,
  });
  return { sandboxes, sandbox, client, token, file, plan, request };
};

const addressOf = ({ Parts }: UploadPlan, number: number): string =>
  Parts[number - 1]?.PresignedUrl ?? '';

const objectOf = ({ FileId }: UploadPlan) => ({ Bucket: s3.bucket, Key: `${FileId}.wav` });

test('S3 store: a recording passes through the whole service, 4.1 to 4.8', async (t) => {
  const sandboxes = await sandboxFolder(t, { s3, chunkSize: () => 1000 });
  const sandbox = await sandboxes.start();
  assert.equal(sandbox.storageUrl, s3.endpoint);
  const client = clientOf(sandbox);
  const token = await client.userToken();
  const file = longWav(await sample('voicemail.wav'), 2 * CHUNK + 2);
  const { plan, request } = await client.upload(token, file, 'wav');
  // S3 accepts no smaller chunk, whatever the option says.
  assert.deepEqual([plan.ChunkSize, plan.Parts.length], [CHUNK, 3]);
  const again = await client.complete(token, { ...request, file_md5: md5(file).toUpperCase() });
  assert.deepEqual([again.status, again.json['FileMd5']], [200, md5(file)]);
  assert.deepEqual((await client.complete(token, request)).json, again.json);

  const address = String(again.json['DownloadUrl']);
  assert.equal(new URL(address).origin, s3.endpoint);
  const range = await fetch(address, { headers: { Range: 'bytes=100-199' } });
  assert.deepEqual([range.status, range.headers.get('content-type')], [206, 'audio/wav']);
  assert.deepEqual(Buffer.from(await range.arrayBuffer()), file.subarray(100, 200));
  const whole = await fetch(address);
  assert.equal(md5(new Uint8Array(await whole.arrayBuffer())), md5(file));

  const { json } = await client.submit({ file_url: address });
  const ended = await client.untilEnded(String(json['transcription_id']));
  assert.equal(ended.json['status'], 'SUCCESS');
});

test('S3 store: a page can PUT only the bytes, and read the ETag', async (t) => {
  const { file, plan } = await planned(t);
  const Origin = 'https://partner.example';
  const preflight = await fetch(addressOf(plan, 2), {
    method: 'OPTIONS',
    headers: { Origin, 'Access-Control-Request-Method': 'PUT' },
  });
  assert.equal(preflight.status, 200);
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /\bPUT\b/);
  const chunk = file.subarray(CHUNK);
  const stored = await put(addressOf(plan, 2), chunk, { Origin });
  assert.deepEqual([stored.status, stored.headers.get('etag')], [200, `"${md5(chunk)}"`]);
  assert.equal(stored.headers.get('access-control-allow-origin'), '*');
  assert.match(stored.headers.get('access-control-expose-headers') ?? '', /\bETag\b/);
  const { searchParams } = new URL(addressOf(plan, 2));
  assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'host');
  assert.doesNotMatch([...searchParams.keys()].join(), /checksum/i);
});

test('S3 store: 4.6 is checked against the stored chunks', async (t) => {
  const { client, token, file, plan, request } = await planned(t);
  const refused = async (list: readonly UploadedPart[], code: string) => {
    const { status, json } = await client.complete(token, request(list));
    assert.deepEqual([status, json['error']], [400, code]);
  };
  await put(addressOf(plan, 1), file.subarray(0, CHUNK));
  const one = { PartNumber: 1, ETag: `"${md5(file.subarray(0, CHUNK))}"` };
  const two = { PartNumber: 2, ETag: `"${md5(file.subarray(CHUNK))}"` };
  await refused([one], 'parts-incomplete');
  await refused([one, two], 'part-missing');
  // The store accepts a chunk of any size; the service compares it with the plan.
  await put(addressOf(plan, 2), file.subarray(CHUNK + 1));
  await refused([one, { PartNumber: 2, ETag: `"${md5(file.subarray(CHUNK + 1))}"` }], 'part-size');
  await put(addressOf(plan, 2), file.subarray(CHUNK));
  await refused([one, { PartNumber: 2, ETag: one.ETag }], 'etag-mismatch');
  await refused([two, one], 'part-order');
  const done = await client.complete(token, request([one, two], { file_md5: md5(file) }));
  assert.equal(done.status, 200);
});

test('S3 store: a wrong file_md5 deletes the file, and a new plan is needed', async (t) => {
  const { client, token, file, plan, request } = await planned(t);
  const list = await client.putParts(plan, file);
  const wrong = request(list, { file_md5: md5(randomBytes(1)) });
  const { status, json } = await client.complete(token, wrong);
  assert.deepEqual([status, json['error']], [400, 'md5-mismatch']);
  assert.match(String(json['message']), /the file was removed, ask for a new plan/);
  await assert.rejects(direct.send(new HeadObjectCommand(objectOf(plan))), { name: 'NotFound' });
  const repeated = await client.complete(token, request(list));
  assert.deepEqual([repeated.status, repeated.json['error']], [404, 'upload-not-found']);
});

test("S3 store: addresses expire by the sandbox's clock", async (t) => {
  const clock = { now: () => Date.now() - 3_601_000 };
  const { plan } = await planned(t, { clock });
  const { status, text } = await put(addressOf(plan, 2), randomBytes(1000));
  assert.equal(status, 403);
  assert.match(text, /<Code>(?:AccessDenied|RequestTimeTooSkewed)<\/Code>/);
});

test('S3 store: deletes an upload that was never completed, and a file when its URL expires', async (t) => {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const { sandbox, client, token, file, plan } = await planned(t, { clock });
  await put(addressOf(plan, 2), file.subarray(CHUNK));
  const { plan: other, done } = await client.upload(token, file, 'wav');
  assert.equal(done.status, 200);
  await direct.send(new HeadObjectCommand(objectOf(other)));
  ahead = 86_400_000;
  const { uploads, files } = await sandbox.sweep();
  assert.deepEqual([uploads, files], [1, 1]);
  const late = await put(addressOf(plan, 2), file.subarray(CHUNK));
  assert.equal(late.status, 404);
  assert.match(late.text, /NoSuchUpload/);
  await assert.rejects(direct.send(new HeadObjectCommand(objectOf(other))), { name: 'NotFound' });
});

test('S3 store: an upload continues after a restart, even if it was merged but not recorded', async (t) => {
  const { sandboxes, client, token, file, plan, request } = await planned(t);
  const list = await client.putParts(plan, file);
  await sandboxes.close();
  const { UploadId } = plan;
  const MultipartUpload = { Parts: list.map((part) => ({ ...part })) };
  await direct.send(
    new CompleteMultipartUploadCommand({ ...objectOf(plan), UploadId, MultipartUpload }),
  );
  const again = clientOf(await sandboxes.start());
  const { json } = await again.complete(token, request(list, { file_md5: md5(file) }));
  assert.equal(json['FileMd5'], md5(file));
});

test('S3 store: an unusable bucket is reported at the start; keys and URLs are never printed', async (t) => {
  const printed: unknown[] = [];
  t.mock.method(console, 'error', (...words: unknown[]) => void printed.push(...words));
  const sandboxes = await sandboxFolder(t);
  const missing = { ...s3, bucket: 'no-such-bucket' };
  await assert.rejects(
    sandboxes.start({ s3: missing }),
    /The bucket no-such-bucket .+ cannot be used/,
  );
  await assert.rejects(
    sandboxes.start({ s3: { ...s3, secretAccessKey: 'wrong' } }),
    /cannot be used \(.+ status 403\)/,
  );

  const relay = await relayTo(Number(new URL(s3.endpoint).port));
  t.after(relay.close);
  const endpoint = `http://127.0.0.1:${relay.port}`;
  const client = clientOf(await sandboxes.start({ s3: { ...s3, endpoint } }));
  const token = await client.userToken();
  await relay.close();
  const url = client.url(SERVICE_PATHS.uploadPlan);
  const failed = await post(url, bearer(token), { filesize: 10, filetype: 'wav' });
  assert.deepEqual([failed.status, failed.json['error']], [500, 'internal']);
  assert.ok(printed.length > 0);
  const text = inspect(printed, { depth: 8, showHidden: true });
  for (const secret of [s3.accessKeyId, s3.secretAccessKey, 'X-Amz-Signature'])
    assert.ok(!text.includes(secret), secret);
});
