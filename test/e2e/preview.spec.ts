/** `npx vite preview` as a process: what a visitor of the built pages gets. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../scripts/paths.mjs';
import { PAGES } from './global-setup.js';
import { expect, test } from './test.js';

let folder: string;
let vite: ChildProcess;
let url = '';
let output = '';

const startPreview = (outDir: string): ChildProcess => {
  const child = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'preview', '--outDir', outDir],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: '0',
        XDG_STATE_HOME: folder,
        FORCE_COLOR: undefined,
        NO_COLOR: '1',
      },
    },
  );
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (said: string) => (output += said));
  return child;
};

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-preview-'));
  vite = startPreview(PAGES);
  await expect
    .poll(() => {
      [url = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(output) ?? [];
      return vite.exitCode === null ? url : output;
    })
    .not.toBe('');
});

test.afterAll(async () => {
  vite.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Sends the path and the Host unchanged, which `fetch` cannot. */
const ask = async (path: string, headers: OutgoingHttpHeaders = {}) => {
  const sent = request({ host: '127.0.0.1', port: new URL(url).port, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

test('preview: the sales page shows its example, and the strict page keeps its policy', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url);
  await expect(page.getByText('Good afternoon, you are speaking with Maya.')).toBeVisible();
  await page.goto(`${url}demo/csp.html`);
  await expect(page.locator('audio-transcribe')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        () => (document.querySelector('audio-transcribe')?.shadowRoot ?? null) !== null,
      ),
    )
    .toBe(true);
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /script-src 'self' 'sha256-/);
  await expect(policy).toHaveAttribute('content', /connect-src 'self' http:\/\/127\.0\.0\.1:\d+/);
  expect(complaints).toEqual([]);
});

test('preview: serves the built pages alone, and to this host alone', async () => {
  for (const path of [
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/demo/../../../package.json',
    '/package.json',
    '/vite.config.ts',
    '/src/index.ts',
    `/@fs${root}package.json`,
  ]) {
    const { status, body } = await ask(path);
    expect([403, 404], path).toContain(status);
    expect(body, path).not.toContain('"scripts"');
  }
  for (const path of ['/', '/demo/csp.html', '/settings.json', '/api/transcribe/user-token'])
    for (const host of ['attacker.example', '127.0.0.1:1'])
      expect((await ask(path, { host })).status, `${path} of ${host}`).toBe(403);
  const { status, headers } = await ask('/settings.json', { origin: 'http://localhost:9999' });
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBeUndefined();
});

test('preview: without pages, it says how to build them', async () => {
  const before = output.length;
  const [code] = (await once(startPreview(join(folder, 'nothing')), 'close')) as [number];
  expect(code).toBe(1);
  expect(output.slice(before)).toContain('Build them with “npx vite build --mode served”.');
});

test('preview: Ctrl+C ends it, and its sandbox', async () => {
  const { serviceUrl } = JSON.parse((await ask('/settings.json')).body) as { serviceUrl: string };
  expect((await fetch(serviceUrl)).status).toBe(404);
  const ended = once(vite, 'close');
  vite.kill('SIGINT');
  expect((await ended)[0]).toBe(0);
  await expect(fetch(serviceUrl)).rejects.toThrow('fetch failed');
});
