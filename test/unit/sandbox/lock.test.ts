/** The file `in-use` of a sandbox's folder. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { lockFolder } from '../../../demo/sandbox/state/lock.js';

const emptyFolder = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** A program that is no sandbox. */
const otherProgram = async (t: TestContext, says: string): Promise<number> => {
  const server = createServer((socket) => socket.end(says)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
};

const TOKEN = '0123456789abcdef'.repeat(2);

const leftBehind = {
  'by a process whose number now belongs to another program': () =>
    Promise.resolve(String(process.ppid)),
  'by a process at whose port nothing listens': () => Promise.resolve(`1 ${TOKEN}`),
  'by a process whose port now belongs to another program': async (t: TestContext) =>
    `${await otherProgram(t, 'HTTP/1.1 400 Bad Request')} ${TOKEN}`,
  'by a process whose port now belongs to a program that hangs up': async (t: TestContext) =>
    `${await otherProgram(t, '')} ${TOKEN}`,
  'empty by a full disk': () => Promise.resolve(''),
};

for (const [how, contents] of Object.entries(leftBehind)) {
  test(`in-use, left behind ${how}: is replaced`, async (t) => {
    const folder = await emptyFolder(t);
    await writeFile(path.join(folder, 'in-use'), await contents(t));
    const release = await lockFolder(folder);
    await release();
    assert.deepEqual(await readdir(folder), []);
  });
}
