/**
 * The recipes for Python and PHP: a real application with its own session, the backend beside it, and nginx in front of both.
 * A program that is not installed is left out, and named.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../../../scripts/paths.mjs';
import { hasNginx, installedLanguages, startNginx } from '../../support/any-backend.js';
import { createBackendWorld } from './world.js';

const isBehindNginx = hasNginx();

describe('backend command: recipes', () => {
  for (const { name, start } of installedLanguages()) {
    it(`${name}: who is signed in there may transcribe, and nobody else`, async (t) => {
      const world = await createBackendWorld(t);
      const folder = await mkdtemp(path.join(tmpdir(), 'recipe-'));
      t.after(() => rm(folder, { recursive: true, force: true }));
      await cp(`${root}demo/recipes/any-backend`, folder, { recursive: true });
      const application = await start(t, folder);
      const running = await world.start({ AUTHORIZE_URL: `${application}/who` });
      const { origin: backend } = new URL(running.url);
      const site = isBehindNginx ? await startNginx(t, folder, { backend, application }) : null;
      const signIn = await fetch(`${site ?? application}/sign-in`);
      const Cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const origin = site ?? backend;
      const ask = (headers: Readonly<Record<string, string>>): Promise<Response> =>
        fetch(`${origin}/api/transcribe/user-token`, { method: 'POST', headers });
      assert.equal((await ask({})).status, 401);
      assert.equal((await ask({ Cookie: `${Cookie}x` })).status, 401);
      assert.equal((await ask({ Cookie, Origin: 'https://evil.example' })).status, 403);
      const token = await ask({ Cookie, Origin: origin });
      assert.equal(token.status, 200);
      assert.equal(token.headers.get('audio-transcribe'), '1');
      const submitted = await fetch(`${origin}/api/transcribe/transcriptions/`, {
        method: 'POST',
        headers: { Cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify({ file_url: 'https://files.example.com/a.mp3' }),
      });
      assert.equal(submitted.status, 200);
      if (site === null) return;
      for (const inside of ['who', 'health', 'metrics']) {
        const answer: Response = await fetch(`${site}/${inside}`, { headers: { Cookie } });
        assert.equal(answer.status, 404, `${inside} is not published`);
      }
    });
  }
});

/** How the frameworks that the tests do not run say each part of the contract of `AUTHORIZE_URL`. */
const SNIPPETS: Readonly<Record<string, readonly RegExp[]>> = {
  cs: [/MapGet\("\/who"/, /userId = "user-" \+/, /Results\.Json\(/, /Results\.Unauthorized\(\)/],
  java: [/@GetMapping\("\/who"\)/, /"userId", "user-" \+/, /ResponseEntity\.ok\(/, /status\(401\)/],
  rb: [/def who/, /userId: "user-/, /render json:/, /head :unauthorized/],
  go: [
    /HandleFunc\("\/who"/,
    /"userId": "user-" \+/,
    /"Content-Type", "application\/json"/,
    /StatusUnauthorized/,
  ],
};

describe('backend command: code of other frameworks', () => {
  for (const [language, parts] of Object.entries(SNIPPETS)) {
    it(`${language} has the path, the field, JSON and the 401`, async () => {
      const page = await readFile(`${root}docs/any-backend.md`, 'utf8');
      const code = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
      for (const part of parts) assert.match(code, part);
    });
  }
});
