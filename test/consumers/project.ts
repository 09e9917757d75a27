/** Installs a consumer with npm, as a partner does. Its dependencies stay in `.cache/consumers` between runs. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cache, root } from '../../scripts/paths.mjs';
import type { Consumer } from './consumers.js';
import { freePort } from '../../scripts/free-port.mjs';

const execute = promisify(execFile);
export const consumersCache = join(cache, 'consumers');
const apps = join(root, 'test/consumers/apps');

/** Does not report usage to anyone, and prints plain text. */
const ENVIRONMENT = {
  ...process.env,
  ...{ NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true', DO_NOT_TRACK: '1' },
  ...{ NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' },
  ...{ ASTRO_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' },
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface Project {
  readonly folder: string;
  /** Runs a script of the project and returns its output. If it fails, rejects with the output. */
  readonly run: (script: string, environment?: object) => Promise<string>;
  /** Starts a script that serves the app, and waits until it answers. */
  readonly start: (script: string, environment: object) => Promise<Server>;
  /** The installed version of a package. */
  readonly versionOf: (name: string) => Promise<string>;
}

export interface Server {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** npm installs a changed tarball only if its name changes. */
export const keepTarball = async (tarball: string): Promise<string> => {
  const hash = createHash('sha256').update(await readFile(tarball));
  const name = `audio-transcribe-${hash.digest('hex').slice(0, 12)}.tgz`;
  const kept = join(consumersCache, name);
  await mkdir(consumersCache, { recursive: true });
  // Another process may read this file.
  await copyFile(tarball, `${kept}.${process.pid}`);
  await rename(`${kept}.${process.pid}`, kept);
  return kept;
};

const runIn = async (
  folder: string,
  args: readonly string[],
  environment: object = {},
): Promise<string> => {
  try {
    const { stdout, stderr } = await execute('npm', args, {
      ...{ cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      env: { ...ENVIRONMENT, ...environment },
    });
    return stdout + stderr;
  } catch (error) {
    const { message, stdout, stderr } = error as {
      message: string;
      stdout: string;
      stderr: string;
    };
    throw new Error([message, stdout, stderr].join('\n'), { cause: error });
  }
};

/** Starts a script of the project in `folder`, and waits until `isReady` accepts its answer to `GET /`. */
export const startScript = async (
  folder: string,
  script: string,
  environment: object,
  isReady: (response: Response) => boolean = ({ ok }) => ok,
): Promise<Server> => {
  const port = await freePort();
  const child = spawn('npm', ['run', ...script.split(' ')], {
    ...{ cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...ENVIRONMENT, ...environment, PORT: String(port), HOST: '127.0.0.1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  // Ends the group of processes that npm has started.
  const end = (): void => {
    if (isRunning() && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', end);
  const stop = async (): Promise<void> => {
    end();
    await exited;
    process.off('exit', end);
  };
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(isReady, () => false);
    if (answers) return { port, stop };
    if (!isRunning()) {
      await stop();
      throw new Error(`npm run ${script} ended: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Manifest;

/** What recipes import, and what it is called in an app. */
const REPOSITORY_PATHS = {
  '../../src/server.js': 'audio-transcribe/server.js',
  '../session.js': '../session',
};

/** Replaces addresses that apps name but only a run knows. */
const replaceIn = async (
  folder: string,
  addresses: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes('node_modules')) continue;
    const text = await readFile(path, 'utf8');
    let replaced = text;
    for (const [from, to] of Object.entries(addresses)) replaced = replaced.replaceAll(from, to);
    if (replaced !== text) await writeFile(path, replaced);
  }
};

/** Unpacks the tarball in the place of the installed package. */
const replacePackage = async (folder: string, tarball: string): Promise<void> => {
  const installed = join(folder, 'node_modules/audio-transcribe');
  await rm(installed, { recursive: true, force: true });
  await mkdir(installed);
  await execute('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
};

/** Installs what the manifest names. npm is needed only if a dependency of the app or of the package has changed. */
const installInto = async (folder: string, manifest: string, tarball: string): Promise<void> => {
  const { stdout } = await execute('tar', ['-xzOf', tarball, 'package/package.json']);
  const { dependencies, peerDependencies } = JSON.parse(stdout) as Record<string, unknown>;
  const needed = manifest.replace(tarball, '') + JSON.stringify({ dependencies, peerDependencies });
  const files = {
    needed: join(folder, 'node_modules/.installed'),
    tarball: join(folder, 'node_modules/.installed-tarball'),
  };
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  if ((await read(files.needed)) !== needed) {
    const quiet = ['--silent', '--no-audit', '--no-fund', '--prefer-offline'];
    await runIn(folder, ['install', ...quiet]);
  } else if ((await read(files.tarball)) !== tarball) {
    await replacePackage(folder, tarball);
  }
  await writeFile(files.needed, needed);
  await writeFile(files.tarball, tarball);
};

/** Copies the app into the cache, replaces its addresses, and installs its dependencies and the tarball. */
export const installConsumer = async (
  { app, versions, recipes = {} }: Pick<Consumer, 'app' | 'versions' | 'recipes'>,
  tarball: string,
  addresses: Readonly<Record<string, string>> = {},
): Promise<Project> => {
  const names = [...app, ...Object.values(versions ?? {})];
  const folder = join(consumersCache, names.join('-'));
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name !== 'node_modules' && name !== 'package-lock.json')
      await rm(join(folder, name), { recursive: true });
  }
  for (const name of ['.vite', '.cache']) {
    await rm(join(folder, 'node_modules', name), { recursive: true, force: true });
  }
  for (const name of app) await cp(join(apps, name), folder, { recursive: true });
  for (const [to, from] of Object.entries(recipes)) await cp(join(root, from), join(folder, to));
  await replaceIn(folder, { ...REPOSITORY_PATHS, ...addresses });

  const manifest = await readManifest(join(folder, 'package.json'));
  const dependencies = {
    ...manifest.dependencies,
    ...versions,
    'audio-transcribe': `file:${tarball}`,
  };
  const text = JSON.stringify({ ...manifest, dependencies }, null, 2);
  await writeFile(join(folder, 'package.json'), text);
  await installInto(folder, text, tarball);
  return {
    folder,
    run: (script, environment) => runIn(folder, ['run', '--silent', script], environment),
    start: (script, environment) => startScript(folder, script, environment),
    versionOf: async (name) => {
      const path = join(folder, 'node_modules', name, 'package.json');
      return (JSON.parse(await readFile(path, 'utf8')) as { version: string }).version;
    },
  };
};
