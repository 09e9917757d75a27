/** Recordings through the whole sandbox, with PocketSphinx and both models. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { findRecognizer } from '../../demo/sandbox/index.js';
import { parseTranscriptionTask, type FileType } from '../../src/protocol/index.js';
import { joinClips, readCards, readNovel } from '../support/human-speech.js';
import { allInstalled } from '../support/installed.js';
import { startListening } from '../support/listening-sandbox.js';
import { descendantsOf, listProcesses, type ProcessEntry } from '../support/processes.js';
import { clientOf, sample, sandboxFor } from '../support/sandbox-client.js';
import { sandboxFolder } from '../support/sandbox-folder.js';
import { readScripts, spokenText, voicesOf } from '../support/scripts.js';
import { wordErrorRate } from '../support/word-errors.js';

const installed = await allInstalled();
const recognizer = findRecognizer({}, installed);

type Test = Parameters<typeof sandboxFor>[0];
interface Params {
  readonly transcribe?: object;
  readonly diarization?: object;
}

/** Uploads and submits a file; returns its result and the states it passed through. */
const transcribe = async (t: Test, file: Uint8Array, fileType: FileType, params: Params) => {
  const sandbox = await sandboxFor(t, { recognizer });
  const client = clientOf(sandbox);
  const { done } = await client.upload(await client.userToken(), file, fileType);
  const { json } = await client.submit({ file_url: done.json['DownloadUrl'], params });
  const id = String(json['transcription_id']);
  const ended = await client.untilEnded(id);
  const task = parseTranscriptionTask(ended.json);
  const history = sandbox.taskHistory(id);
  assert.ok(task.data, `${task.status}: ${history.at(-1)?.reason}`);
  return {
    data: task.data,
    json: ended.json['data'] as Record<string, unknown>,
    states: history.map(({ status }) => status),
  };
};

const DIARIZED = { diarization: { enabled: true } };
const MOST_ERRORS = 0.15;

const SECONDS: Readonly<Record<string, number>> = {
  'conversation.mp3': 45,
  'interview.m4a': 23,
  'voicemail.wav': 11,
};

for (const script of await readScripts()) {
  test(`${script.file}: recognises words, speakers and times`, async (t) => {
    const fileType = script.file.slice(-3) as FileType;
    const { data, states } = await transcribe(t, await sample(script.file), fileType, DIARIZED);
    assert.deepEqual(states, ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', 'SUCCESS']);
    assert.equal(data.language, 'en');
    assert.equal(data.duration, SECONDS[script.file]);
    const errors = wordErrorRate(spokenText(script), data.text);
    assert.ok(errors <= MOST_ERRORS, `${errors}: ${data.text}`);

    const labels = data.segments.map(({ speaker }) => speaker);
    const expected = voicesOf(script).map((_, index) => `SPEAKER_0${index + 1}`);
    assert.deepEqual([...new Set(labels)], expected);
    // Each speaker has one label.
    assert.equal(labels.length, script.lines.length);
    for (const [index, { voice }] of script.lines.entries())
      assert.equal(labels[index], `SPEAKER_0${voicesOf(script).indexOf(voice) + 1}`);

    let before = 0;
    for (const { start_ms = -1, end_ms = -1 } of data.segments) {
      assert.ok(start_ms >= before && end_ms > start_ms && end_ms <= (data.duration + 1) * 1000);
      before = end_ms;
    }
    assert.equal(data.text, data.segments.map(({ text }) => text).join(' '));
  });
}

test('human speech: is recognised, and two speakers are distinguished', async (t) => {
  const { humanSpeechFolder } = installed;
  const novel = await readNovel(humanSpeechFolder);
  const cards = await readCards(humanSpeechFolder);
  const clips = [...novel.slice(0, 3), ...cards, ...novel.slice(3)];
  const params = { diarization: { enabled: true, return_embedding: true } };
  const { data, json } = await transcribe(t, await joinClips(clips), 'wav', params);
  const errors = wordErrorRate(clips.map(({ text }) => text).join(' '), data.text);
  assert.ok(errors < 0.35, `${errors}: ${data.text}`);
  const labels = data.segments.map(({ speaker }) => speaker ?? '');
  assert.deepEqual([...new Set(labels)], ['SPEAKER_01', 'SPEAKER_02']);
  // Three sentences of one speaker, five clips of the other, two sentences of the first again.
  assert.match(labels.map((label) => label.at(-1)).join(''), /^1+2+1+$/);

  const embeddings = json['speaker_embeddings'] as Record<string, number[]>;
  assert.deepEqual(Object.keys(embeddings), ['SPEAKER_01', 'SPEAKER_02']);
  const [a = [], b = []] = Object.values(embeddings);
  const cosine = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  assert.ok(Math.abs(cosine(a, a) - 1) < 1e-3);
  assert.ok(cosine(a, b) < 0.6, String(cosine(a, b)));
});

test('without diarization: no speaker is named, and there is no voiceprint', async (t) => {
  const file = await sample('voicemail.wav');
  const params = { diarization: { enabled: false, return_embedding: true } };
  const { data, json } = await transcribe(t, file, 'wav', params);
  assert.ok(data.segments.every((segment) => !('speaker' in segment)));
  assert.ok(!('speaker_embeddings' in json));
});

test('fast model: recognises clear speech equally well', async (t) => {
  const [script] = (await readScripts()).filter(({ file }) => file === 'voicemail.wav');
  assert.ok(script);
  const params = { transcribe: { model: 'svc-asr-fast', language: 'en-GB' } };
  const { data } = await transcribe(t, await sample('voicemail.wav'), 'wav', params);
  assert.equal(data.language, 'en-GB');
  assert.ok(wordErrorRate(spokenText(script), data.text) <= 0.3, data.text);
});

test('undecodable audio: fails, and the next recording is recognised', async (t) => {
  const sandbox = await sandboxFor(t, { recognizer });
  const client = clientOf(sandbox);
  const submit = async (file: Uint8Array, fileType: FileType): Promise<string> => {
    const { done } = await client.upload(await client.userToken(), file, fileType);
    const { json } = await client.submit({ file_url: done.json['DownloadUrl'] });
    return String(json['transcription_id']);
  };
  const broken = await submit(Buffer.from(`ID3${'x'.repeat(5_000)}`), 'mp3');
  const whole = await submit(await sample('voicemail.wav'), 'wav');
  assert.equal((await client.untilEnded(broken)).json['status'], 'FAILURE');
  assert.match(sandbox.taskHistory(broken).at(-1)?.reason ?? '', /mp3 file/);
  assert.equal((await client.untilEnded(whole)).json['status'], 'SUCCESS');
});

/** All PocketSphinx processes below a process. */
const pocketSphinxOf = async (pid: number): Promise<readonly ProcessEntry[]> =>
  (await descendantsOf(pid)).filter(({ name }) => name.startsWith('pocketsphinx'));

/** The recogniser's processes: each has its own process group, or that of its parent. */
const workOf = async (pid: number): Promise<readonly ProcessEntry[]> => {
  const started = await descendantsOf(pid);
  return started.filter(({ group }) => started.some((leader) => leader.pid === group));
};

const isRunning = async (started: readonly ProcessEntry[]): Promise<boolean> =>
  (await listProcesses()).some(({ pid }) => started.some((entry) => entry.pid === pid));

test('revoked task: leaves no process and no file, even during recognition', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const sandbox = await sandboxes.start({ recognizer });
  const client = clientOf(sandbox);
  const file = await sample('conversation.mp3');
  const { done } = await client.upload(await client.userToken(), file, 'mp3');
  const { json } = await client.submit({ file_url: done.json['DownloadUrl'], params: DIARIZED });
  const id = String(json['transcription_id']);
  while ((await pocketSphinxOf(process.pid)).length === 0) {
    const { json: answer } = await client.query(id);
    assert.ok(['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'].includes(String(answer['status'])));
  }
  const started = await workOf(process.pid);
  assert.ok(started.length >= 3);
  const temporary = path.join(sandboxes.directory, 'temporary');
  assert.equal((await readdir(temporary)).length, 2);
  assert.equal(sandbox.revokeTask(id), true);
  // Closing waits until running work has stopped, and aborts queued work.
  await sandboxes.close();
  while (await isRunning(started));
  assert.deepEqual(await readdir(temporary), []);
  assert.deepEqual(
    sandbox.taskHistory(id).map(({ status }) => status),
    ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS', 'REVOKED'],
  );
});

test('killed sandbox: leaves no process, even during recognition', async (t) => {
  const { directory } = await sandboxFolder(t);
  const sandbox = await startListening(directory);
  t.after(sandbox.kill);
  const client = clientOf(sandbox);
  const file = await sample('conversation.mp3');
  const { done } = await client.upload(await client.userToken(), file, 'mp3');
  await client.submit({ file_url: done.json['DownloadUrl'], params: DIARIZED });
  while ((await pocketSphinxOf(sandbox.pid)).length === 0) assert.ok(sandbox.isUp());
  const started = await workOf(sandbox.pid);
  assert.ok(started.length >= 3);
  await sandbox.kill();
  while (await isRunning(started));
});
