import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import type { FileType } from '../../../src/protocol/types.js';
import {
  clientOf,
  put,
  refused,
  sandboxFor,
  type SandboxClient,
} from '../../support/sandbox-client.js';

const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;
const CHUNK = 1000;

/** A planned upload of 2500 bytes in three chunks, all stored. */
const stored = async (client: SandboxClient, filetype: FileType = 'mp3') => {
  const token = await client.userToken();
  const file = randomBytes(2500);
  const plan = await client.plan(token, file.length, filetype);
  const part_list = await client.putParts(plan, file);
  const request = { file_id: plan.FileId, upload_id: plan.UploadId, part_list, filetype };
  return { token, file, plan, request };
};

test('4.4 plans chunks that cover the file exactly', async (t) => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  const token = await client.userToken();
  for (const [filesize, chunk, count] of [
    [1, 256 * KIBIBYTE, 1],
    [256 * KIBIBYTE, 256 * KIBIBYTE, 1],
    [256 * KIBIBYTE + 1, 256 * KIBIBYTE, 2],
    [16 * MEBIBYTE, 256 * KIBIBYTE, 64],
    [16 * MEBIBYTE + 1, 5 * MEBIBYTE, 4],
    [50_000 * MEBIBYTE, 5 * MEBIBYTE, 10_000],
  ] as const) {
    const { ChunkSize, Parts } = await client.plan(token, filesize, 'wav');
    assert.deepEqual([ChunkSize, Parts.length], [chunk, count]);
    assert.deepEqual(
      Parts.map(({ PartNumber }) => PartNumber),
      Array.from({ length: count }, (_, index) => index + 1),
    );
    assert.ok(Parts.every((part) => part.PresignedUrl.startsWith(`${sandbox.storageUrl}/`)));
    assert.equal(new Set(Parts.map((part) => part.PresignedUrl)).size, count);
  }
});

test('4.6 merges the chunks, and repeating it returns the same response', async (t) => {
  const sandbox = await sandboxFor(t, { chunkSize: () => CHUNK });
  const client = clientOf(sandbox);
  const { token, file, plan, request } = await stored(client, 'm4a');
  const file_md5 = createHash('md5').update(file).digest('hex');
  const [first, second] = await Promise.all([
    client.complete(token, { ...request, file_md5 }),
    client.complete(token, request),
  ]);
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(Object.keys(first.json).sort(), [
    'DownloadUrl',
    'FileId',
    'FileMd5',
    'FileType',
  ]);
  assert.deepEqual(first.json, second.json);
  assert.deepEqual((await client.complete(token, request)).json, first.json);
  assert.equal(first.json['FileMd5'], file_md5);
  assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);

  const wrong = { ...request, file_md5: '0'.repeat(32) };
  refused(await client.complete(token, wrong), 400, 'md5-mismatch', /not the MD5/);
  const closed = await put(plan.Parts[0]?.PresignedUrl ?? '', file.subarray(0, CHUNK));
  assert.equal(closed.status, 404);
  assert.match(closed.text, /<Code>NoSuchUpload<\/Code>/);
});

test('4.6 with a wrong file_md5 keeps the chunks, so that the damaged one can be sent again', async (t) => {
  const sandbox = await sandboxFor(t, { chunkSize: () => CHUNK });
  const client = clientOf(sandbox);
  const { token, file, plan, request } = await stored(client);
  const damaged = Buffer.from(file);
  damaged[1500] = (damaged[1500] ?? 0) ^ 1;
  const file_md5 = createHash('md5').update(damaged).digest('hex');
  const failed = await client.complete(token, { ...request, file_md5 });
  refused(failed, 400, 'md5-mismatch', /the chunks are kept/);
  assert.equal(sandbox.uploadedFile(plan.FileId), undefined);

  const address = plan.Parts[1]?.PresignedUrl ?? '';
  const { headers } = await put(address, damaged.subarray(CHUNK, 2 * CHUNK));
  const part_list = request.part_list.map((part) =>
    part.PartNumber === 2 ? { ...part, ETag: headers.get('etag') } : part,
  );
  const done = await client.complete(token, { ...request, part_list, file_md5 });
  assert.deepEqual([done.status, done.json['FileMd5']], [200, file_md5]);
  const merged = sandbox.uploadedFile(plan.FileId) ?? '';
  assert.deepEqual(await readFile(merged), damaged);
  assert.ok(!existsSync(`${merged}.merging`));
});

test('an upload belongs to the user of the token', async (t) => {
  const client = clientOf(await sandboxFor(t, { chunkSize: () => CHUNK }));
  const { token, request } = await stored(client);
  const other = await client.userToken('user-0002');
  const foreign = await client.complete(other, request);
  refused(foreign, 404, 'upload-not-found', /This user has no upload/);
  const unknown = await client.complete(other, { ...request, upload_id: 'upload_none' });
  assert.deepEqual(unknown.json, foreign.json);
  const mixed = await stored(client);
  refused(
    await client.complete(token, { ...request, file_id: mixed.request.file_id }),
    404,
    'upload-not-found',
    /file_id and upload_id/,
  );
  const again = await client.userToken();
  assert.equal((await client.complete(again, request)).status, 200);
});
