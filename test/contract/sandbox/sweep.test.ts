/** Expired data is deleted when it is due, and not before. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { bearer, clientOf, manualClock, post, put } from '../../support/sandbox-client.js';
import { sandboxFolder } from '../../support/sandbox-folder.js';

const DAY = 86_400;
const NOTHING = { uploads: 0, files: 0, tokens: 0, tasks: 0 };

test('sweep: deletes an upload that was never completed, with its chunks', async (t) => {
  const clock = manualClock();
  const lifetimes = { uploadAddress: 7 * DAY, userToken: 7 * DAY };
  const sandboxes = await sandboxFolder(t, { clock, lifetimes, sweepAfterSeconds: 3 * DAY });
  let sandbox = await sandboxes.start({ chunkSize: () => 1000 });
  let client = clientOf(sandbox);
  const token = await client.userToken();
  const plan = await client.plan(token, 2500, 'wav');
  const address = plan.Parts[0]?.PresignedUrl ?? '';
  assert.equal((await put(address, randomBytes(1000))).status, 200);
  const { request, done } = await client.upload(token, randomBytes(2500), 'wav');
  const parts = path.join(sandboxes.directory, 'parts');
  const records = path.join(sandboxes.directory, 'uploads');

  clock.advance(3 * DAY - 1);
  assert.deepEqual(await sandbox.sweep(), { ...NOTHING, files: 1, tokens: 1 });
  assert.deepEqual(await readdir(parts), [plan.FileId]);
  assert.equal((await put(address, randomBytes(1000))).status, 200);

  // The time counts from the plan, also across a restart. Each start sweeps.
  clock.advance(1);
  sandbox = await sandboxes.start();
  client = clientOf(sandbox);
  assert.deepEqual(await readdir(parts), []);
  assert.deepEqual(await readdir(records), []);
  const late = await put(address, randomBytes(1000));
  assert.equal(late.status, 404);
  assert.match(late.text, /NoSuchUpload/);
  for (const gone of [request, { ...request, file_id: plan.FileId, upload_id: plan.UploadId }])
    assert.equal((await client.complete(token, gone)).json['error'], 'upload-not-found');
  assert.equal(done.status, 200);
});

test('sweep: deletes a file once its DownloadUrl has expired', async (t) => {
  const clock = manualClock();
  const sandbox = await (await sandboxFolder(t, { clock })).start();
  const client = clientOf(sandbox);
  const { done } = await client.upload(await client.userToken(), randomBytes(10), 'mp3');
  const file = sandbox.uploadedFile(String(done.json['FileId'])) ?? '';
  clock.advance(DAY - 1);
  assert.deepEqual(await sandbox.sweep(), NOTHING);
  assert.ok(existsSync(file));
  clock.advance(1);
  assert.deepEqual(await sandbox.sweep(), { ...NOTHING, files: 1 });
  assert.ok(!existsSync(file));
  assert.equal(sandbox.uploadedFile(String(done.json['FileId'])), undefined);
  assert.equal((await fetch(String(done.json['DownloadUrl']))).status, 403);
});

test('sweep: deletes tokens a day after they expired, and ended tasks after a week', async (t) => {
  const clock = manualClock();
  const sandboxes = await sandboxFolder(t, { clock });
  const sandbox = await sandboxes.start();
  const client = clientOf(sandbox);
  const token = await client.userToken();
  const { json } = await client.submit({ file_url: 'http://127.0.0.1:1/a.mp3' });
  const id = String(json['transcription_id']);
  await client.untilEnded(id);
  const plan = () => post(client.url(SERVICE_PATHS.uploadPlan), bearer(token), {});

  clock.advance(2 * DAY);
  assert.deepEqual(await sandbox.sweep(), { ...NOTHING, tokens: 1 });
  assert.equal((await plan()).json['error'], 'token-expired');
  clock.advance(0.001);
  assert.deepEqual(await sandbox.sweep(), { ...NOTHING, tokens: 1 });
  assert.equal((await plan()).json['error'], 'token-unknown');
  // The refresh token is still valid.
  assert.equal((await readdir(path.join(sandboxes.directory, 'tokens'))).length, 1);

  clock.advance(5 * DAY);
  assert.equal((await client.query(id)).json['status'], 'FAILURE');
  assert.deepEqual(await sandbox.sweep(), { ...NOTHING, tasks: 1 });
  assert.equal((await client.query(id)).status, 404);
  assert.deepEqual(await readdir(path.join(sandboxes.directory, 'tasks')), []);
});

test('sweep: runs automatically until the sandbox is closed', async (t) => {
  const clock = manualClock();
  let work = (): void => assert.fail('nothing was scheduled');
  let stopped = false;
  const every = (due: () => void, seconds: number) => {
    // The other work looks for abandoned tasks.
    if (seconds !== 600) return () => undefined;
    work = due;
    return () => {
      stopped = true;
    };
  };
  const sandboxes = await sandboxFolder(t, { clock, every });
  const sandbox = await sandboxes.start();
  const client = clientOf(sandbox);
  await client.plan(await client.userToken(), 10, 'wav');
  clock.advance(DAY);
  work();
  // Waits for the sweep that is running.
  assert.deepEqual(await sandbox.sweep(), { ...NOTHING, uploads: 1 });
  assert.deepEqual(await sandbox.sweep(), NOTHING);
  assert.equal(stopped, false);
  await sandboxes.close();
  assert.equal(stopped, true);
});
