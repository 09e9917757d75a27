/** One process at a time uses the folder of `STORAGE`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { reserveFolder } from '../../../demo/backend-command/only-process.js';
import { createBackendWorld } from './world.js';

const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'only-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** What a process leaves that was killed while it used the folder: a socket on which nobody listens. */
const leaveByKilled = async (folder: string): Promise<void> => {
  const file = path.join(folder, 'p-0badcafe');
  const code = `require('net').createServer().listen(${JSON.stringify(file)}, () => console.log('listening'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await link(file, path.join(folder, 'p-now'));
  child.kill('SIGKILL');
  await once(child, 'exit');
};

describe('backend command: the folder of STORAGE', () => {
  it('is refused to a second process, and free again after the stop', async (t) => {
    const { start } = await createBackendWorld(t);
    const changes = { STORAGE: await folderFor(t) };
    const first = await start(changes);
    await assert.rejects(start(changes), /STORAGE: another process uses this folder/);
    await first.close();
    await start(changes);
  });

  it('is freed if the process cannot listen', async (t) => {
    const { start } = await createBackendWorld(t);
    const { url } = await start();
    const changes = { STORAGE: await folderFor(t) };
    await assert.rejects(
      start({ ...changes, PORT: new URL(url).port }),
      /^Error: HOST, PORT: .*EADDRINUSE/,
    );
    await start(changes);
  });

  it('is given to one of many who want it after a process was killed, and nothing is left behind', async (t) => {
    const folder = await folderFor(t);
    await leaveByKilled(folder);
    const wanted = await Promise.allSettled(
      Array.from({ length: 20 }, () => reserveFolder(folder)),
    );
    const got = wanted.filter((each) => each.status === 'fulfilled');
    assert.equal(got.length, 1);
    await got[0]?.value();
    const free = await reserveFolder(folder);
    await free();
    assert.deepEqual(await readdir(folder), []);
  });

  it('says that its path is too long, or that it cannot be written', async (t) => {
    const folder = await folderFor(t);
    await assert.rejects(
      reserveFolder(path.join(folder, 'x'.repeat(100))),
      /STORAGE: the path must/,
    );
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const { start } = await createBackendWorld(t);
    await assert.rejects(start({ STORAGE: file }), /^Error: STORAGE: .*EEXIST/);
  });
});
