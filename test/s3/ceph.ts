/** A real S3 store for tests: Ceph with one monitor, one in-memory store and one gateway, on free loopback ports. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, constants, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cephConfiguration } from './ceph-configuration.js';
import { freePort } from '../../scripts/free-port.mjs';
import { LIMITS } from '../../scripts/limits.mjs';

const PROGRAMS = [
  ...['ceph-mon', 'ceph-osd', 'radosgw', 'ceph'],
  ...['monmaptool', 'ceph-authtool', 'radosgw-admin'],
];
const PACKAGES = 'ceph-mon ceph-osd radosgw ceph-common';

export interface Ceph {
  /** Buckets must still be created. */
  readonly settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  /** Stops all processes and deletes their folder. */
  readonly stop: () => Promise<void>;
}

const run = promisify(execFile);

const isExecutable = (name: string): Promise<boolean> =>
  Promise.any(
    (process.env['PATH'] ?? '')
      .split(path.delimiter)
      .map((folder) => access(path.join(folder, name), constants.X_OK)),
  ).then(
    () => true,
    () => false,
  );

const requirePrograms = async (): Promise<void> => {
  const present = await Promise.all(PROGRAMS.map(isExecutable));
  const missing = PROGRAMS.filter((_, index) => !present[index]);
  if (missing.length > 0)
    throw new Error(
      `The tests against an S3 store need Ceph, of which ${missing.join(', ')} is not here. On Debian: ` +
        `apt-get install --no-install-recommends ${PACKAGES}`,
    );
};

/** Creates the monitor's database and all keys. */
const prepare = async (folder: string, monitor: string, fsid: string): Promise<void> => {
  const file = (name: string): string => path.join(folder, name);
  const keyring = file('keyring');
  const key = (name: string, ...capabilities: string[]): Promise<unknown> =>
    run('ceph-authtool', [
      ...[keyring, '--gen-key', '-n', name],
      ...capabilities.flatMap((capability) => {
        const [of = '', what = ''] = capability.split(': ');
        return ['--cap', of, what];
      }),
    ]);
  await writeFile(keyring, '', { mode: 0o600 });
  await key('mon.', 'mon: allow *');
  await key('client.admin', 'mon: allow *', 'osd: allow *', 'mgr: allow *');
  await key('osd.0', 'mon: allow profile osd', 'osd: allow *');
  await key('client.rgw', 'mon: allow *', 'osd: allow *');
  const map = file('monmap');
  await run('monmaptool', ['--create', '--addv', 'a', monitor, '--fsid', fsid, map]);
};

/** Starts Ceph. Rejects with instructions if it is not installed; cleans up if the start fails. */
export const startCeph = async (): Promise<Ceph> => {
  await requirePrograms();
  const folder = await mkdtemp(path.join(tmpdir(), 'ceph-'));
  const daemons: ChildProcess[] = [];
  // It takes about 13 s on an idle machine.
  const signal = AbortSignal.timeout(LIMITS.launch);

  const stop = async (): Promise<void> => {
    await Promise.all(
      daemons.map(async (daemon) => {
        if (daemon.exitCode !== null || daemon.signalCode !== null) return;
        const ended = once(daemon, 'exit');
        daemon.kill('SIGKILL');
        await ended;
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };

  const daemon = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, [...configuration, ...args, '-f'], { stdio: 'ignore' });
    // If it is missing, the error appears where it is used.
    child.on('error', () => undefined);
    daemons.push(child);
    return child;
  };
  const ask = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, [...configuration, ...args], { signal })).stdout;
  const eventually = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds().catch(() => false))) {
      if (signal.aborted)
        throw new Error(`infrastructure: ${what} did not start: ${await lastWords(folder)}`);
      await pause(100);
    }
  };

  const monitor = `[v2:127.0.0.1:${await freePort()}]`;
  const fsid = randomUUID();
  const file = path.join(folder, 'ceph.conf');
  const configuration = ['-c', file];
  const configure = (gatewayPort: number): Promise<void> =>
    writeFile(file, cephConfiguration({ folder, monitor, fsid, gatewayPort }));
  /** Another program may take the port before the gateway does. The gateway ends then, and gets another port. */
  const startGateway = async (): Promise<string> => {
    let gateway: ChildProcess | null = null;
    let endpoint = '';
    await eventually('The gateway', async () => {
      if (gateway === null || gateway.exitCode !== null || gateway.signalCode !== null) {
        const port = await freePort();
        await configure(port);
        endpoint = `http://127.0.0.1:${port}`;
        gateway = daemon('radosgw', '-n', 'client.rgw');
      }
      return (await fetch(endpoint)).headers.has('x-amz-request-id');
    });
    return endpoint;
  };
  const keys = { accessKeyId: 'access-of-tests', secretAccessKey: 'secret-of-tests' };
  try {
    for (const name of ['mon', 'osd', 'rgw', 'log']) await mkdir(path.join(folder, name));
    await configure(0);
    await prepare(folder, monitor, fsid);
    await ask('ceph-mon', '--mkfs', '-i', 'a', '--monmap', path.join(folder, 'monmap'));
    daemon('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    await eventually('The monitor', async () => (await ask('ceph', 'osd', 'new', osd)) !== '');
    await ask('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    daemon('ceph-osd', '-i', '0');
    await eventually('The store', async () => (await ask('ceph', 'osd', 'stat')).includes('1 up'));
    const endpoint = await startGateway();
    await ask(
      ...(['radosgw-admin', 'user', 'create', '--uid=tests', '--display-name=tests'] as const),
      ...[`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`],
    );
    return { settings: { endpoint, region: 'us-east-1', ...keys }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const lastWords = async (folder: string): Promise<string> => {
  const logs = ['mon.a', 'osd.0', 'client.rgw'].map((name) =>
    readFile(path.join(folder, 'log', `${name}.log`), 'utf8').catch(() => ''),
  );
  return (await Promise.all(logs))
    .map((text) => text.trim().split('\n').slice(-3).join('\n'))
    .join('\n');
};
