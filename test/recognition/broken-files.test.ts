/**
 * Sends hundreds of broken recordings through the sandbox: it keeps running, every task ends, and good files are
 * recognised.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { TaskListed } from '../../demo/sandbox/index.js';
import type { FileType } from '../../src/protocol/types.js';
import { brokenFiles, type BrokenFile } from '../support/broken-audio.js';
import { startListening } from '../support/listening-sandbox.js';
import { descendantsOf, listProcesses, peakMemory } from '../support/processes.js';
import { clientOf, sample } from '../support/sandbox-client.js';
import { readScripts, spokenText } from '../support/scripts.js';
import { wordErrorRate } from '../support/word-errors.js';

const MEBIBYTE = 1024 ** 2;
const SEED = 20_261_121;
/** A good file follows after this many broken ones. */
const GOOD_EVERY = 75;
/**
 * Memory limits in bytes: of the sandbox, which decodes nothing itself, and of each decoding process. It may have
 * 1 GiB, but broken files need no more than a fifth of it, however many a process has refused.
 */
const MOST_MEMORY = { sandbox: 300 * MEBIBYTE, process: 600 * MEBIBYTE };

const samples = {
  mp3: await sample('conversation.mp3'),
  m4a: await sample('interview.m4a'),
  wav: await sample('voicemail.wav'),
};
const files = brokenFiles(samples, SEED);

test('broken files: are several hundred, and the same for the same seed', () => {
  const again = brokenFiles(samples, SEED);
  assert.ok(files.every(({ bytes }, index) => again[index]?.bytes.equals(bytes)));
  assert.ok(brokenFiles(samples, 1).some(({ bytes }, index) => !files[index]?.bytes.equals(bytes)));
  assert.ok(files.length >= 300, String(files.length));
  // Broken: no file equals a sample, except those that only have another name.
  const good = files.filter(({ bytes }) => Object.values(samples).some((it) => it.equals(bytes)));
  assert.ok(good.every(({ kind }) => kind.endsWith('a good file of another format')));
});

interface Sent {
  readonly id: string;
  /** Null for a good file. */
  readonly broken: BrokenFile | null;
}

test('broken files: each task ends, in FAILURE if undecodable; the sandbox keeps running and recognises good files', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'broken-'));
  const sandbox = await startListening(directory);
  t.after(async () => {
    await sandbox.kill();
    await rm(directory, { recursive: true, force: true });
  });
  const client = clientOf(sandbox);
  const token = await client.userToken();

  const peaks = { sandbox: 0, process: 0, processes: 0 };
  const measure = async (): Promise<void> => {
    const children = await descendantsOf(sandbox.pid);
    const memory = await Promise.all(children.map(({ pid }) => peakMemory(pid)));
    peaks.sandbox = Math.max(peaks.sandbox, await peakMemory(sandbox.pid));
    peaks.process = Math.max(peaks.process, ...memory);
    peaks.processes = Math.max(peaks.processes, children.length);
  };

  const submit = async (file_url: unknown, language: string): Promise<string> => {
    // Words are not recognised in broken files: it takes long and proves nothing.
    const params = { transcribe: { language, model: 'svc-asr-fast' } };
    const { status, json } = await client.submit({ file_url, params });
    assert.equal(status, 200);
    return String(json['transcription_id']);
  };
  const send = async (bytes: Buffer, fileType: FileType, language: string): Promise<string> => {
    const { done } = await client.upload(token, bytes, fileType);
    assert.equal(done.status, 200);
    return submit(done.json['DownloadUrl'], language);
  };

  const sent: Sent[] = [];
  for (const [index, broken] of files.entries()) {
    if (index % GOOD_EVERY === 0)
      sent.push({ id: await send(samples.wav, 'wav', 'en'), broken: null });
    sent.push({ id: await send(broken.bytes, broken.fileType, 'de'), broken });
    if (index % 10 === 0) await measure();
  }
  // An empty file gets no upload plan, so it must be served from elsewhere.
  const elsewhere = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  t.after(() => void elsewhere.close());
  const { port } = elsewhere.address() as AddressInfo;
  const empty: BrokenFile = {
    ...{ kind: 'empty', fileType: 'mp3', bytes: Buffer.alloc(0), expected: 'FAILURE' },
  };
  sent.push({ id: await submit(`http://127.0.0.1:${port}/a.mp3`, 'de'), broken: empty });
  sent.push({ id: await send(samples.wav, 'wav', 'en'), broken: null });

  const listed = async (): Promise<ReadonlyMap<string, TaskListed>> => {
    const { json } = await (
      await fetch(client.url('/__sandbox/tasks'))
    )
      .json()
      .then((tasks) => ({ json: tasks as readonly TaskListed[] }));
    return new Map(json.map((task) => [task.id, task]));
  };
  const hasEnded = (task: TaskListed | undefined): boolean =>
    task?.status === 'SUCCESS' || task?.status === 'FAILURE';
  let tasks = await listed();
  while (!sent.every(({ id }) => hasEnded(tasks.get(id)))) {
    assert.ok(sandbox.isUp());
    await pause(200);
    await measure();
    tasks = await listed();
  }

  const [voicemail] = (await readScripts()).filter(({ file }) => file === 'voicemail.wav');
  assert.ok(voicemail);
  const outcomes = new Map<string, { FAILURE: number; SUCCESS: number }>();
  const wrong: string[] = [];
  for (const { id, broken } of sent) {
    const { json } = await client.query(id);
    const status = json['status'] as 'FAILURE' | 'SUCCESS';
    const reason = tasks.get(id)?.history.at(-1)?.reason;
    if (broken === null) {
      assert.equal(status, 'SUCCESS', reason);
      const { text } = json['data'] as { text: string };
      assert.ok(wordErrorRate(spokenText(voicemail), text) <= 0.3, text);
      continue;
    }
    const { kind, expected } = broken;
    assert.doesNotMatch(reason ?? '', /crashed/, kind);
    if (status === 'FAILURE') {
      // Only the inspection API returns the reason.
      assert.deepEqual(json, { transcription_id: id, status: 'FAILURE', data: {} });
      assert.match(reason ?? '', /^\S.{10,}\.$/s, kind);
      assert.doesNotMatch(reason ?? '', /console|signature|127\.0\.0\.1/);
    }
    if (expected !== 'either' && expected !== status) wrong.push(`${kind}: ${status} (${reason})`);
    const row = outcomes.get(kind) ?? { FAILURE: 0, SUCCESS: 0 };
    row[status] += 1;
    outcomes.set(kind, row);
  }
  const total = (status: 'FAILURE' | 'SUCCESS'): number =>
    [...outcomes.values()].reduce((sum, row) => sum + row[status], 0);
  for (const [kind, row] of outcomes) t.diagnostic(`${kind}: ${JSON.stringify(row)}`);
  t.diagnostic(`${total('FAILURE')} FAILURE, ${total('SUCCESS')} SUCCESS`);
  t.diagnostic(
    `most memory: sandbox ${Math.round(peaks.sandbox / MEBIBYTE)} MiB, a process ${Math.round(peaks.process / MEBIBYTE)} MiB; ${peaks.processes} processes`,
  );
  assert.deepEqual(wrong, []);
  // Most files must really be broken.
  assert.ok(total('FAILURE') > 0.85 * files.length);
  assert.ok(peaks.sandbox > 0 && peaks.sandbox < MOST_MEMORY.sandbox, String(peaks.sandbox));
  assert.ok(peaks.process > 0 && peaks.process < MOST_MEMORY.process, String(peaks.process));
  // Two running, one queued, and the processes that each starts.
  assert.ok(peaks.processes <= 6, String(peaks.processes));
  assert.deepEqual(await readdir(path.join(directory, 'temporary')), []);

  const children = await descendantsOf(sandbox.pid);
  assert.ok(children.length > 0);
  await sandbox.stop();
  const left = async (): Promise<boolean> =>
    (await listProcesses()).some(({ pid }) => children.some((child) => child.pid === pid));
  while (await left());
});
