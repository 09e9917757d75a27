/** A client's tokens, addresses, chunks and files stay valid after a restart in the same directory. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { noRecognizer, startSandbox } from '../../../demo/sandbox/index.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { bearer, clientOf, manualClock, post, put } from '../../support/sandbox-client.js';
import { sandboxFolder } from '../../support/sandbox-folder.js';

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
const CHUNK = 1000;

test("restart: an upload killed midway continues to its last byte, with the page's addresses and token", async (t) => {
  const folder = await sandboxFolder(t);
  const file = randomBytes(10 * CHUNK + 1);
  const first = await folder.startProcess(CHUNK);
  const token = await clientOf(first).userToken();
  const plan = await clientOf(first).plan(token, file.length, 'wav');
  const chunk = (number: number) => file.subarray((number - 1) * CHUNK, number * CHUNK);
  const urls = plan.Parts.map(({ PresignedUrl }) => PresignedUrl);
  const send = async (number: number) =>
    (await put(urls[number - 1] ?? '', chunk(number))).headers.get('etag') ?? '';
  const etags = [await send(1), await send(2), await send(3)];
  await send(4);
  // One request is in progress when the process ends.
  const lost = put(urls[4] ?? '', chunk(5)).catch(() => null);
  await first.kill();
  await lost;

  const second = await folder.startProcess(CHUNK);
  assert.deepEqual(
    [second.serviceUrl, second.storageUrl, second.credentials],
    [first.serviceUrl, first.storageUrl, first.credentials],
  );
  for (let number = 4; number <= urls.length; number++) etags.push(await send(number));
  const request = {
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    part_list: etags.map((ETag, index) => ({ PartNumber: index + 1, ETag })),
    filetype: 'wav',
    file_md5: md5(file),
  };
  const done = await clientOf(second).complete(token, request);
  assert.deepEqual([done.status, done.json['FileMd5']], [200, md5(file)]);
  await second.kill();

  const third = await folder.startProcess(CHUNK);
  const served = await fetch(String(done.json['DownloadUrl']));
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), file);
  assert.deepEqual((await clientOf(third).complete(token, request)).json, done.json);
  const wrong = {
    ...request,
    part_list: request.part_list.with(2, { PartNumber: 3, ETag: '"x"' }),
  };
  assert.equal((await clientOf(third).complete(token, wrong)).json['error'], 'etag-mismatch');
});

test('restart: tokens keep their remaining lifetime, and a used refresh token stays used', async (t) => {
  const clock = manualClock();
  const sandboxes = await sandboxFolder(t, { clock });
  let client = clientOf(await sandboxes.start());
  const refresh = (refresh_token: unknown) =>
    post(client.url(SERVICE_PATHS.partnerRefresh), client.ofClient, { refresh_token });
  const brief = await client.userToken('user-0001', 60);
  const exchanged = await post(client.url(SERVICE_PATHS.partnerToken), client.ofClient, {});
  const renewed = await refresh(exchanged.json['refresh_token']);
  clock.advance(59);

  client = clientOf(await sandboxes.start());
  const issue = (partner: unknown) =>
    post(client.url(SERVICE_PATHS.userToken), bearer(String(partner)), { user_id: 'user-0001' });
  assert.equal((await issue(exchanged.json['access_token'])).status, 200);
  assert.equal((await refresh(renewed.json['refresh_token'])).status, 200);
  assert.equal((await refresh(exchanged.json['refresh_token'])).status, 401);
  await client.plan(brief, 10, 'wav');
  clock.advance(1);
  const expired = await post(client.url(SERVICE_PATHS.uploadPlan), bearer(brief), {});
  assert.equal(expired.json['error'], 'token-expired');
});

test('restart: no token is on disk, and only the owner can read the secrets', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const sandbox = await sandboxes.start();
  const client = clientOf(sandbox);
  const token = await client.userToken();
  const { done } = await client.upload(token, randomBytes(10), 'mp3');
  const { json } = await client.submit({ file_url: done.json['DownloadUrl'] });
  await client.untilEnded(String(json['transcription_id']));
  const { clientSecret, apiKey } = sandbox.credentials;
  const signature = new URL(String(done.json['DownloadUrl'])).searchParams.get('signature') ?? '';
  const held: string[] = [];
  for (const entry of await readdir(sandboxes.directory, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.name.endsWith('.json')) continue;
    const file = path.join(entry.parentPath, entry.name);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
    const text = await readFile(file, 'utf8');
    for (const secret of [token, clientSecret, apiKey, signature])
      if (text.includes(secret)) held.push(`${entry.name}: ${secret}`);
  }
  assert.deepEqual(held.sort(), [`secrets.json: ${apiKey}`, `secrets.json: ${clientSecret}`]);
});

test('restart: given credentials are used but not stored, and stored ones are reused later', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const own = (await sandboxes.start()).credentials;
  const credentials = { clientId: 'given', clientSecret: 'given-secret', apiKey: 'given-key' };
  assert.deepEqual((await sandboxes.start({ credentials })).credentials, credentials);
  assert.deepEqual((await sandboxes.start()).credentials, own);
});

test('restart: fails if another process has taken the port in the meantime', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const first = await sandboxes.start();
  await sandboxes.close();
  const other = createServer();
  const port = Number(new URL(first.serviceUrl).port);
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => void other.close(() => resolve())));
  const second = await sandboxes.start();
  assert.notEqual(second.serviceUrl, first.serviceUrl);
  assert.equal(second.storageUrl, first.storageUrl);
  await sandboxes.close();
  await assert.rejects(sandboxes.start({ servicePort: port }), { code: 'EADDRINUSE' });
  // The failed start holds no lock.
  await sandboxes.start();
});

test('restart: one sandbox per directory, and a killed one does not block the next', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const running = await sandboxes.startProcess(CHUNK);
  await assert.rejects(sandboxes.start(), /Another sandbox runs in .+: stop it, or give this one/);
  await running.kill();
  const sandbox = await sandboxes.start();
  const { directory } = sandboxes;
  await assert.rejects(startSandbox({ directory, recognizer: noRecognizer() }), /Another sandbox/);
  assert.equal(sandbox.serviceUrl, running.serviceUrl);
});

/** All chunks of a file are sent, then the sandbox stops. */
const stoppedBeforeCompletion = async (t: TestContext) => {
  const sandboxes = await sandboxFolder(t, { chunkSize: () => CHUNK });
  const client = clientOf(await sandboxes.start());
  const file = randomBytes(2500);
  const token = await client.userToken();
  const plan = await client.plan(token, file.length, 'wav');
  const part_list = await client.putParts(plan, file);
  await sandboxes.close();
  return { sandboxes, file, token, plan, part_list };
};

test('restart: an incompletely written chunk is requested again', async (t) => {
  const { sandboxes, file, token, plan, part_list } = await stoppedBeforeCompletion(t);
  const folder = path.join(sandboxes.directory, 'parts', plan.FileId);
  const [first] = (await readdir(folder)).sort();
  await writeFile(path.join(folder, first ?? ''), file.subarray(0, 10));
  await writeFile(path.join(folder, 'half.receiving'), 'x');
  // A replaced chunk that was not yet removed when the process ended.
  const replaced = Buffer.alloc(CHUNK);
  const name = `2.${Buffer.from(`"${md5(replaced)}"`).toString('base64url')}`;
  await writeFile(path.join(folder, name), replaced);
  await utimes(path.join(folder, name), 1, 1);

  const client = clientOf(await sandboxes.start());
  const request = { file_id: plan.FileId, upload_id: plan.UploadId, part_list, filetype: 'wav' };
  assert.equal((await client.complete(token, request)).json['error'], 'part-missing');
  assert.deepEqual((await readdir(folder)).map((name) => name.split('.')[0]).sort(), ['2', '3']);
  await put(plan.Parts[0]?.PresignedUrl ?? '', file.subarray(0, 1000));
  const done = await client.complete(token, { ...request, file_md5: md5(file) });
  assert.equal(done.status, 200);
});

test('restart: removes an interrupted merge, and the completion can be repeated', async (t) => {
  const { sandboxes, file, token, plan, part_list } = await stoppedBeforeCompletion(t);
  const files = path.join(sandboxes.directory, 'files');
  await writeFile(path.join(files, `${plan.FileId}.wav.merging`), 'half');
  // The merge finished, but the process ended before it was recorded.
  await writeFile(path.join(files, `${plan.FileId}.wav`), file);
  await writeFile(path.join(files, 'notes.txt'), 'not ours');
  const client = clientOf(await sandboxes.start());
  assert.deepEqual(await readdir(files), ['notes.txt']);
  const request = { file_id: plan.FileId, upload_id: plan.UploadId, part_list, filetype: 'wav' };
  assert.equal((await client.complete(token, request)).json['FileMd5'], md5(file));
});
