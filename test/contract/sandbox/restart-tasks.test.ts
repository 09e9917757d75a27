/** Tasks and damaged records after a restart. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { UndecodableAudio, type Recognizer } from '../../../demo/sandbox/index.js';
import { clientOf, sample, type SandboxClient } from '../../support/sandbox-client.js';
import { sandboxFolder } from '../../support/sandbox-folder.js';

/** Runs until it is stopped; `begun` resolves once this many tasks are running. */
const endless = (count: number) => {
  let left = count;
  let tell = (): void => undefined;
  const begun = new Promise<void>((resolve) => (tell = resolve));
  const recognizer: Recognizer = {
    name: 'endless',
    recognize: (_audio, _request, { signal, onDecoded }) => {
      onDecoded();
      left -= 1;
      if (left === 0) tell();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
  };
  return { recognizer, begun };
};

const instant: Recognizer = {
  name: 'instant',
  recognize: () => Promise.resolve({ language: 'en', durationSeconds: 1, segments: [] }),
};

const uploaded = async (client: SandboxClient): Promise<string> => {
  const { done } = await client.upload(
    await client.userToken(),
    await sample('voicemail.wav'),
    'wav',
  );
  return String(done.json['DownloadUrl']);
};

const submit = async (client: SandboxClient, file_url: string): Promise<string> => {
  const { status, json } = await client.submit({ file_url });
  assert.equal(status, 200);
  return String(json['transcription_id']);
};

test('restart: queued tasks keep their order, and running tasks start again from the beginning', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const { recognizer, begun } = endless(1);
  const first = await sandboxes.start({ recognizer });
  let client = clientOf(first);
  const file_url = await uploaded(client);
  const ids = [
    await submit(client, file_url),
    await submit(client, file_url),
    await submit(client, file_url),
  ];
  await begun;
  assert.equal(first.revokeTask(ids[1] ?? ''), true);
  await sandboxes.close();

  const second = await sandboxes.start({ recognizer: instant });
  client = clientOf(second);
  assert.deepEqual(second.taskIds(), ids);
  for (const id of [ids[0], ids[2]])
    assert.equal((await client.untilEnded(id ?? '')).json['status'], 'SUCCESS');
  const seen = (id = '') => second.taskHistory(id).map(({ status }) => status);
  assert.deepEqual(seen(ids[0]), [
    ...['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'],
    ...['PENDING', 'RECEIVED', 'STARTED', 'SUCCESS'],
  ]);
  assert.match(second.taskHistory(ids[0] ?? '')[4]?.reason ?? '', /begins anew/);
  assert.deepEqual(seen(ids[1]), ['PENDING', 'REVOKED']);
  assert.deepEqual(seen(ids[2]), ['PENDING', 'RECEIVED', 'STARTED', 'SUCCESS']);
  const [began, thenBegan] = [ids[0], ids[2]].map(
    (id = '') => second.taskHistory(id).findLast(({ status }) => status === 'RECEIVED')?.at ?? 0,
  );
  assert.ok((began ?? 0) <= (thenBegan ?? 0));

  const answer = (await client.query(ids[0] ?? '')).json;
  client = clientOf(await sandboxes.start());
  assert.deepEqual((await client.query(ids[0] ?? '')).json, answer);
});

const seenIn = (history: readonly { readonly status: string }[]): readonly string[] =>
  history.map(({ status }) => status);

test('restart: a task that was running twice when the sandbox died fails with a reason, and the next one runs', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const at = async () => {
    const { recognizer, begun } = endless(1);
    const sandbox = await sandboxes.start({ recognizer });
    return { sandbox, begun, client: clientOf(sandbox) };
  };
  const first = await at();
  const file_url = await uploaded(first.client);
  const id = await submit(first.client, file_url);
  const waiting = await submit(first.client, file_url);
  await first.begun;
  // Once is not enough, because it may have been Ctrl+C.
  const second = await at();
  await second.begun;
  assert.equal(second.sandbox.taskHistory(id).at(-1)?.status, 'PROGRESS');

  const third = await sandboxes.start({ recognizer: instant });
  const client = clientOf(third);
  const ended = await client.query(id);
  assert.deepEqual(ended.json, { transcription_id: id, status: 'FAILURE', data: {} });
  const work = ['RECEIVED', 'STARTED', 'PROGRESS'];
  assert.deepEqual(seenIn(third.taskHistory(id)), [
    ...['PENDING', ...work, 'PENDING', ...work, 'FAILURE'],
  ]);
  // Tasks that were queued throughout have not failed.
  assert.equal((await client.untilEnded(waiting)).json['status'], 'SUCCESS');
  const listed = (await (await fetch(client.url('/__sandbox/tasks'))).json()) as {
    id: string;
    history: { reason?: string }[];
  }[];
  assert.match(
    listed.find((task) => task.id === id)?.history.at(-1)?.reason ?? '',
    /ended twice while it worked on this recording/,
  );
  // The failure is final.
  const fourth = await sandboxes.start({ recognizer: instant });
  assert.equal(fourth.taskHistory(id).at(-1)?.status, 'FAILURE');
});

test('restart: the files of a task are deleted with the task, or at the next start after a kill; other files stay', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const folders: string[] = [];
  const recognizer: Recognizer = {
    name: 'writing',
    recognize: async (_audio, _request, { folder }) => {
      folders.push(folder);
      assert.deepEqual(await readdir(folder), []);
      await writeFile(path.join(folder, 'audio.raw'), 'x');
      if (folders.length === 2) throw new UndecodableAudio('This is music.');
      return { language: 'en', durationSeconds: 1, segments: [] };
    },
  };
  const client = clientOf(await sandboxes.start({ recognizer }));
  const file_url = await uploaded(client);
  for (const status of ['SUCCESS', 'FAILURE']) {
    const { json } = await client.untilEnded(await submit(client, file_url));
    assert.equal(json['status'], status);
  }
  const temporary = path.join(sandboxes.directory, 'temporary');
  assert.deepEqual(new Set(folders.map((folder) => path.dirname(folder))), new Set([temporary]));
  await sandboxes.close();
  assert.deepEqual(await readdir(temporary), []);

  await mkdir(path.join(temporary, 'task_a.work'));
  await writeFile(path.join(temporary, 'task_a.work', 'audio.raw'), 'x');
  await writeFile(path.join(temporary, 'task_a.audio'), 'x');
  await mkdir(path.join(temporary, 'somebody-elses.work'));
  await sandboxes.start();
  assert.deepEqual(await readdir(temporary), ['somebody-elses.work']);
});

test('restart: an acknowledged submission survives an immediate kill', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const first = await sandboxes.startProcess(100_000);
  const id = await submit(clientOf(first), await uploaded(clientOf(first)));
  await first.kill();
  const second = await sandboxes.startProcess(100_000);
  assert.equal((await clientOf(second).untilEnded(id)).json['status'], 'SUCCESS');
});

test('restart: file_url is stored only as long as the task needs it', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const { recognizer, begun } = endless(1);
  const sandbox = await sandboxes.start({ recognizer });
  const client = clientOf(sandbox);
  const id = await submit(client, await uploaded(client));
  await begun;
  const record = () => readFile(path.join(sandboxes.directory, 'tasks', `${id}.json`), 'utf8');
  assert.match(await record(), /signature=/);
  sandbox.revokeTask(id);
  await client.query(id);
  assert.doesNotMatch(await record(), /file_url|http|signature/);
});

test('queue: runs as many tasks at once as there are workers', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const { recognizer, begun } = endless(2);
  const sandbox = await sandboxes.start({ recognizer, workers: 2, queueLength: 1 });
  const client = clientOf(sandbox);
  const file_url = await uploaded(client);
  // At the same time: a worker is free for each, although none has taken it yet.
  const [first, second] = await Promise.all([submit(client, file_url), submit(client, file_url)]);
  await begun;
  const third = await submit(client, file_url);
  const status = async (id: string) => (await client.query(id)).json['status'];
  assert.deepEqual(
    [await status(first), await status(second), await status(third)],
    ['PROGRESS', 'PROGRESS', 'PENDING'],
  );
  assert.equal((await client.submit({ file_url })).status, 429);
  // The slot in the queue is free again at once.
  sandbox.revokeTask(third);
  assert.equal((await client.submit({ file_url })).status, 200);
});

test('restart: unreadable records are set aside and reported, and everything else continues', async (t) => {
  const sandboxes = await sandboxFolder(t);
  let client = clientOf(await sandboxes.start());
  const token = await client.userToken();
  const { done, plan, request } = await client.upload(token, randomBytes(10), 'mp3');
  const kept = await submit(client, String(done.json['DownloadUrl']));
  const ended = (await client.untilEnded(kept)).json;
  const other = await client.upload(token, randomBytes(10), 'mp3');
  await sandboxes.close();

  const damage: readonly (readonly [string, string, RegExp])[] = [
    [`uploads/${plan.FileId}.json`, '{"version":1,"rec', /is not JSON/],
    ['tasks/task_a.json', '', /is not JSON/],
    ['tasks/task_b.json', '{"version":2,"record":{}}', /version is not 1/],
    ['tasks/task_c.json', '{"version":1,"record":{"number":1,"history":[]}}', /must not be empty/],
    ['tokens/00.json', '{"version":1,"record":{"level":"root","expiresAt":9e15}}', /level must be/],
    ['ports.json', '{"version":1,"record":{"service":700000}}', /must be the number of a port/],
  ];
  for (const [file, text] of damage)
    await writeFile(path.join(sandboxes.directory, file), `${text}`);
  const said: string[] = [];
  t.mock.method(console, 'error', (line: string) => void said.push(line));
  client = clientOf(await sandboxes.start());
  assert.equal(said.length, damage.length);
  for (const [file, text, reason] of damage) {
    const line = said.find((it) => it.includes(path.join(sandboxes.directory, file))) ?? '';
    assert.match(line, /^The sandbox put aside a record that it cannot read/);
    assert.match(line, reason);
    const aside = /\): (.+\.damaged)$/.exec(line)?.[1] ?? '';
    assert.equal(await readFile(aside, 'utf8'), text);
  }
  assert.equal((await client.complete(token, request)).json['error'], 'upload-not-found');
  assert.equal((await client.complete(token, other.request)).status, 200);
  assert.deepEqual((await client.query(kept)).json, ended);
  assert.equal((await readdir(path.join(sandboxes.directory, 'files'))).length, 1);
});

test('restart: with damaged secrets, the sandbox creates new ones and reports it', async (t) => {
  const sandboxes = await sandboxFolder(t);
  const first = await sandboxes.start();
  await sandboxes.close();
  await writeFile(path.join(sandboxes.directory, 'secrets.json'), 'x');
  const error = t.mock.method(console, 'error', () => undefined);
  const second = await sandboxes.start();
  assert.equal(error.mock.callCount(), 1);
  assert.notEqual(second.credentials.apiKey, first.credentials.apiKey);
  await clientOf(second).userToken();
});
