/** What Ceph really answers to requests with signed addresses. docs/errors.md has the table. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  PutBucketCorsCommand,
  S3Client,
  type S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { readStorageAnswer } from '../../src/engine/upload/storage-answers.js';
import { parseStorageError } from '../../src/protocol/storage-error.js';
import { startCeph, type Ceph } from './ceph.js';

const Bucket = 'answers';
const HOUR = 3_600_000;

let ceph: Ceph;
let client: S3Client;

test.before(async () => {
  ceph = await startCeph();
  const { endpoint, region, ...credentials } = ceph.settings;
  client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket }));
});
test.after(() => ceph.stop());

const begin = async (Key: string): Promise<string> =>
  (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId ?? '';

/** The address of part 1, signed at another time, with another secret, or for a shorter time. */
const sign = (
  Key: string,
  UploadId: string,
  {
    now = Date.now(),
    expiresIn = 3_600,
    secret,
  }: { now?: number; expiresIn?: number; secret?: string },
): Promise<string> => {
  const { endpoint, region, accessKeyId, secretAccessKey } = ceph.settings;
  const credentials = { accessKeyId, secretAccessKey: secret ?? secretAccessKey };
  const signer = new S3Client({
    ...{ endpoint, region, credentials, forcePathStyle: true },
    // A browser's plain PUT has no checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1 });
  return getSignedUrl(signer, command, { signingDate: new Date(now), expiresIn });
};

const put = async (address: string): Promise<string> => {
  const response = await fetch(address, { method: 'PUT', body: randomBytes(1_000) });
  const text = await response.text();
  if (response.ok) return 'stored';
  const { status, code, meaning } = readStorageAnswer(response.status, parseStorageError(text));
  return `${status} ${code ?? 'no code'}: ${meaning}`;
};

/** The status and the code of a request that the SDK sends. */
const refusalOf = async (sent: Promise<unknown>): Promise<string> => {
  const error = await sent.then(
    () => assert.fail('it was accepted'),
    (reason: unknown) => reason as S3ServiceException,
  );
  return `${error.$metadata.httpStatusCode ?? ''} ${error.name}`;
};

// Ceph sends no messages. An expired address is told by its own lifetime, see `isFresh`.
for (const [what, options, answer] of [
  ['an address that has expired', { now: Date.now() - 2 * HOUR }, '403 AccessDenied: set-up'],
  ['an address of a signer three hours ahead', { now: Date.now() + 3 * HOUR }, 'stored'],
  [
    'an address of a signer three hours behind that is valid for six',
    { now: Date.now() - 3 * HOUR, expiresIn: 6 * 3_600 },
    'stored',
  ],
  ['a wrong secret', { secret: 'wrong' }, '403 SignatureDoesNotMatch: set-up'],
] as const)
  test(`Ceph: ${what}: ${answer}`, async () => {
    const key = `key-${Math.random()}`;
    assert.equal(await put(await sign(key, await begin(key), options)), answer);
  });

test('Ceph: an aborted upload: 404 NoSuchUpload', async () => {
  const UploadId = await begin('aborted');
  const address = await sign('aborted', UploadId, {});
  assert.equal(await put(address), 'stored');
  await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'aborted', UploadId }));
  assert.equal(await put(address), '404 NoSuchUpload: ended');
});

test('Ceph: a header signed three hours ago: 403 RequestTimeTooSkewed', async () => {
  const { endpoint, region, ...credentials } = ceph.settings;
  const late = new S3Client({
    ...{ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 },
    systemClockOffset: -3 * HOUR,
  });
  const Key = 'late';
  const command = new UploadPartCommand({
    ...{ Bucket, Key, UploadId: await begin(Key), PartNumber: 1, Body: randomBytes(10) },
  });
  assert.equal(await refusalOf(late.send(command)), '403 RequestTimeTooSkewed');
});

test('Ceph: a completion with a first part below 5 MiB: 400 EntityTooSmall', async () => {
  const Key = 'small';
  const UploadId = await begin(Key);
  const Parts = [];
  for (const PartNumber of [1, 2]) {
    const part = { Bucket, Key, UploadId, PartNumber, Body: randomBytes(1_000) };
    const { ETag } = await client.send(new UploadPartCommand(part));
    Parts.push({ PartNumber, ETag });
  }
  const MultipartUpload = { Parts };
  const complete = { Bucket, Key, UploadId, MultipartUpload };
  const answer = await refusalOf(client.send(new CompleteMultipartUploadCommand(complete)));
  assert.equal(answer, '400 EntityTooSmall');
});

test('Ceph: a page can PUT a part without headers, and read its ETag', async () => {
  const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['PUT'], ExposeHeaders: ['ETag'] }];
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  const address = await sign('page', await begin('page'), {});
  const { searchParams } = new URL(address);
  assert.equal(searchParams.get('X-Amz-SignedHeaders'), 'host');
  assert.doesNotMatch([...searchParams.keys()].join(), /checksum/i);

  const Origin = 'https://partner.example';
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { Origin, 'Access-Control-Request-Method': 'PUT' },
  });
  assert.equal(preflight.status, 200);
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /\bPUT\b/);
  const body = randomBytes(1_000);
  const { status, headers } = await fetch(address, { method: 'PUT', body, headers: { Origin } });
  const md5 = createHash('md5').update(body).digest('hex');
  assert.deepEqual([status, headers.get('etag')], [200, `"${md5}"`]);
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.match(headers.get('access-control-expose-headers') ?? '', /\bETag\b/);
});
