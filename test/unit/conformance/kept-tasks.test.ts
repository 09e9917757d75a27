import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openKeptTasks } from '../../../conformance/steps/kept-tasks.js';

const TASK = {
  ...{ transcriptionId: 'task-1', submittedAt: '2026-11-21T00:00:00.000Z' },
  ...{ status: 200, body: '{}' },
};

const folderFor = async (t: { after(cleanUp: () => Promise<void>): void }): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

test('kept tasks: the next run finds them, in a file that only its user can read', async (t) => {
  const file = join(await folderFor(t), 'new-folder', 'tasks.json');
  const first = await openKeptTasks(file);
  assert.equal(first.find('a'), null);
  await first.keep('a', TASK);
  await first.keep('b', { ...TASK, transcriptionId: 'task-2' });
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const second = await openKeptTasks(file);
  assert.deepEqual(second.find('a'), TASK);
  await second.forget('a');
  await second.forget('unknown');
  assert.deepEqual(Object.keys(JSON.parse(await readFile(file, 'utf8')) as object), ['b']);
});

test('kept tasks: what is damaged in the file counts as missing', async (t) => {
  const file = join(await folderFor(t), 'tasks.json');
  for (const text of ['no json', '[]', 'null', '{"a":7}', '{"a":{"transcriptionId":7}}']) {
    await writeFile(file, text);
    assert.equal((await openKeptTasks(file)).find('a'), null, text);
  }
  await writeFile(file, JSON.stringify({ a: { ...TASK, body: 'no json' }, b: TASK }));
  const kept = await openKeptTasks(file);
  assert.equal(kept.find('a'), null);
  assert.deepEqual(kept.find('b'), TASK);
});
