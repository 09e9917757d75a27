/** Writing files: the sandbox writes 1 MiB at a time, from pieces of any size. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { TooManyBytes, writeStream } from '../../../demo/sandbox/disk.js';

const MEBIBYTE = 1024 * 1024;

const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-disk-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

for (const [size, piece] of [
  [0, 1],
  [1, 1],
  [MEBIBYTE, MEBIBYTE],
  [MEBIBYTE, 65_536],
  [3 * MEBIBYTE + 17, 65_537],
  [3 * MEBIBYTE + 17, 2 * MEBIBYTE],
] as const) {
  test(`disk: writes ${size} bytes in pieces of ${piece} completely`, async (t) => {
    const file = path.join(await folderFor(t), 'file');
    const bytes = randomBytes(size);
    const md5 = createHash('md5').update(bytes).digest('hex');
    assert.deepEqual(await writeStream(inPieces(bytes, piece), file, { limit: size }), {
      size,
      md5,
    });
    assert.ok(bytes.equals(await readFile(file)));
  });
}

test('disk: removes a file that is too long, fails or is aborted', async (t) => {
  const folder = await folderFor(t);
  const file = path.join(folder, 'file');
  const bytes = randomBytes(2 * MEBIBYTE);
  await assert.rejects(
    writeStream(inPieces(bytes, 65_536), file, { limit: 2 * MEBIBYTE - 1 }),
    TooManyBytes,
  );
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* inPieces(bytes, 65_536);
    throw new Error('lost');
  }
  await assert.rejects(writeStream(broken(), file), /lost/);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(writeStream(inPieces(bytes, 65_536), file, { signal: stopped }), /stopped/);
  assert.deepEqual(await readdir(folder), []);
  await assert.rejects(
    writeStream(inPieces(bytes, 10), path.join(folder, 'none', 'file')),
    /ENOENT/,
  );
});
