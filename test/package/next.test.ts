/** The Next.js recipe in a real application that Next.js builds and starts. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from '@playwright/test';
import puppeteer from 'puppeteer-core';
import type { Sandbox } from '../../demo/sandbox/index.js';
import { findChrome } from '../../scripts/find-browser.mjs';
import { clientOf, sample, sandboxFor } from '../support/sandbox-client.js';
import { environmentOf } from '../consumers/check.js';
import { consumers, type Consumer as ConsumerApp } from '../consumers/consumers.js';
import { startFront } from '../consumers/front.js';
import { installConsumer, keepTarball } from '../consumers/project.js';
import { visit } from '../consumers/visit.js';
import { execute, packInto } from './consumer.js';
import { PATIENT } from './partner-page.js';

const HOST = 'app.partner.example';
const PATH = '/api/transcribe';
const COOKIE = 'session=user-ada';

type Environment = Readonly<Record<string, string | undefined>>;

/** Removes secrets from the environment, so that `next build` cannot depend on them. */
const WITHOUT_SECRETS: Environment = {
  ...process.env,
  ...{ SERVICE_URL: undefined, CLIENT_ID: undefined, CLIENT_SECRET: undefined },
  ...{ API_KEY: undefined, ALLOWED_FILE_HOSTS: undefined },
  ...{ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
};

const nextConsumer = (): ConsumerApp => {
  const found = consumers.find(({ name }) => name === 'Next.js 16, client component');
  assert.ok(found);
  return found;
};

const environmentFor = (sandbox: Sandbox): Environment => ({
  ...WITHOUT_SECRETS,
  ...environmentOf(sandbox),
});

/** A test, or the suite. */
interface Owner {
  after(end: () => Promise<void>): void;
}

/** Runs `next start` on a free port until its owner ends; resolves with the port. */
const startNext = async (
  owner: Owner,
  folder: string,
  environment: Environment,
  more: readonly string[] = [],
): Promise<number> => {
  const args = [join(folder, 'node_modules/next/dist/bin/next'), 'start', '-p', '0', ...more];
  const child: ChildProcess = spawn(process.execPath, args, { cwd: folder, env: environment });
  owner.after(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`next start ended with ${code}: ${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += String(chunk);
        const port = /Local:\s+http:\/\/[^:\s]+:(\d+)/.exec(output)?.[1];
        if (port !== undefined && output.includes('Ready')) resolve(Number(port));
      });
    }
  });
};

interface Answer {
  readonly status: number | undefined;
  readonly json: Readonly<Record<string, unknown>>;
}

/** `node:http` sends the given Host header, unlike `fetch`. */
const ask = (
  port: number,
  what: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const [method, path] = what.split(' ');
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const target = { host: '127.0.0.1', port, method, path: PATH + path };
    const req = httpRequest({ ...target, headers: { ...type, ...headers } }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += String(chunk)));
      res.on('end', () => {
        const json = JSON.parse(text) as Readonly<Record<string, unknown>>;
        resolve({ status: res.statusCode, json });
      });
    });
    req.on('error', reject);
    req.end(body === undefined ? undefined : JSON.stringify(body));
  });

describe('Next.js recipe', () => {
  let folder: string;
  let sandbox: Sandbox;
  /** The port of the application that most tests use. */
  let shared: number;
  const endings: (() => Promise<void>)[] = [];
  const owner: Owner = { after: (end) => endings.unshift(end) };
  before(async () => {
    sandbox = await sandboxFor(owner);
    const packed = await mkdtemp(join(tmpdir(), 'next-'));
    owner.after(() => rm(packed, { recursive: true, force: true }));
    const project = await installConsumer(
      nextConsumer(),
      await keepTarball(await packInto(packed)),
      {
        'https://service.example': sandbox.serviceUrl,
      },
    );
    folder = project.folder;
    const next = join(folder, 'node_modules/next/dist/bin/next');
    await execute(process.execPath, [next, 'build'], { cwd: folder, env: WITHOUT_SECRETS });
    shared = await startNext(owner, folder, environmentFor(sandbox));
  });
  after(async () => {
    for (const end of endings) await end();
  });

  for (const more of [[], ['-H', '0.0.0.0']]) {
    it(`next start ${more.join(' ')}: accepts pages of its own host, and no others`, async (test) => {
      const port =
        more.length === 0 ? shared : await startNext(test, folder, environmentFor(sandbox), more);
      const status = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
        const person = { Host: HOST, Cookie: COOKIE, 'Content-Length': '0' };
        const { status, json } = await ask(port, 'POST /user-token', { ...person, ...headers });
        return status === 200 ? status : [status, json['code']];
      };
      const own = { 'Sec-Fetch-Site': 'same-origin' };
      const refused = [403, 'origin-not-allowed'];

      assert.equal(await status({ ...own, Origin: `http://${HOST}` }), 200);
      // A proxy has terminated TLS.
      assert.equal(await status({ ...own, Origin: `https://${HOST}` }), 200);
      assert.equal(await status({ Origin: `http://${HOST}` }), 200);
      const local = `localhost:${port}`;
      assert.equal(await status({ Host: local, Origin: `http://${local}` }), 200);

      const evil = { Origin: 'https://evil.example' };
      assert.deepEqual(await status(evil), refused);
      assert.deepEqual(await status({ ...evil, 'Sec-Fetch-Site': 'cross-site' }), refused);
      assert.deepEqual(await status({ ...evil, 'X-Forwarded-Host': 'evil.example' }), refused);
      const sibling = { Origin: 'http://other.partner.example', 'Sec-Fetch-Site': 'same-site' };
      assert.deepEqual(await status(sibling), refused);
      assert.deepEqual(await status({ Origin: `http://${local}` }), refused);
      assert.deepEqual(await status({ ...own, Cookie: 'nobody=1' }), [401, 'no-session']);
    });
  }

  it('next start: a page in a browser gets a token only on its own host name', async (test) => {
    const chrome = await findChrome();
    const browser = await puppeteer.launch({
      ...chrome,
      ...PATIENT,
      args: [...(chrome.args ?? []), '--host-resolver-rules=MAP *.example 127.0.0.1'],
    });
    test.after(() => browser.close());
    const statusFrom = async (host: string): Promise<number> => {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      await page.goto(`http://${host}:${shared}/`);
      await browser.setCookie({ name: 'session', value: 'user-ada', domain: HOST, path: '/' });
      const url = `http://${HOST}:${shared}${PATH}/user-token`;
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url() === url),
        // `no-cors`: a form on any page can send this.
        page.evaluate(
          (address) =>
            fetch(address, { method: 'POST', credentials: 'include', mode: 'no-cors' })
              .then(() => undefined)
              .catch(() => undefined),
          url,
        ),
      ]);
      return answer.status();
    };
    assert.equal(await statusFrom(HOST), 200);
    assert.equal(await statusFrom('evil.example'), 403);
    assert.equal(await statusFrom(`other.${HOST.slice(4)}`), 403);
  });

  it('next start: transcribes in a browser, on a page with another host name', async (test) => {
    const front = await startFront({ app: { port: shared }, handler: null });
    test.after(() => front.close());
    const browser = await chromium.launch(await findChrome());
    test.after(() => browser.close());
    await visit(browser, front.origin, nextConsumer(), 'none');
  });

  it('next start: a task belongs to the user who submitted it', async () => {
    const person = { Host: HOST, Cookie: COOKIE, 'Sec-Fetch-Site': 'same-origin' };
    const token = await ask(shared, 'POST /user-token', person, {});
    assert.equal(token.status, 200);
    const { done } = await clientOf(sandbox).upload(
      String(token.json['access_token']),
      await sample('voicemail.wav'),
      'wav',
    );
    const body = { file_url: done.json['DownloadUrl'] };
    const submitted = await ask(shared, 'POST /transcriptions', person, body);
    assert.equal(submitted.status, 200);
    const id = String(submitted.json['transcription_id']);
    const queried = await ask(shared, `GET /transcriptions/${id}`, person);
    assert.deepEqual([queried.status, queried.json['transcription_id']], [200, id]);
    const other = { ...person, Cookie: 'session=user-bob' };
    assert.equal((await ask(shared, `GET /transcriptions/${id}`, other)).status, 404);
  });
});
