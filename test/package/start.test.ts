/** `npm start` as a process: its ports, and what it leaves behind. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '../../demo/sandbox/index.js';
import { stateDirectory } from '../../demo/sandbox-environment.js';
import { descendantsOf, stillRunning, type ProcessEntry } from '../support/processes.js';
import { clientOf, sample } from '../support/sandbox-client.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let environment: NodeJS.ProcessEnv;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-start-'));
  await mkdir(path.join(folder, 'tmp'));
  environment = {
    ...process.env,
    XDG_STATE_HOME: folder,
    TMPDIR: path.join(folder, 'tmp'),
    NO_COLOR: '1',
  };
});

after(async () => {
  // Only a failed test leaves one running.
  for (const { child } of demos) child.kill('SIGKILL');
  await Promise.all(demos.map(({ ended }) => ended));
  await rm(folder, { recursive: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

const demos: Started[] = [];

const start = (more: NodeJS.ProcessEnv): Started => {
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
    cwd: root,
    env: { ...environment, ...more },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const demo = { child, output: () => output, ended };
  demos.push(demo);
  return demo;
};

/** Looks until there is something. The test's timeout ends it. */
const until = async <Found>(look: () => Promise<Found | null> | Found | null): Promise<Found> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await setTimeout(20);
  }
};

const urlOf = (demo: Started): Promise<string> =>
  until(async () => {
    const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(demo.output()) ?? [];
    const isOver = await Promise.race([demo.ended.then(() => true), Promise.resolve(false)]);
    assert.ok(!isOver, demo.output());
    return url ?? null;
  });

/** Submits a recording, and resolves once worker processes have it. */
const recognise = async (demo: Started, url: string): Promise<readonly ProcessEntry[]> => {
  const directory = stateDirectory(environment);
  const secrets = JSON.parse(await readFile(path.join(directory, 'secrets.json'), 'utf8')) as {
    readonly record: { readonly credentials: Credentials };
  };
  const settings = (await (await fetch(`${url}settings.json`)).json()) as { serviceUrl: string };
  const client = clientOf({
    serviceUrl: settings.serviceUrl,
    credentials: secrets.record.credentials,
  });
  const file = await sample('support-call.mp3');
  const { done } = await client.upload(await client.userToken(), file, 'mp3');
  assert.equal((await client.submit({ file_url: done.json['DownloadUrl'] })).status, 200);
  return until(async () => {
    const atWork = await readdir(path.join(directory, 'temporary'));
    if (atWork.length === 0) return null;
    const workers = await descendantsOf(demo.child.pid ?? 0);
    return workers.length > 0 ? workers : null;
  });
};

/** What a demo may leave behind; the files of tsx, which runs it, are not the demo's. */
const leftovers = async (): Promise<readonly string[]> => {
  const temporary = (await readdir(path.join(folder, 'tmp'))).filter((it) => !/^tsx-/.test(it));
  const states = path.dirname(stateDirectory(environment));
  const files = (await readdir(states, { recursive: true })).filter((it) =>
    /in-use$|temporary\/./.test(it),
  );
  return [...temporary, ...files];
};

test('npm start: two demos side by side skip a taken port, and leave nothing behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const PORT = String(port);

  const first = start({ PORT });
  const url = await urlOf(first);
  assert.match(first.output(), new RegExp(`Port ${port} is in use`));
  assert.ok(Number(new URL(url).port) > port);

  const second = start({ PORT });
  // The third one is stopped as soon as it has its folder, before it listens.
  const third = start({ PORT: '0', SANDBOX_DIRECTORY: path.join(folder, 'third') });
  await until(() => (existsSync(path.join(folder, 'third', 'in-use')) ? true : null));
  third.child.kill('SIGTERM');

  const secondUrl = await urlOf(second);
  assert.notEqual(secondUrl, url);
  for (const page of [url, secondUrl]) assert.equal((await fetch(page)).status, 200);

  const workers = await recognise(first, url);
  first.child.kill('SIGINT');
  // The terminal of the second one is closed: its output has nowhere to go.
  second.child.stdout?.destroy();
  second.child.stderr?.destroy();
  second.child.kill('SIGHUP');
  // Vite ends with the code of SIGTERM.
  const codes = await Promise.all([first, second, third].map(({ ended }) => ended));
  assert.deepEqual(codes, [0, 0, 128 + 15]);
  assert.doesNotMatch(third.output(), /127\.0\.0\.1/);
  other.close();

  assert.deepEqual(await stillRunning(workers), []);
  assert.deepEqual(await leftovers(), []);
  assert.ok(!existsSync(path.join(folder, 'third', 'in-use')));
});

test('npm start: ends with npm, which does not pass SIGTERM on', async () => {
  const npm = spawn('npm', ['run', '--silent', '--ignore-scripts', 'start'], {
    cwd: root,
    env: { ...environment, PORT: '0' },
    stdio: 'ignore',
  });
  const lock = path.join(stateDirectory(environment), 'in-use');
  await until(() => (existsSync(lock) ? true : null));
  const processes = await descendantsOf(npm.pid ?? 0);
  npm.kill('SIGTERM');
  await until(async () => ((await stillRunning(processes)).length > 0 ? null : true));
  assert.deepEqual(await leftovers(), []);
});

test('npm start: a wrong port ends it with a message that names the variable', async () => {
  const demo = start({ SANDBOX_PORT: '70000' });
  assert.equal(await demo.ended, 1);
  assert.match(demo.output(), /Error: SANDBOX_PORT is “70000”\. It must be a whole number from 0/);
});

/** Refuses the ports below 1024, as for a user who is not root. */
const FORBID_PORTS = `import { Server } from 'node:net';
const { listen } = Server.prototype;
Server.prototype.listen = function (first, ...rest) {
  const port = first?.port ?? first;
  if (!(port > 0 && port < 1024)) return listen.call(this, first, ...rest);
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port });
  process.nextTick(() => this.emit('error', error));
  return this;
};`;

test('npm start: a port that is not allowed ends it with a message that says which one is', async () => {
  const preload = path.join(folder, 'forbid-ports.mjs');
  await writeFile(preload, FORBID_PORTS);
  const demo = start({ PORT: '80', NODE_OPTIONS: `--import=${preload}` });
  assert.equal(await demo.ended, 1);
  assert.match(demo.output(), /You may not use port 80\. Set PORT to one from 1024 on\./);
});
