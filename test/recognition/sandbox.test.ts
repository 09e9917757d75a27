/** Recordings through the whole sandbox, with Moonshine and both other models. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { findRecognizer } from '../../demo/sandbox/index.js';
import { wavHeader } from '../../src/convert/pcm.js';
import { parseTranscriptionTask } from '../../src/protocol/responses.js';
import type { FileType } from '../../src/protocol/types.js';
import { joinClips, readCards, readNovel } from '../support/human-speech.js';
import { allInstalled } from '../support/installed.js';
import { startListening } from '../support/listening-sandbox.js';
import { descendantsOf, listProcesses, type ProcessEntry } from '../support/processes.js';
import { clientOf, sample, sandboxFor } from '../support/sandbox-client.js';
import { sandboxFolder } from '../support/sandbox-folder.js';
import { seededRandom } from '../support/seeded-random.js';
import { readScripts, spokenText, voicesOf } from '../support/scripts.js';
import { wordErrorRate, wordErrors } from '../support/word-errors.js';

const installed = await allInstalled();
const recognizer = findRecognizer({}, installed);

type Test = Parameters<typeof sandboxFor>[0];
interface Params {
  readonly transcribe?: object;
  readonly vad?: object;
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
/** Of all words of the samples together. */
const MOST_ERRORS = 0.03;
const counted = { errors: 0, words: 0 };

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
    const { errors, words } = wordErrors(spokenText(script), data.text);
    t.diagnostic(`${errors} of ${words} words are wrong: ${data.text}`);
    counted.errors += errors;
    counted.words += words;

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

test('samples: at most 3 % of the words are wrong with the "pro" model', () => {
  assert.ok(counted.words > 200);
  assert.ok(counted.errors <= MOST_ERRORS * counted.words, JSON.stringify(counted));
});

test('human speech: is recognised, and two speakers are distinguished', async (t) => {
  const { humanSpeechFolder } = installed;
  const novel = await readNovel(humanSpeechFolder);
  const cards = await readCards(humanSpeechFolder);
  const clips = [...novel.slice(0, 3), ...cards, ...novel.slice(3)];
  const params = { diarization: { enabled: true, return_embedding: true } };
  const { data, json } = await transcribe(t, await joinClips(clips), 'wav', params);
  const errors = wordErrorRate(clips.map(({ text }) => text).join(' '), data.text);
  assert.ok(errors < 0.1, `${errors}: ${data.text}`);
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

test('fast model: recognises clear speech', async (t) => {
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
  for (let status; status !== 'PROGRESS';) {
    status = String((await client.query(id)).json['status']);
    assert.ok(['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'].includes(status));
  }
  const started = await workOf(process.pid);
  assert.ok(started.length >= 1);
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
  const { json } = await client.submit({ file_url: done.json['DownloadUrl'], params: DIARIZED });
  const id = String(json['transcription_id']);
  while ((await client.query(id)).json['status'] !== 'PROGRESS') assert.ok(sandbox.isUp());
  const started = await workOf(sandbox.pid);
  assert.ok(started.length >= 1);
  await sandbox.kill();
  while (await isRunning(started));
});

/** A WAV file of 16 kHz, mono. `level` returns a sample from −1 to 1. */
const wavOf = (seconds: number, level: (index: number) => number): Buffer => {
  const data = Buffer.alloc(2 * 16_000 * seconds);
  for (let index = 0; index < data.length / 2; index += 1)
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, level(index))) * 32_767), index * 2);
  return Buffer.concat([wavHeader(16_000, data.length), data]);
};

const SEED = 7;
const random = seededRandom(SEED);
/** Four chords of three strings each, plucked twice a second. */
const chord = (index: number): number => {
  const seconds = index / 16_000;
  const root = [220, 174.6, 130.8, 196][Math.floor(seconds / 2) % 4] ?? 220;
  const fading = Math.exp(-4 * (seconds % 0.5));
  const tone = (ratio: number): number =>
    [1, 2, 3, 4].reduce(
      (sum, n) => sum + Math.sin(2 * Math.PI * root * ratio * n * seconds) / n,
      0,
    );
  return 0.08 * fading * (tone(1) + tone(1.26) + tone(1.5));
};
let brown = 0;
const SOUNDS: Readonly<Record<string, (index: number) => number>> = {
  music: chord,
  'white noise': () => 0.3 * (random.next() - 0.5),
  'wind-like noise': () => (brown = 0.98 * brown + 0.05 * (random.next() - 0.5)),
  'noise that swells as speech does': (index) =>
    0.4 * (random.next() - 0.5) * Math.max(0, Math.sin((2 * Math.PI * 4 * index) / 16_000)),
};

for (const [name, level] of Object.entries(SOUNDS))
  test(`${name}: has no text, with silence decoded too (seed ${SEED})`, async (t) => {
    const params = { vad: { decode_silence: true }, ...DIARIZED };
    const { data } = await transcribe(t, wavOf(20, level), 'wav', params);
    assert.deepEqual(data.segments, []);
  });
