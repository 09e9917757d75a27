/** Same source, same bytes: a build in another folder gives the same package. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import test from 'node:test';
import { execute, packInto, repository } from './consumer.js';

/** What a fresh clone does not have. */
const MADE = [
  ...[
    /^(?:node_modules|dist|dist-demo|test-results|playwright-report|coverage)$/,
    /\.tsbuildinfo$/,
  ],
  ...[/^\.(?:git|cache|sandbox)$/, /\.tgz$/, /\.generated\.ts$/],
  /^src\/.*\/audio-transcribe\.\w+\.js$/,
  // A build of the documentation makes and deletes them meanwhile.
  /^docs\/\.vitepress\/(?:\.temp|config\.ts\.timestamp-.*)$/,
];

/** The hash of each file of a tarball, with its mode and time. */
const contentOf = async (tarball: string, folder: string): Promise<readonly string[]> => {
  await mkdir(folder);
  await execute('tar', ['-xzf', tarball, '-C', folder]);
  const { stdout } = await execute('tar', ['-tvzf', tarball], {
    env: { ...process.env, TZ: 'UTC' },
  });
  return Promise.all(
    stdout
      .trim()
      .split('\n')
      .map(async (line) => {
        const path = line.slice(line.indexOf(' package/') + 1);
        const bytes = await readFile(join(folder, path));
        return `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)} ${line}`;
      }),
  );
};

test('the package has the same bytes if it is built in another folder, time zone and language', async (t) => {
  const results = await mkdtemp(join(tmpdir(), 'same-bytes-'));
  // On the same disk, because of the hard links.
  const beside = join(repository, '.cache');
  await mkdir(beside, { recursive: true });
  const parent = await mkdtemp(join(beside, 'same-bytes-'));
  t.after(async () => {
    await rm(results, { recursive: true, force: true });
    await rm(parent, { recursive: true, force: true });
  });
  const folder = join(parent, 'another/much longer/path');
  await mkdir(folder, { recursive: true });
  const isSource = (path: string): boolean =>
    !MADE.some((made) => made.test(relative(repository, path)));
  for (const name of await readdir(repository))
    if (isSource(join(repository, name)))
      await cp(join(repository, name), join(folder, name), { recursive: true, filter: isSource });
  await execute('cp', ['-al', join(repository, 'node_modules'), folder]);

  const other = join(results, 'other');
  await mkdir(other);
  await execute(process.execPath, ['scripts/pack.mjs', other], {
    cwd: folder,
    env: { ...process.env, TZ: 'Pacific/Chatham', LC_ALL: 'C', LANGUAGE: 'tr' },
  });
  const tarball = await packInto(results);
  const [here, there] = [
    await contentOf(tarball, join(results, 'here')),
    await contentOf(join(other, basename(tarball)), join(results, 'there')),
  ];
  assert.ok(here.length > 300);
  assert.deepEqual(there, here);
});
