/** The recipe "Save and show later": a transcript and its audio, after the service has forgotten both. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import sqlite from 'node-sqlite3-wasm';
import { archiveIn } from '../../../demo/recipes/archive.js';
import { clientOf, sample, sandboxFor } from '../../support/sandbox-client.js';

const ask = (route: string, userId: string, init: RequestInit = {}): Request =>
  new Request(`https://app.example.com/archive/sealed%2F1${route}`, {
    ...init,
    headers: { ...init.headers, 'X-User': userId },
  });

test('archive: keeps transcript, audio and corrections when the service is gone', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const open = () =>
    archiveIn(
      new sqlite.Database(path.join(folder, 'archive.db')),
      path.join(folder, 'audio'),
      (request) => ({ userId: request.headers.get('X-User') ?? '' }),
    );

  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  const recording = await sample('voicemail.wav');
  const { done } = await client.upload(await client.userToken(), recording, 'wav');
  const request = { file_url: String(done.json['DownloadUrl']) };
  const submitted = await client.submit(request);
  const transcriptionId = String(submitted.json['transcription_id']);
  const ids = { transcriptionId, sealedId: 'sealed/1', userId: 'user-ada' };
  const { signal } = new AbortController();
  const first = open();
  await first.onSubmitted({ ...ids, request }, { signal });
  const { json } = await client.untilEnded(transcriptionId);
  assert.equal(json['status'], 'SUCCESS');
  first.onFinished({ transcriptionId, data: json['data'] });
  await sandbox.close();

  // A month later, the server has started again.
  const { handler } = open();
  const shown = async (): Promise<unknown> => (await handler(ask('', 'user-ada'))).json();
  assert.deepEqual(await shown(), { data: json['data'], edits: [] });
  const audio = await handler(ask('/audio', 'user-ada'));
  assert.deepEqual(Buffer.from(await audio.arrayBuffer()), recording);
  const range = await handler(ask('/audio', 'user-ada', { headers: { Range: 'bytes=1000-' } }));
  assert.equal(range.status, 206);
  assert.deepEqual(Buffer.from(await range.arrayBuffer()), recording.subarray(1000));

  const edits = [{ type: 'text', segment: 0, text: 'Hello.' }];
  const put = { method: 'PUT', body: JSON.stringify(edits) };
  const headers = { 'Content-Type': 'application/json' };
  assert.equal((await handler(ask('/edits', 'user-bob', { ...put, headers }))).status, 404);
  assert.equal((await handler(ask('/edits', 'user-ada', put))).status, 415);
  assert.equal((await handler(ask('/edits', 'user-ada', { ...put, headers }))).status, 204);
  assert.deepEqual(await shown(), { data: json['data'], edits });
  assert.equal((await handler(ask('', 'user-bob'))).status, 404);
});

test('archive: a recording that cannot be fetched is an error, so that the hook is called again', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await sandboxFor(t);
  const database = new sqlite.Database(path.join(folder, 'archive.db'));
  const archive = archiveIn(database, folder, () => null);
  const request = { file_url: `${sandbox.storageUrl}/files/none.wav` };
  const ids = { transcriptionId: 'task-1', sealedId: 'sealed-1', userId: 'user-ada' };
  const { signal } = new AbortController();
  await assert.rejects(async () => archive.onSubmitted({ ...ids, request }, { signal }), /answers/);
});
