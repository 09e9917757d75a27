/** What the demo serves in development, and to which requests. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../../../demo/hood/model.js';
import { noRecognizer, type Fault, type WhatIsOn } from '../../../demo/sandbox/index.js';
import { readSandboxOptions, stateDirectory } from '../../../demo/sandbox-environment.js';
import { startDemo, type Demo } from '../../../demo/start-demo.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const SECRET = 'a secret of the sandbox';

let directory: string;
let secretFile: string;
let demo: Demo;

before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'audio-transcribe-demo-'));
  await mkdir(path.join(root, '.cache'), { recursive: true });
  secretFile = path.join(root, '.cache', `demo-server-${process.pid}.json`);
  await writeFile(secretFile, JSON.stringify({ SECRET }));
  demo = await startDemo({
    sandbox: { directory, recognizer: noRecognizer() },
  });
});

after(async () => {
  await demo.close();
  await rm(secretFile);
  await rm(directory, { recursive: true });
});

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends the path unchanged with a Host header, which `fetch` cannot. */
const ask = (
  to: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
  { url } = demo,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const sent = request({ host: '127.0.0.1', port, path: to, headers, method }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
        reject,
      );
    });
    sent.once('error', reject).end();
  });

test('demo server: refuses bodies of more than 1 MiB, before it has read all of them', async () => {
  const { port } = new URL(demo.url);
  for (const to of [
    '/__stage/slow/open/partner/files/upload/generate-presigned-urls',
    '/__sandbox/faults',
  ]) {
    const sent = request({ host: '127.0.0.1', port, path: to, method: 'POST' });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sent.once('response', ({ statusCode }) => resolve(statusCode));
      sent.once('error', reject);
    });
    // It never ends.
    sent.write(Buffer.alloc(1024 * 1024 + 1, ' '));
    assert.equal(await answered, 413, to);
    sent.destroy();
  }
});

test('demo server: serves the pages and their files', async () => {
  for (const served of ['/', '/demo/qa.html', '/demo/samples/voicemail.wav'])
    assert.equal((await ask(served)).status, 200, served);
});

test('demo server: serves no other file of the machine', async () => {
  const secret = path.basename(secretFile);
  const paths = [
    `/.cache/${secret}`,
    `/.cache/${secret}?raw`,
    `/.cache/${secret}?url`,
    `/.cache/${secret}?import&raw`,
    `/demo/../.cache/${secret}`,
    `/demo/%2e%2e/.cache/${secret}`,
    `/demo/..%2f.cache/${secret}`,
    `/@fs${secretFile}`,
    `/@fs${secretFile}?raw`,
    `/@fs${root}demo/../.cache/${secret}?import&raw`,
    '/.git/config',
    '/.git/HEAD',
    '/package.json',
    '/vite.config.ts?raw',
    '/docs/backend.md',
    '/.cache/vite/deps/_metadata.json',
    '/scripts/paths.mjs',
    '/test/support/browser.ts',
    '/@fs/etc/passwd',
    '/@fs/etc/passwd?raw',
  ];
  for (const each of paths) {
    const { status, body } = await ask(each, { accept: '*/*' });
    assert.ok(status === 403 || status === 404, `${each}: ${status}`);
    assert.ok(!/a secret of|repositoryformatversion|ref:|root:|"scripts"/.test(body), each);
  }
});

test('demo server: the sandbox stores its state outside the repository by default', async () => {
  const { directory: byDefault } = await readSandboxOptions({});
  assert.equal(byDefault, stateDirectory({}));
  assert.ok(path.relative(root, byDefault).startsWith('..'), byDefault);
  assert.notEqual(stateDirectory({ XDG_STATE_HOME: '/somewhere' }), byDefault);
  assert.ok(stateDirectory({ XDG_STATE_HOME: '/somewhere' }).startsWith('/somewhere/'));
});

test('demo server: pages of other origins cannot read responses', async () => {
  for (const served of ['/', '/settings.json', '/demo/samples/voicemail.wav', '/__sandbox/log']) {
    const { headers } = await ask(served, { origin: 'http://localhost:9999' });
    assert.equal(headers['access-control-allow-origin'], undefined, served);
  }
});

test('demo server: refuses a Host other than its address and port', async () => {
  const { port } = new URL(demo.url);
  const everything = ['/', '/api/transcribe/user-token', '/settings.json', '/__sandbox/log'];
  for (const to of everything) {
    for (const host of [
      'attacker.example',
      `attacker.example:${port}`,
      '127.0.0.1:1',
      'x@localhost',
    ])
      assert.equal((await ask(to, { host })).status, 403, `${to} of ${host}`);
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
    assert.equal((await ask('/', { host })).status, 200, host);
});

/** Whether a page of this origin can open a socket that tells it each change of the code. */
const isSocketOpened = (host: string, origin: string, token = ''): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port: new URL(demo.url).port,
      path: `/?token=${token}`,
      headers: {
        host,
        origin,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-protocol': 'vite-hmr',
      },
    });
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      resolve(true);
    });
    sent.once('response', (response) => {
      response.resume();
      resolve(false);
    });
    sent.once('error', () => resolve(false)).end();
  });

test('demo server: tells other pages no change of the code', async () => {
  const { host, origin } = new URL(demo.url);
  const [, token] = /wsToken = "([^"]+)"/.exec((await ask('/@vite/client')).body) ?? [];
  assert.equal(await isSocketOpened(host, origin, token), true);
  assert.equal(await isSocketOpened(host, origin), false);
  assert.equal(await isSocketOpened(host, 'https://attacker.example'), false);
  assert.equal(await isSocketOpened('attacker.example', 'http://attacker.example', token), false);
});

test('demo preview: serves the built pages alone, and to this host alone', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-transcribe-preview-'));
  const pages = path.join(folder, 'pages');
  await mkdir(path.join(pages, 'demo'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), SECRET);
  await writeFile(path.join(pages, 'index.html'), 'the demo');
  await writeFile(path.join(pages, 'demo/csp.html'), '<meta content="connect-src \'self\'" />');
  const preview = await startDemo({
    pages,
    sandbox: { directory: path.join(folder, 'sandbox'), recognizer: noRecognizer() },
  });
  t.after(async () => {
    await preview.close();
    await rm(folder, { recursive: true });
  });
  const get = (to: string, headers?: OutgoingHttpHeaders) => ask(to, headers, 'GET', preview);

  assert.equal((await get('/')).body, 'the demo');
  assert.match((await get('/demo/csp.html')).body, /connect-src 'self' http:\/\/127\.0\.0\.1:\d+/);
  for (const to of [
    '/../secret.txt',
    '/demo/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '//',
    '/package.json',
    `/@fs${folder}/secret.txt`,
  ]) {
    const { status, body } = await get(to);
    assert.ok(status !== undefined && status >= 400, `${to}: ${status}`);
    assert.ok(!body.includes(SECRET), to);
  }
  for (const to of ['/', '/settings.json', '/demo/csp.html'])
    for (const host of ['attacker.example', '127.0.0.1:1'])
      assert.equal((await get(to, { host })).status, 403, `${to} of ${host}`);
  const { headers } = await get('/settings.json', { origin: 'http://localhost:9999' });
  assert.equal(headers['access-control-allow-origin'], undefined);
});

test('demo server: refuses a malformed URL, and answers the next request', async () => {
  assert.equal((await ask('//')).status, 403);
  assert.equal((await ask('/')).status, 200);
});

const token = (cookie: string) =>
  ask('/api/transcribe/user-token', { cookie, 'content-type': 'application/json' }, 'POST');

test('demo session: only a cookie that the demo signed identifies a user', async () => {
  const [cookie = ''] = String((await ask('/')).headers['set-cookie']).split(';');
  assert.match(cookie, /^demo_user_[0-9a-f]{8}=[0-9a-f-]{36}\.[\w-]{43}$/);
  assert.equal((await token(cookie)).status, 200);
  const [name = '', value = ''] = cookie.split('=');
  const [id = '', signature = ''] = value.split('.');
  const other = `${id.startsWith('0') ? '1' : '0'}${id.slice(1)}`;
  const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const forged of [
    '',
    `${name}=${id}`,
    `${name}=demo-${id}`,
    `${name}=${other}.${signature}`,
    `${name}=${id}.${changed}`,
    `${name}=${id}.${signature.slice(1)}`,
  ])
    assert.equal((await token(forged)).status, 401, forged);
  assert.equal((await ask('/', { cookie })).headers['set-cookie'], undefined);
  assert.notEqual((await ask('/', { cookie: `${name}=${id}` })).headers['set-cookie'], undefined);
});

test('sandbox inspection: the demo forwards only requests of its own pages', async () => {
  const cookie = demo.backend.session.newCookie();
  const own = { origin: new URL(demo.url).origin, 'sec-fetch-site': 'same-origin', cookie };
  const log = await ask('/__sandbox/log?since=0');
  assert.deepEqual([log.status, log.body], [200, JSON.stringify(demo.backend.sandbox?.log)]);
  assert.equal((await ask('/__sandbox/log', own, 'DELETE')).status, 200);
  assert.equal((await ask('/__sandbox/log')).status, 200);
  const { cookie: _, ...withoutCookie } = own;
  assert.equal((await ask('/__sandbox/log', withoutCookie)).status, 403);
  for (const foreign of [
    { origin: 'https://attacker.example' },
    { origin: 'http://localhost:9999', 'sec-fetch-site': 'same-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const { status } = await ask('/__sandbox/faults', foreign, 'DELETE');
    assert.equal(status, 403, JSON.stringify(foreign));
  }
});

interface Hood {
  readonly run: string;
  readonly backend: readonly Exchange[];
  readonly sandbox: readonly Exchange[];
}

const hoodOf = async (cookie: string, query = ''): Promise<{ text: string; json: Hood }> => {
  const { status, body } = await ask(`/hood.json${query}`, {
    cookie,
    'sec-fetch-site': 'same-origin',
  });
  assert.equal(status, 200);
  return { text: body, json: JSON.parse(body) as Hood };
};

const newUser = async (): Promise<string> =>
  String((await ask('/')).headers['set-cookie']).split(';')[0] ?? '';

test('under the hood: a user sees what the backend did for them, and no other user does', async () => {
  const [cookie, other] = [await newUser(), await newUser()];
  const { access_token: userToken } = JSON.parse((await token(cookie)).body) as Record<
    string,
    string
  >;
  const { text: answer, json: hood } = await hoodOf(cookie);
  const shown = hood.backend.map(({ from, to, method, path: at, status }) =>
    [from, to, method, at, status].join(' '),
  );
  assert.deepEqual(shown.slice(-2), [
    'backend service POST /open/partner/users/access-token 200',
    'browser backend POST /api/transcribe/user-token 200',
  ]);
  assert.ok(hood.backend.every(({ ms }) => ms !== null && ms >= 0));
  const headers = hood.backend.flatMap((one) =>
    one.headers.map(({ name, value }) => [one.from, name, value].join(' ')),
  );
  assert.ok(headers.includes('backend authorization Bearer •••'));
  assert.ok(headers.includes('browser cookie •••'));
  const { clientId, clientSecret, apiKey } = demo.backend.sandbox?.credentials ?? {};
  for (const secret of [userToken, clientId, clientSecret, apiKey, cookie.split('=')[1]]) {
    assert.ok(secret !== undefined && secret.length > 10);
    assert.ok(!answer.includes(secret));
  }
  assert.deepEqual((await hoodOf(other)).json.backend, []);
  assert.deepEqual((await hoodOf('')).json.backend, []);
  const last = Math.max(...hood.backend.map(({ number }) => number));
  assert.deepEqual((await hoodOf(cookie, `?run=${hood.run}&backend=${last}`)).json.backend, []);
  // After a restart of the server, its numbers start again.
  assert.equal(
    (await hoodOf(cookie, `?run=old&backend=${last}`)).json.backend.length,
    hood.backend.length,
  );
});

test('under the hood: pages of other origins are refused', async () => {
  const cookie = await newUser();
  assert.equal((await ask('/hood.json', { cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
});

const faultNames = async (headers: OutgoingHttpHeaders): Promise<readonly string[]> => {
  const { faults } = JSON.parse((await ask('/__sandbox/active', headers)).body) as WhatIsOn;
  return faults.map(({ fault }) => fault.name);
};

test('sandbox inspection: the cookie alone selects the session, and its faults affect no other', async () => {
  const [cookie, other] = [demo.backend.session.newCookie(), demo.backend.session.newCookie()];
  const userId = demo.backend.session.userOf(other) ?? '';
  const faults: readonly Fault[] = [
    { name: 'status', at: 'partner-token', status: 402, times: 'always' },
  ];
  // The exchange belongs to nobody in the contract. The demo's backend adds whose request it is.
  assert.equal((await token(cookie)).status, 200);
  const set = await fetch(`${demo.url}__sandbox/faults`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json', 'x-sandbox-session': userId },
    body: JSON.stringify({ faults }),
  });
  assert.equal(set.status, 200);
  assert.deepEqual(await faultNames({ cookie }), ['status']);
  assert.deepEqual(await faultNames({ cookie: other }), []);
  assert.deepEqual(await faultNames({ cookie: other, 'x-sandbox-session': 'x' }), []);
  assert.deepEqual(demo.backend.sandbox?.faults.list(), []);
  assert.equal((await token(other)).status, 200);
  const refused = await token(cookie);
  const { code } = JSON.parse(refused.body) as { readonly code: string };
  assert.deepEqual([refused.status, code], [402, 'payment-required']);
});
