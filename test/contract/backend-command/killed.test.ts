/** The backend as a real process that is killed while it posts, and stopped while it works. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { root } from '../../../scripts/paths.mjs';
import { close, listen } from '../../support/fake-service.js';
import { COOKIE, createBackendWorld, SECRETS } from './world.js';

const HEADERS = { Cookie: COOKIE, 'Content-Type': 'application/json' };
const FILE = JSON.stringify({ file_url: 'https://files.example.com/a.mp3' });
const RUN = "import('./demo/backend-command/main.ts').then((main) => main.runBackend())";

interface Process {
  readonly child: ChildProcess;
  readonly url: string;
  readonly said: () => string;
}

const run = async (t: TestContext, env: Readonly<Record<string, string>>): Promise<Process> => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', RUN];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes: Buffer) => {
        said += String(bytes);
        const [, started] = /"kind":"started","url":"([^"]+)"/.exec(said) ?? [];
        if (started !== undefined) resolve(started);
      });
    }
    child.once('exit', () => reject(new Error(`it ended: ${said}`)));
  });
  return { child, url, said: () => said };
};

it('backend command: a post that a kill interrupts is repeated, and a stop ends what is under way', async (t) => {
  const { service, environment } = await createBackendWorld(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  service.on('GET /open/partner/ai/transcriptions/task-1', () => ({
    json: { transcription_id: 'task-1', status: 'FAILURE', data: {} },
  }));
  let answerPost: (res: ServerResponse) => void = () => undefined;
  const bodies: string[] = [];
  let arrived = (): void => undefined;
  const application = createServer((req, res) => {
    if (req.method === 'GET') {
      res.setHeader('Content-Type', 'application/json').end('{"userId":"user-ada"}');
      return;
    }
    void text(req).then((body) => {
      bodies.push(body);
      answerPost(res);
      arrived();
    });
  });
  t.after(() => close(application));
  const nextPost = (): Promise<void> => new Promise((resolve) => (arrived = resolve));
  const url = await listen(application);
  const env = {
    ...environment,
    ...{ AUTHORIZE_URL: `${url}/who`, WATCH_URL: `${url}/done`, WATCH_SECRET: 's'.repeat(32) },
    STORAGE: path.join(folder, 'kept'),
  };

  const first = await run(t, env);
  if (process.platform === 'linux') {
    const title = await readFile(`/proc/${first.child.pid}/cmdline`, 'utf8');
    for (const secret of SECRETS) assert.ok(!title.includes(secret));
  }
  const posted = nextPost();
  await fetch(`${first.url}/transcriptions`, { method: 'POST', headers: HEADERS, body: FILE });
  await posted;
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const again = nextPost();
  const second = await run(t, env);
  let finish = (): void => undefined;
  answerPost = (res) => (finish = () => void res.writeHead(204).end());
  await again;
  second.child.kill('SIGTERM');
  const ended = once(second.child, 'exit');
  finish();
  assert.deepEqual(await ended, [0, null]);
  const [one, two, ...others] = bodies.map((body) => JSON.parse(body) as Record<string, unknown>);
  assert.equal(one?.['status'], 'FAILURE');
  assert.equal(two?.['transcriptionId'], one?.['transcriptionId']);
  assert.deepEqual(others, []);

  const third = await run(t, env);
  // The reader of its log is gone.
  third.child.stdout?.destroy();
  third.child.stderr?.destroy();
  await fetch(`${third.url}/user-token`, { method: 'POST', headers: HEADERS });
  third.child.kill('SIGTERM');
  assert.deepEqual(await once(third.child, 'exit'), [0, null]);
  assert.equal(bodies.length, 2, 'a post that has arrived is not repeated');
  for (const { said } of [first, second, third]) {
    for (const secret of SECRETS) assert.ok(!said().includes(secret), 'a log has a secret');
  }
});
