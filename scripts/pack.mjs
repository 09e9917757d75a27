/**
 * `npm run packed -- FOLDER`: builds the package, and writes its tarball to the folder. It is that of `npm pack`, but its
 * package.json has nothing that only developers of this package use. Prints the tarball's path.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './paths.mjs';

const FOR_DEVELOPERS = ['scripts', 'devDependencies', 'overrides', 'allowScripts'];

const destination = resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'pack-'));
const pack = (cwd, to, ...options) => {
  const args = ['pack', '--silent', '--pack-destination', to, ...options];
  return execFileSync('npm', args, { cwd, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
};
try {
  mkdirSync(destination, { recursive: true });
  const tarball = pack(root, folder);
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
  const manifest = join(folder, 'package/package.json');
  const json = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const field of FOR_DEVELOPERS) delete json[field];
  writeFileSync(manifest, `${JSON.stringify(json, null, 2)}\n`);
  console.log(join(destination, pack(join(folder, 'package'), destination, '--ignore-scripts')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
