/** The state that faults leave: on disk, in the upload, in the task. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Fault } from '../../../demo/sandbox/index.js';
import { FILE_SIZE, putting, send, sendTo, untilNoted } from '../../support/fault-client.js';
import {
  bearer,
  clientOf,
  manualClock,
  post,
  put,
  sandboxFor,
} from '../../support/sandbox-client.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** A planned upload of three parts, with its folder. */
const planned = async (t: TestContext) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-faults-'));
  const sandbox = await sandboxFor(t, { chunkSize: () => 1000, directory });
  const client = clientOf(sandbox);
  const token = await client.userToken();
  const file = randomBytes(FILE_SIZE);
  const plan = await client.plan(token, FILE_SIZE, 'wav');
  const bytesOf = (number: number) => file.subarray((number - 1) * 1000, number * 1000);
  const urlOf = (number: number) => plan.Parts[number - 1]?.PresignedUrl ?? '';
  /** File names up to the first dot. For a chunk that is its number. */
  const files = () =>
    ['parts', 'files', 'temporary']
      .flatMap((folder) =>
        readdirSync(path.join(directory, folder), { recursive: true, withFileTypes: true }),
      )
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name.split('.')[0])
      .sort();
  const request = (etags: readonly string[], more = {}) => ({
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    part_list: etags.map((ETag, index) => ({ PartNumber: index + 1, ETag })),
    filetype: 'wav',
    ...more,
  });
  const own = [1, 2, 3].map((number) => `"${md5(bytesOf(number))}"`);
  return {
    ...{ sandbox, client, token, file, plan, bytesOf, urlOf, files, request, own },
    putPart: (number: number) => put(urlOf(number), bytesOf(number)),
    complete: (etags: readonly string[], more = {}) => client.complete(token, request(etags, more)),
  };
};

const part2 = (fault: { readonly name: Fault['name'] }): readonly Fault[] => [
  { at: 'part', part: 2, ...fault } as Fault,
];

for (const name of ['reset-after-body', 'no-answer', 'cors-blocked', 'missing-etag'] as const) {
  test(`${name}: stores the part, but its response is lost`, async (t) => {
    const { sandbox, file, plan, putPart, bytesOf, urlOf, complete, own } = await planned(t);
    sandbox.faults.set(part2({ name }));
    await putPart(1);
    await sendTo(sandbox, putting(urlOf(2), bytesOf(2)));
    const { uploadId, bytesReceived, partNumber } = sandbox.log.at(-1) ?? {};
    assert.deepEqual([uploadId, partNumber, bytesReceived], [plan.UploadId, 2, 1000]);
    await putPart(3);
    assert.equal((await complete(own, { file_md5: md5(file) })).status, 200);
    assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);
  });
}

const LOST = [
  'expired',
  'unknown-upload',
  'status',
  'storage-error',
  'html-error',
  'reset-at-once',
  'reset-mid-body',
  'black-hole',
] as const;
for (const name of LOST) {
  test(`${name}: stores nothing of the part`, async (t) => {
    const { sandbox, bytesOf, urlOf, files, putPart, complete, own } = await planned(t);
    const options = { status: { status: 503 }, 'storage-error': { code: 'SlowDown' } };
    sandbox.faults.set(part2({ name, ...(name in options && options[name as 'status']) }));
    await putPart(1);
    await sendTo(sandbox, putting(urlOf(2), bytesOf(2)));
    await putPart(3);
    assert.deepEqual(files(), ['1', '3']);
    const { status, json } = await complete(own);
    assert.deepEqual([status, json['error']], [400, 'part-missing']);
    await putPart(2);
    assert.equal((await complete(own)).status, 200);
  });
}

test('reset-mid-body: breaks the connection after the given number of bytes', async (t) => {
  const { sandbox, urlOf, bytesOf } = await planned(t);
  sandbox.faults.set([{ name: 'reset-mid-body', at: 'part', bytes: 400 }]);
  const { method, url, headers } = putting(urlOf(2), bytesOf(2));
  // The client sends less than the body: the sandbox does not wait for the rest.
  const seen = await send({ method, url, headers, body: bytesOf(2).subarray(0, 400) }).seen;
  assert.equal(seen.kind, 'reset');
  assert.deepEqual([sandbox.log.at(-1)?.bytesReceived, sandbox.log.at(-1)?.status], [400, 0]);
});

test('corrupted-body: stores a changed byte, and returns its ETag', async (t) => {
  const { sandbox, file, plan, putPart, bytesOf, complete, own } = await planned(t);
  sandbox.faults.set([{ name: 'corrupted-body', at: 'part', part: 2, byte: 999 }]);
  const wrong = Buffer.from(bytesOf(2));
  wrong[999] = (wrong[999] ?? 0) ^ 0xff;
  await putPart(1);
  assert.equal((await putPart(2)).headers.get('etag'), `"${md5(wrong)}"`);
  await putPart(3);
  const etags = own.with(1, `"${md5(wrong)}"`);
  const refused = await complete(etags, { file_md5: md5(file) });
  assert.deepEqual([refused.status, refused.json['error']], [400, 'md5-mismatch']);
  assert.equal((await complete(own)).json['error'], 'etag-mismatch');
  const expected = Buffer.concat([bytesOf(1), wrong, bytesOf(3)]);
  assert.equal((await complete(etags)).json['FileMd5'], md5(expected));
  assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), expected);
});

const ETAGS = [
  { name: 'opaque-etag' },
  { name: 'opaque-etag', form: 'random' },
  { name: 'foreign-digest-etag' },
] as const;
for (const fault of ETAGS) {
  test(`${JSON.stringify(fault)}: the completion must use the ETag that was sent`, async (t) => {
    const { sandbox, file, plan, putPart, complete, own } = await planned(t);
    sandbox.faults.set([{ ...fault, at: 'part', times: 'always' }]);
    const etags: string[] = [];
    for (const number of [1, 2, 3]) etags.push((await putPart(number)).headers.get('etag') ?? '');
    assert.equal((await putPart(2)).headers.get('etag'), etags[1]);
    assert.ok(etags.every((etag, index) => /^"[^"]+"$/.test(etag) && etag !== own[index]));
    assert.equal((await complete(own)).json['error'], 'etag-mismatch');
    assert.equal((await complete(etags, { file_md5: md5(file) })).status, 200);
    assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);
  });
}

test('completion whose response is lost: a repeated request gets the same response', async (t) => {
  const { sandbox, token, client, file, plan, putPart, complete, request, own } = await planned(t);
  for (const number of [1, 2, 3]) await putPart(number);
  sandbox.faults.set([{ name: 'reset-after-body', at: 'complete-upload' }]);
  await assert.rejects(
    post(client.url(SERVICE_PATHS.completeUpload), bearer(token), request(own)),
    TypeError,
  );
  assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);
  const { status, json } = await complete(own);
  assert.deepEqual([status, json['FileMd5']], [200, md5(file)]);
});

test('wrong-file-md5: reports a wrong MD5, but the file is correct', async (t) => {
  const { sandbox, file, plan, putPart, complete, own } = await planned(t);
  for (const number of [1, 2, 3]) await putPart(number);
  sandbox.faults.set([{ name: 'wrong-file-md5', at: 'complete-upload' }]);
  const { json } = await complete(own, { file_md5: md5(file) });
  assert.notEqual(json['FileMd5'], md5(file));
  assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);
});

test('extra parts: their URLs are rejected', async (t) => {
  const { sandbox, client, token } = await planned(t);
  sandbox.faults.set([{ name: 'plan-extra-parts', at: 'upload-plan' }]);
  const { Parts } = await client.plan(token, FILE_SIZE, 'wav');
  assert.match(Parts[3]?.PresignedUrl ?? '', /\/4\?expires=/);
  assert.equal((await put(Parts[3]?.PresignedUrl ?? '', randomBytes(500))).status, 403);
});

test('token-expires: expires one token immediately, and no other', async (t) => {
  const { sandbox, client, token } = await planned(t);
  const other = await client.userToken();
  sandbox.faults.set([{ name: 'token-expires', at: 'upload-plan' }]);
  const plan = (value: string) =>
    post(client.url(SERVICE_PATHS.uploadPlan), bearer(value), { filesize: 1, filetype: 'mp3' });
  assert.equal((await plan(token)).json['error'], 'token-expired');
  assert.equal((await plan(token)).json['error'], 'token-expired');
  assert.equal((await plan(other)).status, 200);
});

for (const [name, status] of [
  ['task-failure', 'FAILURE'],
  ['task-revoked', 'REVOKED'],
] as const) {
  test(`${name}: ends the task as ${status} without any work`, async (t) => {
    const { sandbox, client } = await planned(t);
    sandbox.faults.set([{ name, at: 'submit' }]);
    const { json } = await client.submit({ file_url: 'http://127.0.0.1:9/a.wav' });
    const id = String(json['transcription_id']);
    assert.equal((await client.query(id)).json['status'], status);
    assert.deepEqual(
      sandbox.taskHistory(id).map((change) => change.status),
      ['PENDING', status],
    );
    assert.deepEqual(sandbox.taskIds(), [id]);
  });
}

test('submission whose response is lost: the task exists', async (t) => {
  const { sandbox, client } = await planned(t);
  sandbox.faults.set([{ name: 'reset-after-body', at: 'submit' }]);
  await assert.rejects(client.submit({ file_url: 'http://127.0.0.1:9/a.wav' }), TypeError);
  assert.equal(sandbox.taskIds().length, 1);
});

test('Retry-After: in seconds, or as a date in whole seconds that is not too early', async (t) => {
  const clock = manualClock(Date.UTC(2026, 10, 21, 8, 0, 0, 300));
  const sandbox = await sandboxFor(t, { clock });
  const client = clientOf(sandbox);
  const fault: Fault = { name: 'status', at: 'submit', status: 429, retryAfterSeconds: 2 };
  sandbox.faults.set([fault, { ...fault, retryAfterAs: 'date' }]);
  const values = [await client.submit({}), await client.submit({})];
  assert.deepEqual(
    values.map(({ headers }) => headers.get('retry-after')),
    ['2', 'Sat, 21 Nov 2026 08:00:03 GMT'],
  );
});

test('close: ends black holes and drips at once, and leaves no partial files', async (t) => {
  const { sandbox, bytesOf, urlOf, files } = await planned(t);
  sandbox.faults.set([
    { name: 'black-hole', at: 'part', part: 1 },
    { name: 'slow-drip', at: 'part', part: 2, bytes: 1, ms: 3_600_000 },
    { name: 'slow-answer', at: 'part', part: 3, ms: 3_600_000 },
  ]);
  const seen = [1, 2, 3].map(
    (number) =>
      send(putting(urlOf(number), number === 3 ? bytesOf(3).subarray(0, 500) : bytesOf(number)))
        .seen,
  );
  while (sandbox.faults.list().some(({ struck }) => struck === 0)) await new Promise(setImmediate);
  await untilNoted(sandbox, 1);
  while (!files().includes('3')) await new Promise(setImmediate);
  await sandbox.close();
  assert.deepEqual(
    (await Promise.all(seen)).map(({ kind }) => kind),
    ['reset', 'reset', 'reset'],
  );
  assert.deepEqual(files(), ['3']);
});
