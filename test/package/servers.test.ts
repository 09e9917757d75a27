/** The handler in each server of `servers.ts`: mounted, signed out, and one submission. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from '../../demo/sandbox/index.js';
import { createSession } from '../../demo/session.js';
import { published } from '../../scripts/doc-blocks.js';
import { environmentOf } from '../consumers/check.js';
import { startScript } from '../consumers/project.js';
import { clientOf, reply, sample, sandboxFor, type Reply } from '../support/sandbox-client.js';
import { packInto, repository } from './consumer.js';
import { createProject, type Project } from './project.js';
import { SERVERS } from './servers.js';

/** Recipes of the repository, by their place in the applications. */
const RECIPES: Readonly<Record<string, string>> = {
  'node/session.ts': 'demo/session.ts',
  'sveltekit/src/lib/server/transcribe.ts': 'demo/adapters/late-handler.ts',
  'sveltekit/src/lib/session.ts': 'demo/session.ts',
  'react-router/app/transcribe.server.ts': 'demo/adapters/late-handler.ts',
  'react-router/session.ts': 'demo/session.ts',
  'nitro/server/lib/transcribe.ts': 'demo/adapters/late-handler.ts',
  'nitro/server/session.ts': 'demo/session.ts',
  'next/app/api/transcribe/[...path]/route.ts': 'demo/adapters/next-route.ts',
  'next/app/api/transcribe/session.ts': 'demo/session.ts',
};

const BUILT = ['sveltekit', 'react-router', 'nitro', 'next'];

/** Copies the recipes. They import the package by its name, as in the docs. */
const addRecipes = async (folder: string): Promise<void> => {
  const adapters = join(repository, 'demo/adapters');
  const recipes = { ...RECIPES };
  for (const name of await readdir(adapters))
    if (!/^(?:late-handler|next-route)/.test(name))
      recipes[`node/adapters/${name}`] = `demo/adapters/${name}`;
  for (const [to, from] of Object.entries(recipes)) {
    let code = published(await readFile(join(repository, from), 'utf8'));
    // The bundler of Next.js does not find a .ts file by the name of its .js.
    if (to.startsWith('next/')) code = code.replaceAll('../session.js', '../session');
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await writeFile(join(folder, to), code);
  }
};

const codeOf = ({ text }: Reply): unknown => (JSON.parse(text) as { code?: unknown }).code;

describe('the handler in a server', () => {
  let project: Project;
  let sandbox: Sandbox;
  let fileUrl: string;
  const endings: (() => Promise<unknown>)[] = [];
  before(async () => {
    sandbox = await sandboxFor({ after: (end) => endings.unshift(end) });
    const packed = await mkdtemp(join(tmpdir(), 'servers-'));
    endings.unshift(() => rm(packed, { recursive: true, force: true }));
    project = await createProject(await packInto(packed), 'servers');
    endings.unshift(() => project.remove());
    await addRecipes(project.folder);
    for (const app of BUILT) await project.run('npm', 'run', 'build', '--workspace', app);

    const { userToken, upload } = clientOf(sandbox);
    const { done } = await upload(
      await userToken('user-ada'),
      await sample('voicemail.wav'),
      'wav',
    );
    fileUrl = String(done.json['DownloadUrl']);
  });
  after(async () => {
    for (const end of endings) await end();
  });

  it('the recipes have correct types', async () => {
    await project.run('npm', 'run', 'check', '--workspace', 'node');
  });

  for (const { name, app, script, prefix = '' } of SERVERS) {
    it(name, async (test) => {
      const folder = join(project.folder, app);
      const server = await startScript(folder, script, environmentOf(sandbox), () => true);
      test.after(() => server.stop());
      const origin = `http://127.0.0.1:${server.port}`;
      // As a page of the same server asks.
      const page = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
      const cookie = createSession(sandbox.credentials.clientSecret).newCookie();
      const ask = (path: string, signedIn: boolean, body?: object): Promise<Reply> =>
        reply(
          fetch(`${origin}${prefix}/api/transcribe${path}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              ...page,
              ...(signedIn ? { Cookie: cookie } : {}),
              ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
        );

      const nothing = await ask('/nothing', true);
      assert.deepEqual([nothing.status, codeOf(nothing)], [404, 'not-found']);
      assert.equal(nothing.headers.get('audio-transcribe'), '1');
      const signedOut = await ask('/user-token', false, {});
      assert.deepEqual([signedOut.status, codeOf(signedOut)], [401, 'no-session']);
      assert.equal((await ask('/user-token', true, {})).status, 200);

      const submitted = await ask('/transcriptions', true, { file_url: fileUrl });
      assert.equal(submitted.status, 200, submitted.text);
      const id = String(submitted.json['transcription_id']);
      const task = await ask(`/transcriptions/${id}`, true);
      assert.deepEqual([task.status, task.json['transcription_id']], [200, id]);

      const long = await ask('/transcriptions', true, { file_url: 'x'.repeat(3_000_000) });
      assert.equal(long.status, 413);
      assert.equal((await ask('/user-token', true, {})).status, 200, 'it goes on');
    });
  }
});
