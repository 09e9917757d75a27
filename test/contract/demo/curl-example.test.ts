import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import { parseUserToken } from '../../../src/protocol/responses.js';
import { post, sandboxFor } from '../../support/sandbox-client.js';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/** The first code block that creates a handler. */
const exampleOf = (text: string): string =>
  [...text.matchAll(/```ts\n([^]*?)```/g)]
    .map(([, code = '']) => code)
    .find((code) => code.includes('createPartnerHandler({')) ?? '';

/** The block unchanged, except for the package's location, the port, and the partner's own function. */
const runnable = (example: string): string =>
  example
    .replace("'audio-transcribe/server.js'", `'${new URL('src/server.ts', root).href}'`)
    .replace("'audio-transcribe/server/node.js'", `'${new URL('src/server/node.ts', root).href}'`)
    .replace(
      '.listen(3000)',
      '.listen(0, "127.0.0.1", function () { console.log(`port ${this.address().port}`); })',
    ) +
  "\nconst userOfSession = async (cookie) => (cookie === 'session=1' ? { id: 'user-ada' } : null);\n";

test('docs/backend.md: the first handler example serves a user, and logs what it refuses', async (t) => {
  const example = exampleOf(await read('README.md'));
  for (const page of ['docs/backend.md', 'docs/index.md']) {
    assert.equal(exampleOf(await read(page)), example, page);
  }
  const sandbox = await sandboxFor(t);
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'example.mts');
  await writeFile(file, runnable(example));
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: new URL('.', root),
    env: {
      ...process.env,
      SERVICE_URL: sandbox.serviceUrl,
      CLIENT_ID: sandbox.credentials.clientId,
      CLIENT_SECRET: sandbox.credentials.clientSecret,
      API_KEY: sandbox.credentials.apiKey,
    },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += String(chunk)));
  const closed = once(child, 'close');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = `http://127.0.0.1:${line.replace('port ', '')}/api/transcribe`;

  const signedIn = { Cookie: 'session=1' };
  parseUserToken((await post(`${url}/user-token`, signedIn, {})).json);
  assert.equal((await post(`${url}/user-token`, {}, {})).status, 401);
  const elsewhere = { ...signedIn, Origin: 'https://evil.example' };
  assert.equal((await post(`${url}/user-token`, elsewhere, {})).status, 403);
  child.kill();
  await closed;

  const outcomes = [...log.matchAll(/outcome: '(.*)'/g)].map(([, outcome]) => outcome);
  assert.deepEqual(outcomes, ['no-session', 'origin-not-allowed']);
  assert.match(log, /route: 'user-token'/);
  assert.doesNotMatch(log, /session=1|user-ada/);
});
