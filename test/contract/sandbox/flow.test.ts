import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { SPEECH_TEXT } from '../../../demo/sandbox/recognition/create-recognizer.js';
import { parseTranscriptionTask } from '../../../src/protocol/responses.js';
import { parseUploadedFile } from '../../../src/protocol/upload-responses.js';
import { clientOf, sample, sandboxFor } from '../../support/sandbox-client.js';

const RECORDINGS = [
  { name: 'conversation.mp3', filetype: 'mp3', seconds: 45, spoken: 12 },
  { name: 'interview.m4a', filetype: 'm4a', seconds: 23, spoken: 6 },
  { name: 'voicemail.wav', filetype: 'wav', seconds: 11, spoken: 3 },
] as const;

for (const { name, filetype, seconds, spoken } of RECORDINGS) {
  test(`${name} passes through the whole service, 4.1 to 4.8`, async (t) => {
    const sandbox = await sandboxFor(t, { chunkSize: () => 100_000 });
    const client = clientOf(sandbox);
    const file = await sample(name);
    const md5 = createHash('md5').update(file).digest('hex');

    const token = await client.userToken();
    const plan = await client.plan(token, file.length, filetype);
    assert.equal(plan.Parts.length, Math.ceil(file.length / 100_000));
    assert.equal(sandbox.uploadedFile(plan.FileId), undefined);
    const { status, json } = await client.complete(token, {
      file_id: plan.FileId,
      upload_id: plan.UploadId,
      part_list: await client.putParts(plan, file),
      filetype,
      file_md5: md5.toUpperCase(),
    });
    assert.equal(status, 200);
    const uploaded = parseUploadedFile(json);
    assert.deepEqual([uploaded.FileId, uploaded.FileType], [plan.FileId, filetype]);
    assert.equal(uploaded.FileMd5, md5);
    assert.equal(new URL(uploaded.DownloadUrl).origin, sandbox.storageUrl);
    assert.deepEqual(await readFile(sandbox.uploadedFile(plan.FileId) ?? ''), file);

    const submitted = await client.submit({ file_url: uploaded.DownloadUrl });
    assert.equal(submitted.status, 200);
    assert.equal(submitted.json['status'], 'PENDING');
    assert.deepEqual(submitted.json['data'], {});
    const id = String(submitted.json['transcription_id']);
    const ended = await client.untilEnded(id);
    assert.equal(ended.status, 200);
    const task = parseTranscriptionTask(ended.json);
    assert.equal(task.status, 'SUCCESS');
    assert.ok(task.data);
    assert.equal(task.data.duration, seconds);
    assert.equal(task.data.language, 'und');
    assert.equal(task.data.segments.length, spoken);
    assert.ok(task.data.segments.every(({ text, speaker }) => text === SPEECH_TEXT && !speaker));
    assert.equal(task.data.text, task.data.segments.map(({ text }) => text).join(' '));
    assert.deepEqual(
      sandbox.taskHistory(id).map((change) => change.status),
      ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', 'SUCCESS'],
    );
    const times = sandbox.taskHistory(id).map(({ at }) => at);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
    assert.deepEqual(
      sandbox.log.filter(({ violation }) => violation !== undefined),
      [],
    );
  });
}
